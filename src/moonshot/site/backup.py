"""Copying a site's database while it runs, and putting a copy in its place.

SQLite is copied page by page inside one read transaction, which stops nobody; PostgreSQL by its own
`pg_dump`. A restore keeps what it replaces, and leaves a row in `live_restored`: running nodes see it before
they store anything else, and forget what they have in memory.

A copy grows as a draft beside its place. Whoever makes one holds a lock on it, so that the drafts of those
who were killed can be told from those of others who work at this moment; the next one removes them.
"""

import os
import re
import secrets
import shutil
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

from moonshot.site.live.log_source import LogSource, PostgresSource, SqliteSource

_SQLITE_MARK: Final = b"SQLite format 3\x00"
_DUMP_MARK: Final = b"PGDMP"
_BUSY_SECONDS: Final = 60
_DRAFT: Final = re.compile(r"\..+\.[0-9a-f]{8}\.part")
_LEFT_SECONDS: Final = 600
"""A draft that nobody has written to for so long, and that nobody holds a lock on, is left behind."""

Check = Callable[[LogSource], bool]
"""Looks at a copy before it takes the database's place; False stops that."""


class BackupError(Exception):
    """A copy could not be made or used; the message says why."""


def backup_sqlite(database: Path, target: Path) -> None:
    """Copy the database file of a site that may be running. Raises BackupError, sqlite3.Error."""
    if not database.is_file():
        raise BackupError(f"There is no database at {database}.")
    with _draft(target) as draft:
        with closing(_open(database)) as source, closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        _put(draft, target)


def backup_postgres(url: str, target: Path) -> None:
    """Dump a database that may be in use. Raises BackupError."""
    with _draft(target) as draft:
        _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
        _put(draft, target)


def restore_sqlite(source: Path, database: Path, check: Check) -> Path | None:
    """Put a copy in the place of the database; returns where the replaced one is kept.

    Raises BackupError, NoLogsError, sqlite3.Error; then nothing has changed.
    """
    if _kind(source) != _SQLITE_MARK:
        raise BackupError(f"{source} is no copy of an SQLite database.")
    with SqliteSource(source) as copy:
        if damage := copy.damage():
            raise BackupError(f"{source} is damaged: {damage[0]}")
        if not check(copy):
            raise BackupError("The copy is not good. Nothing has been changed.")
    kept = None
    if database.exists():
        kept = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        backup_sqlite(database, kept)
    with _draft(database) as draft:
        shutil.copyfile(source, draft)
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy_db:
            _mark_sqlite(copy_db, _last_restore(database))
            with closing(_open(database)) as live:
                copy_db.backup(live)
                live.execute("PRAGMA journal_mode=WAL")
    database.chmod(0o600)
    return kept


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, timeout=_BUSY_SECONDS)


def _last_restore(database: Path) -> int:
    with (
        closing(sqlite3.connect(database, timeout=_BUSY_SECONDS)) as live,
        suppress(sqlite3.OperationalError),
    ):
        return int(live.execute("SELECT coalesce(max(id), 0) FROM live_restored").fetchone()[0])
    return 0


def _mark_sqlite(db: sqlite3.Connection, last: int) -> None:
    with suppress(sqlite3.OperationalError):  # a copy from before restores were noted
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute(
            "INSERT INTO live_restored (id, at)"
            " SELECT max(coalesce(max(id), 0), ?) + 1, ? FROM live_restored",
            (last, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"),
        )


def restore_postgres(source: Path, url: str, check: Check) -> str:
    """Put a dump in the place of the database; returns the name under which the replaced one is kept.

    Raises BackupError, NoLogsError; then nothing has changed. Needs the right to create databases.
    """
    import psycopg

    if _kind(source) != _DUMP_MARK:
        raise BackupError(f"{source} is no dump of a PostgreSQL database.")
    name = urlsplit(url).path.lstrip("/")
    fresh = f"{name}_restore_{secrets.token_hex(4)}"
    kept = f"{name}_before_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    try:
        with psycopg.connect(_with_database(url, "postgres"), autocommit=True) as server:
            _sql(server, "CREATE DATABASE {} TEMPLATE template0", fresh)
            try:
                _fill(source, url, fresh, check)
            except BaseException:
                _sql(server, "DROP DATABASE {}", fresh)
                raise
            _swap(server, name, fresh, kept)
    except psycopg.Error as error:
        raise BackupError(str(error).strip()) from error
    return kept


def _fill(source: Path, url: str, fresh: str, check: Check) -> None:
    import psycopg

    target = _with_database(url, fresh)
    options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    _run(target, "pg_restore", *options, str(source.absolute()))
    with PostgresSource(target) as copy:
        if not check(copy):
            raise BackupError("The dump is not good. Nothing has been changed.")
    last = 0
    with psycopg.connect(url) as live, suppress(psycopg.errors.UndefinedTable):
        row = live.execute("SELECT coalesce(max(id), 0) FROM live_restored").fetchone()
        last = 0 if row is None else int(row[0])
    with psycopg.connect(target) as db:
        db.execute(
            "INSERT INTO live_restored (id, at)"
            " SELECT greatest(coalesce(max(id), 0), %s) + 1, now() FROM live_restored",
            (last,),
        )


def _swap(server: Any, name: str, fresh: str, kept: str) -> None:
    """The fresh database takes the name; whoever is connected has to connect again."""
    _sql(server, "ALTER DATABASE {} ALLOW_CONNECTIONS false", name)
    try:
        for _ in range(50):
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
            )
            if not server.execute("SELECT 1 FROM pg_stat_activity WHERE datname = %s", (name,)).fetchall():
                break
            time.sleep(0.1)
        _sql(server, "ALTER DATABASE {} RENAME TO {}", name, kept)
    except BaseException:
        _sql(server, "ALTER DATABASE {} ALLOW_CONNECTIONS true", name)
        raise
    _sql(server, "ALTER DATABASE {} RENAME TO {}", fresh, name)
    _sql(server, "ALTER DATABASE {} ALLOW_CONNECTIONS true", kept)


def _sql(server: Any, text: str, *names: str) -> None:
    from psycopg import sql

    server.execute(sql.SQL(text).format(*(sql.Identifier(name) for name in names)))


def _with_database(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _run(url: str, program: str, *options: str) -> None:
    """Run one of PostgreSQL's programs; the password goes where no list of processes shows it."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    address = urlunsplit(parts._replace(netloc=f"{user}{host}"))
    command = [_find(program), "--no-password", f"--dbname={address}", *options]
    try:
        subprocess.run(  # noqa: S603
            command,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PGPASSWORD": parts.password or ""},
        )
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{program} failed: {error.stderr.strip()}") from error


def _find(program: str) -> str:
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=_version)
    found = shutil.which(program) or (str(newest[-1]) if newest else None)
    if found is None:
        raise BackupError(f"{program} is not on the PATH. It comes with PostgreSQL's client programs.")
    return found


def _version(path: Path) -> int:
    text = path.parent.parent.name
    return int(text) if text.isdecimal() else 0


def _kind(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror}.") from None
    known: Sequence[bytes] = (_SQLITE_MARK, _DUMP_MARK)
    return next((mark for mark in known if start.startswith(mark)), b"")


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """An empty file beside the target, gone at the end whatever happens. Raises BackupError."""
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    _remove_left(target.parent)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    # It holds secrets of running deals: nobody else may read it, not even while it grows.
    mark = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _lock(mark)  # where there are no locks, nothing is ever removed
        yield draft
    finally:
        _remove(draft)
        os.close(mark)


def _remove_left(folder: Path) -> None:
    """Remove the drafts of those who were killed while they made them."""
    for draft in folder.glob(".*.part"):
        with suppress(OSError):
            found = draft.lstat()
            is_old = found.st_mtime < time.time() - _LEFT_SECONDS
            if _DRAFT.fullmatch(draft.name) is None or not is_old or not stat.S_ISREG(found.st_mode):
                continue
            mark = os.open(draft, os.O_RDWR | os.O_NOFOLLOW)
            try:
                start = os.read(mark, 16)
                if (not start or start.startswith((_SQLITE_MARK, _DUMP_MARK))) and _lock(mark):
                    _remove(draft)
            finally:
                os.close(mark)


def _remove(draft: Path) -> None:
    draft.unlink(missing_ok=True)
    draft.with_name(f"{draft.name}-journal").unlink(missing_ok=True)  # SQLite's, beside it


def _lock(file: int) -> bool:
    """Lock a file until its last descriptor is closed; False where somebody else has."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def _put(draft: Path, target: Path) -> None:
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(target)
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
