"""What the tests of the search share: everything is compiled once, and kept on disk for the next run."""

import pytest

from moonshot.bots import search


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """The search, ready; these tests are skipped where Numba is missing."""
    pytest.importorskip("numba")
    assert search.warm(), search.why_not()
