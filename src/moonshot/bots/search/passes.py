"""Choosing a pass: every pass is tried in the same worlds, and the poorer half dropped each time."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np

from moonshot.bots.passing import PassJudge
from moonshot.bots.search.chance import Stream, below, stream_of
from moonshot.bots.search.compiling import compiled, inlined, lean
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.habits import Habits, habits_of, play_out
from moonshot.bots.search.scores import Stake, stake_of
from moonshot.bots.search.state import COLUMNS, GAME, HANDS, REDEALT, State, open_play
from moonshot.bots.search.sums import SUMS, VALUE, Judged, count_deal, judged, keep_better, worth_shooting
from moonshot.bots.search.thumb import NOBODY, highest
from moonshot.engine import View
from moonshot.engine.cards import SUIT_MASKS, cards_of, lowest_card, mask_of
from moonshot.engine.passing import allowed_in_pass, destinations

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_PASSES: Final = 600
"""Where a hand has more passes than this, only those of its most urgent cards are looked at."""
TRIED: Final = 48
"""So many passes are tried, the best ones by the advice that `choose_pass` goes by."""

# How much each thing weighs for `urgency_of`; found like the weights of `thumb`.
P_RANK: Final = 6
P_LEN: Final = -7
P_LOW: Final = -1
P_BIG: Final = 85
P_BIGG: Final = -10
P_OVER: Final = 45
P_OVERG: Final = -18
P_BELOW: Final = -50
P_POINT: Final = 10
P_POINTG: Final = -4
P_NOISE: Final = 4


def judge_passes(
    view: View, budget: int, seed: int, only: Sequence[tuple[int, ...]] = ()
) -> Judged[tuple[int, ...]]:
    """Judge the passes worth trying with about ``budget`` playouts, or ``only`` these two."""
    assert view.seat is not None
    rules = view.rules
    facts = guide_of(rules.facts)
    passes = list(only) or possible_passes(view, facts)
    stake = stake_of(view)
    sums = np.zeros((SUMS, 2, len(passes)))
    worlds = np.zeros(len(passes), np.int64)
    playouts = search_passes(
        facts,
        habits_of(rules.facts),
        stream_of(seed, view.deal_no, view.seat, "pass"),
        view.seat,
        view.hand,
        view.dealer,
        np.array(cards_of(rules.facts.deck & ~view.hand), np.int64),
        np.array(destinations(view.direction, view.players, rules.pass_count), np.int64),
        np.array(passes, np.int64),
        stake,
        budget,
        sums,
        worlds,
    )
    return judged(passes, sums, worlds, int(playouts))


def possible_passes(view: View, facts: Any) -> list[tuple[int, ...]]:
    """The passes worth trying, the most advisable first."""
    may, must = allowed_in_pass(view.rules.facts, view.hand)
    free = list(cards_of(may & ~must))
    wanted = view.rules.pass_count - must.bit_count()
    fixed = cards_of(must)
    while len(free) > wanted and comb(len(free), wanted) > MOST_PASSES:
        free.remove(min(free, key=lambda card: (int(urgency_of(facts, view.hand, card)), card)))
    judge = PassJudge(view)
    ranked = sorted((judge.cost(must | mask_of(chosen)), chosen) for chosen in combinations(free, wanted))
    return [(*fixed, *chosen) for _, chosen in ranked[:TRIED]]


@lean
def urgency_of(facts: Any, hand: int, card: int) -> int:
    """How much a hand would like to pass a card, by a rule of thumb."""
    suit = SUIT_MASKS[card // 13]
    mine = hand & suit
    low = (mine & ((1 << card) - 1)).bit_count()
    urgency = P_RANK * (card % 13) + P_LEN * mine.bit_count() + P_LOW * low
    big = facts.big & suit
    if big:
        guards = (mine & ((big & -big) - 1)).bit_count()
        if facts.big >> card & 1:
            urgency += P_BIG + P_BIGG * guards
        elif card > highest(big):
            urgency += P_OVER + P_OVERG * guards
        else:
            urgency += P_BELOW
    elif facts.worth[card] < 0:
        urgency -= 20
    elif facts.worth[card] > 0:
        urgency += P_POINT + P_POINTG * low
    return urgency


@inlined
def thumb_pass(facts: Any, hand: int, stream: Stream, cards: Ints) -> None:
    """Fill ``cards`` with the pass of a hand by rule of thumb, a little by chance."""
    may, must = allowed_in_pass(facts, hand)
    number = 0
    while must:
        cards[number] = lowest_card(must)
        may &= ~(1 << cards[number])
        must &= must - 1
        number += 1
    for place in range(number, facts.pass_count):
        best = -10000
        left = may
        while left:
            card = lowest_card(left)
            left &= left - 1
            urgency = urgency_of(facts, hand, card) + below(stream, P_NOISE)
            if urgency > best:
                best = urgency
                cards[place] = card
        may &= ~(1 << cards[place])


@compiled
def search_passes(
    facts: Any,
    habits: Habits,
    stream: Stream,
    me: int,
    hand: int,
    dealer: int,
    unseen: Ints,
    ways: Ints,
    passes: Ints,
    stake: Stake,
    budget: int,
    sums: Floats,
    worlds: Ints,
) -> int:
    """Add up what each pass brings, shooting or not; returns the number of playouts."""
    count = len(passes)
    alive = np.arange(count)
    left = count
    state = np.zeros((4, COLUMNS), np.int64)
    given = np.zeros((8, passes.shape[1]), np.int64)
    hands = np.zeros(8, np.int64)
    points = np.zeros(8, np.int64)
    after = np.zeros(8, np.int64)
    stages = 1
    while (1 << stages) < count:
        stages += 1
    # Learned habits go for a moon by themselves.
    shooting = facts.moon_set != 0 and len(habits.rows) == 0
    done = 0
    for stage in range(stages):
        rounds = max(1, (budget - done) // (stages - stage) // (left * (2 if shooting else 1)))
        tried = 0
        while tried < rounds:
            kitty = _deal(facts, stream, me, hand, unseen, hands)
            for seat in range(facts.players):
                if seat != me:
                    thumb_pass(facts, hands[seat], stream, given[seat])
            mark = stream[0]
            for place in range(left):
                choice = alive[place]
                given[me] = passes[choice]
                for way in range(2 if shooting else 1):
                    stream[0] = mark
                    _exchange(facts, hands, given, ways, state)
                    open_play(facts, state, dealer, kitty)
                    play_out(facts, habits, tried, state, stream, me if way else NOBODY)
                    done += 1
                    if not state[GAME, REDEALT]:
                        count_deal(facts, state, me, stake, points, after, sums, way, choice)
                worlds[choice] += 1
            tried += 1
        if not shooting:
            sums[VALUE, 1] = -np.inf
        if stage + 1 < stages:
            keep_better(sums, alive[:left])
            left = (left + 1) // 2
            if shooting:
                shooting = worth_shooting(sums, worlds, alive[:left])
    return done


@inlined
def _deal(facts: Any, stream: Stream, me: int, hand: int, unseen: Ints, hands: Ints) -> int:
    """Deal the unseen cards to the others; returns the kitty."""
    size = len(unseen)
    for place in range(size - 1, 0, -1):
        other = below(stream, place + 1)
        card = unseen[place]
        unseen[place] = unseen[other]
        unseen[other] = card
    at = 0
    for seat in range(facts.players):
        if seat == me:
            hands[seat] = hand
            continue
        mask = 0
        for _ in range(facts.hand_size):
            mask |= 1 << unseen[at]
            at += 1
        hands[seat] = mask
    kitty = 0
    while at < size:
        kitty |= 1 << unseen[at]
        at += 1
    return kitty


@inlined
def _exchange(facts: Any, hands: Ints, given: Ints, ways: Ints, state: State) -> None:
    """The hands after everybody has passed."""
    for seat in range(facts.players):
        state[HANDS, seat] = hands[seat]
    for seat in range(facts.players):
        for place in range(ways.shape[1]):
            state[HANDS, seat] &= ~(1 << given[seat, place])
    for seat in range(facts.players):
        for place in range(ways.shape[1]):
            state[HANDS, ways[seat, place]] |= 1 << given[seat, place]
