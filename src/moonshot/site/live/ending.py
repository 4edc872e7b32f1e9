"""The planned end of a node: nothing new begins, everybody is told, and comes back after it."""

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from moonshot.engine.events import MatchStarted
from moonshot.site.live.connection import Connection
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.outbox import Outbox
from moonshot.site.live.views import encode_closing
from moonshot.tables import Entry, LogError, Refusal

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

GOODBYE_SECONDS: Final = 2.0
"""How long those who are sent away may take to read why."""
DRAINING: Final = Refusal("draining", "The server restarts in a moment. Start the new match after that.")


class ClosingError(LogError):
    """This node is about to end and begins nothing new."""

    def __init__(self) -> None:
        super().__init__(DRAINING.message)


class Ending:
    """Whether the end of a host has been announced."""

    def __init__(self, host: "LiveHost") -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._at: float | None = None

    @property
    def is_near(self) -> bool:
        """Whether nothing new may begin."""
        return self._at is not None

    async def announce(self, seconds: float) -> None:
        """Begin nothing new, tell everybody, and give them so long to finish a trick or two."""
        self._at = self._loop.time() + seconds
        there = [(live, peer) for live in self._host.tables.values() for peer in live.connections]
        for live, peer in there:
            self.tell(live, peer)
        if there:
            await asyncio.sleep(seconds)

    def come(self) -> None:
        """The end is there."""
        self._at = self._loop.time()

    def tell(self, live: LiveTable, peer: Connection) -> None:
        """Tell somebody at a table that the end is near, if it is."""
        if self._at is not None:
            left = max(0.0, self._at - self._loop.time())
            peer.send(encode_closing(live.table.seq, round(left * 1000)))

    def forbids(self, proposal: object) -> bool:
        """Whether this would begin a match now that the end is near: it has to wait until after it."""
        return (
            self.is_near
            and isinstance(proposal, Entry)
            and any(isinstance(event, MatchStarted) for event in proposal.events)
        )


async def sent(outboxes: Collection[Outbox]) -> None:
    """Wait until what has been said is sent, though not for long."""
    if goodbyes := [asyncio.create_task(outbox.ended.wait()) for outbox in outboxes if outbox.is_running]:
        await asyncio.wait(goodbyes, timeout=GOODBYE_SECONDS)
        for task in goodbyes:
            task.cancel()
