"""Group commit: one writer thread, all entries that wait go to the database in one transaction.

Shared by the logs of both databases. When a transaction fails, everybody in the batch is told LogError:
nothing was stored, or nobody knows, so nothing may be acknowledged; the next batch gets a fresh connection.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Generic, TypeVar

from moonshot.site.live.storage import READS, Heard, RestoredError
from moonshot.tables import LogError

Db = TypeVar("Db")
T = TypeVar("T")
Answers = list[tuple["Write | Note", Exception | None]]

ENOUGH: Final = 512
"""When so many entries wait, they are stored before more are taken."""

log: Final = logging.getLogger("moonshot.live")


@dataclass(slots=True, eq=False)  # not frozen: that costs three times as much to make
class Write:
    """An entry that waits to be stored."""

    table_id: str
    seq: int
    body: bytes
    opens_for: str | None
    closes: bool
    wake_in: float | None
    life: int
    heard: Heard

    @property
    def is_plain(self) -> bool:
        """Whether it continues a log, and no more."""
        return self.opens_for is None and not self.closes and self.seq > 1


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """What is to be noted about tables, without an entry."""

    wishes: Mapping[str, float | None]
    finished: Mapping[str, bool]
    life: int
    heard: Heard


class GroupLog(ABC, Generic[Db]):
    """The part of a log that does not depend on the database. Made and used on one event loop."""

    failures: ClassVar[tuple[type[Exception], ...]]
    """What the database raises when it is locked, full or gone."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Write | Note] = []
        self._writes: queue.SimpleQueue[Sequence[Write | Note] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_for_ever, name="moonshot-log", daemon=True)
        self._reader = ThreadPoolExecutor(max_workers=READS, thread_name_prefix="moonshot-log-reader")
        self._readers: queue.SimpleQueue[Db] = queue.SimpleQueue()
        self._closed = False
        self._began: float | None = None
        self._life = 0
        self._restored: int | None = None
        self.batches = 0
        """Transactions committed so far."""
        self._writer.start()

    @abstractmethod
    def _connect(self) -> Db:
        """A fresh connection."""

    @abstractmethod
    def _disconnect(self, db: Db) -> None:
        """Close a connection; never fails."""

    @abstractmethod
    def _write_batch(self, db: Db, batch: Sequence[Write | Note]) -> Answers:
        """Store a batch in one transaction; returns what to tell each."""

    async def create(self, table_id: str, owner: str, body: bytes, *, wake_in: float | None = None) -> None:
        """Store a new table with its first entry. Raises ConflictError or LogError."""
        await self._send(lambda *now: Write(table_id, 1, body, owner, False, wake_in, *now))

    def append(
        self,
        table_id: str,
        seq: int,
        body: bytes,
        heard: Heard,
        *,
        closes: bool = False,
        wake_in: float | None = None,
    ) -> None:
        """Store one entry and say later, on the loop, what became of it: None, ConflictError or LogError.

        A call back is all that a move needs; a future would be made and looked after for each.
        """
        if self._closed:
            self._loop.call_soon(heard, LogError("the log is closed"))
        else:
            self._gather(Write(table_id, seq, body, None, closes, wake_in, self._life, heard))

    async def wake(self, wishes: Mapping[str, float | None]) -> None:
        """Set when each of these tables wants to be woken. Raises LogError."""
        await self._send(lambda *now: Note(wishes, {}, *now))

    def mark_finished(self, table_id: str, *, finished: bool) -> None:
        """Note whether a table's match is over; returns at once, and a failure does no harm."""
        if not self._closed:
            _ = self._put(lambda *now: Note({}, {table_id: finished}, *now))

    def busy_for(self) -> float:
        """How many seconds the running transaction has taken so far."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def adopt(self) -> None:
        """After RestoredError: go on with what the database holds; what still waits is refused."""
        self._life += 1
        self._restored = None

    async def close(self) -> None:
        """Store what still waits, then end the threads."""
        self._closed = True
        self._hand_over()
        self._writes.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        with contextlib.suppress(queue.Empty):
            while True:
                self._disconnect(self._readers.get_nowait())

    # The loop's side

    async def _send(self, make: Callable[[int, Heard], Write | Note]) -> None:
        if self._closed:
            raise LogError("the log is closed")
        await self._put(make)

    def _put(self, make: Callable[[int, Heard], Write | Note]) -> asyncio.Future[None]:
        waiter: asyncio.Future[None] = self._loop.create_future()
        self._gather(make(self._life, partial(settle, waiter)))
        return waiter

    def _gather(self, write: Write | Note) -> None:
        """Hand over at the end of this turn of the loop: what comes in one turn is stored together."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(write)

    def _hand_over(self) -> None:
        if self._gathered:
            self._writes.put(self._gathered)
            self._gathered = []

    def _answer(self, answers: Answers) -> None:
        for write, error in answers:
            try:
                write.heard(error)
            except Exception:  # the others of the batch wait for theirs
                log.exception("what was to follow on an entry failed")

    async def _read(self, ask: Callable[[Db], T]) -> T:
        if self._closed:
            raise LogError("the log is closed")
        try:
            return await self._loop.run_in_executor(self._reader, self._ask, ask)
        except self.failures as error:
            raise LogError(str(error)) from error

    def _ask(self, ask: Callable[[Db], T]) -> T:
        try:
            db, fresh = self._readers.get_nowait(), False
        except queue.Empty:
            db, fresh = self._connect(), True
        try:
            found = ask(db)
        except BaseException as error:
            self._disconnect(db)
            if fresh or not isinstance(error, self.failures):
                raise
            return self._ask_afresh(ask)  # the connection may have died long ago
        self._readers.put(db)
        return found

    def _ask_afresh(self, ask: Callable[[Db], T]) -> T:
        db = self._connect()
        try:
            found = ask(db)
        except BaseException:
            self._disconnect(db)
            raise
        self._readers.put(db)
        return found

    # The writer's thread

    def _refuse_after_restore(self, restored: int) -> None:
        """Told the number of the last restore in each transaction; raises when there was a new one."""
        if self._restored is None:
            self._restored = restored
        if self._restored != restored:
            raise RestoredError

    def _write_for_ever(self) -> None:
        db: Db | None = None
        more: Sequence[Write | Note] | None = ()
        while more is not None:
            waiting: list[Write | Note] = []
            more = self._writes.get()
            self._began = time.monotonic()
            with contextlib.suppress(queue.Empty):
                while more is not None:
                    waiting += more
                    if len(waiting) >= ENOUGH:
                        break
                    more = self._writes.get_nowait()
            batch = [write for write in waiting if write.life == self._life]
            answers: Answers = []
            try:
                if db is None:
                    db = self._connect()
                if batch:
                    answers = self._write_batch(db, batch)
                    self.batches += 1
            except RestoredError as error:
                answers = [(write, error) for write in batch]
            except Exception as error:
                if isinstance(error, self.failures):
                    log.warning("the log could not store %d entries: %s", len(batch), str(error).strip())
                else:
                    log.exception("the log's writer failed")
                if db is not None:
                    self._disconnect(db)
                db = None
                answers = [(write, LogError(str(error))) for write in batch]
            self._began = None
            answers += [(write, RestoredError()) for write in waiting if write.life != self._life]
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(self._answer, answers)
        if db is not None:
            self._disconnect(db)


def settle(waiter: asyncio.Future[None], error: Exception | None) -> None:
    """Tell somebody who waits, if anybody still does, what became of an entry."""
    if waiter.done():
        return
    if error is None:
        waiter.set_result(None)
    else:
        waiter.set_exception(error)
        waiter.exception()  # whoever asked may have gone: that is no mishap
