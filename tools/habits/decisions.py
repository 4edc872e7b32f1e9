"""Deals that the search plays against itself, and what it thought of every legal card."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from moonshot.bots import find_policy
from moonshot.bots.search.plays import judge_plays
from moonshot.bots.search.sums import Judged
from moonshot.engine import Match, Play, Rules, View, cards_of, deal_hands, view_of
from moonshot.engine.events import Dealt
from tools.habits.seen import rows_seen

MOST_ROWS = 96
NO_ROW = -1
DIRECTIONS = ("L", "R", "A", "H")
"""One of them for each deal in turn."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """A line for each choice between cards."""

    rows: NDArray[np.int16]
    """Which rows of the network count; NO_ROW where there are fewer than MOST_ROWS."""
    values: NDArray[np.float32]
    """For each of the 52 cards its value, NaN where it may not be played. In points where all penalties of a
    deal are 26, otherwise as much more or less."""


def decisions(rules: Sequence[Rules], deals: int, seed: int, playouts: int, stray: float) -> Decisions:
    """Play deals under these rules in turn with all four seats searching.

    By the chance ``stray`` any legal card is played.
    """
    rows: list[list[int]] = []
    values: list[NDArray[np.float32]] = []
    for number in range(deals):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311 - to be the same again
        _play(_dealt(rules[number % len(rules)], seed, number), chance, playouts, stray, rows, values)
    padded = np.full((len(rows), MOST_ROWS), NO_ROW, np.int16)
    for line, found in zip(padded, rows, strict=True):
        line[: len(found)] = found
    return Decisions(padded, np.array(values, np.float32))


def _dealt(rules: Rules, seed: int, number: int) -> Match:
    """A match of one deal, its cards dealt and passed as Steady passes."""
    direction = DIRECTIONS[number % len(DIRECTIONS)]
    match = Match(replace(rules, pass_cycle=(direction,)), match_id=f"habits-{seed}-{number}")
    secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
    while match.phase == "passing":
        seat = match.acting[0]
        match.act(seat, find_policy("steady").choose(view_of(match, seat), 0))
    return match


def _play(
    match: Match,
    chance: random.Random,
    playouts: int,
    stray: float,
    rows: list[list[int]],
    values: list[NDArray[np.float32]],
) -> None:
    penalties = sum(points for points in match.rules.facts.points if points > 0)
    while match.phase == "playing":
        assert match.turn is not None
        view = view_of(match, match.turn)
        if view.legal & (view.legal - 1) == 0:
            match.act(match.turn, Play(view.legal.bit_length() - 1))
            continue
        found = judge_plays(view, playouts, chance.getrandbits(32), halve=False)
        line = np.full(52, np.nan, np.float32)
        for card, value in value_of_each(view, found).items():
            line[card] = value * 26 / penalties
        if len(found.moves) > 1:
            rows.append(rows_seen(view))
            values.append(line)
        legal = np.flatnonzero(~np.isnan(line)).tolist()
        card = chance.choice(legal) if chance.random() < stray else found.best
        match.act(match.turn, Play(card))


def value_of_each(view: View, found: Judged[int]) -> dict[int, float]:
    """The value of every legal card; cards that come to the same were tried as one, the lowest of them."""
    return {
        card: found.values[found.moves.index(max(tried for tried in found.moves if tried <= card))]
        for card in cards_of(view.legal)
    }
