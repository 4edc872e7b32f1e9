"""The daily deal: one deal each day, the same for everybody; what is known about it without a server.

A day is one of UTC. A try belongs to the day on which it was begun, and counts when it is over before the
day's cards are opened, some time after midnight. Until then nobody is shown them who has not played them.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock_time
from typing import Final

from moonshot.engine import Rules

LEVEL: Final = "steady"
"""Of the bots. A level that searches plays by rules of thumb where, or while, it cannot search. This one
gives the same card for the same view on every machine."""
GRACE: Final = timedelta(hours=2)
"""So long after midnight a try that was begun before it may still be finished and counts."""
FIRST_DAY: Final = date(2026, 1, 1)
"""The day with number 1."""
DIRECTIONS: Final = ("L", "R", "A", "H")
"""Of the pass, day by day."""
SEAT: Final = 0
"""Where everybody sits."""
NAME: Final = "daily-{day}"
_NAMED: Final = re.compile(r"daily-(\d{4}-\d\d-\d\d)(?:-\d+)?", re.ASCII)
GROUPS: Final = (
    (0, 0), (1, 3), (4, 6), (7, 12), (13, 15), (16, 18), (19, 25), (26, 26),
)  # fmt: skip
"""The points that a bar of the chart stands for, from and to."""
MOST_PASSED: Final = 8
"""So many cards are told of what was passed."""


def number_of(day: date) -> int:
    """The number of a day's deal."""
    return (day - FIRST_DAY).days + 1


def rules_of(day: date) -> Rules:
    """The standard rules for a single deal, passed in the direction of the day."""
    direction = DIRECTIONS[(number_of(day) - 1) % len(DIRECTIONS)]
    return Rules(pass_cycle=(direction,), end_score=0, end_hands=1, tie="shared")


def is_of_a_day(rules: Rules) -> bool:
    """Whether these are the rules of some day's deal."""
    return any(rules == rules_of(FIRST_DAY + timedelta(days=number)) for number in range(len(DIRECTIONS)))


def name_of(day: date) -> str:
    """What the matches of a day are called, by which all of its chance is drawn."""
    return NAME.format(day=day.isoformat())


def day_of(match: str) -> date | None:
    """The day whose deal a match is, by its id; None for all other matches.

    >>> day_of("daily-2026-11-30-1")
    datetime.date(2026, 11, 30)
    """
    found = _NAMED.fullmatch(match)
    try:
        return None if found is None else date.fromisoformat(found[1])
    except ValueError:
        return None


def begins(day: date) -> datetime:
    """When a day begins."""
    return datetime.combine(day, clock_time(), UTC)


def opens(day: date) -> datetime:
    """From when on a day's cards may be seen by everybody, and no try counts any more."""
    return begins(day) + timedelta(days=1) + GRACE


def is_running(day: date, now: datetime) -> bool:
    """Whether a try that counts may be begun."""
    return now.astimezone(UTC).date() == day


def is_open(day: date, now: datetime) -> bool:
    """Whether a day's cards may be seen by everybody."""
    return now >= opens(day)


def is_secret(match: str, now: datetime) -> bool:
    """Whether a match is a day's deal that only those may see who have played it."""
    day = day_of(match)
    return day is not None and not is_open(day, now)


@dataclass(frozen=True, slots=True)
class Standing:
    """One result among the results of a day; fewer points are better."""

    points: int
    rank: int
    field: int
    """How many results there are, this one among them."""
    worse: int
    """How many of the others have more points."""
    same: int
    """How many of the others have as many."""
    average: float
    """Of all."""

    @property
    def others(self) -> int:
        """How many there are beside this one."""
        return self.field - 1

    @property
    def percent(self) -> int:
        """In how many of a hundred comparisons with the others this is the better result; equal ones half."""
        return 50 if not self.others else round(100 * (self.worse + self.same / 2) / self.others)

    @property
    def ahead(self) -> float:
        """By how many points this is better than the average; below zero when it is worse."""
        return self.average - self.points


def standing(points: int, field: Collection[int]) -> Standing:
    """Where a result stands in a field that holds it."""
    return Standing(
        points,
        rank=1 + sum(other < points for other in field),
        field=len(field),
        worse=sum(other > points for other in field),
        same=sum(other == points for other in field) - 1,
        average=sum(field) / len(field),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """How many results of a field lie in a range of points; ``share`` is of the highest bar, 0 to 1."""

    least: int
    most: int
    count: int
    share: float
    mine: bool

    @property
    def label(self) -> str:
        """The range in words."""
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"

    @property
    def height(self) -> int:
        """Of a hundred; whoever is there can be seen."""
        return max(round(100 * self.share), 3 if self.count else 0)

    @property
    def top(self) -> int:
        """How far below the top of the chart it ends."""
        return 100 - self.height


def bars(field: Sequence[int], mine: int | None = None) -> tuple[Bar, ...]:
    """The field as a chart. Every result is in one bar."""
    counts = [sum(least <= points <= most for points in field) for least, most in GROUPS]
    highest = max([*counts, 1])
    return tuple(
        Bar(least, most, count, count / highest, mine is not None and least <= mine <= most)
        for (least, most), count in zip(GROUPS, counts, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Passing:
    """A card, and how many in a hundred have passed it."""

    card: str
    percent: int
    mine: bool


def passes(field: Sequence[str], mine: str = "") -> tuple[Passing, ...]:
    """What a field passed, the most usual first; the own cards are always among them."""
    passed = [cards.split() for cards in field if cards]
    counts: dict[str, int] = {}
    for card in (card for cards in passed for card in cards):
        counts[card] = counts.get(card, 0) + 1
    own = mine.split()
    ordered = sorted(counts, key=lambda card: (-counts[card], card))
    others = [card for card in ordered if card not in own]
    kept = {*others[: MOST_PASSED - len(own)], *own}
    return tuple(
        Passing(card, round(100 * counts[card] / len(passed)), card in own)
        for card in ordered
        if card in kept
    )


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row, up to today or yesterday, and how many in all."""

    now: int
    days: int


def streak(days: Collection[date], today: date) -> Streak:
    """The streak of somebody who has finished the deals of these days. Today is never missed yet."""
    known = frozenset(days)
    day = today if today in known else today - timedelta(days=1)
    length = 0
    while day in known:
        length += 1
        day -= timedelta(days=1)
    return Streak(length, len(known))


def share_text(day: date, stands: Standing, address: str) -> str:
    """A result to tell others, without a word about the cards."""
    lines = [f"Moonshot daily deal {number_of(day)} · {day.day} {day:%B %Y}"]
    points = f"{stands.points} {'point' if stands.points == 1 else 'points'}"
    if stands.others == 0:
        lines.append(f"{points}, the first to finish")
    else:
        ahead = round(stands.ahead, 1)
        versus = (
            "just the average"
            if ahead == 0
            else f"{abs(ahead):g} {'better' if ahead > 0 else 'worse'} than average"
        )
        lines.append(f"{points}, {versus}")
        lines.append(f"Place {stands.rank} of {stands.field}")
    return "\n".join([*lines, address])
