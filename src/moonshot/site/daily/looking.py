"""What a visitor may see of a day: nothing of its cards or results before they have played it themselves."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Avg, Count, Q

from moonshot.learn import daily
from moonshot.site.daily import days, tries
from moonshot.site.daily.models import Day, Try
from moonshot.site.daily.par import par_of
from moonshot.site.live import reviewing
from moonshot.site.live.review_models import Review

LISTED: Final = 40


@dataclass(frozen=True, slots=True)
class Sight:
    """A day as one visitor sees it. ``field``, ``passes`` and ``par`` are empty while ``knows`` is false."""

    day: Day
    running: bool
    open: bool
    mine: Try | None
    """The try that counted."""
    going: Try | None
    practice: Try | None
    """The last finished one that did not count."""
    finished: int
    """How many results count."""
    field: tuple[int, ...]
    passes: tuple[str, ...]
    par: int | None
    streak: daily.Streak
    review: Review | None
    before: date | None
    after: date | None
    tomorrow: str
    """The promise of the next day, while this one runs."""

    @property
    def knows(self) -> bool:
        """Whether this visitor may know what there is to know."""
        return self.open or self.mine is not None


def look(account: str, day: date, now: datetime) -> Sight | None:
    """A day; None when nothing was dealt on it. Raises LogError for a damaged log."""
    found = days.find(day, now)
    if found is None:
        return None
    tries.settle_finished()
    own = tries.of_account(account, found)
    mine = next((one for one in own if one.counted and one.ended_at is not None), None)
    knows = mine is not None or daily.is_open(day, now)
    field = tries.field_of(found)
    return Sight(
        day=found,
        running=daily.is_running(day, now),
        open=daily.is_open(day, now),
        mine=mine,
        going=tries.unfinished(own),
        practice=next((one for one in own if not one.counted and one.ended_at is not None), None),
        finished=len(field),
        field=tuple(field) if knows else (),
        passes=tuple(tries.passes_of(found)) if knows else (),
        par=par_of(found).points if knows else None,
        streak=daily.streak(tries.finished_days(account), days.today(now)),
        review=None if mine is None else reviewing.find(mine.table, 1, daily.SEAT),
        before=_neighbour(day, "lt", "-day"),
        after=_after(day, now),
        tomorrow=_tomorrow(day) if daily.is_running(day, now) else "",
    )


def _neighbour(day: date, way: str, order: str) -> date | None:
    return Day.objects.filter(**{f"day__{way}": day}).order_by(order).values_list("day", flat=True).first()


def _tomorrow(day: date) -> str:
    found = Day.objects.filter(day=day + timedelta(days=1)).first()
    return "" if found is None else days.promise_of(found).commitment


def _after(day: date, now: datetime) -> date | None:
    found = _neighbour(day, "gt", "day")
    return None if found is None or found > days.today(now) else found


@dataclass(frozen=True, slots=True)
class Line:
    """A day in the archive. What others made of it is told of days that are open, or that one has played."""

    day: date
    number: int
    direction: str
    running: bool
    open: bool
    points: int | None
    finished: int
    average: float | None


def archive(account: str, before: date | None, now: datetime) -> tuple[list[Line], date | None]:
    """The last days up to today or before some day, and where older ones begin."""
    last = days.today(now) if before is None else min(before - timedelta(days=1), days.today(now))
    counted = Q(tries__counted=True, tries__ended_at__isnull=False)
    rows = list(
        Day.objects.filter(day__lte=last)
        .annotate(finished=Count("tries", filter=counted), average=Avg("tries__points", filter=counted))
        .order_by("-day")[: LISTED + 1]
    )
    shown = rows[:LISTED]
    own = Try.objects.filter(account=account, day__in=shown, counted=True, ended_at__isnull=False)
    points = dict(own.values_list("day_id", "points"))
    lines = [
        Line(
            row.day,
            daily.number_of(row.day),
            daily.rules_of(row.day).pass_cycle[0],
            daily.is_running(row.day, now),
            daily.is_open(row.day, now),
            points.get(row.day),
            row.finished,
            row.average if row.day in points or daily.is_open(row.day, now) else None,
        )
        for row in shown
    ]
    return lines, shown[-1].day if len(rows) > LISTED else None
