"""The upkeep of a host: which tables want to be woken and when, tables that nobody holds, and a slow poll.

The database knows for each table when any node may take it up. While entries come, that moment is pushed on
with them, well before it is reached; when they stop, the keeper writes down what the table really waits for.
So the tables of a node that died come due within seconds, and one of the others claims them.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.storage import Log
from moonshot.tables import LogError

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

TURN_SECONDS: Final = 1.0
IDLE_SECONDS: Final = 60.0
"""How long a table that nobody is at stays in memory."""
WAKE_SECONDS: Final = 10.0
"""How long after its entries a table may be taken up by others."""
WAKE_MARGIN: Final = 4.0
"""How long before that moment it is moved on."""
SWEEP_LIMIT: Final = 50
DAMAGED_SECONDS: Final = 3600.0
"""When a table that could not be loaded is tried again."""
POLL_SECONDS: Final = 5.0
POLL_SECONDS_WITHOUT_NEWS: Final = 1.0
STALL_SECONDS: Final = 2.0
"""How long the database may take over one transaction before tables show that they are saving."""

log: Final = logging.getLogger("moonshot.live")


class Keeper:
    """Looks after the tables of a host, once a second."""

    def __init__(self, host: "LiveHost", log_: Log) -> None:
        self._host = host
        self._log = log_
        self._loop = asyncio.get_running_loop()
        self._polled_at = 0.0
        self._task = self._loop.create_task(self._keep())

    def close(self) -> None:
        """Stop."""
        self._task.cancel()

    def poll_soon(self) -> None:
        """Compare all tables with their logs in the next turn."""
        self._polled_at = 0.0

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(TURN_SECONDS)
            try:
                await self._turn()
            except LogError as error:
                self._host.cannot_store(error)  # whoever wants to store something would find out as well
            except Exception:
                log.exception("the upkeep of the tables failed")

    async def _turn(self) -> None:
        self._drop_idle()
        if self._log.busy_for() > STALL_SECONDS:
            self._host.saving.begin()
        if self._host.saving.is_on:
            return
        if self._host.drives:
            await self._move_on()
            await self._sweep()
        await self._poll()

    def _drop_idle(self) -> None:
        """Drop the tables that nobody has been at for a while and that wait for nothing."""
        now = self._loop.time()
        for live in list(self._host.tables.values()):
            idle = not live.connections and live.timer is None and not live.is_busy
            if idle and live.wakes_at is None and now - live.used_at > IDLE_SECONDS:
                self._host.drop(live)

    async def _move_on(self) -> None:
        """Write down what tables wait for, where the moment that the database knows comes near."""
        now = self._loop.time()
        wishes: dict[LiveTable, float | None] = {}
        for live in self._host.tables.values():
            far = live.wakes_at is not None and live.wakes_at - now >= WAKE_MARGIN + TURN_SECONDS
            if far and not live.table.rests:  # who rests waits for nothing any more, however far it was
                continue
            due = live.table.due()
            if due is not None or live.wakes_at is not None:
                wishes[live] = None if due is None else self._wish(due)
        if wishes:
            await self._log.wake({live.table.id: wish for live, wish in wishes.items()})
        for live, wish in wishes.items():
            live.wakes_at = None if wish is None else now + wish

    def _wish(self, due: float) -> float:
        """Some seconds after the table is due: those are for the node that holds it."""
        return WAKE_SECONDS + max(0.0, due - self._host.clock.now())

    async def _sweep(self) -> None:
        """Take up the tables whose moment has come: the node that held them is gone."""
        claimed = await self._log.claim(SWEEP_LIMIT, WAKE_SECONDS)
        now = self._loop.time()
        for table_id in claimed:
            try:
                live = await self._host.find(table_id)
            except LogError:
                await self._log.wake({table_id: DAMAGED_SECONDS})
                continue
            if live is not None:
                live.wakes_at = now + WAKE_SECONDS

    async def _poll(self) -> None:
        """Find entries of other nodes whose news was lost."""
        news = self._host.news
        seconds = POLL_SECONDS if news.shared and news.is_up else POLL_SECONDS_WITHOUT_NEWS
        if not self._log.shared or time.monotonic() - self._polled_at < seconds:
            return
        self._polled_at = time.monotonic()
        newest = await self._log.newest(list(self._host.tables))
        for table_id, seq in newest.items():
            live = self._host.tables.get(table_id)
            if live is not None and seq > live.table.seq and not live.turn.locked():
                self._host.following.look_at(live)
