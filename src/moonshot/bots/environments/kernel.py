"""Many deals at once, compiled: the same course and the same vectors as `hearts`, for one deal an episode.

Nothing of the rules is said here: cards are played by `search.state`, which runs the engine's functions, and
scored by `search.scores`. What is kept besides is what an observation tells of the past.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from moonshot.bots.search.chance import any_card, below
from moonshot.bots.search.compiling import inlined, lean
from moonshot.bots.search.scores import fill, score
from moonshot.bots.search.state import (
    BROKEN,
    GAME,
    HANDS,
    LEADER,
    LED,
    LEFT,
    REDEALT,
    TAKEN,
    TRICK,
    TURN,
    WON,
    legal_cards,
    open_play,
    put,
)
from moonshot.engine.facts import ANYTIME, MOON_ADDS, MOON_CHOICE, MOON_SUBTRACTS
from moonshot.engine.passing import allowed_in_pass
from moonshot.engine.scoring import moon_shooter, points_of

Array = np.ndarray[Any, Any]

PASSING: Final = 0
PLAYING: Final = 1
CHOOSING: Final = 2

PHASE: Final = 0
SEAT: Final = 1
"""Who has to act."""
DIRECTION: Final = 2
"""The place of the direction in the rules' cycle."""
DEALER: Final = 3
PLY: Final = 4
KITTY: Final = 5
COLUMNS: Final = 6

CARDS: Final = 52
BLOCKS: Final = (
    "hand",
    "legal",
    "chosen",
    "passed",
    "received",
    "on_table",
    "captured",
    "played",
    "void",
    "card_points",
    "phase",
    "direction",
    "seat",
    "turn",
    "leader",
    "dealer",
    "has_passed",
    "shooter",
    "hand_size",
    "tricks_won",
    "points",
    "to_choose",
    "ply",
    "broken",
    "deal_no",
    "end_score",
)
"""The blocks whose starts `observe` is given, in this order; in a first deal all totals are 0."""


class Tables(NamedTuple):
    """All that there is of some deals, one row each."""

    states: Array
    played: Array
    void: Array
    shown: Array
    """For each seat the mask of its card on the unfinished trick."""
    chosen: Array
    order: Array
    """The cards of each pass in the order in which they were chosen."""
    received: Array
    streams: Array
    course: Array


@lean
def begin(facts: Any, tables: Any, ways: Array, row: int) -> None:
    """Begin another episode: draw the dealer and the direction, and deal."""
    course = tables.course[row]
    course[DEALER] = below(tables.streams[row], facts.players)
    course[DIRECTION] = below(tables.streams[row], ways.shape[0])
    deal(facts, tables, ways, row)


@lean
def deal(facts: Any, tables: Any, ways: Array, row: int) -> None:
    """Deal until somebody can act."""
    course = tables.course[row]
    state = tables.states[row]
    stream = tables.streams[row]
    while True:
        pack = facts.deck
        for seat in range(facts.players):
            hand = 0
            for _ in range(facts.hand_size):
                bit = 1 << any_card(stream, pack)
                pack ^= bit
                hand |= bit
            state[HANDS, seat] = hand
            state[TAKEN, seat] = 0
            state[WON, seat] = 0
            tables.played[row, seat] = 0
            tables.void[row, seat] = 0
            tables.shown[row, seat] = 0
            tables.chosen[row, seat] = 0
            tables.received[row, seat] = 0
        course[KITTY] = pack
        course[PLY] = 0
        if ways[course[DIRECTION], 0, 0] >= 0:
            course[PHASE] = PASSING
            course[SEAT] = 0
            state[GAME, BROKEN] = int(facts.lead_hearts == ANYTIME)
            return
        if open_deal(facts, tables, row):
            return


@lean
def open_deal(facts: Any, tables: Any, row: int) -> bool:
    """Begin trick one; False when the rules deal again."""
    course = tables.course[row]
    state = tables.states[row]
    open_play(facts, state, course[DEALER], course[KITTY])
    course[PHASE] = PLAYING
    course[SEAT] = state[GAME, TURN]
    return bool(state[GAME, REDEALT] == 0)


@inlined
def allowed(facts: Any, tables: Any, row: int) -> int:
    """The mask of the cards that may be played or chosen now."""
    state = tables.states[row]
    phase = tables.course[row, PHASE]
    if phase == PLAYING:
        return legal_cards(facts, state)
    if phase == PASSING:
        seat = tables.course[row, SEAT]
        chosen = tables.chosen[row, seat]
        may, must = allowed_in_pass(facts, state[HANDS, seat])
        left: int = must & ~chosen
        return left or may & ~chosen
    return 0


@lean
def first_illegal(facts: Any, tables: Any, actions: Array) -> int:
    """The first row whose action is not allowed, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        if action < 0 or action >= CARDS + 2:
            return row
        choosing = tables.course[row, PHASE] == CHOOSING
        if choosing != (action >= CARDS):
            return row
        if not choosing and not allowed(facts, tables, row) >> action & 1:
            return row
    return -1


@lean
def advance(facts: Any, tables: Any, ways: Array, actions: Array, rewards: Array, work: Array) -> None:
    """Take one allowed action at each table; where a deal ends it is paid and the next begins.

    The last column of ``rewards`` says whether it did. ``work`` holds rows for totals, points and totals
    after.
    """
    for row in range(len(actions)):
        rewards[row] = 0
        action = actions[row]
        phase = tables.course[row, PHASE]
        if phase == PASSING:
            choose(facts, tables, ways, row, action)
            continue
        state = tables.states[row]
        over = False
        if phase == PLAYING:
            play(facts, tables, row, action)
            if state[GAME, REDEALT]:
                deal(facts, tables, ways, row)
            elif state[GAME, LEFT] == 0:
                shooter = moon_shooter(facts, state[TAKEN])
                if shooter >= 0 and facts.moon == MOON_CHOICE:
                    tables.course[row, PHASE] = CHOOSING
                    tables.course[row, SEAT] = shooter
                else:
                    score(facts, state, work[0], 1, False, work[1], work[2])
                    over = True
        else:
            mode = MOON_ADDS if action == CARDS else MOON_SUBTRACTS
            fill(facts, state, tables.course[row, SEAT], mode, work[0], work[1], work[2])
            over = True
        if over:
            for seat in range(facts.players):
                rewards[row, seat] = -work[1, seat]
            rewards[row, facts.players] = 1
            begin(facts, tables, ways, row)


@lean
def choose(facts: Any, tables: Any, ways: Array, row: int, card: int) -> None:
    """Add a card to the pass of the seat in turn; when all are complete, exchange them."""
    course = tables.course[row]
    seat = course[SEAT]
    tables.order[row, seat, tables.chosen[row, seat].bit_count()] = card
    tables.chosen[row, seat] |= 1 << card
    if tables.chosen[row, seat].bit_count() < facts.pass_count:
        return
    course[SEAT] = seat + 1
    if seat + 1 < facts.players:
        return
    state = tables.states[row]
    for giver in range(facts.players):
        for place in range(facts.pass_count):
            taker = ways[course[DIRECTION], giver, place]
            tables.received[row, taker] |= 1 << tables.order[row, giver, place]
    for holder in range(facts.players):
        kept = state[HANDS, holder] & ~tables.chosen[row, holder]
        state[HANDS, holder] = kept | tables.received[row, holder]
    if not open_deal(facts, tables, row):
        deal(facts, tables, ways, row)


@inlined
def play(facts: Any, tables: Any, row: int, card: int) -> None:
    """Play a card, and note what it shows."""
    state = tables.states[row]
    game = state[GAME]
    seat = game[TURN]
    if game[TRICK] and card // 13 != game[LED]:
        tables.void[row, seat] |= 1 << game[LED]
    tables.shown[row, seat] = 1 << card
    tables.played[row, seat] |= 1 << card
    tables.course[row, PLY] += 1
    put(facts, state, card)
    if game[TRICK] == 0:
        for other in range(facts.players):
            tables.shown[row, other] = 0
    tables.course[row, SEAT] = game[TURN]


@lean
def observe(facts: Any, tables: Any, named: Array, starts: Array, vectors: Array, masks: Array) -> None:
    """Write the vector and the mask of whoever has to act at each table.

    ``named`` has for each direction of the cycle its place in the layout, ``starts`` the starts of `BLOCKS`.
    """
    for row in range(len(vectors)):
        vector = vectors[row]
        for place in range(vectors.shape[1]):
            vector[place] = 0.0
        for place in range(masks.shape[1]):
            masks[row, place] = 0
        _observe_cards(facts, tables, row, starts, vector, masks[row])
        _observe_seats(facts, tables, row, starts, vector)
        course = tables.course[row]
        vector[starts[10] + course[PHASE]] = 1
        vector[starts[11] + named[course[DIRECTION]]] = 1
        chosen = tables.chosen[row, course[SEAT]]
        if course[PHASE] == PASSING:
            vector[starts[21]] = facts.pass_count - chosen.bit_count()
        vector[starts[22]] = course[PLY]
        vector[starts[23]] = tables.states[row, GAME, BROKEN]
        vector[starts[24]] = 1
        vector[starts[25]] = facts.end_score


@lean
def _observe_cards(facts: Any, tables: Any, row: int, starts: Array, vector: Array, mask: Array) -> None:
    seat = tables.course[row, SEAT]
    phase = tables.course[row, PHASE]
    legal = allowed(facts, tables, row)
    _bits(vector, starts[0], tables.states[row, HANDS, seat])
    _bits(vector, starts[1], legal)
    _bits(vector, starts[2] if phase == PASSING else starts[3], tables.chosen[row, seat])
    _bits(vector, starts[4], tables.received[row, seat])
    while legal:
        low = legal & -legal
        mask[low.bit_length() - 1] = 1
        legal ^= low
    if phase == CHOOSING:
        mask[CARDS] = 1
        mask[CARDS + 1] = 1
    for card in range(CARDS):
        vector[starts[9] + card] = facts.points[card]
    if facts.bonus_card >= 0:
        vector[starts[9] + facts.bonus_card] += facts.bonus_points


@lean
def _observe_seats(facts: Any, tables: Any, row: int, starts: Array, vector: Array) -> None:
    course = tables.course[row]
    state = tables.states[row]
    phase = course[PHASE]
    observer = course[SEAT]
    for place in range(facts.players):
        seat = (observer + place) % facts.players
        _bits(vector, starts[5] + CARDS * place, tables.shown[row, seat])
        taken = state[TAKEN, seat]
        _bits(vector, starts[6] + CARDS * place, taken)
        _bits(vector, starts[7] + CARDS * place, tables.played[row, seat])
        _bits(vector, starts[8] + 4 * place, tables.void[row, seat])
        vector[starts[12] + place] = 1
        if phase == PLAYING and seat == state[GAME, LEADER]:
            vector[starts[14] + place] = 1
        if seat == course[DEALER]:
            vector[starts[15] + place] = 1
        if tables.chosen[row, seat].bit_count() == facts.pass_count and tables.chosen[row, seat]:
            vector[starts[16] + place] = 1
        vector[starts[18] + place] = state[HANDS, seat].bit_count()
        vector[starts[19] + place] = state[WON, seat]
        points = points_of(facts.points, taken & facts.point_cards)
        if facts.bonus_card >= 0 and taken >> facts.bonus_card & 1:
            points += facts.bonus_points
        vector[starts[20] + place] = points
    vector[starts[13]] = 1
    if phase == CHOOSING:
        vector[starts[17]] = 1


@inlined
def _bits(vector: Array, start: int, mask: int) -> None:
    while mask:
        low = mask & -mask
        vector[start + low.bit_length() - 1] = 1
        mask ^= low


@lean
def begin_all(facts: Any, tables: Any, ways: Array) -> None:
    """Begin an episode at every table."""
    for row in range(len(tables.states)):
        begin(facts, tables, ways, row)


@lean
def draw(masks: Array, stream: Array, actions: Array) -> None:
    """One of the allowed actions for each table, each equally likely."""
    for row in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[row, action]
        wanted = below(stream, count)
        for action in range(masks.shape[1]):
            if masks[row, action]:
                if wanted == 0:
                    actions[row] = action
                    break
                wanted -= 1
