"""The lobby of one node: who looks at the list of open tables, and who waits for quick play.

Once in a second at most, what has changed is written to the shared list, and what is new in it told to
everybody here. Whoever waits is watched over by the node they are connected to.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from moonshot.site.asking import in_database
from moonshot.site.live import codes, listing, queue, rooms
from moonshot.site.live.clock import WallClock
from moonshot.site.live.connection import Connection
from moonshot.site.live.directory import Person
from moonshot.site.live.ending import sent
from moonshot.site.live.farewell import GONE
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby_models import Wish
from moonshot.site.live.lobby_wire import (
    Cancelled,
    ListedTable,
    LobbyChanged,
    LobbyClosed,
    LobbyMessage,
    LobbyState,
    QuickMode,
    QuickWhen,
    Seated,
    Waiting,
)
from moonshot.site.live.news import News
from moonshot.tables import LogError

TURN_SECONDS: Final = 1.0
ALIVE_SECONDS: Final = 5.0
SOCKETS_PER_ACCOUNT: Final = 3
SOCKETS_PER_ADDRESS: Final = 50
"""A class room behind one address still finds room."""
MOST_SOCKETS: Final = 20_000

UNREADABLE: Final = "The lobby cannot be read just now, so no new match begins. It opens again by itself."

log: Final = logging.getLogger("moonshot.live")
_ENCODER: Final = msgspec.json.Encoder()


class LobbyPeer(Connection):
    """One window that shows the lobby."""

    def __init__(self, person: Person, address: str) -> None:
        super().__init__(person.account)
        self.visitor = person.visitor
        self.barred = person.barred
        self.address = address

    def tell(self, message: LobbyMessage) -> None:
        """Send a message of the lobby."""
        self.send(_ENCODER.encode(message))


@dataclass(frozen=True, slots=True, eq=False)
class _Wait:
    """That an account waits here: a new one for each wish, so that an old answer is known by it."""

    ripe_at: float
    """The steady time at which it has waited long enough."""


class Lobby:
    """The lobby over one host of tables."""

    def __init__(self, host: LiveHost) -> None:
        self._host = host
        self.tickets = host.tickets
        self._loop = asyncio.get_running_loop()
        self._peers: list[LobbyPeer] = []
        self._tables: dict[str, ListedTable] = {}
        self._people = 0
        self._closed: LobbyClosed | None = None
        self._dirty: dict[str, LiveTable] = {}
        self._written: dict[str, tuple[ListedTable, float]] = {}
        self._list_is_new = True
        self._told_at = 0.0
        self._waiting: dict[str, _Wait] = {}
        self._shown: dict[str, tuple[str, str, int]] = {}
        self._alive_at = 0.0
        self._wall = WallClock(queue.now)
        self._wall_was_set = False
        self._refreshed_at = self._loop.time()
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        host.note = self._note
        host.news.hear("lobby", self._hear)
        host.news.hear("account", self._hear_of_account, own=True)
        host.news.on_gap(self._read_again)
        self._task = self._loop.create_task(self._run())

    async def close(self) -> None:
        """Send everybody away with the advice to come back."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for peer in self._peers:
            peer.end("resume", "The server restarts. Come back in a moment.")
        await sent([peer.outbox for peer in self._peers])

    @property
    def closed(self) -> LobbyClosed | None:
        """Why no new match can be begun here at the moment; None when it can."""
        return self._host.closed_for

    @property
    def tables(self) -> list[ListedTable]:
        """The open tables as last told."""
        return list(self._tables.values())

    # -- coming and going -----------------------------------------------------------------------------

    def is_full(self, address: str) -> bool:
        """Whether nobody else can come in from there."""
        from_there = sum(peer.address == address for peer in self._peers)
        return len(self._peers) >= MOST_SOCKETS or from_there >= SOCKETS_PER_ADDRESS

    async def welcome(self, account: str | None, address: str) -> LobbyPeer:
        """The end of a new window; closed at once when its ticket was bad or nobody can be looked up now."""
        try:
            person = None if account is None else await self._host.directory.person(account)
        except LogError:
            peer = LobbyPeer(Person(""), address)
            peer.end("resume", UNREADABLE)
            return peer
        peer = LobbyPeer(person or Person(""), address)
        if person is None:
            peer.end("bad_ticket", "That ticket is not valid any more. Ask for a new one.")
        return peer

    async def enter(self, peer: LobbyPeer) -> None:
        """Show somebody the lobby. Raises LogError."""
        own = [other for other in self._peers if other.account == peer.account]
        for oldest in own[: max(0, len(own) - SOCKETS_PER_ACCOUNT + 1)]:
            self._peers.remove(oldest)
            oldest.end("moved", "The lobby is open in too many windows.")
        if not self._peers:
            await self._read_list()
        self._peers.append(peer)
        peer.tell(LobbyState(tables=self.tables, people=self._count(), closed=self.closed))
        wishes, counts = await in_database(queue.wishes_of, [peer.account])
        if peer.account in wishes:
            self._waiting.setdefault(peer.account, _Wait(self._loop.time() + queue.PATIENCE["wait"]))
            self._shown.pop(peer.account, None)
            self._answer(peer.account, wishes.get(peer.account), counts)

    def part(self, peer: LobbyPeer) -> None:
        """Somebody has closed the window; a wish is kept for some seconds."""
        if peer in self._peers:
            self._peers.remove(peer)

    def is_waiting(self, account: str) -> bool:
        """Whether somebody waits for quick play."""
        return account in self._waiting

    # -- quick play -------------------------------------------------------------------------------------

    async def quick(self, peer: LobbyPeer, mode: QuickMode, when: QuickWhen) -> None:
        """Somebody wants to play. Raises LogError."""
        wish = await in_database(queue.wish, peer.account, peer.visitor.name, mode, when)
        patience = max(0.0, wish.starts_at - queue.now())
        self._waiting[peer.account] = _Wait(self._loop.time() + min(patience, queue.PATIENCE["wait"]))
        self._shown.pop(peer.account, None)
        self._host.news.tell("lobby", "queue")
        self._wake.set()

    async def cancel(self, peer: LobbyPeer) -> bool:
        """Somebody does not want to wait any more; False when there is a seat already. Raises LogError."""
        if not await in_database(queue.cancel, peer.account):
            return False
        self._end_waiting(peer.account, Cancelled())
        return True

    def _end_waiting(self, account: str, message: LobbyMessage) -> None:
        self._waiting.pop(account, None)
        self._shown.pop(account, None)
        for peer in self._peers:
            if peer.account == account:
                peer.tell(message)

    async def _move_queue(self) -> None:
        now = self._loop.time()
        if self._wall_was_set:
            left = {account: max(0.0, wait.ripe_at - now) for account, wait in self._waiting.items()}
            await in_database(queue.reckon_again, left)
            self._wall_was_set = False
        here = {peer.account for peer in self._peers} & self._waiting.keys()
        if here and now - self._alive_at >= ALIVE_SECONDS:
            self._alive_at = now
            await in_database(queue.keep_alive, here)
        if not self._waiting:
            return
        ripe = [account for account, wait in self._waiting.items() if wait.ripe_at <= now]
        seats = {mode: rules.players for mode, rules in rooms.MODES.items()}
        if self._host.begins_new:  # else another node does it, or nobody can
            for claimed in await in_database(queue.claim, rooms.new_table_id, seats.__getitem__, ripe):
                await self._seat(claimed)
        asked = dict(self._waiting)
        wishes, counts = await in_database(queue.wishes_of, list(asked))
        for account, wait in asked.items():
            # Who began to wait while the database was asked was not asked about: the answer is not theirs.
            if self._waiting.get(account) is wait:
                self._answer(account, wishes.get(account), counts)

    async def _seat(self, claimed: queue.Claimed) -> None:
        people = []
        for account in claimed.group.accounts:
            visitor = (await self._host.directory.person(account)).visitor
            people.append(rooms.Guest(account, visitor.name, visitor.handle))
        try:
            await rooms.open_quick(self._host, claimed.table, claimed.group.mode, people)
        except BaseException:
            await in_database(queue.release, claimed.table)
            raise
        await in_database(queue.seated, claimed.table)
        self._host.news.tell("lobby", "queue")

    def _answer(self, account: str, wish: Wish | None, counts: Mapping[str, int]) -> None:
        if wish is None:
            self._end_waiting(account, Cancelled())
        elif not wish.table:
            self._tell_waiting(account, wish, counts)
        elif wish.seated:
            self._end_waiting(account, Seated(table=wish.table, url=f"/table/{wish.table}"))

    def _tell_waiting(self, account: str, wish: Wish, counts: Mapping[str, int]) -> None:
        shown = (wish.mode, wish.when, counts.get(wish.mode, 1))
        if self._shown.get(account) == shown:
            return
        self._shown[account] = shown
        moment = queue.now()
        message = Waiting(
            mode=wish.mode,  # type: ignore[arg-type]
            when=wish.when,  # type: ignore[arg-type]
            since_ms=max(0, round((moment - wish.asked_at) * 1000)),
            people=shown[2],
            starts_in_ms=max(0, round((wish.starts_at - moment) * 1000)),
        )
        for peer in self._peers:
            if peer.account == account:
                peer.tell(message)

    # -- the list ---------------------------------------------------------------------------------------

    def _note(self, live: LiveTable) -> None:
        if not live.table.terms.alone:
            self._dirty[live.table.id] = live

    def _read_again(self) -> None:
        """News of other nodes may have been lost."""
        self._list_is_new = True

    def _hear(self, news: News) -> None:
        if news.about == "queue":
            if self._waiting:
                self._wake.set()
        else:
            self._list_is_new = True

    def _hear_of_account(self, news: News) -> None:
        if news.more == GONE:
            self._waiting.pop(news.about, None)
            self._shown.pop(news.about, None)
            for peer in [peer for peer in self._peers if peer.account == news.about]:
                self._peers.remove(peer)
                peer.end("left", "You have deleted yourself here. Thank you for playing.")
        elif any(peer.account == news.about for peer in self._peers):
            self._changed.add(news.about)
            self._wake.set()

    async def _look_up(self) -> None:
        """Know people as they are now; whoever may not play with others any more has to go."""
        for account in tuple(self._changed):
            person = await self._host.directory.person(account)
            self._changed.discard(account)
            for peer in [peer for peer in self._peers if peer.account == account]:
                peer.visitor, peer.barred = person.visitor, person.barred
                if person.barred:
                    self._peers.remove(peer)
                    peer.end("removed", "You cannot play with others at the moment.")
            if person.barred and account in self._waiting:
                await in_database(queue.cancel, account)
                self._waiting.pop(account, None)
                self._shown.pop(account, None)

    async def _write_list(self) -> None:
        dirty, self._dirty = self._dirty, {}
        try:
            await self._write(dirty)
        except BaseException:
            self._dirty = dirty | self._dirty  # the next turn tries again, with what came meanwhile
            raise

    async def _write(self, dirty: Mapping[str, LiveTable]) -> None:
        now = self._loop.time()
        rows: dict[str, ListedTable | None] = {}
        for table_id, live in dirty.items():
            if live.table.closed and live.table.terms.code is not None:
                await in_database(codes.end_invite, table_id)
            held = self._host.tables.get(table_id) is live
            if not held and live.elsewhere and not live.table.closed:
                self._written.pop(table_id, None)  # the list is told of it by the node where its people are
                continue
            row = listing.listed(live) if held else None
            before = self._written.get(table_id)
            if row is None and before is None:
                continue
            if row is not None and before is not None and before[0] == row:
                continue
            rows[table_id] = row
        if now - self._refreshed_at > listing.REFRESH_SECONDS:
            self._refreshed_at = now
            rows |= {table_id: row for table_id, (row, _) in self._written.items() if table_id not in rows}
            await in_database(listing.sweep)
        if not rows:
            return
        await in_database(listing.write, rows)
        for table_id, row in rows.items():
            if row is None:
                self._written.pop(table_id, None)
            else:
                self._written[table_id] = (row, now)
        self._list_is_new = True
        self._host.news.tell("lobby", "list")

    async def _tell_list(self) -> None:
        now = self._loop.time()
        if now - self._told_at < TURN_SECONDS or not self._peers:
            return
        before, people = self._tables, self._people
        news = self._host.news
        if self._list_is_new or (news.shared and not news.is_up):
            await self._read_list()
        changed = [row for table_id, row in self._tables.items() if before.get(table_id) != row]
        gone = [table_id for table_id in before if table_id not in self._tables]
        if changed or gone or self._count() != people:
            self._told_at = now
            self._people = self._count()
            self._tell_all(LobbyChanged(tables=changed, gone=gone, people=self._people, closed=self.closed))

    def _tell_closed(self) -> None:
        """Say that no new match begins here, or that it can again."""
        if self.closed != self._closed:
            self._closed = self.closed
            self._tell_all(LobbyChanged(tables=[], gone=[], people=self._people, closed=self._closed))

    def _tell_all(self, message: LobbyChanged) -> None:
        encoded = _ENCODER.encode(message)
        for peer in self._peers:
            peer.send(encoded)

    async def _read_list(self) -> None:
        self._list_is_new = False
        try:
            self._tables = await in_database(listing.read)
        except LogError:
            self._list_is_new = True
            raise

    def _count(self) -> int:
        at_tables = sum(
            not seat.bot and not seat.empty for row in self._tables.values() for seat in row.seats
        )
        return at_tables + len({peer.account for peer in self._peers})

    # -- time -------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(TURN_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            if self._wall.was_set():  # wishes and rows look old, or as if from the future: date them again
                self._refreshed_at = float("-inf")
                self._wall_was_set = True
            self._tell_closed()
            for step in (self._look_up, self._move_queue, self._write_list, self._tell_list):
                try:
                    await step()
                except LogError:
                    continue  # the database rests; the next turn tries again
                except Exception:
                    log.exception("the lobby failed")
