"""Reading all logs of a database in order to check or copy it: no Django, no writes."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

Rows = list[tuple[int, str]]


class NoLogsError(Exception):
    """There is no database of Moonshot where one was expected; the message says why."""


class LogSource(Protocol):
    """The logs of one database."""

    def tables(self) -> list[tuple[str, bool]]:
        """The id of each table, and whether it is closed."""

    def entries(self, table_id: str) -> Rows:
        """Number and body of each entry of a table, in order."""

    def orphans(self) -> list[str]:
        """Tables that have entries and do not exist."""

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""


_TABLES = "SELECT id, closed FROM live_table ORDER BY id"
_ORPHANS = (
    "SELECT DISTINCT table_id FROM live_entry WHERE NOT EXISTS"
    " (SELECT 1 FROM live_table WHERE id = table_id) ORDER BY table_id"
)


class SqliteSource:
    """The logs in an SQLite file: the one of a running site, or a backup. Raises NoLogsError."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise NoLogsError(f"There is no database at {path}.")
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
        try:
            self._db.execute("SELECT 1 FROM live_entry LIMIT 1").fetchall()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise NoLogsError(f"{path} is no database of Moonshot ({error}).") from None

    def tables(self) -> list[tuple[str, bool]]:
        """The id of each table, and whether it is closed."""
        return [(str(row[0]), bool(row[1])) for row in self._db.execute(_TABLES)]

    def entries(self, table_id: str) -> Rows:
        """Number and body of each entry of a table, in order."""
        sql = "SELECT seq, body FROM live_entry WHERE table_id = ? ORDER BY seq"
        return self._db.execute(sql, (table_id,)).fetchall()

    def orphans(self) -> list[str]:
        """Tables that have entries and do not exist."""
        return [str(row[0]) for row in self._db.execute(_ORPHANS)]

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with the file."""
        try:
            found = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check(5)")]
        except sqlite3.DatabaseError as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self._db.close()


class PostgresSource:
    """The logs in a PostgreSQL database. Raises NoLogsError."""

    def __init__(self, url: str) -> None:
        import psycopg

        try:
            self._db = psycopg.connect(url, autocommit=True, connect_timeout=10)
            self._db.execute("SELECT 1 FROM live_entry LIMIT 1")
        except psycopg.Error as error:
            raise NoLogsError(f"That is no database of Moonshot ({str(error).strip()}).") from None

    def tables(self) -> list[tuple[str, bool]]:
        """The id of each table, and whether it is closed."""
        return self._rows(_TABLES)

    def entries(self, table_id: str) -> Rows:
        """Number and body of each entry of a table, in order."""
        return self._rows("SELECT seq, body FROM live_entry WHERE table_id = %s ORDER BY seq", table_id)

    def orphans(self) -> list[str]:
        """Tables that have entries and do not exist."""
        return [str(row[0]) for row in self._rows(_ORPHANS)]

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        return self._db.execute(sql, values).fetchall()

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        with contextlib.suppress(Exception):
            self._db.close()


def each(source: LogSource) -> Iterator[tuple[str, bool, Rows]]:
    """Every table with its entries."""
    for table_id, closed in source.tables():
        yield table_id, closed, source.entries(table_id)
