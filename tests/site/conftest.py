"""Django set up once on a throw-away data folder, and a running server to ask."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.running import Browser, Running

os.environ["MOONSHOT_DATA"] = tempfile.mkdtemp(prefix="moonshot-test-")
os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"

import django

django.setup()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(
        Path(tmp_path_factory.mktemp("server")) / "data", environ={"MOONSHOT_TABLES_PER_MINUTE": "100000"}
    )
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def people() -> None:
    """The database of Django itself in this process, with its schema."""
    from moonshot.site.database import migrate

    migrate()


@pytest.fixture
def browser(running: Running) -> Browser:
    """A visitor who has never been here."""
    return running.browser()
