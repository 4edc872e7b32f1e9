"""One running site for the tests of people, and visitors who have never been there."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services import databases, postgres, redis_server
from tests.site.people.halls import ENVIRON, Guest, guest
from tests.site.running import Running

__all__ = ["databases", "hall", "new", "postgres", "redis_server"]


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(Path(tmp_path_factory.mktemp("hall")) / "data", environ=ENVIRON)
    yield server
    assert server.stop() == 0
    assert server.errors() == ""


@pytest.fixture
def new(hall: Running) -> Callable[[], Guest]:
    """Makes visitors."""
    return lambda: guest(hall)
