"""Whose people are at which node, and how many look on there: told whenever somebody comes or goes.

A node that falls silent is forgotten with everybody at it, unless the silence is that of the news itself, and
so is one that has been started again.
"""

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from moonshot.site.live.connection import Connection
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import News, NewsBus

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

BEAT_SECONDS: Final = 2.0
SILENT_SECONDS: Final = 7.0
"""A node that has not been heard of for so long is gone."""
_ASK: Final = 1


class Presence:
    """Keeps `LiveTable.elsewhere` and `LiveTable.onlookers` of a host's tables."""

    def __init__(self, host: "LiveHost", news: NewsBus) -> None:
        self._host = host
        self._news = news
        self._loop = asyncio.get_running_loop()
        self._heard_at: dict[str, float] = {}
        self._life = secrets.token_hex(4)
        """Nodes may keep their names when they are started again: this tells the one before from the next."""
        self._lives: dict[str, str] = {}
        self._beat: asyncio.TimerHandle | None = None
        if news.shared and host.drives:
            news.hear("presence", self._hear)
            news.hear("node", lambda heard: self._note(heard.node, heard.more))
            news.on_gap(self._ask_all)
            self._beat = self._loop.call_later(BEAT_SECONDS, self._tell_node)

    def close(self) -> None:
        """Stop telling that this node is there, and say that nobody is any more."""
        if self._beat is not None:
            self._beat.cancel()
            for live in self._host.tables.values():
                if live.connections:
                    self._news.tell("presence", live.table.id)

    def ask(self, live: LiveTable) -> None:
        """A table has just been loaded: who is at it elsewhere?"""
        if self._beat is not None:
            self._news.tell("presence", live.table.id, _ASK, _text(live))

    def changed(self, live: LiveTable, peer: Connection) -> None:
        """A connection came or went."""
        table = live.table
        if (peer.watching and peer.seat is not None) or (table.terms.alone and len(table.people) < 2):
            return
        self._host.refresh_all(live, except_for=peer)
        if self._beat is not None:
            self._news.tell("presence", live.table.id, 0, _text(live))

    def _hear(self, news: News) -> None:
        self._note(news.node)
        live = self._host.tables.get(news.about)
        if live is None:
            return
        if news.seq == _ASK and live.connections:
            self._news.tell("presence", live.table.id, 0, _text(live))
        seats, _, onlookers = news.more.partition(";")
        there = frozenset(int(seat) for seat in seats.split(",") if seat.isdecimal())
        self._set(live, news.node, there, int(onlookers) if onlookers.isdecimal() else 0)

    def _set(self, live: LiveTable, node: str, seats: frozenset[int], onlookers: int = 0) -> None:
        before, watched, was_watched = live.connected, live.spectators, live.is_watched
        if onlookers:
            live.onlookers[node] = onlookers
        else:
            live.onlookers.pop(node, None)
        if seats:
            live.elsewhere[node] = seats
        else:
            live.elsewhere.pop(node, None)
        if live.connected != before or live.is_watched != was_watched:
            self._host.attend(live)
        if live.connected != before or live.spectators != watched:
            self._host.refresh_all(live)

    def _note(self, node: str, life: str = "") -> None:
        is_new = node not in self._heard_at
        self._heard_at[node] = self._loop.time()
        if life and self._lives.setdefault(node, life) != life:
            self._lives[node] = life
            self._forget(node)
            is_new = True
        if is_new:  # or given up before: what it said about its people has been forgotten
            self._ask_all()

    def _ask_all(self) -> None:
        for live in self._host.tables.values():
            self.ask(live)

    def _tell_node(self) -> None:
        self._news.tell("node", more=self._life)
        self._beat = self._loop.call_later(BEAT_SECONDS, self._tell_node)
        now = self._loop.time()
        if not self._news.is_up:
            self._heard_at = dict.fromkeys(self._heard_at, now)
        for node in [node for node, at in self._heard_at.items() if now - at > SILENT_SECONDS]:
            del self._heard_at[node]
            self._forget(node)

    def _forget(self, node: str) -> None:
        """Nobody is at that node any more."""
        for live in self._host.tables.values():
            self._set(live, node, frozenset())


def _text(live: LiveTable) -> str:
    return ",".join(str(seat) for seat in sorted(live.here)) + f";{live.looking_on}"
