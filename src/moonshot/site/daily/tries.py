"""Tries at daily deals: one that counts for each account and day, and what came of them.

The log of its table alone says how a try went; what is noted here can be read from it again.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from moonshot.bots.policy import POLICY_VERSION
from moonshot.engine import cards_text, parse_cards
from moonshot.learn import daily
from moonshot.learn.retelling import retell
from moonshot.site.daily import days
from moonshot.site.daily.models import Day, Try
from moonshot.site.live.models import Table
from moonshot.site.live.past import past_match
from moonshot.tables import LogError

SETTLED_AT_ONCE: Final = 200

new_table_id: Callable[[], str] = lambda: secrets.token_urlsafe(12)  # noqa: E731


class NoDayError(LookupError):
    """There is no deal of that day."""


class ClosedDayError(Exception):
    """The day is over, and its cards are not open yet: nobody begins now."""


def claim(account: str, day: date, now: datetime) -> Try:
    """The try that somebody goes on with, or a new one: the one that counts first, then practice.

    Raises NoDayError, ClosedDayError, LogError.
    """
    found = days.find(day, now)
    if found is None:
        raise NoDayError(day)
    mine = of_account(account, found)
    running = unfinished(mine)
    if running is not None:
        return running
    counts = not any(one.counted for one in mine)
    if counts and not daily.is_running(day, now):
        if not daily.is_open(day, now):
            raise ClosedDayError
        counts = False
    # Bots that have changed since the deal was promised would not be those that the others have played.
    return _new(found, account, now, counted=counts and found.version == POLICY_VERSION)


def _new(day: Day, account: str, now: datetime, *, counted: bool) -> Try:
    try:
        with transaction.atomic():
            return Try.objects.create(
                day=day, account=account, table=new_table_id(), counted=counted, began_at=now
            )
    except IntegrityError:  # begun in another window at the same moment
        return Try.objects.select_related("day").get(day=day, account=account, counted=True)


def unfinished(tries: Iterable[Try]) -> Try | None:
    """The try to go on with, if there is one; a table that somebody has left for good is none."""
    for one in tries:
        if one.ended_at is None and not Table.objects.filter(pk=one.table, closed=True).exists():
            return one
    return None


def of_account(account: str, day: Day) -> list[Try]:
    """Somebody's tries at a day, the newest first, with what their tables' logs say. Raises LogError.

    Each with its day, which nobody outside a thread of the database could ask for.
    """
    found = list(Try.objects.filter(day=day, account=account).select_related("day").order_by("-pk"))
    for one in found:
        settle(one)
    return found


def settle(one: Try) -> None:
    """Note what came of a try, if it is over. Raises LogError for a damaged log."""
    if one.ended_at is not None:
        return
    past = past_match(one.table, 1)
    if past is None or not past.over:
        return
    (deal,) = [deal for deal in retell(past.record).deals if deal.points is not None]
    one.ended_at = past.ended
    one.counted = one.counted and past.ended < daily.opens(one.day_id)
    one.points = past.record["result"]["totals"][daily.SEAT]
    one.moon = deal.moon == daily.SEAT
    if deal.given is not None:
        one.passed = cards_text(sorted(parse_cards(" ".join(deal.given[daily.SEAT]))))
    one.save(update_fields=["ended_at", "counted", "points", "moon", "passed"])


def settle_finished() -> int:
    """Note all tries that are over but not noted yet, as far as is known; returns how many."""
    over = Table.objects.filter(pk=OuterRef("table"), finished=True)
    noted = 0
    for one in Try.objects.filter(Exists(over), ended_at=None)[:SETTLED_AT_ONCE]:
        try:
            settle(one)
        except LogError:
            continue  # a damaged log must not keep the others out
        noted += one.ended_at is not None
    return noted


def ranked(day: Day) -> QuerySet[Try]:
    """The tries of a day that count: begun on it, and over before its cards were opened."""
    return Try.objects.filter(day=day, counted=True, ended_at__isnull=False)


def field_of(day: Day) -> list[int]:
    """The points of all tries that count."""
    return list(ranked(day).values_list("points", flat=True))  # type: ignore[arg-type]


def passes_of(day: Day) -> list[str]:
    """What they passed."""
    return list(ranked(day).values_list("passed", flat=True))


def finished_days(account: str) -> list[date]:
    """The days whose deal somebody has finished in time."""
    rows = Try.objects.filter(account=account, counted=True, ended_at__isnull=False)
    return list(rows.values_list("day_id", flat=True))


def table_of(account: str, match: str) -> str | None:
    """The table at which somebody has last played a day's deal, by the id of the match."""
    day = daily.day_of(match)
    tries: Iterable[Try] = () if day is None else Try.objects.filter(account=account, day_id=day)
    return max(((one.pk, one.table) for one in tries), default=(0, None))[1]
