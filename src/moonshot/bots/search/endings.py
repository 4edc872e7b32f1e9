"""The last tricks, played exactly: every world that is still possible, every line of play in each.

In a world all cards are known; everybody plays for himself, and of plays that are equally good for him takes
the one that is worst for the seat in question. A card is worth what it brings on average over all worlds.
"""

from typing import Any, Final

import numpy as np

from moonshot.bots.counting import Count
from moonshot.bots.search.compiling import compiled, lean
from moonshot.bots.search.position import Seen, bring_up
from moonshot.bots.search.scores import Stake, payoff, score
from moonshot.bots.search.state import (
    COLUMNS,
    GAME,
    LEFT,
    REDEALT,
    TURN,
    State,
    legal_cards,
    put,
)
from moonshot.bots.search.sums import add_up
from moonshot.engine.cards import cards_of, lowest_card

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

LINES: Final = (0, 1, 8, 100, 3000)
"""By tricks left about how many lines a world has; with more tricks left nothing is played exactly."""
MOST_WORLDS: Final = 20_000
_DEPTH: Final = 32
_SEATS: Final = 8


def worlds_within(count: Count, tricks: int, budget: int) -> Ints | None:
    """All ways in which the unseen cards may lie, a row of hands each with the kitty behind the seats.

    None where looking at all of them would take more than ``budget`` lines. The rules may reject some.
    """
    if not 1 < tricks < len(LINES):
        return None
    most = min(MOST_WORLDS, budget // LINES[tricks])
    seats = range(len(count.sizes))
    known = 0
    for cards in count.holds:
        known |= cards
    rooms = np.zeros(_SEATS, np.int64)
    may = np.zeros(_SEATS, np.int64)
    held = np.zeros(_SEATS, np.int64)
    for seat in seats:
        rooms[seat] = count.sizes[seat] - count.holds[seat].bit_count()
        may[seat] = count.may_hold[seat]
        held[seat] = count.holds[seat]
    rooms[len(count.sizes)] = count.hidden_kitty
    may[len(count.sizes)] = count.unseen
    free = np.array(cards_of(count.unseen & ~known), np.int64)
    worlds = np.zeros((most + 1, _SEATS), np.int64)
    found = int(list_worlds(free, may, rooms, held, worlds))
    return None if found > most else worlds[:found]


@compiled
def list_worlds(free: Ints, may: Ints, rooms: Ints, held: Ints, worlds: Ints) -> int:
    """Fill ``worlds`` with every way to place the free cards, as long as there is room; returns how many."""
    size = len(free)
    if size == 0:
        worlds[0] = held
        return 1
    found = 0
    places = np.full(size, -1)
    at = 0
    while at >= 0:
        bit = 1 << free[at]
        place = places[at]
        if place >= 0:
            rooms[place] += 1
            held[place] ^= bit
        place += 1
        while place < len(rooms) and not (rooms[place] and may[place] & bit):
            place += 1
        if place == len(rooms):
            places[at] = -1
            at -= 1
            continue
        places[at] = place
        rooms[place] -= 1
        held[place] |= bit
        if at + 1 < size:
            at += 1
            continue
        worlds[found] = held
        found += 1
        if found == len(worlds):
            return found
    return found


@compiled
def search_ending(
    facts: Any, seen: Seen, stake: Stake, moves: Ints, worlds: Ints, weights: Floats, sums: Floats
) -> int:
    """Add up what each move brings in each world that the rules accept; returns how many these are.

    A world counts by its weight beside the mean of the weights.
    """
    root = np.zeros((4, COLUMNS), np.int64)
    states = np.zeros((_DEPTH, 4, COLUMNS), np.int64)
    values = np.zeros((_DEPTH, 2, _SEATS))
    points = np.zeros(_SEATS, np.int64)
    after = np.zeros(_SEATS, np.int64)
    todo = np.zeros(2 * _DEPTH, np.int64)
    accepted = 0
    whole = 0.0
    for row in range(len(worlds)):
        if weights[row] == 0.0 or not bring_up(facts, root, worlds[row], seen):
            continue
        accepted += 1
        whole += weights[row]
        for place in range(len(moves)):
            copy_state(root, states[0])
            put(facts, states[0], moves[place])
            solve(facts, states, values, todo, seen.me, stake, points, after)
            add_up(sums, 0, place, weights[row] * values[0, 0, seen.me], weights[row] * values[0, 1, seen.me])
    if whole != accepted:
        sums *= accepted / whole
    return accepted


@lean
def copy_state(source: State, target: State) -> None:
    """Make ``target`` equal to ``source``; assigning a slice would need memory of its own."""
    for row in range(source.shape[0]):
        for column in range(source.shape[1]):
            target[row, column] = source[row, column]


@lean
def choice_of(facts: Any, state: State) -> int:
    """Play the cards that play themselves; returns those between which there is a choice, 0 at the end."""
    game = state[GAME]
    while game[LEFT] and not game[REDEALT]:
        legal: int = legal_cards(facts, state)
        if legal & (legal - 1):
            return legal
        put(facts, state, lowest_card(legal))
    return 0


@lean
def take_better(facts: Any, values: Floats, depth: int, turn: int, me: int, known: bool) -> None:
    """Let ``turn`` choose between the best line so far at ``depth`` and the one just played below it."""
    mine = values[depth + 1, 0, turn]
    best = values[depth, 0, turn]
    if not known or mine > best or (mine == best and values[depth + 1, 0, me] < values[depth, 0, me]):
        for seat in range(facts.players):
            values[depth, 0, seat] = values[depth + 1, 0, seat]
            values[depth, 1, seat] = values[depth + 1, 1, seat]


@lean
def solve(
    facts: Any,
    states: State,
    values: Floats,
    todo: Ints,
    me: int,
    stake: Stake,
    points: Ints,
    after: Ints,
) -> None:
    """Play ``states[0]`` to its end in every way; ``values[0]`` gets each seat's payoff and its points.

    ``todo`` holds for each depth the cards still to be tried, then whether any has been. (A function that
    calls itself cannot be kept on disk.)
    """
    depth = 0
    known = False
    arriving = True
    while depth >= 0:
        state = states[depth]
        if arriving:
            todo[depth] = choice_of(facts, state)
            known = False
            if todo[depth] == 0:
                end, winners = score(facts, state, stake.totals, stake.deal_no, stake.overtime, points, after)
                for seat in range(facts.players):
                    values[depth, 0, seat] = payoff(
                        facts, seat, points, after, end, winners, stake.urgency, stake.spread
                    )
                    values[depth, 1, seat] = points[seat]
        else:
            take_better(facts, values, depth, state[GAME, TURN], me, known)
            known = True
        if todo[depth]:
            card = lowest_card(todo[depth])
            todo[depth] &= todo[depth] - 1
            copy_state(state, states[depth + 1])
            put(facts, states[depth + 1], card)
            todo[_DEPTH + depth] = known
            depth += 1
            arriving = True
        else:
            depth -= 1
            arriving = False
            if depth >= 0:
                known = todo[_DEPTH + depth] != 0
