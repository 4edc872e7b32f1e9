"""Reviews are made in the background, one decision at a time, when no bot waits for a process to think in.

Any node that has such processes takes the oldest review that waits. What has been weighed is stored as it
goes, so that a review goes on after a restart, at another node too.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, Protocol

from django.db.models import Q
from django.utils import timezone

from moonshot.bots.policy import NotReadyError
from moonshot.learn.review import decisions, option
from moonshot.site.asking import in_database
from moonshot.site.live.bot_pool import LostError
from moonshot.site.live.bot_worker import Decided, Weighed
from moonshot.site.live.past import past_match
from moonshot.site.live.review_models import Review
from moonshot.tables import LogError

LEVEL: Final = "expert"
PLAYOUTS: Final = 10_000
"""For each decision: with these a deal takes a few seconds of one core."""
SECONDS: Final = 60.0
"""How long one decision may wait for a process."""
LOOK_SECONDS: Final = 3.0
LEFT: Final = timedelta(minutes=2)
"""A running review that nobody has touched for so long was left by a node that is gone."""
TRIES: Final = 3
STORED_EVERY: Final = 5

log: Final = logging.getLogger("moonshot.live")


class Weigher(Protocol):
    """Weighs moves for nobody who waits."""

    async def review(self, question: Decided, most: int, seconds: float) -> Weighed:
        """What each move is worth."""


class Reviewer:
    """Makes the reviews that wait. ``pool`` says who weighs, None while nobody does."""

    def __init__(self, pool: Callable[[], Weigher | None]) -> None:
        self._pool = pool
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop; what has been weighed is stored."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                busy = await self.turn()
            except LogError:
                busy = False
            except Exception:
                log.exception("the reviews failed")
                busy = False
            if not busy:
                await asyncio.sleep(LOOK_SECONDS)

    async def turn(self) -> bool:
        """Make one review; False when none waits or nobody can weigh."""
        pool = self._pool()
        if pool is None:
            return False
        claimed = await in_database(claim)
        if claimed is None:
            return False
        try:
            await self._make(pool, claimed)
        except (NotReadyError, LostError, TimeoutError):
            await in_database(put_back, claimed.pk)
            return False
        except LogError:
            raise
        except Exception:
            log.exception("the review of %s failed", claimed)
            await in_database(store, claimed.pk, state=Review.FAILED)
        return True

    async def _make(self, pool: Weigher, review: Review) -> None:
        past = await in_database(past_match, review.table, review.no)
        if past is None:
            await in_database(store, review.pk, state=Review.FAILED)
            return
        due = await asyncio.to_thread(decisions, past.record, review.seat)
        body: list[Any] = json.loads(review.body)
        for number, decision in enumerate(due[len(body) :], start=1):
            weighed = await self._weigh(pool, Decided(LEVEL, decision.view, decision.seed, decision.move))
            body.append([option(*one).to_json() for one in weighed])
            if number % STORED_EVERY == 0:
                await in_database(store, review.pk, body=json.dumps(body), decisions=len(due))
        await in_database(store, review.pk, body=json.dumps(body), decisions=len(due), state=Review.DONE)

    async def _weigh(self, pool: Weigher, question: Decided) -> Weighed:
        for _ in range(TRIES - 1):
            try:
                return await pool.review(question, PLAYOUTS, SECONDS)
            except (LostError, TimeoutError):
                continue
        return await pool.review(question, PLAYOUTS, SECONDS)


def ask(table: str, no: int, seat: int) -> None:
    """Want a review of a seat; once is enough. One that has failed is tried again."""
    found, new = Review.objects.get_or_create(table=table, no=no, seat=seat)
    if not new and found.state == Review.FAILED:
        Review.objects.filter(pk=found.pk).update(state=Review.WAITING, asked_at=timezone.now())


def find(table: str, no: int, seat: int) -> Review | None:
    """The review of a seat."""
    return Review.objects.filter(table=table, no=no, seat=seat).first()


def reviewed_seats(table: str, no: int) -> set[int]:
    """The seats of a match of which there is a review, or will be."""
    return set(Review.objects.filter(table=table, no=no).values_list("seat", flat=True))


def claim() -> Review | None:
    """Take the oldest review that waits, or that a dead node has left; nobody else gets it."""
    left = Q(state=Review.RUNNING, touched_at__lt=timezone.now() - LEFT)
    for found in Review.objects.filter(Q(state=Review.WAITING) | left).order_by("asked_at", "pk")[:5]:
        mine = Review.objects.filter(pk=found.pk, state=found.state, touched_at=found.touched_at)
        if mine.update(state=Review.RUNNING, touched_at=timezone.now()):
            return found
    return None


def store(pk: int, **fields: Any) -> None:
    """Note how far a review has come."""
    Review.objects.filter(pk=pk).update(touched_at=timezone.now(), **fields)


def put_back(pk: int) -> None:
    """Nobody can weigh now: let it wait, behind the others."""
    Review.objects.filter(pk=pk).update(state=Review.WAITING, asked_at=timezone.now())
