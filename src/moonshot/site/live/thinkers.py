"""Threads in which bots think, so that none of them can hold up the loop."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from moonshot.tables import Entry, Table

BOT_SECONDS: Final = 5.0
"""How long a bot may think before a fallback moves for it."""
EVEN_SECONDS: Final = 0.015
"""Where others look on, an answer takes at least so long. Having no choice, a bot answers at once, and having
one, in a millisecond or two: whoever measures that would know something of its hand."""

log: Final = logging.getLogger("moonshot.live")


class Thinkers:
    """Asks tables for what is due at them."""

    def __init__(self) -> None:
        self._threads = _threads()

    async def tick(self, table: Table, now: float) -> Entry | None:
        """What is due at a table, a fallback's move if its bot takes too long."""
        due = table.due()
        if due is None or due > now:
            return None
        if table.holding:
            return table.tick(now)
        loop = asyncio.get_running_loop()
        began = loop.time()
        thinking = loop.run_in_executor(self._threads, table.tick, now)
        try:
            entry = await asyncio.wait_for(thinking, BOT_SECONDS)
        except TimeoutError:
            # Its thread may never come back: the others get fresh ones.
            self._threads.shutdown(wait=False)
            self._threads = _threads()
            log.warning("a bot at table %s took too long", table.id)
            return table.tick(now, fault=f"no answer within {BOT_SECONDS:g} s")
        if len(table.people) > 1:
            await asyncio.sleep(began + EVEN_SECONDS - loop.time())
        return entry

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="moonshot-bot")
