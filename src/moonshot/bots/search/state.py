"""A deal in play as a small table of ints, and what a card does to it.

A state is an array of 4 rows: the hands, the captured cards, the tricks won (a column a seat), and `GAME`
with the columns named here. It says what `moonshot.engine.Deal` says during play; the law that holds both
equal is tests/bots/search/test_rules.py.
"""

from typing import Any, Final

import numpy as np

from moonshot.bots.search.compiling import either, inlined, lean
from moonshot.engine.cards import SUIT_MASKS
from moonshot.engine.facts import ANYTIME
from moonshot.engine.legality import (
    breaks_hearts,
    follow_mask,
    kitty_goes,
    lead_mask,
    must_redeal,
    opening_seat,
    redeals_at_opening,
    winning_card,
)

HANDS: Final = 0
TAKEN: Final = 1
WON: Final = 2
GAME: Final = 3

TURN: Final = 0
LEADER: Final = 1
LED: Final = 2
"""The suit led; means something only while `TRICK` is not 0."""
TRICK: Final = 3
"""The mask of the cards on the unfinished trick."""
HOLDER: Final = 4
"""The seat whose card holds that trick."""
FIRST: Final = 5
"""1 during trick one."""
BROKEN: Final = 6
KITTY: Final = 7
"""The mask of the kitty as long as nobody has it."""
LEFT: Final = 8
"""Cards still to be played."""
REDEALT: Final = 9
"""1 when the rules deal again; then nothing more is played."""
HELD: Final = 10
"""The mask of all cards in hands."""
VOIDS: Final = 11
"""Bit 4 * seat + suit: the seat has not followed that suit."""

COLUMNS: Final = 12

State = np.ndarray[Any, np.dtype[np.int64]]


def new_state() -> State:
    """An empty state."""
    return np.zeros((4, COLUMNS), np.int64)


@inlined
def legal_cards(facts: Any, state: State) -> int:
    """The mask of the cards that the seat in turn may play."""
    game = state[GAME]
    hand = state[HANDS, game[TURN]]
    first = game[FIRST] != 0
    broken = game[BROKEN] != 0
    if game[TRICK]:
        return follow_mask(facts, hand, game[LED], game[TRICK], first, broken)
    return lead_mask(facts, hand, first, broken)


@inlined
def put(facts: Any, state: State, card: int) -> None:
    """Play a legal card for the seat in turn."""
    game = state[GAME]
    turn = game[TURN]
    bit = 1 << card
    state[HANDS, turn] ^= bit
    game[HELD] ^= bit
    game[LEFT] -= 1
    trick = game[TRICK]
    if trick == 0:
        game[LEADER] = turn
        game[LED] = card // 13
    led = game[LED]
    # Whether a card follows suit and whether it takes the trick is anybody's guess: a processor that guesses
    # wrong at a jump loses more time than both take without one.
    game[VOIDS] |= int(bit & SUIT_MASKS[led] == 0) << (4 * turn + led)
    trick |= bit
    first = game[FIRST] != 0
    if game[BROKEN] == 0 and breaks_hearts(facts, card, led, first):
        game[BROKEN] = 1
    game[HOLDER] = either(winning_card(trick, led) == card, turn, game[HOLDER])
    turn += 1
    if turn == facts.players:
        turn = 0
    if turn != game[LEADER]:
        game[TRICK] = trick
        game[TURN] = turn
        if first and must_redeal(facts, state[HANDS, turn], True):
            game[REDEALT] = 1
        return
    winner = game[HOLDER]
    state[WON, winner] += 1
    if game[KITTY] and kitty_goes(facts, trick, first, game[LEFT] == 0):
        trick |= game[KITTY]
        game[KITTY] = 0
    state[TAKEN, winner] |= trick
    game[TRICK] = 0
    game[FIRST] = 0
    game[TURN] = winner
    game[LEADER] = winner


@lean
def open_play(facts: Any, state: State, dealer: int, kitty: int) -> None:
    """Begin trick one with the hands that stand in row `HANDS`."""
    game = state[GAME]
    state[TAKEN] = 0
    state[WON] = 0
    game[:] = 0
    held = 0
    for seat in range(facts.players):
        held |= state[HANDS, seat]
    game[HELD] = held
    game[KITTY] = kitty
    game[LEFT] = facts.plies
    game[FIRST] = 1
    game[BROKEN] = int(facts.lead_hearts == ANYTIME)
    opener = opening_seat(facts, state[HANDS], dealer)
    game[TURN] = opener
    game[LEADER] = opener
    game[REDEALT] = int(redeals_at_opening(facts, state[HANDS, opener]))


@lean
def replay(facts: Any, state: State, leader: int, cards: np.ndarray[Any, Any]) -> bool:
    """Play ``cards`` from trick one on, as long as the rules allow it.

    Returns False when ``leader`` does not open with these hands, or when some card could not be played.
    """
    game = state[GAME]
    if game[TURN] != leader or game[REDEALT]:
        return False
    for index in range(len(cards)):
        card = cards[index]
        if not legal_cards(facts, state) >> card & 1:
            return False
        put(facts, state, card)
        if game[REDEALT]:
            return False
    return True
