"""The tables that people are at: persist, apply, publish, and let bots move when it is their time.

One event loop drives all tables of a node. Each table has a lock, so its commands and its clock are taken one
after the other; bots think in threads, so none of them can hold up the loop. A table lives in memory while
somebody is there; its log brings it back at any time, on this node or on another.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Literal

from moonshot.bots.thinking import PolicyLookup
from moonshot.engine import HeartsError
from moonshot.engine.events import MatchOver, MatchStarted
from moonshot.site.live import seating
from moonshot.site.live.clock import TableClock
from moonshot.site.live.codec import BadEntryError, decode_entries, encode_entry
from moonshot.site.live.connection import Connection
from moonshot.site.live.directory import Directory
from moonshot.site.live.ending import DRAINING, GOODBYE_SECONDS, ClosingError, Ending, sent
from moonshot.site.live.entrance import Windows
from moonshot.site.live.following import Following
from moonshot.site.live.heartbeat import Heartbeat
from moonshot.site.live.keeper import WAKE_SECONDS, Keeper
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import NewsBus
from moonshot.site.live.presence import Presence
from moonshot.site.live.rounds import Rounds
from moonshot.site.live.saving import Saving
from moonshot.site.live.seating import TRY_AGAIN
from moonshot.site.live.storage import DamagedError, Log, RestoredError, Stored
from moonshot.site.live.storing import Answer, Answered, Proposed, Storing
from moonshot.site.live.telling import Fields, Moment, Telling, tell_all
from moonshot.site.live.thinkers import Thinkers
from moonshot.site.live.tickets import Tickets
from moonshot.site.live.views import public_fields
from moonshot.tables import Entry, LogError, Refusal, Table
from moonshot.tables.commands import Command, Sit, TakeSeat
from moonshot.tables.events import Said, TableEvent
from moonshot.tables.seats import Visitor

FOLLOW_SECONDS: Final = 0.5
"""How much later than due a table is driven here when another node stored its last entry."""

log: Final = logging.getLogger("moonshot.live")


class LiveHost:
    """Runs tables over one log on the running event loop.

    With ``drives=False`` it only shows tables and stores new ones: other nodes let them play.
    """

    def __init__(
        self, log_: Log, policies: PolicyLookup, news: NewsBus | None = None, *, drives: bool = True
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._log = log_
        self._policies = policies
        self.news = news or NewsBus()
        self.drives = drives
        self.clock = TableClock(self._loop.time)
        self.tables: dict[str, LiveTable] = {}
        self.directory = Directory()
        self.tickets = Tickets(self.news)
        self.windows = Windows()
        self.note: Callable[[LiveTable], None] = lambda _: None
        """Called when what the lobby shows of a table may have changed."""
        self.heard: Callable[[LiveTable, Entry], None] = lambda _table, _entry: None
        """Called when somebody has said something."""
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.thinkers = Thinkers(policies)
        self._closing = False
        self.ending = Ending(self)
        self.saving = Saving(self, log_)
        self._storing = Storing(self, log_)
        self.keeper = Keeper(self, log_)
        self._presence = Presence(self, self.news)
        self._heartbeat = Heartbeat(self)
        self.rounds = Rounds(self)
        self.following = Following(self, log_)
        self.news.on_gap(self.keeper.poll_soon)

    async def create(self, table_id: str, owner: str, entry: Entry) -> None:
        """Store a new table and start it. Raises ConflictError for an id that is taken, LogError."""
        if self.ending.is_near:
            raise ClosingError
        try:
            await self._log.create(table_id, owner, encode_entry(entry), wake_in=WAKE_SECONDS)
        except LogError as error:
            self.cannot_store(error)
            raise
        if not self.drives:
            return
        table = Table.replay((entry,), self._policies, self.clock.now())
        live = self.tables[table.id] = LiveTable(table, owner)
        live.wakes_at = self._loop.time() + WAKE_SECONDS
        live.used_at = self._loop.time()
        self._presence.ask(live)
        self.attend(live)

    async def find(self, table_id: str) -> LiveTable | None:
        """An open table, from memory or from its log; None when there is none. Raises LogError."""
        if self._closing:
            raise ClosingError
        live = self.tables.get(table_id)
        if live is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = self._loop.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(loading)
        elif not self.drives or self.following.is_behind(live):
            await self.following.catch_up(live)
        if live is not None:
            live.used_at = self._loop.time()
        return live

    async def read_log(self, table_id: str) -> list[Stored]:
        """All entries of a table; none for an unknown one. Raises LogError."""
        return await self._log.read(table_id)

    async def _load(self, table_id: str) -> LiveTable | None:
        owner = await self._log.owner(table_id)
        if owner is None:
            return None
        rows = await self._log.read(table_id)
        try:
            live = LiveTable(Table.replay(decode_entries(rows), self._policies, self.clock.now()), owner)
        except (HeartsError, BadEntryError) as error:
            log.exception("the log of table %s cannot be replayed", table_id)
            raise DamagedError("the table's log is damaged") from error
        live.used_at = self._loop.time()
        self.tables[table_id] = live
        self._presence.ask(live)
        self.attend(live)
        return live

    def holds(self, live: LiveTable) -> bool:
        """Whether this is the table as it is kept up with, not one that has been dropped meanwhile."""
        return self.tables.get(live.table.id) is live

    # -- connections -----------------------------------------------------------------------------------

    def join(self, live: LiveTable, peer: Connection) -> None:
        """Let a connection see the table; the newest one of a seat plays, the one before is told so."""
        peer.seat = live.table.seat_of(peer.account)
        seating.make_room(live, peer)
        live.connections.append(peer)
        self.attend(live)
        self.refresh(live, peer)
        if (history := seating.history_for(live, peer)) is not None:
            peer.send(history)
        self.ending.tell(live, peer)
        self._presence.changed(live, peer)
        self.note(live)

    def refresh(self, live: LiveTable, peer: Connection) -> None:
        """Send a connection the whole present state."""
        self._telling(live).whole(peer)

    def refresh_all(self, live: LiveTable, except_for: Connection | None = None) -> None:
        """Send everybody there what has changed beside the log's entries."""
        telling = self._telling(live)
        for peer in live.connections:
            if peer is not except_for:
                telling.tell(peer)

    def part(self, live: LiveTable, peer: Connection) -> None:
        """A connection is gone."""
        live.used_at = self._loop.time()
        if peer in live.connections:
            live.connections.remove(peer)
            self.attend(live)
            self._presence.changed(live, peer)
            self.note(live)

    async def submit(self, live: LiveTable, peer: Connection, command: Command) -> Answer:
        """Take one command of a connection through verify, persist, apply and publish."""
        if peer.watching:
            return Refusal("watching", "You are only watching here. Take the seat back to play.")
        if self._closing or self.saving.is_on:
            return TRY_AGAIN
        if isinstance(command, Sit | TakeSeat) and peer.seat is None:
            refusal = await seating.refuse_seat(self, live, peer.account)
            if refusal is not None:
                return refusal
        return await self.act(live, peer.account, command, peer.visitor)

    async def act(self, live: LiveTable, account: str, command: Command, visitor: Visitor) -> Answer:
        """Take one command of an account through verify, persist, apply and publish."""
        if self._closing or self.saving.is_on:
            return TRY_AGAIN
        await live.turn.wait()
        waiting: asyncio.Future[Answered] = self._loop.create_future()

        def answered(outcome: Answered) -> None:
            self._end_turn(live, outcome)
            if not waiting.done():
                waiting.set_result(outcome)

        self._storing.take(live, self._proposal(live, account, command, visitor), answered)
        outcome = await waiting
        if isinstance(outcome, LogError):
            return TRY_AGAIN
        if isinstance(outcome, Exception):
            raise outcome
        assert outcome is not None  # a command leads to something
        return outcome

    def take_now(
        self, live: LiveTable, peer: Connection, command: Command, answer: Callable[[Answer], None]
    ) -> bool:
        """`submit` without a task, if nothing has to be waited for but the log; otherwise False."""
        if peer.watching or self._closing or self.saving.is_on or not live.turn.take():
            return False

        def answered(outcome: Answered) -> None:
            live.answering = None
            if isinstance(outcome, Exception) and not isinstance(outcome, LogError):
                log.error("table %s failed", live.table.id, exc_info=outcome)
            self._end_turn(live, outcome)
            answer(outcome if isinstance(outcome, Answer) else TRY_AGAIN)
            peer.let_go()

        live.answering = peer
        self._storing.take(live, self._proposal(live, peer.account, command, peer.visitor), answered)
        return True

    def _end_turn(self, live: LiveTable, outcome: Answered) -> None:
        """The table is free in this very moment: the next move may be here, and finds the quick way."""
        live.turn.release()
        if isinstance(outcome, Answer):
            self.schedule(live)
        elif not isinstance(outcome, LogError):
            self.drop(live)  # whatever went wrong, the log knows better than this copy

    def _proposal(
        self, live: LiveTable, account: str, command: Command, visitor: Visitor
    ) -> Callable[[], Proposed]:
        def propose() -> Proposed:
            outcome = live.table.handle(account, command, self.clock.now(), visitor)
            return DRAINING if self.ending.forbids(outcome) else outcome

        return propose

    @property
    def begins_new(self) -> bool:
        """Whether new tables can be made here just now."""
        return not (self.ending.is_near or self.saving.is_on)

    @property
    def closed_for(self) -> Literal["restart", "saving"] | None:
        """Why no new match can be begun here for a while; None when it can."""
        if self.ending.is_near:
            return "restart"
        return "saving" if self.saving.lasts else None

    def has_level(self, level: str) -> bool:
        """Whether bots can play at this level."""
        try:
            self._policies(level)
        except (LookupError, ValueError):
            return False
        return True

    # -- the table's own time --------------------------------------------------------------------------

    def attend(self, live: LiveTable) -> None:
        """Somebody has come or gone: tell the table, and make sure that it is driven when it is due."""
        if not live.table.terms.alone:
            live.table.set_present(live.connected, self.clock.now(), watched=live.is_watched)
        self.schedule(live)

    def schedule(self, live: LiveTable) -> None:
        """Make sure that the table is driven when it is due."""
        due = live.table.due()
        if due is None or self._closing or not (self.drives and self.clock.runs and self.holds(live)):
            live.stop_timer()
            return
        if live.table.has_bots and not live.following:
            self.thinkers.prepare(live.table, due, self.clock.now())
        at = self.clock.steady(due) + (FOLLOW_SECONDS if live.following else 0.0)
        if live.timer is not None and live.timer_at <= at:
            return  # it looks again when its time has come: most moments are put off before they come
        live.stop_timer()
        live.timer, live.timer_at = self._loop.call_at(at, self._start, live, at), at

    def _start(self, live: LiveTable, at: float) -> None:
        live.timer = None
        due = live.table.due()
        if due is None or self.clock.steady(due) > at:
            self.schedule(live)
        elif live.driver is None or live.driver.done():
            live.driver = self._loop.create_task(self._drive(live))

    async def _drive(self, live: LiveTable) -> None:
        """Do everything that is due at a table."""
        waits = False
        try:
            while not self._closing and self.clock.runs and self.holds(live):
                await self.thinkers.search(live.table, self.clock.now())
                async with live.turn:
                    entry = await self.thinkers.tick(live.table, self.clock.now())
                    waits = self.ending.forbids(entry)
                    if entry is None or waits:
                        break
                    proposals = [entry]
                    await self._storing.taken(live, lambda: proposals.pop() if proposals else None)  # noqa: B023
        except LogError:
            pass  # saving again is what starts the table again
        except Exception:
            log.exception("table %s failed while driving itself", live.table.id)
            self.drop(live)
            return
        live.driver = None
        if not waits:
            self.schedule(live)

    # -- persist, apply, publish -----------------------------------------------------------------------

    def cannot_store(self, error: LogError) -> None:
        """The log has refused an entry: read everything again, or wait for the database."""
        if isinstance(error, RestoredError):
            log.warning("%s: all tables are read again", error)
            for live in list(self.tables.values()):
                self.drop(live)
            self._log.adopt()
        elif not self._closing:
            self.saving.begin()

    def publish(self, live: LiveTable, entry: Entry, told: tuple[TableEvent, ...]) -> None:
        """Queue the new state for everybody who watches: one encoding for each seat."""
        moved = seating.reseat(live, told)
        if live.answering is not None:
            live.answering.hold()  # what it is told now goes out together with the answer
        if tell_all(
            live.connections, live.table, self._moment(live), told, lambda p: seating.heard_by(p, told)
        ):
            return
        for event in told:
            if isinstance(event, MatchStarted | MatchOver):
                self._log.mark_finished(live.table.id, finished=isinstance(event, MatchOver))
            elif isinstance(event, Said):
                self.heard(live, entry)
        seating.send_away(live, entry, told)
        if moved:
            self.attend(live)
        self.note(live)
        if live.table.closed:
            for peer in live.connections:
                peer.end("left", "You have left this table.")
            live.connections = []

    def _telling(self, live: LiveTable) -> Telling:
        return Telling(live.table, self._moment(live))

    def _moment(self, live: LiveTable) -> Moment:
        def public() -> Fields:
            return public_fields(
                live.table,
                live.connected,
                now=self.clock.now(),
                spectators=live.spectators,
                saving=self.saving.is_on,
            )

        return Moment(public, self.clock.now())

    # -- coming and going ------------------------------------------------------------------------------

    def drop(self, live: LiveTable) -> None:
        """Forget a table; its log brings it back."""
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]
        live.stop_timer()
        self.note(live)
        for peer in live.connections:
            peer.end("resume", "The table is being reloaded. Come back in a moment.")
        live.connections = []

    async def close(self) -> None:
        """Send everybody away with the advice to come back, and let running steps finish."""
        self._closing = True
        self.ending.come()
        outboxes = [peer.outbox for live in self.tables.values() for peer in live.connections]
        self.keeper.close()
        self._heartbeat.close()
        self._presence.close()
        self.saving.close()
        self.rounds.close()
        running = [task for live in self.tables.values() for task in (live.driver, live.catching_up)]
        for live in list(self.tables.values()):
            self.drop(live)
        await self.thinkers.stop()
        if waiting := [task for task in running if task is not None]:
            await asyncio.wait(waiting, timeout=GOODBYE_SECONDS)
        await self.thinkers.close()
        await sent(outboxes)
