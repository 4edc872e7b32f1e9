"""Driving tables: verify, persist, apply, publish, in this order and once, whoever does the storing.

`stored` is that order as a generator, so that a driver may wait for its disk in any way it likes. `Host` is
the plain driver with a log at hand; the site has one that waits without blocking.
"""

import time
from collections.abc import Callable, Generator
from typing import TypeVar

from moonshot.bots.thinking import PolicyLookup
from moonshot.engine import Rules
from moonshot.tables.answers import Done, Refusal
from moonshot.tables.commands import Command
from moonshot.tables.events import Entry, TableEvent
from moonshot.tables.log import ConflictError, Log
from moonshot.tables.opening import opening
from moonshot.tables.seats import Seat
from moonshot.tables.table import Table

Other = TypeVar("Other")
Clock = Callable[[], float]
Publish = Callable[[Table, Entry, tuple[TableEvent, ...]], None]


def stored(
    table: Table, propose: Callable[[], Entry | Other], clock: Clock, publish: Publish
) -> Generator[Entry, tuple[Entry, ...] | None, Done | Other]:
    """Take one proposal of a table through the log.

    Yields the entry to be stored. Send back None when it is stored, or the entries that somebody else stored
    first: they are applied, and the table is asked again. Returns what the proposal came to.
    """
    while True:
        proposal = propose()
        if not isinstance(proposal, Entry):
            return proposal
        missed = yield proposal
        for entry in (proposal,) if missed is None else missed:
            publish(table, entry, table.apply(entry, clock()))
        if missed is None:
            return Done(proposal.seq)


def silent(table: Table, entry: Entry, events: tuple[TableEvent, ...]) -> None:
    """Publish to nobody."""


class Host:
    """Runs tables over one log, in one thread.

    ``publish`` hears of every entry after it has been stored and applied. Nothing happens by itself: call
    `run_due` when `due` says so.
    """

    def __init__(
        self,
        log: Log,
        policies: PolicyLookup,
        *,
        clock: Clock = time.monotonic,
        publish: Publish = silent,
    ) -> None:
        self._log = log
        self._policies = policies
        self._clock = clock
        self._publish = publish
        self._tables: dict[str, Table] = {}

    def create(
        self, table_id: str, rules: Rules, seats: tuple[Seat, ...], *, pace: str, secret: bytes
    ) -> Table:
        """Open a table and deal. Raises TableError, RulesError, or ConflictError for an id that is taken."""
        entry = opening(table_id, rules, seats, pace=pace, secret=secret)
        self._log.append(table_id, entry)
        table = Table.replay((entry,), self._policies, self._clock())
        self._tables[table_id] = table
        return table

    def table(self, table_id: str) -> Table:
        """A table, from memory or rebuilt from its log. Raises KeyError for an unknown one."""
        found = self._tables.get(table_id)
        if found is None:
            entries = self._log.entries(table_id)
            if not entries:
                raise KeyError(table_id)
            found = self._tables[table_id] = Table.replay(entries, self._policies, self._clock())
        return found

    def submit(self, table_id: str, account: str, command: Command) -> Done | Refusal:
        """Take one command through verify, persist, apply, publish. Raises LogError when it cannot."""
        table = self.table(table_id)
        return self._store(table, lambda: table.handle(account, command, self._clock()))

    def due(self) -> float | None:
        """When the next table in memory has something to do."""
        return min((due for table in self._tables.values() if (due := table.due()) is not None), default=None)

    def run_due(self) -> int:
        """Let every table do what is due by now; returns how many entries that made."""
        made = 0
        for table in tuple(self._tables.values()):
            while self._store(table, lambda table=table: table.tick(self._clock())) is not None:  # type: ignore[misc]
                made += 1
        return made

    def forget(self, table_id: str) -> None:
        """Drop a table from memory; its log brings it back."""
        self._tables.pop(table_id, None)

    def _store(self, table: Table, propose: Callable[[], Entry | Other]) -> Done | Other:
        steps = stored(table, propose, self._clock, self._publish)
        missed: tuple[Entry, ...] | None = None
        while True:
            try:
                entry = steps.send(missed)
            except StopIteration as end:
                outcome: Done | Other = end.value
                return outcome
            try:
                self._log.append(table.id, entry)
                missed = None
            except ConflictError:
                missed = self._log.entries(table.id, table.seq)
