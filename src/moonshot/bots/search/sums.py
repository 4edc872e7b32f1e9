"""What a search adds up for each choice, and what it makes of that."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import numpy as np

from moonshot.bots.search.compiling import inlined, lean
from moonshot.bots.search.scores import MARGIN, Stake, payoff, score
from moonshot.bots.search.state import State

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Choice = TypeVar("Choice")

SUMS: Final = 4
"""For each way to go on and each choice: its value, the points of this seat, and the squares of both."""
VALUE: Final = 0
VALUE_SQUARE: Final = 1
POINTS: Final = 2
POINTS_SQUARE: Final = 3

HOPELESS: Final = 3.0
"""The moon is not tried any more when it is so many points worse."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[Choice]):
    """What the search found for each choice, in points of a deal; of two ways to go on, the better one."""

    moves: tuple[Choice, ...]
    values: tuple[float, ...]
    """What each choice is worth, high is good."""
    errors: tuple[float, ...]
    """The standard error of that."""
    points: tuple[float, ...]
    """What this seat gets in the whole deal on average."""
    point_errors: tuple[float, ...]
    shoots: tuple[bool, ...]
    """Whether the value is that of going for the moon."""
    worlds: tuple[int, ...]
    """In how many worlds each choice was tried."""
    playouts: int

    @property
    def best(self) -> Choice:
        """The choice of the highest value among those tried the most; of equals the first."""
        most = max(self.worlds)
        known = [
            value if seen == most else float("-inf")
            for value, seen in zip(self.values, self.worlds, strict=True)
        ]
        return self.moves[known.index(max(known))]


def judged(moves: Sequence[Choice], sums: Floats, worlds: Ints, playouts: int) -> Judged[Choice]:
    """Make means and standard errors of the sums."""
    seen = np.maximum(1, worlds)
    ways = np.argmax(sums[VALUE], axis=0)
    rows = range(len(moves))
    means = [sums[row, ways, rows] / seen for row in range(SUMS)]
    return Judged(
        moves=tuple(moves),
        values=_floats(means[VALUE]),
        errors=_floats(_error(means[VALUE], means[VALUE_SQUARE], seen)),
        points=_floats(means[POINTS]),
        point_errors=_floats(_error(means[POINTS], means[POINTS_SQUARE], seen)),
        shoots=tuple(bool(way) for way in ways),
        worlds=tuple(int(number) for number in worlds),
        playouts=playouts,
    )


def _floats(numbers: Floats) -> tuple[float, ...]:
    return tuple(float(number) for number in numbers)


def _error(mean: Floats, square: Floats, seen: Ints) -> Floats:
    spread: Floats = np.sqrt(np.maximum(0.0, square - mean * mean) / seen)
    return spread


@inlined
def add_up(sums: Floats, way: int, choice: int, value: float, points: int) -> None:
    """Count one playout."""
    sums[VALUE, way, choice] += value
    sums[VALUE_SQUARE, way, choice] += value * value
    sums[POINTS, way, choice] += points
    sums[POINTS_SQUARE, way, choice] += points * points


@inlined
def count_deal(
    facts: Any,
    state: State,
    me: int,
    stake: Stake,
    points: Ints,
    after: Ints,
    sums: Floats,
    way: int,
    choice: int,
) -> None:
    """Count a playout that has come to its end, for what it is worth to ``me``."""
    end, winners = score(facts, state, stake.totals, stake.deal_no, stake.overtime, points, after)
    worth = payoff(facts, me, points, after, end, winners, stake.urgency, stake.spread)
    add_up(sums, way, choice, worth - way * MARGIN, points[me])


@lean
def keep_better(sums: Floats, alive: Ints) -> None:
    """Sort the living choices by what they are worth so far, the best first, equals as they were."""
    for start in range(1, len(alive)):
        choice = alive[start]
        worth = max(sums[VALUE, 0, choice], sums[VALUE, 1, choice])
        place = start
        while place and worth > max(sums[VALUE, 0, alive[place - 1]], sums[VALUE, 1, alive[place - 1]]):
            alive[place] = alive[place - 1]
            place -= 1
        alive[place] = choice


@lean
def worth_shooting(sums: Floats, worlds: Ints, alive: Ints) -> bool:
    """False when going for the moon is so much worse that more playouts will not change that."""
    best = -np.inf
    moon = -np.inf
    for choice in alive:
        best = max(best, sums[VALUE, 0, choice] / worlds[choice])
        moon = max(moon, sums[VALUE, 1, choice] / worlds[choice])
    return moon > best - HOPELESS
