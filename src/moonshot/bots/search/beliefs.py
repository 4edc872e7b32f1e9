"""Which worlds are likely: those in which the others would have passed and played as they did.

Worlds are drawn as ever (`worlds`), each as likely as any other. Then each is asked how likely its hands were
after the pass (`passed`), and how likely every card was, by habit, that another seat played by choice. The
search takes the likely worlds more often. Where too few of them would count, that is softened.
"""

from math import sqrt
from typing import Any, Final

import numpy as np

from moonshot.bots.search.chance import Stream, share
from moonshot.bots.search.compiling import compiled, lean
from moonshot.bots.search.habits import Habits, captured_small, liked, look, put_seen, take_in
from moonshot.bots.search.passed import Passed, likelier
from moonshot.bots.search.playout import owner_of_points
from moonshot.bots.search.position import Seen, deal_out
from moonshot.bots.search.scores import decay
from moonshot.bots.search.state import COLUMNS, GAME, REDEALT, TURN, State, legal_cards
from moonshot.bots.search.worlds import Unseen, draw
from moonshot.engine.cards import lowest_card

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

POOL_COLUMNS: Final = 8
"""In a row of worlds: the seats, then the hidden kitty."""
LEAST: Final = 0.02
"""Nobody's habits make a card less likely than that."""
MOST: Final = 1.0 / LEAST
SOFTNESS: Final = 0.8
"""So much less sure than they were learned to be habits are taken: a little more sure."""
ENOUGH: Final = 0.02
"""At least this share of the worlds has to count, as far as softening can bring that about."""
MOST_SOFTENINGS: Final = 8


@lean
def chance_of(facts: Any, habits: Habits, state: State, card: int) -> float:
    """How likely the seat in turn is to play ``card``, a legal one. After `take_in`."""
    legal = legal_cards(facts, state)
    if legal & (legal - 1) == 0:
        return 1.0
    look(habits, state)
    mine = float(liked(habits, card))
    whole = 0.0
    while legal:
        more = (float(liked(habits, lowest_card(legal))) - mine) / SOFTNESS
        legal &= legal - 1
        part = decay(abs(more))
        if more <= 0.0:
            whole += part
        elif part * MOST > 1.0:
            whole += 1.0 / part
        else:
            return LEAST
    return max(LEAST, 1.0 / whole)


@lean
def likelihood(facts: Any, habits: Habits, state: State, hands: Ints, seen: Seen) -> float:
    """How likely the others were to play as they did if the cards lay as in ``hands``; 0: not at all."""
    deal_out(facts, state, hands, seen)
    game = state[GAME]
    if game[TURN] != seen.leader or game[REDEALT]:
        return 0.0
    take_in(facts, habits, state)
    owner = owner_of_points(facts, state)
    captured = captured_small(facts, state)
    found = 1.0
    for index in range(len(seen.played)):
        card = seen.played[index]
        if not legal_cards(facts, state) >> card & 1:
            return 0.0
        if game[TURN] != seen.me:
            found *= chance_of(facts, habits, state, card)
        owner, captured = put_seen(facts, habits, state, card, owner, captured)
        if game[REDEALT]:
            return 0.0
    return found


@compiled
def draw_worlds(stream: Stream, unseen: Unseen, pool: Ints) -> None:
    """Draw a world into each row."""
    for world in range(len(pool)):
        draw(stream, pool[world], unseen)


@compiled
def weigh_worlds(facts: Any, habits: Habits, passed: Passed, seen: Seen, pool: Ints, weights: Floats) -> None:
    """Fill ``weights`` with how much to believe in the worlds in the rows of ``pool``."""
    state = np.zeros((4, COLUMNS), np.int64)
    for world in range(len(pool)):
        weights[world] = likelihood(facts, habits, state, pool[world], seen)
        if weights[world] > 0.0:
            deal_out(facts, state, pool[world], seen)
            weights[world] *= likelier(passed, state, seen.me)
    soften(weights)


@lean
def soften(weights: Floats) -> None:
    """Draw the weights together until enough of those that count at all count enough."""
    most = 0.0
    for place in range(len(weights)):
        most = max(most, weights[place])
    if most == 0.0:
        return
    for place in range(len(weights)):
        weights[place] /= most
    for _ in range(MOST_SOFTENINGS):
        whole = 0.0
        squares = 0.0
        some = 0
        for place in range(len(weights)):
            whole += weights[place]
            squares += weights[place] * weights[place]
            some += weights[place] > 0.0
        if whole * whole >= ENOUGH * some * squares:
            return
        for place in range(len(weights)):
            weights[place] = sqrt(weights[place] * sqrt(weights[place]))


@lean
def believed(stream: Stream, sums: Floats) -> int:
    """The place of one of the worlds, each as often as its weight says; ``sums`` are the weights added up."""
    aim = share(stream) * sums[-1]
    low = 0
    high = len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > aim:
            high = middle
        else:
            low = middle + 1
    return low
