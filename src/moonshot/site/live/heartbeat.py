"""Notices when the whole server stood still, stopped or starved: the time is nobody's.

Whatever people sent meanwhile waits in their sockets when it goes on, and their clocks must not run out
before it is read. So the tables' clock goes on only as far as it is told twice a second that the server runs.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from moonshot.site.live.clock import BEAT_SECONDS

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

REST_SECONDS: Final = 5.0
"""How long after everybody was told the right time they may be told again: the server may be busy."""
LONG_SECONDS: Final = 10.0
"""A machine that does much else stops for a moment now and then; what is longer, its host should know."""

log: Final = logging.getLogger("moonshot.live")


class Heartbeat:
    """Beats while a host lives."""

    def __init__(self, host: "LiveHost") -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._owes = False
        """Whether somebody sees a clock that has gone too far."""
        self._told_at = -REST_SECONDS
        self._beat()

    def close(self) -> None:
        """Stop."""
        self._timer.cancel()

    def _beat(self) -> None:
        self._timer = self._loop.call_later(BEAT_SECONDS, self._beat)
        stood = self._host.clock.beat()
        if stood:
            self._stood_still(stood)
        now = self._loop.time()
        if self._owes and now - self._told_at >= REST_SECONDS:
            self._owes, self._told_at = False, now
            self._host.rounds.begin()

    def _stood_still(self, stood: float) -> None:
        self._owes = True
        level = logging.WARNING if stood >= LONG_SECONDS else logging.DEBUG
        log.log(level, "the server stood still for %.1f s: no clock is charged for it", stood)
        for live in list(self._host.tables.values()):
            self._host.schedule(live)
