"""One table in memory, with everybody who is there."""

import asyncio

from moonshot.site.live.connection import Connection
from moonshot.site.live.turns import Turn
from moonshot.site.people.words import censor
from moonshot.tables import Table


class LiveTable:
    """One table in memory with the connections that watch it.

    ``wakes_at`` is the steady time at which any node may take the table up, as the database knows it;
    ``following`` says that another node stored the last entry, so that this one leaves the next to it;
    ``elsewhere`` are the seats whose people are at other nodes, ``onlookers`` how many look on there.
    """

    def __init__(self, table: Table, owner: str) -> None:
        self.table = table
        table.censor = censor
        self.owner = owner
        self.turn = Turn()
        self.answering: Connection | None = None
        """Whose move is being taken, and answered when it is stored."""
        self.connections: list[Connection] = []
        self.elsewhere: dict[str, frozenset[int]] = {}
        self.onlookers: dict[str, int] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.timer_at = 0.0
        self.driver: asyncio.Task[None] | None = None
        self.catching_up: asyncio.Task[None] | None = None
        self.used_at = 0.0
        self.wakes_at: float | None = None
        self.following = False
        self.heard_of = 0
        """The highest number of an entry that another node has told of."""

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people are connected to this node."""
        return frozenset(
            [peer.seat for peer in self.connections if peer.seat is not None and not peer.watching]
        )

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose people are there."""
        return self.here.union(*self.elsewhere.values()) if self.elsewhere else self.here

    @property
    def looking_on(self) -> int:
        """How many connections of this node look on without a seat."""
        return [peer.seat for peer in self.connections].count(None)

    @property
    def spectators(self) -> int:
        """How many connections look on without a seat, at any node."""
        return self.looking_on + sum(self.onlookers.values())

    @property
    def is_watched(self) -> bool:
        """Whether anybody is there, at any node."""
        return bool(self.connections or self.elsewhere or self.onlookers)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done to the table at this moment."""
        return self.driver is not None or self.catching_up is not None or self.turn.locked()

    def stop_timer(self) -> None:
        """Forget when the table was to be driven."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
