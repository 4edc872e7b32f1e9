"""Telling all tables the same thing: a few at once, and the rest one by one, so that no move waits for it."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from moonshot.site.live.live_table import LiveTable

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

AT_ONCE: Final = 10

log: Final = logging.getLogger("moonshot.live")


class Rounds:
    """Refreshes everybody at every table of a host that somebody is at."""

    def __init__(self, host: "LiveHost") -> None:
        self._host = host
        self._left: dict[str, LiveTable] = {}
        self._going: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Refresh all tables once from now on; those that still wait for it keep their place."""
        self._left |= {name: live for name, live in self._host.tables.items() if live.connections}
        for _ in range(min(AT_ONCE, len(self._left))):
            self._next()
        if self._left and self._going is None:
            self._going = asyncio.get_running_loop().create_task(self._go())

    def close(self) -> None:
        """Stop."""
        self._left.clear()

    def _next(self) -> None:
        live = self._left.pop(next(iter(self._left)))
        if self._host.holds(live):
            try:
                self._host.refresh_all(live)
            except Exception:  # or nobody at any other table would ever be told anything this way again
                log.exception("table %s cannot be shown", live.table.id)

    async def _go(self) -> None:
        while self._left:
            self._next()
            await asyncio.sleep(0)
        self._going = None
