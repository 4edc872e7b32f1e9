"""Persist, apply, publish: how a proposal goes through the log, without a task of its own.

The order itself is `moonshot.tables.stored`; here it waits for the log in callbacks.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from moonshot.site.live.codec import encode_entry
from moonshot.site.live.keeper import WAKE_MARGIN, WAKE_SECONDS
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.storage import Log
from moonshot.tables import ConflictError, Done, Entry, LogError, Refusal, Table, stored
from moonshot.tables.events import TableEvent

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

# Unions have names here, for with each function that is made for a move its annotations are made as well.
Answer = Done | Refusal
Proposed = Entry | Answer
Outcome = Answer | None
"""What came of a proposal."""
Answered = Outcome | Exception


class Storing:
    """Takes proposals for a host's tables through its log. Whoever proposes has the table's turn."""

    def __init__(self, host: "LiveHost", log: Log) -> None:
        self._host = host
        self._log = log
        self._time = asyncio.get_running_loop().time

    def take(
        self,
        live: LiveTable,
        propose: Callable[[], Entry | Outcome],
        answer: Callable[[Answered], None],
    ) -> None:
        """Take a proposal as far as it goes without waiting, and the rest of the way when the log answers.

        ``answer`` is told once what came of it; an exception means that nobody may rely on anything.
        """
        _Way(self._host, self._log, self._time, live, propose, answer).go_on()

    async def taken(self, live: LiveTable, propose: Callable[[], Entry | Outcome]) -> Outcome:
        """The same for whoever can wait. Raises LogError."""
        waiting: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()

        def answer(outcome: Answered) -> None:
            if not waiting.done():
                waiting.set_result(outcome)

        self.take(live, propose, answer)
        try:
            outcome = await waiting
        except asyncio.CancelledError:
            self._host.drop(live)  # it may be stored or not: the log knows better than this copy
            raise
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class _Way:
    """One proposal on its way."""

    __slots__ = ("_answer", "_host", "_live", "_log", "_missing", "_seq", "_steps", "_time", "_wakes_at")

    def __init__(
        self,
        host: "LiveHost",
        log: Log,
        time: Callable[[], float],
        live: LiveTable,
        propose: Callable[[], Entry | Outcome],
        answer: Callable[[Answered], None],
    ) -> None:
        self._host = host
        self._log = log
        self._time = time
        self._live = live
        self._answer = answer
        self._steps = stored(live.table, propose, host.clock.now, self._publish)
        self._seq = 0
        self._wakes_at: float | None = None

    def _publish(self, _table: Table, entry: Entry, told: tuple[TableEvent, ...]) -> None:
        self._host.publish(self._live, entry, told)

    def go_on(self, missed: tuple[Entry, ...] | None = None) -> None:
        """Do what is next, until the log has to be waited for."""
        try:
            self._store(self._steps.send(missed))
        except StopIteration as end:
            self._answer(end.value)
        except Exception as error:  # noqa: BLE001 - whoever asked is told of it
            self._answer(error)

    def _store(self, entry: Entry) -> None:
        live, table = self._live, self._live.table
        self._seq = entry.seq
        if live.answering is not None:
            live.answering.let_go()  # there is more to wait for
        now = self._time()
        is_near = live.wakes_at is None or live.wakes_at - now <= WAKE_MARGIN
        self._wakes_at = now + WAKE_SECONDS if is_near else live.wakes_at
        self._log.append(
            table.id,
            entry.seq,
            encode_entry(entry),
            self._heard,
            closes=table.closes(entry.events),
            wake_in=WAKE_SECONDS if is_near else None,
        )

    def _heard(self, error: Exception | None) -> None:
        live, host = self._live, self._host
        if error is None:
            live.following = False
            live.wakes_at = self._wakes_at
            host.news.tell("entry", live.table.id, self._seq)
            self.go_on()
        elif isinstance(error, ConflictError):
            self._missing = asyncio.get_running_loop().create_task(self._catch_up())
        else:
            if isinstance(error, LogError):
                host.cannot_store(error)
            self._answer(error)

    async def _catch_up(self) -> None:
        """Somebody else has stored something before."""
        try:
            missed = await self._host.following.missed(self._live)
        except Exception as error:  # noqa: BLE001 - whoever asked is told of it
            self._answer(error)
        else:
            self.go_on(missed)
