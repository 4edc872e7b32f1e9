"""The log on SQLite, in one file: `synchronous=FULL`, so an answer means that the disk has it."""

import contextlib
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from moonshot.site.live.group_log import Answers, GroupLog, Note, Write
from moonshot.site.live.storage import Stored
from moonshot.tables import ConflictError

__all__ = ["SqliteLog", "Stored"]

BUSY_SECONDS: Final = 2.0
"""How long a transaction waits for another process that holds the database."""
ROWS: Final = 32
"""Entries in one statement at most."""


class SqliteLog(GroupLog[sqlite3.Connection]):
    """The tables of one database file."""

    failures: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error,)
    shared = False

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        super().__init__()

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table with a number above ``after``, in order; empty for an unknown table."""
        return await self._read(
            lambda db: [
                Stored(seq, body.encode(), stored_at)
                for seq, body, stored_at in db.execute(
                    "SELECT seq, body, stored_at FROM live_entry WHERE table_id = ? AND seq > ? ORDER BY seq",
                    (table_id, after),
                )
            ]
        )

    async def owner(self, table_id: str) -> str | None:
        """Who owns a table that is still open; None when there is no such table."""
        rows = await self._read(
            lambda db: db.execute(
                "SELECT owner FROM live_table WHERE id = ? AND NOT closed", (table_id,)
            ).fetchall()
        )
        return str(rows[0][0]) if rows else None

    async def tables_of(self, owner: str, limit: int) -> list[str]:
        """The open tables of an owner whose match is not over, newest first."""
        return await self._read(
            lambda db: [
                str(row[0])
                for row in db.execute(
                    "SELECT id FROM live_table WHERE owner = ? AND NOT closed AND NOT finished"
                    " ORDER BY created_at DESC, rowid DESC LIMIT ?",
                    (owner, limit),
                )
            ]
        )

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""

        def ask(db: sqlite3.Connection) -> dict[str, int]:
            sql = "SELECT max(seq) FROM live_entry WHERE table_id = ?"
            found = {table_id: db.execute(sql, (table_id,)).fetchone()[0] for table_id in table_ids}
            return {table_id: seq for table_id, seq in found.items() if seq is not None}

        return await self._read(ask)

    async def claim(self, limit: int, seconds: float) -> list[str]:
        """Take up to so many tables whose moment has come; nobody else gets them for that long."""

        def ask(db: sqlite3.Connection) -> list[str]:
            now = datetime.now(UTC)
            rows = db.execute(
                "UPDATE live_table SET due_at = ? WHERE id IN (SELECT id FROM live_table"
                " WHERE due_at <= ? AND NOT closed ORDER BY due_at LIMIT ?) RETURNING id",
                (_text(now, seconds), _text(now), limit),
            ).fetchall()
            return [str(row[0]) for row in rows]

        return await self._read(ask)

    # The writer's thread

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _disconnect(self, db: sqlite3.Connection) -> None:
        with contextlib.suppress(sqlite3.Error):
            db.close()

    def _write_batch(self, db: sqlite3.Connection, batch: Sequence[Write | Note]) -> Answers:
        plain = [write for write in batch if isinstance(write, Write) and write.is_plain]
        if len(plain) == len(batch) and self._store_at_once(db, plain):
            return [(write, None) for write in plain]
        answers = self._transact(db, batch, plain) if plain else None
        return self._transact(db, batch, ()) or [] if answers is None else answers

    def _store_at_once(self, db: sqlite3.Connection, writes: Sequence[Write]) -> bool:
        """Store some entries, or none of them, in one statement that is a transaction by itself.

        Each statement gives the interpreter away, and has to wait until the loop lets go of it. What usually
        comes is entries and nothing else, so it is worth a statement of its own.
        """
        if self._restored is None or len(writes) > ROWS or any(write.wake_in is not None for write in writes):
            return False
        try:
            values = (_text(datetime.now(UTC)), *_values(writes), self._restored)
            return db.execute(_append_sql(len(writes), alone=True), values).rowcount == len(writes)
        except sqlite3.IntegrityError:
            return False

    def _transact(
        self, db: sqlite3.Connection, batch: Sequence[Write | Note], together: Sequence[Write]
    ) -> Answers | None:
        """Store a batch, some in one statement; None, and nothing stored, when one of those conflicts."""
        now = datetime.now(UTC)
        answers: Answers = []
        db.execute("BEGIN IMMEDIATE")
        try:
            restored = db.execute("SELECT coalesce(max(id), 0) FROM live_restored").fetchone()
            self._refuse_after_restore(restored[0])
            if together:
                if not _append_all(db, together, now):
                    db.execute("ROLLBACK")
                    return None
                answers += [(write, None) for write in together]
            if len(together) < len(batch):
                done = set(map(id, together))
                answers += [(item, self._write_one(db, item, now)) for item in batch if id(item) not in done]
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        return answers

    @staticmethod
    def _write_one(db: sqlite3.Connection, item: Write | Note, now: datetime) -> ConflictError | None:
        if isinstance(item, Note):
            _wake(db, item.wishes.items(), now)
            finished = [(over, table_id) for table_id, over in item.finished.items()]
            db.executemany("UPDATE live_table SET finished = ? WHERE id = ?", finished)
            return None
        db.execute("SAVEPOINT entry")
        try:
            _insert(db, item, now)
        except (sqlite3.IntegrityError, ConflictError) as error:
            db.execute("ROLLBACK TO entry")
            return ConflictError(str(error))
        finally:
            db.execute("RELEASE entry")
        return None


def _append_all(db: sqlite3.Connection, writes: Sequence[Write], now: datetime) -> bool:
    """Append entries to different tables; False when not all of them follow on what is there."""
    stored_at = _text(now)
    inserted = 0
    try:
        for first in range(0, len(writes), ROWS):
            some = writes[first : first + ROWS]
            inserted += db.execute(_append_sql(len(some)), (stored_at, *_values(some))).rowcount
    except sqlite3.IntegrityError:
        return False
    wishes = [(write.table_id, write.wake_in) for write in writes if write.wake_in is not None]
    if wishes:
        _wake(db, wishes, now)
    return inserted == len(writes)


def _values(writes: Sequence[Write]) -> list[str | int]:
    return [value for write in writes for value in (write.table_id, write.seq, write.body.decode())]


@cache
def _append_sql(rows: int, *, alone: bool = False) -> str:
    """The statement that appends so many entries: those that follow on what is there, or ``alone``, without
    a transaction around it, all or none, and only where nothing has been restored meanwhile.

    It begins with INSERT, as Python counts the rows of such statements only.
    """
    places = ", ".join(["(?, ?, ?)"] * rows)
    follows = "EXISTS (SELECT 1 FROM live_entry WHERE table_id = new.id AND seq = new.seq - 1)"
    if alone:
        follows = (
            f"NOT EXISTS (SELECT 1 FROM new WHERE NOT {follows})"  # noqa: S608
            " AND ? = (SELECT coalesce(max(id), 0) FROM live_restored)"
        )
    return (
        "INSERT INTO live_entry (table_id, seq, stored_at, body)"  # noqa: S608
        f" WITH now (moment) AS (VALUES (?)), new (id, seq, body) AS (VALUES {places})"
        f" SELECT id, seq, moment, body FROM new, now WHERE {follows}"
    )


def _insert(db: sqlite3.Connection, write: Write, now: datetime) -> None:
    if write.opens_for is not None:
        db.execute(
            "INSERT INTO live_table (id, owner, created_at, closed, finished) VALUES (?, ?, ?, 0, 0)",
            (write.table_id, write.opens_for, _text(now)),
        )
    inserted = db.execute(
        "INSERT INTO live_entry (table_id, seq, stored_at, body) SELECT ?1, ?2, ?3, ?4"
        " WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM live_entry WHERE table_id = ?1 AND seq = ?2 - 1)",
        (write.table_id, write.seq, _text(now), write.body.decode()),
    )
    if inserted.rowcount != 1:
        raise ConflictError(f"entry {write.seq} of {write.table_id} does not follow")
    if write.closes:
        db.execute("UPDATE live_table SET closed = 1, due_at = NULL WHERE id = ?", (write.table_id,))
    elif write.wake_in is not None:
        _wake(db, [(write.table_id, write.wake_in)], now)


def _wake(db: sqlite3.Connection, wishes: Iterable[tuple[str, float | None]], now: datetime) -> None:
    db.executemany(
        "UPDATE live_table SET due_at = ? WHERE id = ? AND NOT closed",
        [(None if wish is None else _text(now, wish), table_id) for table_id, wish in wishes],
    )


def _text(now: datetime, later: float = 0.0) -> str:
    """A moment as Django's SQLite backend writes it; such texts sort by time."""
    return (now + timedelta(seconds=later)).strftime("%Y-%m-%d %H:%M:%S.%f")
