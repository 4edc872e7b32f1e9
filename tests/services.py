"""PostgreSQL and Redis for the tests that want them, started once for each worker and only when asked for."""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import TypeVar

import psycopg
import pytest

from tools.progress import SetupError
from tools.services import Postgres, Redis, Service

Kind = TypeVar("Kind", bound=Service)
_numbers = itertools.count(1)

SECRET_KEY = "only-for-these-tests-" * 3


def started(make: Callable[[], Kind]) -> Kind:
    """A running service; without it the test is skipped, under CI it fails."""
    try:
        service = make()
        service.start()
    except SetupError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(f"{error} Run ./test as root, or install it.")
    return service


class Databases:
    """Makes databases with the site's schema, each in the blink of an eye from one that was migrated."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        self._template = ""

    def make(self) -> str:
        """The address of a new database."""
        name = f"moonshot_{next(_numbers)}"
        template = self._migrated()
        with psycopg.connect(self.server.url(), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.server.url(name)

    def _migrated(self) -> str:
        if not self._template:
            name = f"migrated_{next(_numbers)}"
            with psycopg.connect(self.server.url(), autocommit=True) as db:
                db.execute(f"CREATE DATABASE {name}")
            code = "import django; django.setup(); from moonshot.site.database import migrate; migrate()"
            with tempfile.TemporaryDirectory() as data:
                environ = {
                    "PYTHONPATH": "src",
                    "DJANGO_SETTINGS_MODULE": "moonshot.site.settings",
                    "MOONSHOT_DATA": data,
                    "MOONSHOT_DATABASE_URL": self.server.url(name),
                }
                subprocess.run([sys.executable, "-c", code], env={**os.environ, **environ}, check=True)
            self._template = name
        return self._template


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test run."""
    service = started(Postgres)
    yield service
    service.close()


@pytest.fixture(scope="session")
def databases(postgres: Postgres) -> Databases:
    """Makes databases in it."""
    return Databases(postgres)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis of this test run."""
    service = started(Redis)
    yield service
    service.close()
