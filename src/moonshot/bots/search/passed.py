"""What the pass tells: which hands the others are likely to hold when play begins.

Who passes parts with what the search would part with, so a hand after the pass is not just any hand. How much
likelier it is adds up from facts about it, each with a number: which cards are in it, how long each suit is,
and how many spades are with the queen. A suit's length counts beside the cards of that suit which I gave to
that seat or got from it: who gave me two diamonds has hardly any left.

All numbers are multiples of `UNIT` and small, so every sum is exact. How they were learned is told in
docs/bots.md.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

import numpy as np

from moonshot.bots.search.compiling import lean
from moonshot.bots.search.habits import SEATS, UNIT, learned_for
from moonshot.bots.search.scores import decay
from moonshot.bots.search.state import HANDS, State
from moonshot.engine import View
from moonshot.engine.cards import QUEEN_BIT, SPADES_SUIT, SUIT_MASKS, lowest_card, mask_of
from moonshot.engine.passing import receiver_of

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

LEARNED: Final = ("standard",)
"""The names of habits beside which it was learned what is passed."""
PASS_COUNT: Final = 3
DIRECTIONS: Final = ("L", "R", "A")

# Where the numbers of each kind of fact begin.
CARD: Final = 0
"""By card: it is in the hand."""
LENGTH: Final = 52
"""By suit, how many of its cards I gave to the seat or got from it, and how many are in the hand."""
LENGTHS: Final = 14
SHARES: Final = PASS_COUNT + 1
QUEEN: Final = LENGTH + 4 * SHARES * LENGTHS
"""By how many spades are in the hand where the queen is one of them, else by none."""
FACTS: Final = QUEEN + LENGTHS

# What the pass made of another seat, for me; a table of numbers for each.
GETS: Final = 0
"""It got my cards."""
GIVES: Final = 1
"""I got its cards."""
BETWEEN: Final = 2
"""It got the cards of the seat with mine, and gave to the seat that gave to me."""
BOTH: Final = 3
"""We exchanged cards."""
ASIDE: Final = 4
"""It exchanged cards with another."""
PARTS: Final = 5


class Passed(NamedTuple):
    """What is known from the pass; compiled code takes it as it is. Without rows nothing is."""

    rows: Floats
    """For each seat how much likelier each fact makes its hand, as a logarithm."""
    shared: Ints
    """For each seat and suit how many cards I gave to it or got from it."""


def part_of(direction: str, me: int, seat: int) -> int:
    """What the pass made of another seat."""
    gets = receiver_of(direction, me, SEATS) == seat
    gives = receiver_of(direction, seat, SEATS) == me
    if gets or gives:
        return BOTH if gets and gives else GETS if gets else GIVES
    return ASIDE if direction == "A" else BETWEEN


def shared_cards(direction: str, me: int, seat: int, given: int, got: int) -> int:
    """The cards that I gave to a seat or got from it."""
    part = part_of(direction, me, seat)
    return got if part in (GIVES, BOTH) else given if part == GETS else 0


def file_of(name: str) -> Traversable:
    """The file of what was learned beside the habits of this name: ``rows`` as whole numbers of `UNIT`."""
    return files(__package__).joinpath(f"passed_{name}.npz")


@cache
def _numbers(name: str) -> Floats:
    with file_of(name).open("rb") as file, np.load(file) as found:
        rows: Floats = found["rows"].astype(np.float64) * UNIT
        return rows


def passed_of(view: View) -> Passed:
    """What the pass of this deal tells the seat of ``view``."""
    facts = view.rules.facts
    name = learned_for(facts)
    me, given, got = view.seat, view.passed, view.received
    if (
        name not in LEARNED
        or me is None
        or given is None
        or got is None
        or view.direction not in DIRECTIONS
        or facts.pass_count != PASS_COUNT
        or facts.no_pass
    ):
        return Passed(np.zeros((0, 0)), np.zeros((0, 0), np.int64))
    rows = np.zeros((SEATS, FACTS))
    shared = np.zeros((SEATS, 4), np.int64)
    for seat in range(SEATS):
        if seat != me:
            rows[seat] = _numbers(name)[part_of(view.direction, me, seat)]
            cards = shared_cards(view.direction, me, seat, mask_of(given), got)
            shared[seat] = [(cards & suit).bit_count() for suit in SUIT_MASKS]
    return Passed(rows, shared)


@lean
def likelier(passed: Passed, state: State, me: int) -> float:
    """How much likelier than by the cards dealt alone the others hold the hands of ``state`` at trick one."""
    whole = 0.0
    for seat in range(len(passed.rows)):
        if seat == me:
            continue
        hand = state[HANDS, seat]
        row = passed.rows[seat]
        for suit in range(4):
            length = (hand & SUIT_MASKS[suit]).bit_count()
            whole += row[LENGTH + (suit * SHARES + passed.shared[seat, suit]) * LENGTHS + length]
        whole += row[QUEEN + ((hand & SUIT_MASKS[SPADES_SUIT]).bit_count() if hand & QUEEN_BIT else 0)]
        while hand:
            whole += row[CARD + lowest_card(hand)]
            hand &= hand - 1
    return 1.0 / decay(whole) if whole > 0.0 else decay(-whole)
