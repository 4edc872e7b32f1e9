"""The log on PostgreSQL, for several nodes: each batch is one transaction of a few statements.

A number that is taken gives no error but no row either (`ON CONFLICT DO NOTHING RETURNING`), so one conflict
spoils nothing for the rest of the batch. Rows are locked in one order everywhere, so nodes cannot block each
other for good.
"""

import contextlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final

import psycopg

from moonshot.site.live.group_log import Answers, GroupLog, Note, Write
from moonshot.site.live.storage import Stored
from moonshot.tables import ConflictError

Connection = psycopg.Connection[tuple[Any, ...]]

CONNECT_SECONDS: Final = 3
STATEMENT_SECONDS: Final = 5
"""A database that has not answered by then counts as gone."""
ATTEMPTS: Final = 3

_CREATE: Final = """
    WITH opened AS (
        INSERT INTO live_table (id, owner, created_at, closed, finished)
        VALUES (%(table)s, %(owner)s, %(now)s, false, false) ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO live_entry (table_id, seq, stored_at, body)
    SELECT id, 1, %(now)s, %(body)s FROM opened ON CONFLICT DO NOTHING RETURNING table_id
"""
_APPEND: Final = """
    INSERT INTO live_entry (table_id, seq, stored_at, body)
    SELECT new.table_id, new.seq, %s, new.body
    FROM unnest(%s::text[], %s::int[], %s::text[]) AS new (table_id, seq, body)
    WHERE new.seq = 1 OR EXISTS (
        SELECT 1 FROM live_entry AS old WHERE old.table_id = new.table_id AND old.seq = new.seq - 1
    )
    ORDER BY new.table_id
    ON CONFLICT DO NOTHING RETURNING table_id
"""
_LOCK: Final = "SELECT 1 FROM live_table WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_CLOSE: Final = "UPDATE live_table SET closed = true, due_at = NULL WHERE id = ANY(%s)"
_WAKE: Final = """
    UPDATE live_table SET due_at = wish.due_at
    FROM unnest(%s::text[], %s::timestamptz[]) AS wish (id, due_at)
    WHERE live_table.id = wish.id AND NOT closed
"""
_FINISH: Final = """
    UPDATE live_table SET finished = note.finished
    FROM unnest(%s::text[], %s::bool[]) AS note (id, finished) WHERE live_table.id = note.id
"""
_CLAIM: Final = """
    UPDATE live_table SET due_at = %s WHERE id IN (
        SELECT id FROM live_table WHERE due_at <= %s AND NOT closed
        ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""


class PostgresLog(GroupLog[Connection]):
    """The tables of one PostgreSQL database."""

    failures: ClassVar[tuple[type[Exception], ...]] = (psycopg.Error,)
    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        super().__init__()

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table with a number above ``after``, in order; empty for an unknown table."""
        sql = "SELECT seq, body, stored_at FROM live_entry WHERE table_id = %s AND seq > %s ORDER BY seq"
        rows = await self._rows(sql, table_id, after)
        return [Stored(seq, body.encode(), stored_at.isoformat()) for seq, body, stored_at in rows]

    async def owner(self, table_id: str) -> str | None:
        """Who owns a table that is still open; None when there is no such table."""
        rows = await self._rows("SELECT owner FROM live_table WHERE id = %s AND NOT closed", table_id)
        return str(rows[0][0]) if rows else None

    async def tables_of(self, owner: str, limit: int) -> list[str]:
        """The open tables of an owner whose match is not over, newest first."""
        sql = (
            "SELECT id FROM live_table WHERE owner = %s AND NOT closed AND NOT finished"
            " ORDER BY created_at DESC LIMIT %s"
        )
        return [str(row[0]) for row in await self._rows(sql, owner, limit)]

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        sql = (
            "SELECT id, (SELECT max(seq) FROM live_entry WHERE table_id = id)"
            " FROM unnest(%s::text[]) AS wanted (id)"
        )
        rows = await self._rows(sql, list(table_ids))
        return {table_id: seq for table_id, seq in rows if seq is not None}

    async def claim(self, limit: int, seconds: float) -> list[str]:
        """Take up to so many tables whose moment has come; nobody else gets them for that long."""
        now = datetime.now(UTC)
        rows = await self._rows(_CLAIM, now + timedelta(seconds=seconds), now, limit)
        return [str(row[0]) for row in rows]

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._read(lambda db: db.execute(sql, values).fetchall())

    # The writer's thread

    def _connect(self) -> Connection:
        db = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=STATEMENT_SECONDS * 1000,
            options=f"-c statement_timeout={STATEMENT_SECONDS}s -c timezone=UTC",
        )
        # Whatever the server's default: what is acknowledged has reached its disk.
        if db.execute("SHOW synchronous_commit").fetchone() in (("off",), ("local",)):
            db.execute("SET synchronous_commit = on")
        return db

    def _disconnect(self, db: Connection) -> None:
        with contextlib.suppress(psycopg.Error):
            db.close()

    def _write_batch(self, db: Connection, batch: Sequence[Write | Note]) -> Answers:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._write_once(db, batch)
            except (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure):
                if attempt == ATTEMPTS:
                    raise
            except psycopg.DataError as error:
                if len(batch) == 1:
                    return [(batch[0], error)]
                # One of them cannot be stored as it is: each for itself, so that it harms nobody else.
                return [answer for item in batch for answer in self._write_batch(db, [item])]
        raise AssertionError

    def _write_once(self, db: Connection, batch: Sequence[Write | Note]) -> Answers:
        now = datetime.now(UTC)
        writes = [item for item in batch if isinstance(item, Write)]
        with db.transaction():
            restored = db.execute("SELECT coalesce(max(id), 0) FROM live_restored").fetchone()
            self._refuse_after_restore(0 if restored is None else restored[0])
            stored = {
                id(write) for write in writes if write.opens_for is not None and _create(db, write, now)
            }
            for wave in _waves(write for write in writes if write.opens_for is None):
                found = {row[0] for row in _append(db, wave, now)}
                stored |= {id(write) for write in wave if write.table_id in found}
            self._note(db, [item for item in batch if isinstance(item, Note) or id(item) in stored], now)
        return [
            (item, None)
            if isinstance(item, Note) or id(item) in stored
            else (item, ConflictError(f"entry {item.seq} of {item.table_id} does not follow"))
            for item in batch
        ]

    @staticmethod
    def _note(db: Connection, items: Sequence[Write | Note], now: datetime) -> None:
        """What stored entries say about their tables."""
        closed: set[str] = set()
        finished: dict[str, bool] = {}
        wishes: dict[str, float | None] = {}
        for item in items:
            if isinstance(item, Note):
                wishes.update(item.wishes)
                finished.update(item.finished)
            elif item.closes:
                closed.add(item.table_id)
            elif item.wake_in is not None:
                wishes[item.table_id] = item.wake_in
        touched = closed | wishes.keys() | finished.keys()
        if not touched:
            return
        db.execute(_LOCK, (sorted(touched),))
        if finished:
            db.execute(_FINISH, (list(finished), list(finished.values())))
        if closed:
            db.execute(_CLOSE, (sorted(closed),))
        if wishes:
            moments = [None if wish is None else now + timedelta(seconds=wish) for wish in wishes.values()]
            db.execute(_WAKE, (list(wishes), moments))


def _create(db: Connection, write: Write, now: datetime) -> bool:
    values = {"table": write.table_id, "owner": write.opens_for, "body": write.body.decode(), "now": now}
    return db.execute(_CREATE, values).fetchone() is not None


def _append(db: Connection, wave: Sequence[Write], now: datetime) -> list[tuple[Any, ...]]:
    tables = [write.table_id for write in wave]
    bodies = [write.body.decode() for write in wave]
    return db.execute(_APPEND, (now, tables, [write.seq for write in wave], bodies)).fetchall()


def _waves(writes: Iterable[Write]) -> list[list[Write]]:
    """The writes in groups that have no table twice; what follows on an entry of the batch comes later."""
    waves: list[list[Write]] = []
    seen: dict[str, int] = {}
    for write in writes:
        number = seen[write.table_id] = seen.get(write.table_id, -1) + 1
        if number == len(waves):
            waves.append([])
        waves[number].append(write)
    return waves
