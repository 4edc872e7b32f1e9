"""The site's database: what Django is told about it, and bringing it up to date at the start."""

import contextlib
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from moonshot.site.config import SiteConfig

_MIGRATION_LOCK: Final = 0x6D6F6F6E  # any number that nobody else takes


def database_settings(config: SiteConfig) -> dict[str, Any]:
    """The entry of Django's DATABASES: the SQLite file in the data folder, or PostgreSQL."""
    if config.database_url is not None:
        return _postgres(config.database_url)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": config.database,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 2,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "moonshot",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": "3", **dict(parse_qsl(parts.query))},
    }


def migrate() -> None:
    """Apply the migrations that are missing; quick and silent when there are none."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    with _alone():
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
    connection.close()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Nodes that start together migrate one after the other; SQLite has but one."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATION_LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_MIGRATION_LOCK])
