"""What live tables need from time to time: idle rooms closed, old words erased, names kept up to date."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from moonshot.site.asking import in_database
from moonshot.site.daily import days, tries
from moonshot.site.live import codes, keeping, rooms, seating
from moonshot.site.live.clock import WallClock
from moonshot.site.live.connection import Connection
from moonshot.site.live.directory import Person
from moonshot.site.live.erasing import Words
from moonshot.site.live.farewell import GONE
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import News
from moonshot.site.live.reviewing import Reviewer
from moonshot.site.live.storage import DamagedError
from moonshot.site.people.ids import handle_of
from moonshot.site.people.models import Account
from moonshot.tables import Entry, LogError

TURN_SECONDS: Final = 60.0
DOORS_SECONDS: Final = 1.0
"""How often a node that hears no news asks for itself who has been barred."""
KEPT_AT_ONCE: Final = 50
"""So many matches are noted in a turn at most."""
LOOK_BACK_SECONDS: Final = 3600.0
IDLE: Final = timedelta(minutes=15)
"""A private table where nobody has done anything for so long is closed, unless a match is being played; then
only its code and link die."""

log: Final = logging.getLogger("moonshot.live")


class Upkeep:
    """Runs beside one host of tables."""

    def __init__(self, host: LiveHost) -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._seen: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self._look_back_at = 0.0
        self._wall = WallClock()
        self._words = Words()
        self._tasks: set[asyncio.Task[None]] = set()
        host.heard = self._remember
        host.news.hear("account", self._hear_of_account, own=True)
        host.news.on_gap(self._ask_again)
        self._gap = False
        self._barred: frozenset[str] = frozenset()
        self._reviewer = Reviewer(lambda: host.thinkers.pool if host.drives else None)
        self._task = self._loop.create_task(self._run())
        self._doors = self._loop.create_task(self._watch_doors())

    async def close(self) -> None:
        """Stop; what is being written is seen through."""
        self._task.cancel()
        self._doors.cancel()
        await self._reviewer.close()
        await asyncio.gather(self._task, self._doors, *self._tasks, return_exceptions=True)

    def _remember(self, live: LiveTable, entry: Entry) -> None:
        self._begin(self._words.note(live.table.id, entry))

    def _hear_of_account(self, news: News) -> None:
        gone = handle_of(news.about) if news.more == GONE else None
        for live in list(self._host.tables.values()):
            for peer in list(live.connections):
                if peer.account == news.about and gone:
                    live.connections.remove(peer)
                    peer.end("left", "You have deleted yourself here. Thank you for playing.")
                elif peer.account == news.about:
                    self._begin(self._look_up(live, peer))
            if gone and any(said.handle == gone for said in live.table.talk.said):
                self._host.drop(live)  # its log has forgotten what was said, so must this copy

    async def _look_up(self, live: LiveTable, peer: Connection) -> None:
        person: Person | None = None
        while person is None:
            try:
                person = await self._host.directory.person(peer.account, live.table.id)
            except LogError:
                if peer.outbox.is_closing:
                    return
                await asyncio.sleep(DOORS_SECONDS)
        peer.visitor, peer.hides, peer.hears = person.visitor, person.hides, person.hears
        await seating.show_name(self._host, live, peer)
        if person.barred and not live.table.terms.alone:
            peer.end("removed", "You cannot play with others at the moment.")

    def _ask_again(self) -> None:
        self._gap = True

    async def _watch_doors(self) -> None:
        """Find out who is barred where news of it may have been lost, and go by that as by the news."""
        news = self._host.news
        while news.shared:
            await asyncio.sleep(DOORS_SECONDS)
            if news.is_up and not self._gap:
                self._barred = frozenset()
                continue
            gap, self._gap = self._gap, False
            try:
                barred = await in_database(barred_accounts)
            except LogError:
                self._gap = gap
                continue
            for account in barred - self._barred:
                news.tell("account", account)
            self._barred = barred

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(TURN_SECONDS)
            try:
                await self.turn()
            except LogError:
                continue  # the database rests; the next turn tries again
            except Exception:
                log.exception("the upkeep of rooms failed")

    async def turn(self) -> None:
        """Do all that is due."""
        if self._host.saving.is_on or not self._host.drives:
            return
        if self._wall.was_set():
            await in_database(codes.touch_all)
        await in_database(codes.touch, self._in_use())
        for table_id in await in_database(codes.idle_tables, timezone.now() - IDLE):
            await self._close(table_id)
        await self._words.turn()
        await self._keep_matches()
        await in_database(days.promise_ahead, days.clock())
        await in_database(tries.settle_finished)

    async def _keep_matches(self) -> None:
        """Note the matches that are over; now and then also those that no node noted when they ended."""
        over = {
            one.table.id: one.table.seq for one in self._host.tables.values() if one.table.phase == "over"
        }
        self._kept = {table: seq for table, seq in self._kept.items() if table in over}
        due = [table for table, seq in over.items() if self._kept.get(table) != seq]
        if self._loop.time() >= self._look_back_at:
            due += await in_database(keeping.unkept, KEPT_AT_ONCE)
            self._look_back_at = self._loop.time() + (0.0 if len(due) >= KEPT_AT_ONCE else LOOK_BACK_SECONDS)
        for table in due[:KEPT_AT_ONCE]:
            with contextlib.suppress(LogError):  # a damaged log must not keep the others out
                await in_database(keeping.keep, table)
                self._kept[table] = over.get(table, 0)

    def _in_use(self) -> list[str]:
        """The private tables at which somebody has done something since the last turn, or plays."""
        used = []
        before, self._seen = self._seen, {}
        for live in self._host.tables.values():
            table = live.table
            if table.terms.kind == "private":
                self._seen[table.id] = table.seq
                if live.connected and (table.state == "playing" or before.get(table.id) != table.seq):
                    used.append(table.id)
        return used

    async def _close(self, table_id: str) -> None:
        try:
            live = await self._host.find(table_id)
        except DamagedError:
            live = None  # or this would keep all that is due from being done, for ever
        if live is not None and not live.table.closed and live.table.state != "playing":
            await rooms.empty(self._host, live)
        await in_database(codes.end_invite, table_id)


def barred_accounts() -> frozenset[str]:
    """Those who may not play with others at the moment."""
    barred = Q(is_active=False) | Q(barred_until__gt=timezone.now())
    return frozenset(Account.objects.filter(barred).values_list("pk", flat=True))
