"""Choosing a card: every legal card is played out in the same worlds, and the poorer half dropped each time.

Where no habits were learned, each card is also tried as the beginning of a moon: the same worlds, with me
shooting. A card is as good as its better way.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from moonshot.bots.search.beliefs import POOL_COLUMNS, believed, draw_worlds, weigh_worlds
from moonshot.bots.search.chance import Stream, stream_of
from moonshot.bots.search.compiling import compiled
from moonshot.bots.search.endings import search_ending, worlds_within
from moonshot.bots.search.habits import Habits, habits_of, play_out
from moonshot.bots.search.passed import Passed, passed_of
from moonshot.bots.search.playout import moon_open
from moonshot.bots.search.position import Position, Seen, bring_up, draw_state, position_of
from moonshot.bots.search.scores import Stake, stake_of
from moonshot.bots.search.state import COLUMNS, GAME, REDEALT, put
from moonshot.bots.search.sums import SUMS, VALUE, Judged, count_deal, judged, keep_better, worth_shooting
from moonshot.bots.search.thumb import NOBODY
from moonshot.bots.search.worlds import Unseen
from moonshot.engine import View

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_MISSES: Final = 200
"""So many worlds are drawn for one that the rules accept, before any is taken."""
LINES_A_PLAYOUT: Final = 3
"""So many lines of an ending are looked at in the time of one playout."""
PLAYOUTS_A_BELIEF: Final = 2
"""For so many playouts one world is asked how likely it is."""
PROBE: Final = 12
"""After so many worlds it is looked whether the moon is worth trying at all."""


def judge_plays(
    view: View, budget: int, seed: int, *, halve: bool = True, believing: bool = False
) -> Judged[int]:
    """Judge the legal cards of a view with about ``budget`` playouts.

    All cards are tried equally often when ``halve`` is False; else the poorer half is dropped each time.
    ``believing``: in the worlds that `beliefs` holds for likely, where habits have been learned.
    """
    position = position_of(view)
    stake = stake_of(view)
    habits = habits_of(view.rules.facts)
    passed = passed_of(view)
    believing = believing and len(habits.rows) > 0 and len(position.seen.played) + len(passed.rows) > 0
    if halve and len(position.moves) == 1:
        budget = 1  # nothing to choose between
    exact = judge_ending(position, stake, budget, (habits, passed) if believing else None)
    if exact is not None:
        return exact
    count = len(position.moves)
    sums = np.zeros((SUMS, 2, count))
    worlds = np.zeros(count, np.int64)
    stream = stream_of(seed, view.deal_no, view.seat, view.ply)
    pool = np.zeros((budget // PLAYOUTS_A_BELIEF if believing else 0, POOL_COLUMNS), np.int64)
    shares = np.zeros(len(pool))
    if believing:
        draw_worlds(stream, position.unseen, pool)
        weigh_worlds(position.facts, habits, passed, position.seen, pool, shares)
        shares = np.cumsum(shares)
    playouts = search_plays(
        position.facts,
        habits,
        stream,
        position.seen,
        position.unseen,
        pool,
        shares,
        stake,
        position.moves,
        budget,
        halve,
        sums,
        worlds,
    )
    return judged(position.moves.tolist(), sums, worlds, int(playouts))


def judge_ending(
    position: Position, stake: Stake, budget: int, beliefs: tuple[Habits, Passed] | None = None
) -> Judged[int] | None:
    """The legal cards judged exactly, or None where that would take longer than a search.

    Every world counts the same, or as much as ``beliefs`` make it likely.
    """
    tricks = position.seen.hand.bit_count()
    every = worlds_within(position.count, tricks, budget * LINES_A_PLAYOUT)
    if every is None:
        return None
    moves = position.moves
    sums = np.zeros((SUMS, 2, len(moves)))
    weights = np.ones(len(every))
    if beliefs is not None:
        weigh_worlds(position.facts, *beliefs, position.seen, every, weights)
    accepted = search_ending(position.facts, position.seen, stake, moves, every, weights, sums)
    sums[VALUE, 1] = -np.inf
    found = judged(moves.tolist(), sums, np.full(len(moves), accepted), accepted)
    sure = (0.0,) * len(moves)
    return replace(found, errors=sure, point_errors=sure)


@compiled
def search_plays(  # noqa: C901 - one loop, compiled as a whole
    facts: Any,
    habits: Habits,
    stream: Stream,
    seen: Seen,
    unseen: Unseen,
    pool: Ints,
    shares: Floats,
    stake: Stake,
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
    # Learned habits go for a moon by themselves.
    shooting = facts.moon_set != 0 and len(habits.rows) == 0
    done = 0
    for stage in range(stages):
        rounds = max(1, (budget - done) // (stages - stage) // (left * (2 if shooting else 1)))
        tried = 0
        while tried < rounds:
            for _ in range(MOST_MISSES):
                if len(pool) and shares[-1] > 0.0:
                    if bring_up(facts, root, pool[believed(stream, shares)], seen):
                        break
                elif draw_state(facts, stream, root, hands, seen, unseen):
                    break
            if shooting and not moon_open(facts, root, seen.me):
                shooting = False
                rounds *= 2
            mark = stream[0]
            for place in range(left):
                move = alive[place]
                for way in range(2 if shooting else 1):
                    stream[0] = mark
                    state[:] = root
                    put(facts, state, moves[move])
                    play_out(facts, habits, tried, state, stream, seen.me if way else NOBODY)
                    done += 1
                    if not state[GAME, REDEALT]:
                        count_deal(facts, state, seen.me, stake, points, after, sums, way, move)
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
    return done
