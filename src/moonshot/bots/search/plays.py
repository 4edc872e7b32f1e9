"""Choosing a card: every legal card is played out in the same worlds, and the poorer half dropped each time.

Each card is also tried as the beginning of a moon: the same worlds, with me shooting. A card is as good as
its better way.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from moonshot.bots.counting import Count, count_cards
from moonshot.bots.search.chance import Stream, stream_of
from moonshot.bots.search.compiling import compiled
from moonshot.bots.search.endings import search_ending, worlds_within
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.playout import moon_open, play_on
from moonshot.bots.search.scores import MARGIN, Stake, payoff, score, stake_of
from moonshot.bots.search.state import (
    COLUMNS,
    GAME,
    HANDS,
    REDEALT,
    State,
    open_play,
    put,
    replay,
)
from moonshot.bots.search.sums import SUMS, VALUE, Judged, add_up, judged, keep_better, worth_shooting
from moonshot.bots.search.thumb import NOBODY
from moonshot.bots.search.worlds import WAYS, Unseen, draw, unseen_of
from moonshot.engine import View
from moonshot.engine.cards import cards_of

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_MISSES: Final = 200
"""So many worlds are drawn for one that the rules accept, before any is taken."""
LINES_A_PLAYOUT: Final = 3
"""So many lines of an ending are looked at in the time of one playout."""
PROBE: Final = 12
"""After so many worlds it is looked whether the moon is worth trying at all."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view in play, in the form the search wants."""

    facts: Any
    me: int
    hand: int
    played: Ints
    """All cards of the deal so far, in order."""
    leader: int
    """Who led trick one."""
    dealer: int
    seats: Ints
    """The seat of each card of ``played``."""
    count: Count
    unseen: Unseen
    kitty: int
    """The cards of the kitty when its taker has shown them, else 0."""
    moves: Ints
    """The cards worth telling apart."""


def position_of(view: View) -> Position:
    """Read a view of a seat during play, whoever is to play a card."""
    facts = view.rules.facts
    tricks = [*view.tricks] if view.trick is None else [*view.tricks, view.trick]
    played = [card for trick in tricks for card in trick.cards]
    seats = [(trick.leader + place) % facts.players for trick in tricks for place in range(len(trick.cards))]
    assert view.seat is not None
    assert view.turn is not None
    count = count_cards(view)
    shown = 0
    for card in played:
        shown |= 1 << card
    taken = 0
    for cards in view.taken:
        taken |= cards
    on_table = view.trick.cards if view.trick is not None else ()
    return Position(
        facts=guide_of(facts),
        me=view.seat,
        hand=view.hand,
        played=np.array(played, np.int64),
        leader=tricks[0].leader if tricks else view.turn,
        dealer=view.dealer,
        seats=np.array(seats, np.int64),
        count=count,
        unseen=unseen_of(count),
        kitty=taken & ~shown,
        moves=np.array(distinct(view, count.unseen, on_table), np.int64),
    )


def distinct(view: View, unseen: int, on_table: tuple[int, ...]) -> list[int]:
    """The legal cards, of each run of equals the lowest: same worth, and no card of others in between."""
    facts = view.rules.facts
    others = unseen
    for card in on_table:
        others |= 1 << card
    special = facts.moon_set | facts.scoring_cards
    moves: list[int] = []
    last = -1
    for card in cards_of(view.legal):
        between = ((1 << card) - (2 << last)) & (others | view.hand & ~view.legal) if last >= 0 else 0
        alike = (
            last >= 0
            and last // 13 == card // 13
            and not between
            and facts.points[last] == facts.points[card]
            and (special >> last & 1) == (special >> card & 1)
            and facts.bonus_card not in (last, card)
        )
        if not alike:
            moves.append(card)
        last = card
    return moves


def judge_plays(view: View, budget: int, seed: int, *, halve: bool = True) -> Judged[int]:
    """Judge the legal cards of a view with about ``budget`` playouts.

    All cards are tried equally often when ``halve`` is False; else the poorer half is dropped each time.
    """
    position = position_of(view)
    stake = stake_of(view)
    exact = judge_ending(position, stake, budget)
    if exact is not None:
        return exact
    count = len(position.moves)
    sums = np.zeros((SUMS, 2, count))
    worlds = np.zeros(count, np.int64)
    stream = stream_of(seed, view.deal_no, view.seat, view.ply)
    playouts = _search(position, stake, budget, halve, stream, sums, worlds)
    return judged([int(card) for card in position.moves], sums, worlds, playouts)


def judge_ending(position: Position, stake: Stake, budget: int) -> Judged[int] | None:
    """The legal cards judged exactly, or None where that would take longer than a search."""
    every = worlds_within(position.count, position.hand.bit_count(), budget * LINES_A_PLAYOUT)
    if every is None:
        return None
    sums = np.zeros((SUMS, 2, len(position.moves)))
    accepted = search_ending(
        position.facts,
        position.me,
        position.hand,
        position.played,
        position.seats,
        position.leader,
        position.dealer,
        position.kitty,
        stake.totals,
        stake.deal_no,
        stake.overtime,
        stake.urgency,
        stake.spread,
        position.moves,
        every,
        sums,
    )
    sums[VALUE, 1] = -np.inf
    found = judged(
        [int(card) for card in position.moves], sums, np.full(len(position.moves), accepted), accepted
    )
    sure = (0.0,) * len(position.moves)
    return replace(found, errors=sure, point_errors=sure)


def _search(
    position: Position, stake: Stake, budget: int, halve: bool, stream: Stream, sums: Floats, worlds: Ints
) -> int:
    unseen = position.unseen
    return int(
        search_plays(
            position.facts,
            stream,
            position.me,
            position.hand,
            position.played,
            position.seats,
            position.leader,
            position.dealer,
            position.kitty,
            unseen.holds,
            unseen.groups,
            unseen.step_group,
            unseen.step_seat,
            unseen.careful,
            unseen.rooms,
            unseen.pool,
            unseen.ways,
            WAYS,
            stake.totals,
            stake.deal_no,
            stake.overtime,
            stake.urgency,
            stake.spread,
            position.moves,
            budget,
            halve,
            sums,
            worlds,
        )
    )


@compiled
def draw_state(
    facts: Any,
    stream: Stream,
    state: State,
    hands: Ints,
    me: int,
    hand: int,
    played: Ints,
    seats: Ints,
    leader: int,
    dealer: int,
    kitty: int,
    holds: Ints,
    groups: Ints,
    step_group: Ints,
    step_seat: Ints,
    careful: Ints,
    rooms: Ints,
    pool: Ints,
    ways: Floats,
    choose: Floats,
) -> bool:
    """Draw a world and bring ``state`` to where the deal stands in it. False when the rules reject it."""
    draw(stream, hands, holds, groups, step_group, step_seat, careful, rooms, pool, ways, choose)
    for seat in range(facts.players):
        state[HANDS, seat] = hands[seat]
    state[HANDS, me] = hand
    for index in range(len(played)):
        state[HANDS, seats[index]] |= 1 << played[index]
    open_play(facts, state, dealer, kitty | hands[facts.players])
    return replay(facts, state, leader, played)


@compiled
def search_plays(  # noqa: C901 - one loop, compiled as a whole
    facts: Any,
    stream: Stream,
    me: int,
    hand: int,
    played: Ints,
    seats: Ints,
    leader: int,
    dealer: int,
    kitty: int,
    holds: Ints,
    groups: Ints,
    step_group: Ints,
    step_seat: Ints,
    careful: Ints,
    rooms: Ints,
    pool: Ints,
    ways: Floats,
    choose: Floats,
    totals: Ints,
    deal_no: int,
    overtime: bool,
    urgent: float,
    spread: float,
    moves: Ints,
    budget: int,
    halve: bool,
    sums: Floats,
    worlds: Ints,
) -> int:
    """Add up what each move brings, shooting or not; returns the number of playouts.

    In a world every move meets the same chances, so that what differs is the move.
    """
    count = len(moves)
    alive = np.arange(count)
    left = count
    root = np.zeros((4, COLUMNS), np.int64)
    state = np.zeros((4, COLUMNS), np.int64)
    hands = np.zeros(8, np.int64)
    points = np.zeros(8, np.int64)
    after = np.zeros(8, np.int64)
    stages = 1
    while halve and (1 << stages) < count:
        stages += 1
    shooting = facts.moon_set != 0
    done = 0
    for stage in range(stages):
        rounds = max(1, (budget - done) // (stages - stage) // (left * (2 if shooting else 1)))
        tried = 0
        while tried < rounds:
            for _ in range(MOST_MISSES):
                if draw_state(
                    facts,
                    stream,
                    root,
                    hands,
                    me,
                    hand,
                    played,
                    seats,
                    leader,
                    dealer,
                    kitty,
                    holds,
                    groups,
                    step_group,
                    step_seat,
                    careful,
                    rooms,
                    pool,
                    ways,
                    choose,
                ):
                    break
            if shooting and not moon_open(facts, root, me):
                shooting = False
                rounds *= 2
            mark = stream[0]
            for place in range(left):
                move = alive[place]
                for way in range(2 if shooting else 1):
                    stream[0] = mark
                    state[:] = root
                    put(facts, state, moves[move])
                    play_on(facts, state, stream, me if way else NOBODY)
                    done += 1
                    if state[GAME, REDEALT]:
                        continue
                    end, winners = score(facts, state, totals, deal_no, overtime, points, after)
                    value = payoff(facts, me, points, after, end, winners, urgent, spread) - way * MARGIN
                    add_up(sums, way, move, value, points[me])
                worlds[move] += 1
            tried += 1
            if shooting and stage == 0 and tried == PROBE and not worth_shooting(sums, worlds, alive[:left]):
                shooting = False
                rounds = tried + (rounds - tried) * 2
        if not shooting:
            sums[VALUE, 1] = -np.inf
        if stage + 1 < stages:
            keep_better(sums, alive[:left])
            left = (left + 1) // 2
            if shooting:
                shooting = worth_shooting(sums, worlds, alive[:left])
    if not shooting:
        sums[VALUE, 1] = -np.inf
    return done
