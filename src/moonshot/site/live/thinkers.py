"""Where bots think, so that none of them can hold up the loop: by rules of thumb in threads, or in processes.

A level that searches is asked as soon as it is its turn, in a process of the `BotPool`; its table waits for
the answer only once the move is due, and is not locked meanwhile. When the answer is late, or nobody is there
to search, the rule-based policy moves instead, and the table's log says so.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from moonshot.bots.levels import find_policy
from moonshot.bots.policy import NotReadyError, Thinking
from moonshot.bots.thinking import Answer, PolicyLookup, Question, stand_in, thinks
from moonshot.engine import Move
from moonshot.site.live.bot_pool import BotPool, LostError
from moonshot.site.live.bot_worker import Weighed
from moonshot.tables import Entry, Table
from moonshot.tables.due import who_is_asked

BOT_SECONDS: Final = 5.0
"""How long a bot may think before a fallback moves for it."""
EVEN_SECONDS: Final = 0.015
"""Where others look on, an answer takes at least so long. Having no choice, a bot answers at once, and having
one, in a millisecond or two: whoever measures that would know something of its hand."""
LATE_SECONDS: Final = 2.0
"""So long after it was due, a bot that searches is late."""

ADVICE_PLAYOUTS: Final = 20_000
ADVICE_SECONDS: Final = 3.0
"""How long somebody who asks for a hint waits for what a search says."""

log: Final = logging.getLogger("moonshot.live")


@dataclass(slots=True)
class _Begun:
    """A question that somebody is thinking about."""

    question: Question
    seq: int
    """Of the table's last entry then."""
    at: float
    task: "asyncio.Task[Answer | None]"

    def is_for(self, table: Table, now: float) -> bool:
        """Whether that is what the table will ask next."""
        return self.seq == table.seq and who_is_asked(table, now) == self.question.view.seat


class Thinkers:
    """Asks tables for what is due at them, and bots for their moves."""

    def __init__(self, policies: PolicyLookup = find_policy) -> None:
        self._policies = policies
        self._threads = _threads()
        self._begun: WeakKeyDictionary[Table, _Begun] = WeakKeyDictionary()
        self._tasks: set[asyncio.Task[Answer | None]] = set()
        """Those of tables that have been dropped as well."""
        self._searching: dict[str, Thinking | None] = {}
        self.pool: BotPool | None = None

    def employ(self, pool: BotPool) -> None:
        """Let this pool search from now on."""
        self.pool = pool
        pool.start()

    # -- bots that search --------------------------------------------------------------------------------

    def prepare(self, table: Table, due: float, now: float) -> None:
        """Begin to think about the move that is due then, if its bot searches."""
        if not self._may_search(table):
            return
        begun = self._begun.get(table)
        if begun is not None and begun.is_for(table, now):
            return
        question = table.question(now)
        if begun is not None and begun.question != question:
            begun.task.cancel()
            del self._begun[table]
            begun = None
        if begun is not None:
            begun.seq = table.seq
        elif question is not None and (policy := self._searcher(question.level)) is not None:
            loop = asyncio.get_running_loop()
            task = loop.create_task(self._search(question, policy, max(0.0, due - now)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            self._begun[table] = _Begun(question, table.seq, loop.time(), task)

    async def search(self, table: Table, now: float) -> None:
        """Wait for the answer of a bot that searches, if it has to move now.

        That takes as long as it usually does, so that nobody sees whether there was much to think about.
        """
        if not self._may_search(table) or (due := table.due()) is None or due > now:
            return
        self.prepare(table, due, now)
        begun = self._begun.get(table)
        if begun is None:
            return
        await asyncio.wait([begun.task])
        if self.pool is not None:
            usual = self.pool.usual_seconds(begun.question.level)
            await asyncio.sleep(begun.at + usual - asyncio.get_running_loop().time())

    async def _search(self, question: Question, policy: Thinking, seconds: float) -> Answer | None:
        """The answer of the level or of its stand-in; None when both fail."""
        try:
            if self.pool is not None:
                return await self.pool.think(question, policy.playouts, seconds, LATE_SECONDS)
        except (NotReadyError, LostError, TimeoutError):
            pass
        except Exception:
            log.exception("a bot of level %s failed while it searched", question.level)
        return await self._stand_in(question)

    async def advise(self, question: Question) -> Weighed | Move | None:
        """What each move is worth for whoever asks, or where nobody can say the rule-based bot's move.

        None when even that fails.
        """
        if self.pool is not None:
            try:
                return await self.pool.weigh(question, ADVICE_PLAYOUTS, ADVICE_SECONDS)
            except (NotReadyError, LostError, TimeoutError):
                pass
            except Exception:
                log.exception("moves could not be weighed for a hint")
        answer = await self._stand_in(question)
        return None if answer is None else answer.move

    async def _stand_in(self, question: Question) -> Answer | None:
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, stand_in, question, self._policies)
        except Exception:
            log.exception("nobody could stand in for a bot of level %s", question.level)
            return None

    def _may_search(self, table: Table) -> bool:
        levels = {table.terms.level, *[seat.level for seat in table.seats if seat.level is not None]}
        return any(self._searcher(level) is not None for level in levels)

    def _searcher(self, level: str) -> Thinking | None:
        if level not in self._searching:
            try:
                policy = self._policies(level)
            except (LookupError, ValueError):
                return None
            self._searching[level] = policy if thinks(policy) else None
        return self._searching[level]

    # -- what is due -------------------------------------------------------------------------------------

    async def tick(self, table: Table, now: float) -> Entry | None:
        """What is due at a table, a fallback's move if its bot takes too long.

        None as well when a bot has to `search` first.
        """
        due = table.due()
        if due is None or due > now:
            return None
        if table.holding:
            return table.tick(now)
        begun = self._begun.get(table)
        if begun is None or not begun.is_for(table, now):
            question = table.question(now) if self._may_search(table) else None
            if question is None or self._searcher(question.level) is None:
                return await self._tick(table, now)
            if begun is None or begun.question != question:
                return None
        if not begun.task.done():
            return None
        del self._begun[table]
        if begun.task.cancelled():
            return None
        answer = begun.task.result()
        return table.tick(now, answer=answer, fault="no bot could answer" if answer is None else None)

    async def _tick(self, table: Table, now: float) -> Entry | None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        work: Callable[[float], Entry | None] = table.tick
        patience = BOT_SECONDS
        while True:
            thinking = loop.run_in_executor(self._threads, work, now)
            try:
                entry = await asyncio.wait_for(thinking, patience)
            except TimeoutError:
                # Its thread may never come back: the others get fresh ones.
                self._threads.shutdown(wait=False)
                self._threads = _threads()
                log.warning("a bot at table %s took too long", table.id)
                if not table.deals_alike:
                    return table.tick(now, fault=f"no answer within {BOT_SECONDS:g} s")
                patience *= 2  # others have the same deal: the same card must come, however busy we are
                continue
            if len(table.people) > 1:
                await asyncio.sleep(began + EVEN_SECONDS - loop.time())
            return entry

    async def stop(self) -> None:
        """Let nobody search any more, and whoever waits for it go on."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Let nobody begin to think any more, and end the processes."""
        await self.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self.pool is not None:
            await self.pool.close()


def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="moonshot-bot")
