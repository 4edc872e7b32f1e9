"""Fitting the network of `search.habits` to decisions: two layers and their slopes, in NumPy."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from moonshot.bots.search import habits
from moonshot.engine import Rules
from tools.habits.decisions import Decisions

Array = NDArray[np.float32]
Numbers = list[Array]
"""Rows, cards and liking, as the files hold them, but not yet rounded."""

ROWS = habits.CAPTURED + 15
WIDTH = 32
SHARPNESS = 0.7
"""Points by which a card has to be better to be liked about 2.7 times as much."""
BATCH = 2048
CLUBS_FOR_DIAMONDS = np.concatenate([np.arange(13, 26), np.arange(13), np.arange(26, 52)])


def suits_alike(rules: Sequence[Rules]) -> bool:
    """Whether nothing tells clubs from diamonds after trick one."""
    clubs, diamonds = slice(0, 13), slice(13, 26)
    every = [one.facts for one in rules]
    return all(one.points[clubs] == one.points[diamonds] and one.bonus_card < 0 for one in every)


def begin(seed: int) -> Numbers:
    """Small numbers by chance."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(0, 0.1, (ROWS, WIDTH))
    cards = chance.normal(0, WIDTH**-0.5, (52, WIDTH))
    return [rows.astype(np.float32), cards.astype(np.float32), np.zeros(52, np.float32)]


def learn(
    numbers: Numbers, found: Decisions, steps: int, rate: float, seed: int, *, alike: bool
) -> Iterator[float]:
    """Improve ``numbers`` in place by Adam, the rate falling to nothing; yields every loss.

    ``alike``: see `suits_alike`.
    """
    chance = np.random.default_rng(seed)
    first = [np.zeros_like(part) for part in numbers]
    second = [np.zeros_like(part) for part in numbers]
    for step in range(1, steps + 1):
        loss, slopes = loss_and_slopes(numbers, *_batch(found, chance, alike=alike))
        now = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
        for part, slope, mean, square in zip(numbers, slopes, first, second, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope * slope - square)
            part[...] -= now * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        yield loss


def loss_and_slopes(numbers: Numbers, seen: Array, wanted: Array) -> tuple[float, Numbers]:
    """The cross-entropy of what is liked and what is wanted (0: may not be played), and its slopes."""
    rows, cards, liking = numbers
    sums = seen @ rows
    kept = np.maximum(sums, 0)
    scores = kept @ cards.T + liking
    scores[wanted == 0] = -np.inf
    liked = np.exp(scores - scores.max(1, keepdims=True))
    liked /= liked.sum(1, keepdims=True)
    loss = -(wanted * np.log(np.maximum(liked, 1e-12))).sum(1).mean()
    error = (liked - wanted) / np.float32(len(seen))
    back = (error @ cards) * (sums > 0)
    return float(loss), [seen.T @ back, error.T @ kept, error.sum(0)]


def rounded(numbers: Numbers) -> dict[str, NDArray[np.int16]]:
    """The numbers in units of `habits.UNIT`, by the names in the file."""
    whole = [np.round(part / habits.UNIT).astype(np.int16) for part in numbers]
    return dict(zip(("rows", "cards", "liking"), whole, strict=True))


def _batch(found: Decisions, chance: np.random.Generator, *, alike: bool) -> tuple[Array, Array]:
    lines = chance.integers(0, len(found.rows), BATCH)
    seen = np.zeros((BATCH, ROWS + 1), np.float32)
    np.put_along_axis(seen, found.rows[lines].astype(np.int64) % (ROWS + 1), 1.0, 1)
    wanted = wanted_from(found.values[lines])
    if alike:
        swap = (chance.random(BATCH) < 0.5) & (seen[:, habits.OPENING] == 0)
        seen[swap] = seen[swap][:, _swapped_rows()]
        wanted[swap] = wanted[swap][:, CLUBS_FOR_DIAMONDS]
    return seen[:, :ROWS], wanted


def wanted_from(values: Array) -> Array:
    """How much each card should be liked: more, the better it is, in all 1; 0 where it may not be played."""
    best = np.nanmax(values, 1, keepdims=True)
    wanted = np.exp((np.nan_to_num(values, nan=-np.inf) - best) / SHARPNESS)
    # Never nothing where it may be played.
    wanted = np.where(np.isnan(values), 0, np.maximum(wanted, 1e-9)).astype(np.float32)
    shares: Array = wanted / wanted.sum(1, keepdims=True)
    return shares


def _swapped_rows() -> NDArray[np.int64]:
    rows = np.arange(ROWS + 1)
    for first in (habits.HAND, habits.OUT, habits.ON_TABLE, habits.BEST):
        rows[first : first + 52] = first + CLUBS_FOR_DIAMONDS
    for first in range(habits.VOID, habits.HAS_POINTS, 4):
        rows[first], rows[first + 1] = first + 1, first
    return rows
