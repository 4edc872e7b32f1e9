"""What happens while nothing can be saved: the clocks stand still, nothing is acknowledged, and it is shown.

The database may be locked, full, hanging or gone; whichever it is, one write after the other is tried until
one succeeds. Then everything goes on from where it stood.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from moonshot.site.live.keeper import WAKE_SECONDS
from moonshot.site.live.storage import Log, RestoredError
from moonshot.tables import LogError

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

RETRY_SECONDS: Final = 0.5
"""How long after a failed write the next one is tried."""
LASTS_SECONDS: Final = 30.0
"""When nothing could be saved for so long, nobody is to begin anything new."""

log: Final = logging.getLogger("moonshot.live")


class Saving:
    """Whether a host waits for its database."""

    def __init__(self, host: "LiveHost", log_: Log) -> None:
        self._host = host
        self._log = log_
        self._recovery: asyncio.Task[None] | None = None
        self._since = 0.0

    @property
    def is_on(self) -> bool:
        """Whether tables wait for the database: what they show may not be safe to build on."""
        return self._recovery is not None

    @property
    def lasts(self) -> bool:
        """Whether nothing could be saved for so long that nothing new is begun."""
        return self.is_on and asyncio.get_running_loop().time() - self._since >= LASTS_SECONDS

    def begin(self) -> None:
        """Something could not be stored: stop all clocks, show it, and try until it works again."""
        if self._recovery is not None:
            return
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        self._recovery = loop.create_task(self._recover())
        self._host.clock.stop()
        for live in self._host.tables.values():
            live.stop_timer()
        self._host.rounds.begin()

    def close(self) -> None:
        """Stop trying."""
        if self._recovery is not None:
            self._recovery.cancel()

    async def _recover(self) -> None:
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._log.wake(dict.fromkeys(self._host.tables, WAKE_SECONDS))
            except RestoredError as error:
                self._host.cannot_store(error)
            except LogError:
                continue
            break
        self._recovery = None
        log.warning("saving works again")
        self._host.clock.go()
        for live in list(self._host.tables.values()):
            live.wakes_at = asyncio.get_running_loop().time() + WAKE_SECONDS
            self._host.schedule(live)
        self._host.rounds.begin()
        self._host.keeper.poll_soon()
