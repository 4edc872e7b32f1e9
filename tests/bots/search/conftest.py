"""What the tests of the search share: everything is compiled once, and kept on disk for the next run."""

from collections.abc import Iterator

import pytest

from moonshot.bots import search
from moonshot.bots.search import readiness


@pytest.fixture(scope="session")
def warmed() -> None:
    """All of it compiled in this process."""
    pytest.importorskip("numba")
    assert search.warm(), search.why_not()


@pytest.fixture(autouse=True)
def compiled(warmed: None) -> Iterator[None]:
    """The search, ready for this test alone: elsewhere its levels play like Steady, whatever ran before."""
    readiness._compiled.set()
    yield
    readiness._compiled.clear()
