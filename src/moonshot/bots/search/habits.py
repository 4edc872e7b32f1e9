"""Habits learned from the search, and playing a deal to its end by them.

A small network says how much a seat likes each of its legal cards. What goes in are facts that the seat can
see, each with a row of numbers: the rows are added, what is below zero is dropped, and a weighted sum of that
is made for each card. All numbers are multiples of `UNIT` and small, so every sum is exact: the same in any
order, on every machine.

The rows of cards, voids and points are kept up to date for every seat from card to card. How the numbers were
learned is told in docs/bots.md.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

import numpy as np

from moonshot.bots.search.chance import Stream
from moonshot.bots.search.compiling import exact, inlined, lean
from moonshot.bots.search.playout import SEVERAL, owner_of_points, play_on
from moonshot.bots.search.state import (
    BROKEN,
    FIRST,
    GAME,
    HANDS,
    HOLDER,
    LED,
    LEFT,
    REDEALT,
    TAKEN,
    TRICK,
    TURN,
    VOIDS,
    State,
    legal_cards,
    put,
)
from moonshot.bots.search.thumb import NOBODY
from moonshot.engine import Rules, preset
from moonshot.engine.cards import SUIT_MASKS, lowest_card
from moonshot.engine.facts import RuleFacts

UNIT: Final = 1 / 64

# Where the rows of each kind of fact begin. Seats are counted from the one that thinks, clockwise.
HAND: Final = 0
"""By card: in my hand. (In use: how that differs from being in another hand.)"""
OUT: Final = 52
"""By card: in another hand. (In use: in any hand.)"""
ON_TABLE: Final = 104
"""By card: on the unfinished trick."""
BEST: Final = 156
"""By card: it holds that trick."""
PLACE: Final = 208
"""By how many cards lie on it."""
VOID: Final = 212
"""By seat, from the next one, and suit: has not followed."""
HAS_POINTS: Final = 224
"""By seat: has captured something that a moon needs."""
HAS_BIG: Final = 228
"""By seat: has captured a great penalty."""
OWNER: Final = 232
"""By seat: the only one with points; behind the seats: there are several."""
HOLDS: Final = 237
"""By seat: holds the unfinished trick."""
UNLOCKED: Final = 241
"""Hearts are broken."""
OPENING: Final = 242
"""It is trick one."""
ALWAYS: Final = 243
CAPTURED: Final = 244
"""By how many small point cards have been captured; only where somebody has points."""

SEATS: Final = 4
EVERYBODY: Final = 4
"""Behind the seats: the row of `Habits.sums` that counts for all of them."""

Floats = np.ndarray[Any, np.dtype[np.float32]]


class Habits(NamedTuple):
    """The numbers, and room to work with them; compiled code takes it as it is.

    Without rows nothing has been learned.
    """

    rows: Floats
    """A row for each fact."""
    cards: Floats
    """For each card how much each sum counts."""
    liking: Floats
    """For each card how much it is liked anyhow."""
    sums: Floats
    """The lasting rows added up: for each seat those that only it sees so, and those that all see."""
    now: Floats
    """The sums of the seat in turn, with what lies on the table."""


LEARNED: Final[Mapping[str, tuple[Rules, ...]]] = {
    "standard": (Rules(),),
    "jack": (preset("omnibus"),),
    "pips": (preset("spot"), preset("pip_119"), preset("greek_values")),
}
"""By name of a file the rules that its habits were learned under. They serve all with the same points."""
_SAME: Final = ("players", "deck", "points", "bonus_card", "bonus_points", "moon_set")


def learned_for(facts: RuleFacts) -> str | None:
    """The name of the habits for rules with these cards and points; None where nothing has been learned."""
    for name, known in LEARNED.items():
        for rules in known:
            if all(getattr(facts, field) == getattr(rules.facts, field) for field in _SAME):
                return name
    return None


def file_of(name: str) -> Traversable:
    """The file of the habits of this name: ``rows``, ``cards`` and ``liking`` as whole numbers of `UNIT`."""
    return files(__package__).joinpath(f"habits_{name}.npz")


@cache
def _numbers(name: str | None) -> tuple[Floats, Floats, Floats]:
    if name is None:
        return np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    with file_of(name).open("rb") as file, np.load(file) as found:
        rows, cards, liking = (found[part].astype(np.float32) * np.float32(UNIT) for part in found.files)
        rows[HAND:OUT] -= rows[OUT:ON_TABLE]
        return rows, cards, liking


def habits_of(facts: RuleFacts) -> Habits:
    """The habits for these rules, without rows where nothing has been learned."""
    rows, cards, liking = _numbers(learned_for(facts))
    width = rows.shape[1]
    return Habits(
        rows=rows,
        cards=cards,
        liking=liking,
        sums=np.zeros((SEATS + 1, width), np.float32),
        now=np.zeros(width, np.float32),
    )


# The width of a row is read from the array everywhere: with a constant the compiler unrolls the loop into
# single steps, which takes four times as long.


@inlined
def _add(habits: Habits, seat: int, row: int) -> None:
    for place in range(habits.rows.shape[1]):
        habits.sums[seat, place] += habits.rows[row, place]


@inlined
def _drop(habits: Habits, seat: int, row: int) -> None:
    for place in range(habits.rows.shape[1]):
        habits.sums[seat, place] -= habits.rows[row, place]


@inlined
def _look(habits: Habits, row: int) -> None:
    for place in range(habits.rows.shape[1]):
        habits.now[place] += habits.rows[row, place]


@exact
def liked(habits: Habits, card: int) -> Any:
    """How much the seat in turn likes a card. After `look`."""
    liking = habits.liking[card]
    for place in range(habits.rows.shape[1]):
        liking += habits.now[place] * habits.cards[card, place]
    return liking


@inlined
def _from(seat: int, other: int) -> int:
    """How many seats ``other`` sits clockwise from ``seat``."""
    return (other - seat) & (SEATS - 1)


@inlined
def captured_small(facts: Any, state: State) -> int:
    """How many small point cards have been captured."""
    count = 0
    for seat in range(SEATS):
        count += (state[TAKEN, seat] & facts.moon_set & ~facts.big).bit_count()
    return count


@inlined
def _mark(habits: Habits, owner: int, captured: int, sign: float) -> None:
    """Let every seat know, or no longer know, who has points and how many there are."""
    if owner == NOBODY:
        return
    for place in range(habits.rows.shape[1]):
        habits.sums[EVERYBODY, place] += np.float32(sign) * habits.rows[CAPTURED + captured, place]
    for seat in range(SEATS):
        row = OWNER + (SEATS if owner == SEVERAL else _from(seat, owner))
        for place in range(habits.rows.shape[1]):
            habits.sums[seat, place] += np.float32(sign) * habits.rows[row, place]


@lean
def take_in(facts: Any, habits: Habits, state: State) -> None:
    """Add up what every seat sees in ``state``, but for the unfinished trick."""
    game = state[GAME]
    for place in range(habits.rows.shape[1]):
        habits.sums[EVERYBODY, place] = habits.rows[ALWAYS, place]
        for seat in range(SEATS):
            habits.sums[seat, place] = 0.0
    if game[BROKEN]:
        _add(habits, EVERYBODY, UNLOCKED)
    if game[FIRST]:
        _add(habits, EVERYBODY, OPENING)
    for seat in range(SEATS):
        cards = state[HANDS, seat]
        while cards:
            card = lowest_card(cards)
            cards &= cards - 1
            _add(habits, seat, HAND + card)
            _add(habits, EVERYBODY, OUT + card)
        for steps in range(SEATS):
            other = (seat + steps) & (SEATS - 1)
            if state[TAKEN, other] & facts.moon_set:
                _add(habits, seat, HAS_POINTS + steps)
            if state[TAKEN, other] & facts.big:
                _add(habits, seat, HAS_BIG + steps)
            if steps:
                voids = game[VOIDS] >> 4 * other & 15
                while voids:
                    _add(habits, seat, VOID + 4 * (steps - 1) + lowest_card(voids))
                    voids &= voids - 1
    _mark(habits, owner_of_points(facts, state), captured_small(facts, state), 1.0)


@inlined
def look(habits: Habits, state: State) -> None:
    """Fill ``now`` with the sums of the seat in turn. After `take_in`."""
    game = state[GAME]
    seat = game[TURN]
    trick = game[TRICK]
    place = PLACE + trick.bit_count()
    for at in range(habits.rows.shape[1]):
        habits.now[at] = habits.sums[EVERYBODY, at] + habits.sums[seat, at] + habits.rows[place, at]
    if trick:
        _look(habits, BEST + (trick & SUIT_MASKS[game[LED]]).bit_length() - 1)
        _look(habits, HOLDS + _from(seat, game[HOLDER]))
        while trick:
            _look(habits, ON_TABLE + lowest_card(trick))
            trick &= trick - 1
    for at in range(habits.rows.shape[1]):
        habits.now[at] = max(habits.now[at], np.float32(0.0))


@inlined
def liked_card(facts: Any, habits: Habits, state: State) -> int:
    """The legal card that the seat in turn likes best; of equals the lowest. After `take_in`."""
    legal = legal_cards(facts, state)
    if legal & (legal - 1) == 0:
        return lowest_card(legal)
    look(habits, state)
    chosen = lowest_card(legal)
    most = liked(habits, chosen)
    legal &= legal - 1
    while legal:
        card = lowest_card(legal)
        legal &= legal - 1
        liking = liked(habits, card)
        if liking > most:
            chosen = card
            most = liking
    return chosen


@inlined
def put_seen(
    facts: Any, habits: Habits, state: State, card: int, owner: int, captured: int
) -> tuple[int, int]:
    """Play a card and bring the sums up to date. After `take_in`.

    Takes and returns `owner_of_points` and `captured_small`.
    """
    game = state[GAME]
    seat = game[TURN]
    voids = game[VOIDS]
    first = game[FIRST]
    broken = game[BROKEN]
    trick = game[TRICK] | 1 << card
    put(facts, state, card)
    _drop(habits, seat, HAND + card)
    _drop(habits, EVERYBODY, OUT + card)
    if game[BROKEN] != broken:
        _add(habits, EVERYBODY, UNLOCKED)
    if game[FIRST] != first:
        _drop(habits, EVERYBODY, OPENING)
    if game[VOIDS] != voids:
        for steps in range(1, SEATS):
            _add(habits, (seat - steps) & (SEATS - 1), VOID + 4 * (steps - 1) + game[LED])
    if game[TRICK] == 0 and trick & facts.moon_set:
        winner = game[TURN]
        for other in range(SEATS):
            if not state[TAKEN, winner] & ~trick & facts.moon_set:
                _add(habits, other, HAS_POINTS + _from(other, winner))
            if trick & facts.big:
                _add(habits, other, HAS_BIG + _from(other, winner))
        _mark(habits, owner, captured, -1.0)
        owner = winner if owner in (NOBODY, winner) else SEVERAL
        captured += (trick & facts.moon_set & ~facts.big).bit_count()
        _mark(habits, owner, captured, 1.0)
    return owner, captured


@lean
def play_by_habit(facts: Any, habits: Habits, state: State) -> None:
    """Every seat plays the card it likes best until the deal is over, or dealt again."""
    game = state[GAME]
    owner = owner_of_points(facts, state)
    captured = captured_small(facts, state)
    take_in(facts, habits, state)
    while game[LEFT] and not game[REDEALT]:
        card = liked_card(facts, habits, state)
        owner, captured = put_seen(facts, habits, state, card, owner, captured)


@lean
def play_out(facts: Any, habits: Habits, world: int, state: State, stream: Stream, shooter: int) -> None:
    """Play a deal to its end: by learned habits in every second world, else by rules of thumb (`play_on`).

    Two ways to play err in different ways; together they came out better than either, see docs/bots.md.
    """
    if world & 1 and len(habits.rows):
        play_by_habit(facts, habits, state)
    else:
        play_on(facts, state, stream, shooter)
