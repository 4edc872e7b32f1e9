"""The tables that people are at: persist, apply, publish, and let bots move when it is their time.

One event loop drives all tables. Each table has a lock, so its commands and its clock are taken one after the
other; bots think in threads, so none of them can hold up the loop. A table lives in memory while somebody is
there; its log brings it back at any time.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from moonshot.engine import HeartsError
from moonshot.engine.events import MatchOver, MatchStarted
from moonshot.site.live.codec import BadEntryError, decode_entry, encode_entry
from moonshot.site.live.connection import Connection
from moonshot.site.live.limits import WATCHERS_PER_TABLE
from moonshot.site.live.storage import Log
from moonshot.site.live.views import encode_update
from moonshot.tables import (
    ConflictError,
    Done,
    Entry,
    LogError,
    Refusal,
    Table,
    TableView,
    stored,
    view_table,
)
from moonshot.tables.bots import PolicyLookup
from moonshot.tables.commands import Command
from moonshot.tables.events import Left, TableEvent

BOT_SECONDS: Final = 5.0
"""How long a bot may think before a fallback moves for it."""
RETRY_SECONDS: Final = 1.0
"""How long a table waits after its log could not store."""
IDLE_SECONDS: Final = 60.0
"""How long a table that nobody is at stays in memory."""
TRY_AGAIN: Final = Refusal("try_again", "This could not be saved just now. Send it again in a moment.")

Other = TypeVar("Other")
log: Final = logging.getLogger("moonshot.live")


class LiveTable:
    """One table in memory with the connections that watch it."""

    def __init__(self, table: Table, owner: str) -> None:
        self.table = table
        self.owner = owner
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.timer: asyncio.TimerHandle | None = None
        self.driver: asyncio.Task[None] | None = None
        self.used_at = 0.0

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose people are there."""
        return frozenset(
            peer.seat for peer in self.connections if peer.seat is not None and not peer.watching
        )


class LiveHost:
    """Runs tables over one log on the running event loop."""

    def __init__(self, log_: Log, policies: PolicyLookup) -> None:
        self._log = log_
        self._policies = policies
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._bots = _bot_threads()
        self._sweeper = self._loop.call_later(IDLE_SECONDS, self._sweep)
        self._closing = False

    async def create(self, table_id: str, owner: str, entry: Entry) -> None:
        """Store a new table and start it. Raises ConflictError for an id that is taken, LogError."""
        await self._log.create(table_id, owner, encode_entry(entry))
        table = Table.replay((entry,), self._policies, self._loop.time())
        live = self._tables[table.id] = LiveTable(table, owner)
        self._schedule(live)

    async def find(self, table_id: str) -> LiveTable | None:
        """An open table, from memory or from its log; None when there is none. Raises LogError."""
        live = self._tables.get(table_id)
        if live is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = self._loop.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(loading)
        if live is not None:
            live.used_at = self._loop.time()
        return live

    async def _load(self, table_id: str) -> LiveTable | None:
        owner = await self._log.owner(table_id)
        if owner is None:
            return None
        rows = await self._log.read(table_id)
        try:
            entries = [decode_entry(row.seq, row.body) for row in rows]
            live = LiveTable(Table.replay(entries, self._policies, self._loop.time()), owner)
        except (HeartsError, BadEntryError) as error:
            log.exception("the log of table %s cannot be replayed", table_id)
            raise LogError("the table's log is damaged") from error
        self._tables[table_id] = live
        self._schedule(live)
        return live

    # -- connections -----------------------------------------------------------------------------------

    def join(self, live: LiveTable, peer: Connection) -> None:
        """Let a connection see the table; the newest one of a seat plays, the one before is told so."""
        peer.seat = live.table.seat_of(peer.account)
        if not peer.watching:
            for older in [other for other in live.connections if not other.watching]:
                if older.account == peer.account:
                    live.connections.remove(older)
                    older.end("moved", "You are playing in another window now.")
        else:
            watchers = [other for other in live.connections if other.watching]
            for oldest in watchers[: max(0, len(watchers) - WATCHERS_PER_TABLE + 1)]:
                live.connections.remove(oldest)
                oldest.end("moved", "This table is open in too many windows.")
        live.connections.append(peer)
        self.refresh(live, peer)

    def refresh(self, live: LiveTable, peer: Connection) -> None:
        """Send a connection the whole present state."""
        peer.send(encode_update(live.table.seq, self._view(live, peer), ()))

    def part(self, live: LiveTable, peer: Connection) -> None:
        """A connection is gone."""
        if peer in live.connections:
            live.connections.remove(peer)
        live.used_at = self._loop.time()

    async def submit(self, live: LiveTable, peer: Connection, command: Command) -> Done | Refusal:
        """Take one command of a connection through verify, persist, apply and publish."""
        if peer.watching:
            return Refusal("watching", "You are only watching here. Take the seat back to play.")
        if self._closing:
            return TRY_AGAIN
        table = live.table

        def propose() -> Entry | Done | Refusal:
            return table.handle(peer.account, command, self._loop.time())

        try:
            async with live.lock:
                outcome: Done | Refusal = await self._store(live, propose)
        except LogError:
            return TRY_AGAIN
        except Exception:
            self._drop(live)  # whatever went wrong, the log knows better than this copy
            raise
        self._schedule(live)
        return outcome

    # -- the table's own time --------------------------------------------------------------------------

    def _schedule(self, live: LiveTable, at_least: float = 0.0) -> None:
        """Make sure that the table is driven when it is due."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = live.table.due()
        if due is not None and not self._closing:
            live.timer = self._loop.call_at(max(due, at_least), self._start, live)

    def _start(self, live: LiveTable) -> None:
        live.timer = None
        if live.driver is None or live.driver.done():
            live.driver = self._loop.create_task(self._drive(live))

    async def _drive(self, live: LiveTable) -> None:
        """Do everything that is due at a table."""
        at_least = 0.0
        try:
            while not self._closing:
                async with live.lock:
                    entry = await self._tick(live)
                    if entry is None:
                        break
                    proposals = [entry]
                    await self._store(live, lambda: proposals.pop() if proposals else None)  # noqa: B023
        except LogError:
            at_least = self._loop.time() + RETRY_SECONDS
        except Exception:
            log.exception("table %s failed while driving itself", live.table.id)
            self._drop(live)
            return
        live.driver = None
        self._schedule(live, at_least)

    async def _tick(self, live: LiveTable) -> Entry | None:
        now = self._loop.time()
        due = live.table.due()
        if due is None or due > now:
            return None
        if live.table.holding:
            return live.table.tick(now)
        thinking = self._loop.run_in_executor(self._bots, live.table.tick, now)
        try:
            return await asyncio.wait_for(thinking, BOT_SECONDS)
        except TimeoutError:
            # Its thread may never come back: the others get fresh ones.
            self._bots.shutdown(wait=False)
            self._bots = _bot_threads()
            log.warning("a bot at table %s took too long", live.table.id)
            return live.table.tick(now, fault=f"no answer within {BOT_SECONDS:g} s")

    # -- persist, apply, publish -----------------------------------------------------------------------

    async def _store(self, live: LiveTable, propose: Callable[[], Entry | Other]) -> Done | Other:
        def publish(_table: Table, entry: Entry, told: tuple[TableEvent, ...]) -> None:
            self._publish(live, entry, told)

        table = live.table
        steps = stored(table, propose, self._loop.time, publish)
        missed: tuple[Entry, ...] | None = None
        while True:
            try:
                entry = steps.send(missed)
            except StopIteration as end:
                outcome: Done | Other = end.value
                return outcome
            closes = any(isinstance(event, Left) for event in entry.events) and len(table.people) == 1
            try:
                await self._log.append(table.id, entry.seq, encode_entry(entry), closes=closes)
                missed = None
            except ConflictError:
                rows = await self._log.read(table.id, table.seq)
                missed = tuple(decode_entry(row.seq, row.body) for row in rows)

    def _publish(self, live: LiveTable, entry: Entry, told: tuple[TableEvent, ...]) -> None:
        """Queue the new state for everybody who watches: one encoding for each seat."""
        encoded: dict[int | None, bytes] = {}
        for peer in live.connections:
            if peer.seat not in encoded:
                encoded[peer.seat] = encode_update(entry.seq, self._view(live, peer), told)
            peer.send(encoded[peer.seat])
        for event in told:
            if isinstance(event, MatchStarted | MatchOver):
                self._log.mark_finished(live.table.id, finished=isinstance(event, MatchOver))
        if live.table.closed:
            for peer in live.connections:
                peer.end("left", "You have left this table.")
            live.connections = []

    def _view(self, live: LiveTable, peer: Connection) -> TableView:
        return view_table(live.table, peer.seat, live.connected)

    # -- coming and going ------------------------------------------------------------------------------

    def _sweep(self) -> None:
        """Drop the tables that nobody has been at for a while."""
        now = self._loop.time()
        for live in list(self._tables.values()):
            idle = (
                not live.connections and live.timer is None and live.driver is None and not live.lock.locked()
            )
            if idle and now - live.used_at > IDLE_SECONDS:
                self._drop(live)
        self._sweeper = self._loop.call_later(IDLE_SECONDS, self._sweep)

    def _drop(self, live: LiveTable) -> None:
        self._tables.pop(live.table.id, None)
        if live.timer is not None:
            live.timer.cancel()
        for peer in live.connections:
            peer.end("resume", "The table is being reloaded. Come back in a moment.")
        live.connections = []

    async def close(self) -> None:
        """Send everybody away with the advice to come back, and let running steps finish."""
        self._closing = True
        self._sweeper.cancel()
        drivers = [live.driver for live in self._tables.values() if live.driver is not None]
        for live in list(self._tables.values()):
            self._drop(live)
        if drivers:
            await asyncio.wait(drivers, timeout=BOT_SECONDS)
        self._bots.shutdown(wait=False, cancel_futures=True)


def _bot_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="moonshot-bot")
