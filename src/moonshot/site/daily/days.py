"""The deals of days: drawn and promised beforehand, the same for everybody, opened when the day is over.

Each day's secret is drawn by itself, from the system, at the latest on the day before. Nothing of it can be
worked out from another day's, and nothing but the promise leaves the server until the day is open.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

from django.utils import timezone

from moonshot.bots.policy import POLICY_VERSION
from moonshot.engine.events import Committed
from moonshot.learn import daily
from moonshot.site.daily.models import Day
from moonshot.tables.chance import Chance
from moonshot.tables.opening import new_match

AHEAD: Final = 2
"""So many days are promised at any time: today and tomorrow."""

new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)  # noqa: E731
clock: Callable[[], datetime] = timezone.now


@dataclass(frozen=True, slots=True)
class Promise:
    """What is told of a day's deal beforehand, and what proves it afterwards."""

    match: str
    commitment: str
    secret: str


def today(now: datetime) -> date:
    """The day that it is."""
    return now.astimezone(UTC).date()


def promise_ahead(now: datetime) -> None:
    """Draw today's deal and the next ones, where that has not been done."""
    for number in range(AHEAD):
        day = today(now) + timedelta(days=number)
        Day.objects.get_or_create(
            day=day,
            defaults={
                "secret": new_secret().hex(),
                "level": daily.LEVEL,
                "version": POLICY_VERSION,
                "promised_at": now,
            },
        )


def find(day: date, now: datetime) -> Day | None:
    """A day that has begun, with its deal; None for days to come, and where nothing was dealt."""
    if day > today(now):
        return None
    if day == today(now):
        promise_ahead(now)
    return Day.objects.filter(pk=day).first()


def promise_of(day: Day) -> Promise:
    """The promise of a day: exactly what every table with its deal shows."""
    return _promise(day.day, day.secret)


@lru_cache(maxsize=64)
def _promise(day: date, secret: str) -> Promise:
    _, committed, *_ = new_match(daily.name_of(day), daily.rules_of(day), Chance(bytes.fromhex(secret)), 1)
    assert isinstance(committed, Committed)
    return Promise(f"{daily.name_of(day)}-1", committed.commitment, committed.secret)
