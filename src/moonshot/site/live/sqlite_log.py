"""The log on SQLite: one writer thread, all entries that wait go to disk in one transaction.

An append is answered only after the commit has reached the disk (`synchronous=FULL`). The primary key
(table, seq) decides who was first: the second is told ConflictError, reads what it missed and tries again.
When the database is locked or the disk is full, everybody in the batch is told LogError: nothing was stored,
nothing may be acknowledged.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

from moonshot.tables import ConflictError, LogError

T = TypeVar("T")

BUSY_SECONDS: Final = 2.0
"""How long a transaction waits for another process that holds the database."""
LARGEST_BATCH: Final = 512

log: Final = logging.getLogger("moonshot.live")


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of the log."""

    seq: int
    body: bytes
    stored_at: str


@dataclass(frozen=True, slots=True)
class _Write:
    table_id: str
    seq: int
    body: bytes
    opens_for: str | None
    closes: bool
    waiter: asyncio.Future[None]


class SqliteLog:
    """The tables of one database file. Made and used on one event loop; `close` ends its threads."""

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        self._loop = asyncio.get_running_loop()
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_for_ever, name="moonshot-log", daemon=True)
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="moonshot-log-reader")
        self._reading: sqlite3.Connection | None = None
        self._closed = False
        self.batches = 0
        """Transactions committed so far."""
        self._writer.start()

    async def create(self, table_id: str, owner: str, body: bytes) -> None:
        """Store a new table with its first entry. Raises ConflictError or LogError."""
        await self._send(table_id, 1, body, opens_for=owner)

    async def append(self, table_id: str, seq: int, body: bytes, *, closes: bool = False) -> None:
        """Store one entry; returns when it is on disk. `closes` marks the table as left.

        Raises ConflictError or LogError.
        """
        await self._send(table_id, seq, body, closes=closes)

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table with a number above `after`, in order; empty for an unknown table."""
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
        """The open tables of an owner, newest first."""
        return await self._read(
            lambda db: [
                str(row[0])
                for row in db.execute(
                    "SELECT id FROM live_table WHERE owner = ? AND NOT closed"
                    " ORDER BY created_at DESC, rowid DESC LIMIT ?",
                    (owner, limit),
                )
            ]
        )

    async def close(self) -> None:
        """Store what still waits, then end the threads."""
        self._closed = True
        self._writes.put(None)
        await asyncio.to_thread(self._writer.join)
        if self._reading is not None:
            reading, self._reading = self._reading, None
            await self._loop.run_in_executor(self._reader, reading.close)
        self._reader.shutdown(wait=False)

    # The loop's side

    async def _send(
        self, table_id: str, seq: int, body: bytes, *, opens_for: str | None = None, closes: bool = False
    ) -> None:
        if self._closed:
            raise LogError("the log is closed")
        waiter: asyncio.Future[None] = self._loop.create_future()
        self._writes.put(_Write(table_id, seq, body, opens_for, closes, waiter))
        # A caller that is cancelled must not cancel the write: the entry may already be on its way to disk.
        await asyncio.shield(waiter)

    def _answer(self, answers: Sequence[tuple[_Write, Exception | None]]) -> None:
        for write, error in answers:
            if write.waiter.done():
                continue
            if error is None:
                write.waiter.set_result(None)
            else:
                write.waiter.set_exception(error)

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reading is None:
                self._reading = self._connect()
            return ask(self._reading)

        try:
            return await self._loop.run_in_executor(self._reader, run)
        except sqlite3.Error as error:
            raise LogError(str(error)) from error

    # The writer's thread

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _write_for_ever(self) -> None:
        db: sqlite3.Connection | None = None
        open_ = True
        while open_:
            batch: list[_Write] = []
            first = self._writes.get()
            waiting = [first]
            with contextlib.suppress(queue.Empty):
                while len(waiting) < LARGEST_BATCH:
                    waiting.append(self._writes.get_nowait())
            open_ = None not in waiting
            batch = [write for write in waiting if write is not None]
            answers: list[tuple[_Write, Exception | None]]
            try:
                if db is None:
                    db = self._connect()
                answers = self._write_batch(db, batch) if batch else []
            except Exception as error:
                if not isinstance(error, sqlite3.OperationalError):
                    log.exception("the log's writer failed")
                else:
                    log.warning("the log could not store %d entries: %s", len(batch), error)
                db = self._drop(db)
                answers = [(write, LogError(str(error))) for write in batch]
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(self._answer, answers)
        self._drop(db)

    def _write_batch(
        self, db: sqlite3.Connection, batch: Sequence[_Write]
    ) -> list[tuple[_Write, Exception | None]]:
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        answers: list[tuple[_Write, Exception | None]] = []
        db.execute("BEGIN IMMEDIATE")
        for write in batch:
            db.execute("SAVEPOINT entry")
            try:
                self._write_one(db, write, now)
            except sqlite3.IntegrityError as error:
                db.execute("ROLLBACK TO entry")
                answers.append((write, ConflictError(str(error))))
            else:
                answers.append((write, None))
            db.execute("RELEASE entry")
        db.execute("COMMIT")
        self.batches += 1
        return answers

    @staticmethod
    def _write_one(db: sqlite3.Connection, write: _Write, now: str) -> None:
        if write.opens_for is not None:
            db.execute(
                "INSERT INTO live_table (id, owner, created_at, closed) VALUES (?, ?, ?, 0)",
                (write.table_id, write.opens_for, now),
            )
        db.execute(
            "INSERT INTO live_entry (table_id, seq, stored_at, body) VALUES (?, ?, ?, ?)",
            (write.table_id, write.seq, now, write.body.decode()),
        )
        if write.closes:
            db.execute("UPDATE live_table SET closed = 1 WHERE id = ?", (write.table_id,))

    @staticmethod
    def _drop(db: sqlite3.Connection | None) -> None:
        """Close a connection whose transaction failed; the next batch opens a fresh one."""
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()
