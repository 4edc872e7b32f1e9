"""Following what other nodes store: at their news, at a conflict, or when the slow poll finds it."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from moonshot.site.live.codec import decode_entries
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import News
from moonshot.site.live.storage import Log
from moonshot.tables import Entry, LogError

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

JUST_USED_SECONDS: Final = 5.0
"""Whoever has asked for a table within that time may be about to sit down at it: it is kept up with."""

log: Final = logging.getLogger("moonshot.live")


class Following:
    """Keeps a host's tables up with their logs."""

    def __init__(self, host: "LiveHost", log_: Log) -> None:
        self._host = host
        self._log = log_
        host.news.hear("entry", self._hear)

    def _hear(self, news: News) -> None:
        live = self._host.tables.get(news.about)
        if live is not None and news.seq > live.table.seq:
            live.heard_of = max(live.heard_of, news.seq)
            self.look_at(live)

    def is_behind(self, live: LiveTable) -> bool:
        """Whether others have stored what this node has not seen, or may have."""
        news = self._host.news
        hears = news.shared and news.is_up
        return live.heard_of > live.table.seq or (self._log.shared and not hears)

    def look_at(self, live: LiveTable) -> None:
        """There are entries that this node has not seen."""
        loop = asyncio.get_running_loop()
        if not live.connections and not live.is_busy and loop.time() - live.used_at > JUST_USED_SECONDS:
            self._host.drop(live)  # nobody here needs it; whoever does next reads it afresh
        elif live.catching_up is None:
            live.catching_up = loop.create_task(self._catch_up_alone(live))

    async def _catch_up_alone(self, live: LiveTable) -> None:
        try:
            before = -1
            # What is told of while entries are read may not be among them.
            while before < live.table.seq and (before < 0 or live.heard_of > live.table.seq):
                before = live.table.seq
                await self.catch_up(live)
        except LogError:
            pass  # the next news or the slow poll tries again
        except Exception:
            log.exception("table %s cannot follow its log", live.table.id)
            self._host.drop(live)
        finally:
            live.catching_up = None

    async def catch_up(self, live: LiveTable) -> None:
        """Apply and publish the entries that others stored. Raises LogError."""
        async with live.turn:
            for entry in decode_entries(await self._log.read(live.table.id, live.table.seq)):
                live.following = True
                self._host.publish(live, entry, live.table.apply(entry, self._host.clock.now()))
        self._host.schedule(live)

    async def missed(self, live: LiveTable) -> tuple[Entry, ...]:
        """The entries that somebody else stored before one that was refused. Raises LogError."""
        try:
            rows = await self._log.read(live.table.id, live.table.seq)
        except LogError as error:
            self._host.cannot_store(error)
            raise
        if not rows:
            self._host.drop(live)
            raise LogError("the table is ahead of its log")
        live.following = True
        return decode_entries(rows)
