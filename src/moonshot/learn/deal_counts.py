"""Counts of what deals brought, and how far such counts may lie from what a fair shuffle gives on average.

Only deals of the whole pack to four players are counted, as they were dealt, before any pass. Then every
number is a binomial one, and its range is computed.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from moonshot.engine import parse_cards
from moonshot.engine.cards import RANKS, SUITS

PLAYERS: Final = 4
HAND: Final = 13
PACK: Final = 52
LONGEST: Final = (4, 5, 6, 7, 8)
"""Lengths of the longest suit that are told apart; the last stands for itself and all above."""
RANGE: Final = 0.99
"""How often a number lies within its range when the shuffle is fair."""
_EXACT: Final = 3000


@dataclass(frozen=True, slots=True)
class Counts:
    """``cards[c][s]``: how often seat s was dealt card c; ``voids[k][s]``: its hands that miss k suits;
    ``longest[k][s]``: hands of seat s whose longest suit has ``LONGEST[k]`` cards.
    """

    deals: int
    cards: tuple[tuple[int, ...], ...]
    voids: tuple[tuple[int, ...], ...]
    longest: tuple[tuple[int, ...], ...]

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.deals + other.deals,
            _sum(self.cards, other.cards),
            _sum(self.voids, other.voids),
            _sum(self.longest, other.longest),
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON values."""
        return {"deals": self.deals, "cards": self.cards, "voids": self.voids, "longest": self.longest}

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> "Counts":
        """What `to_dict` made."""
        rows = {name: tuple(tuple(row) for row in value[name]) for name in ("cards", "voids", "longest")}
        return cls(value["deals"], rows["cards"], rows["voids"], rows["longest"])


_Rows = tuple[tuple[int, ...], ...]


def _sum(one: _Rows, other: _Rows) -> _Rows:
    return tuple(
        tuple(a + b for a, b in zip(left, right, strict=True)) for left, right in zip(one, other, strict=True)
    )


def no_counts(seats: int = PLAYERS) -> Counts:
    """Of no deals."""
    none = (0,) * seats
    return Counts(0, (none,) * PACK, (none,) * 4, (none,) * len(LONGEST))


def counts_of(record: Mapping[str, Any]) -> Counts:
    """The finished deals of a record: four seats."""
    return _counted(record, range(PLAYERS))


def counts_of_seat(record: Mapping[str, Any], seat: int) -> Counts:
    """The hands that one seat was dealt: one column."""
    return _counted(record, (seat,))


def _counted(record: Mapping[str, Any], seats: Iterable[int]) -> Counts:
    seats = tuple(seats)
    whole = [
        hands
        for deal in record["deals"]
        if (hands := [parse_cards(hand) for hand in deal["hands"] or ()])
        and len(hands) == PLAYERS
        and all(len(hand) == HAND for hand in hands)
    ]
    cards = [[0] * len(seats) for _ in range(PACK)]
    voids = [[0] * len(seats) for _ in range(4)]
    longest = [[0] * len(seats) for _ in LONGEST]
    for hands in whole:
        for column, seat in enumerate(seats):
            lengths = [0] * len(SUITS)
            for card in hands[seat]:
                cards[card][column] += 1
                lengths[card // len(RANKS)] += 1
            voids[lengths.count(0)][column] += 1
            longest[LONGEST.index(min(max(lengths), LONGEST[-1]))][column] += 1
    return Counts(len(whole), *(tuple(map(tuple, rows)) for rows in (cards, voids, longest)))


@dataclass(frozen=True, slots=True)
class Expected:
    """A number of ``deals`` that is on average ``mean``; ``low`` to ``high`` holds 99 of 100."""

    mean: float
    low: int
    high: int

    def holds(self, count: int) -> bool:
        """Whether a count lies within the range."""
        return self.low <= count <= self.high


@lru_cache(maxsize=512)
def expected(deals: int, chance: float, within: float = RANGE) -> Expected:
    """How often something of this chance happens in so many deals."""
    mean = deals * chance
    tail = (1 - within) / 2
    if deals > _EXACT and min(mean, deals - mean) > 50:
        reach = _quantile(tail) * math.sqrt(mean * (1 - chance))
        return Expected(mean, math.floor(mean - reach), math.ceil(mean + reach))
    below, low, high = 0.0, 0, deals
    log_all = math.lgamma(deals + 1)
    for count in range(deals + 1):
        log_chance = (
            log_all
            - math.lgamma(count + 1)
            - math.lgamma(deals - count + 1)
            + count * math.log(chance)
            + (deals - count) * math.log1p(-chance)
        )
        below += math.exp(log_chance)
        if below <= tail:
            low = count + 1
        if below >= 1 - tail:
            high = count
            break
    return Expected(mean, low, high)


def _quantile(tail: float) -> float:
    """How many standard deviations leave so much on one side of a normal distribution."""
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        if math.erfc(middle / math.sqrt(2)) / 2 > tail:
            low = middle
        else:
            high = middle
    return high


@lru_cache(maxsize=1)
def _shapes() -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every distribution of a hand over the four suits, with its chance."""
    every = math.comb(PACK, HAND)
    ways = [math.comb(HAND, length) for length in range(HAND + 1)]
    return tuple(
        ((a, b, c, d), ways[a] * ways[b] * ways[c] * ways[d] / every)
        for a in range(HAND + 1)
        for b in range(HAND + 1 - a)
        for c in range(HAND + 1 - a - b)
        for d in (HAND - a - b - c,)
    )


def void_chance(voids: int) -> float:
    """The chance that a hand misses exactly so many suits."""
    return sum(chance for shape, chance in _shapes() if shape.count(0) == voids)


def longest_chance(length: int) -> float:
    """The chance that a hand's longest suit has so many cards, or more for the last of `LONGEST`."""
    return sum(chance for shape, chance in _shapes() if min(max(shape), LONGEST[-1]) == length)
