"""A few processes in which bots think, so that neither the loop nor its threads are held up by them.

Each worker is handed no more questions at once than keep it busy for a moment. So the playouts for a question
are chosen when its turn comes, by how many others wait; a worker that dies loses none but the one it thinks
about, and one that hangs can be ended by itself. Whoever asks has a rule-based policy at hand for whatever
goes wrong here.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from moonshot.bots import search
from moonshot.bots.levels import POLICIES, find_policy
from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Answer, PolicyLookup, Question, thinks
from moonshot.site.live import bot_worker
from moonshot.site.live.bot_process import BotProcess, GoneError
from moonshot.site.live.bot_worker import Weighed, Weigher

LONGEST_SECONDS: Final = 1.0
"""No question is thought about for longer, as far as can be foreseen."""
HORIZON_SECONDS: Final = (0.15, 0.3)
"""When more wait than there are workers, all are given so few playouts that they are done by then: the
sooner, the faster the tables are that ask."""
IN_TIME: Final = 0.6
"""So much of the time until a move is due may be waited and thought away."""
LONGEST_WAIT: Final = 0.5
"""When even so the queue is longer, nobody else is let in: a rule-based bot answers at once."""
FEWEST_PLAYOUTS: Final = 50
AHEAD_SECONDS: Final = 0.02
"""A worker that is done sooner than that is handed another question."""
FORGETTING: Final = 0.98
"""So much of the longest time remains after each later thought."""
IDLE_SECONDS: Final = 0.05
"""So often it is looked whether a question for a review may be asked."""
STUCK_SECONDS: Final = 20.0
"""A worker that takes so long for one question is ended."""
AGAIN_SECONDS: Final = (0.0, 1.0, 5.0, 30.0)
"""How long it takes until a lost worker is replaced, the more are lost one after the other."""
MOST_LOST: Final = 2
"""A question that so many workers have died of is not asked again."""
GOODBYE_SECONDS: Final = 5.0

log: Final = logging.getLogger("moonshot.live")


_Work = Callable[[Question, int], Any]


class LostError(Exception):
    """The workers died while they thought."""


@dataclass(slots=True, eq=False)
class _Job:
    work: _Work
    question: Question
    most: int
    future: "asyncio.Future[Any]"
    due: float
    """From then on nobody waits for a worker that has yet to begin."""
    playouts: int = 0
    seconds: float = 0.0
    """How long it will take, as far as is known."""
    lost: int = 0
    """Workers that died while they thought about it."""

    @property
    def kind(self) -> tuple[object, ...]:
        """What takes a playout about the same time."""
        view = self.question.view
        return self.work, self.question.level, view.phase, view.hand.bit_count()


@dataclass(slots=True, eq=False)
class _Worker:
    process: BotProcess
    warm: bool = False
    jobs: deque[_Job] = field(default_factory=deque)
    """What it has been handed: it thinks about the first."""
    watch: asyncio.TimerHandle | None = None

    @property
    def seconds(self) -> float:
        """How long it will be busy, at most."""
        return sum(job.seconds for job in self.jobs)


@dataclass(slots=True)
class Load:
    """What the pool has done so far."""

    asked: int = 0
    fewer: int = 0
    """Questions that got fewer playouts than they might."""
    refused: int = 0
    """Questions for which there was no time at all."""
    lost: int = 0
    """Workers that died."""
    waiting_most: int = 0
    seconds: deque[float] = field(default_factory=lambda: deque(maxlen=2000))


class BotPool:
    """Workers that think about questions, the oldest first.

    ``levels`` are those that they ``prepare`` for. All the functions have to be ones that can be imported.
    """

    def __init__(
        self,
        workers: int,
        policies: PolicyLookup = find_policy,
        levels: tuple[str, ...] = tuple(POLICIES),
        prepare: Callable[[], object] = search.warm,
        weigher: Weigher = bot_worker.by_search,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted = workers
        self._policies = policies
        self._levels = levels
        self._prepare = prepare
        self._weigher = weigher
        self._workers: list[_Worker] = []
        self._queue: deque[_Job] = deque()
        self._costs: dict[tuple[object, ...], float] = {}
        self._usual: dict[str, float] = {}
        self._least_seconds = 0.0
        self._usual_notice = max(HORIZON_SECONDS)
        """How long before they are due questions come, of late."""
        self._warmed_up = False
        self._lost_in_a_row = 0
        self._closing = False
        self.load = Load()

    def start(self) -> None:
        """Begin with one worker; once it is warm, what it had to compile is there for the others."""
        if self._wanted > 0 and any(thinks(self._policies(level)) for level in self._levels):
            self._hire()

    @property
    def is_ready(self) -> bool:
        """Whether somebody is there to think, or will be in a moment in the place of one who is gone."""
        return self._warmed_up

    @property
    def _ready(self) -> int:
        """How many think, or will in a moment."""
        return sum(worker.warm for worker in self._workers) or 1

    @property
    def _somebody_thinks(self) -> bool:
        return any(worker.warm for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.process.pid for worker in self._workers]

    def usual_seconds(self, level: str) -> float:
        """How long the longest thought of this level took of late."""
        return self._usual.get(level, 0.0)

    async def think(self, question: Question, most: int, seconds: float, patience: float = 0.0) -> Answer:
        """The answer of the question's level after ``most`` playouts, or fewer where others wait.

        Raises TimeoutError after so many ``seconds``, or after ``patience`` more while somebody thinks; also
        NotReadyError, LostError, and what the policy raises.
        """
        self._usual_notice += (seconds - self._usual_notice) / 32
        found: Answer = await self._ask(bot_worker.think, question, most, seconds, patience)
        return found

    async def weigh(self, question: Question, most: int, seconds: float) -> Weighed:
        """What each move is worth, for a person who waits: before all other questions. Raises likewise."""
        found: Weighed = await self._ask(bot_worker.weigh, question, most, seconds, first=True)
        return found

    async def review(self, question: Question, most: int, seconds: float) -> Weighed:
        """Likewise for nobody who waits: only when no other question does. Raises likewise."""
        async with asyncio.timeout(seconds):
            while self._queue:  # noqa: ASYNC110 - nothing tells when a queue is empty, and nobody is in a hurry
                await asyncio.sleep(IDLE_SECONDS)
        found: Weighed = await self._ask(bot_worker.weigh, question, most, seconds)
        return found

    async def _ask(
        self,
        work: _Work,
        question: Question,
        most: int,
        seconds: float,
        patience: float = 0.0,
        *,
        first: bool = False,
    ) -> Any:
        if not self.is_ready:
            raise NotReadyError(question.level)
        if not first and len(self._queue) * self._least_seconds > LONGEST_WAIT * self._ready:
            self.load.refused += 1
            raise TimeoutError
        job = _Job(work, question, most, self._loop.create_future(), self._loop.time() + seconds)
        if first:
            self._queue.appendleft(job)
        else:
            self._queue.append(job)
        self.load.asked += 1
        self.load.waiting_most = max(self.load.waiting_most, len(self._queue))
        self._dispatch()
        try:
            await asyncio.wait([job.future], timeout=seconds)
            if patience > 0.0 and self._somebody_thinks:
                await asyncio.wait([job.future], timeout=patience)
            if not job.future.done():
                raise TimeoutError
            return job.future.result()
        finally:
            job.future.cancel()

    async def close(self) -> None:
        """End all workers, in the middle of a thought if need be."""
        self._closing = True
        for job in self._queue:
            job.future.cancel()
        workers, self._workers = self._workers, []
        for worker in workers:
            _end(worker)
        await asyncio.to_thread(_wait_for, [worker.process for worker in workers])

    # -- workers -----------------------------------------------------------------------------------------

    def _hire(self) -> None:
        process = BotProcess(self._policies, self._weigher, self._heard, self._gone)
        self._workers.append(_Worker(process))
        process.ask(bot_worker.warm, self._levels, self._prepare)

    def _worker(self, process: BotProcess) -> _Worker:
        return next(worker for worker in self._workers if worker.process is process)

    def _heard(self, process: BotProcess, found: Any, error: Exception | None, seconds: float) -> None:
        worker = self._worker(process)
        if not worker.warm:
            self._warmed(worker, error)
            return
        job = worker.jobs.popleft()
        self._watch(worker)
        if error is None:
            self._learn(job, seconds)
        _settle(job, found=found, error=error)
        self._dispatch()

    def _warmed(self, worker: _Worker, error: Exception | None) -> None:
        if error is None:
            worker.warm = self._warmed_up = True
            self._lost_in_a_row = 0
            for _ in range(self._wanted - len(self._workers)):
                self._hire()
            self._dispatch()
            return
        if isinstance(error, NotReadyError):
            log.info("no bot can search here (%s): the rule-based ones play for them", error)
        else:
            log.error("the bots that search cannot be prepared: the rule-based ones play", exc_info=error)
        self._workers.remove(worker)
        self._warmed_up = bool(self._workers)
        _end(worker)

    def _gone(self, process: BotProcess) -> None:
        """A worker has died; put another in its place.

        Another may try its question once more, after all others: it may be the question that kills them.
        """
        worker = self._worker(process)
        self._workers.remove(worker)
        if worker.watch is not None:
            worker.watch.cancel()
        if worker.jobs:
            suspect = worker.jobs.popleft()
            suspect.lost += 1
            if suspect.lost < MOST_LOST:
                self._queue.append(suspect)
            else:
                _settle(suspect, error=LostError("the worker died"))
        self._queue.extendleft(reversed(worker.jobs))
        if not self._somebody_thinks:
            for job in self._queue:
                if job.due <= self._loop.time():
                    _settle(job, error=LostError("nobody thinks just now"))
        self.load.lost += 1
        delay = AGAIN_SECONDS[min(self._lost_in_a_row, len(AGAIN_SECONDS) - 1)]
        self._lost_in_a_row += 1
        log.warning("a process in which bots think has ended; another one begins")
        self._loop.call_later(delay, self._replace)
        self._dispatch()

    def _replace(self) -> None:
        if not self._closing and len(self._workers) < self._wanted:
            self._hire()

    def _watch(self, worker: _Worker) -> None:
        """From now on it has so much time for the first of its questions."""
        if worker.watch is not None:
            worker.watch.cancel()
        worker.watch = self._loop.call_later(STUCK_SECONDS, worker.process.kill) if worker.jobs else None

    # -- work --------------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Hand the oldest questions to those who have nothing to do, or soon will not."""
        while self._queue and not self._closing:
            job = self._queue[0]
            if job.future.done():  # nobody waits for it any more
                self._queue.popleft()
                continue
            cost = self._costs.get(job.kind)
            worker = self._free(long=cost is None)
            if worker is None:
                return
            job.playouts = job.most if cost is None else self._playouts(job.most, cost)
            job.seconds = AHEAD_SECONDS if cost is None else job.playouts * cost
            self._queue.popleft()
            try:
                worker.process.ask(job.work, job.question, job.playouts)
            except GoneError:
                pass  # it died while it had nothing to do: that will be told
            except Exception as error:  # noqa: BLE001 - it cannot be sent: whoever asked is told why
                _settle(job, error=error)
                continue
            self.load.fewer += job.playouts < job.most
            worker.jobs.append(job)
            if len(worker.jobs) == 1:
                self._watch(worker)

    def _free(self, *, long: bool) -> _Worker | None:
        """The worker that is done first, if that is soon; for a question that may take ``long``, now."""
        most = 0.0 if long else AHEAD_SECONDS
        free = [worker for worker in self._workers if worker.warm and worker.seconds <= most]
        return min(free, key=lambda worker: worker.seconds, default=None)

    # -- how long to think -------------------------------------------------------------------------------

    def _playouts(self, most: int, cost: float) -> int:
        """How many playouts a question gets now: fewer when many wait, so that none waits for long."""
        waiting = len(self._queue)
        workers = self._ready
        seconds = LONGEST_SECONDS
        if waiting > workers:
            soonest, latest = HORIZON_SECONDS
            horizon = min(latest, max(soonest, IN_TIME * self._usual_notice))
            seconds = min(seconds, horizon * workers / waiting)
        return max(min(FEWEST_PLAYOUTS, most), min(most, int(seconds / cost)))

    def _learn(self, job: _Job, seconds: float) -> None:
        """Remember how many seconds a playout of such a question takes; one without a choice takes none."""
        self.load.seconds.append(seconds)
        least = seconds * FEWEST_PLAYOUTS / job.playouts
        self._least_seconds += (least - self._least_seconds) / 8
        legal = job.question.view.legal
        if not legal or legal & (legal - 1):
            cost = max(seconds, 1e-6) / job.playouts
            known = self._costs.get(job.kind)
            self._costs[job.kind] = cost if known is None else known + (cost - known) / 8
        if job.work is bot_worker.think:
            level = job.question.level
            self._usual[level] = min(LONGEST_SECONDS, max(seconds, FORGETTING * self._usual.get(level, 0.0)))


def _settle(job: _Job, *, found: Any = None, error: BaseException | None = None) -> None:
    if job.future.done():
        return
    if error is None:
        job.future.set_result(found)
    else:
        job.future.set_exception(error)


def _end(worker: _Worker) -> None:
    if worker.watch is not None:
        worker.watch.cancel()
    worker.process.end()
    for job in worker.jobs:
        _settle(job, error=LostError("the worker was ended"))


def _wait_for(processes: list[BotProcess]) -> None:
    for process in processes:
        process.join(GOODBYE_SECONDS)
