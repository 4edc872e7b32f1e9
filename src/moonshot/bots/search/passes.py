"""Choosing a pass: every pass is tried in the same worlds, and the poorer half dropped each time."""

from itertools import combinations
from typing import Any, Final

import numpy as np

from moonshot.bots.search.chance import Stream, below, stream_of
from moonshot.bots.search.compiling import compiled, inlined
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.playout import play_on
from moonshot.bots.search.scores import MARGIN, payoff, score, stake_of
from moonshot.bots.search.state import COLUMNS, GAME, HANDS, REDEALT, State, open_play
from moonshot.bots.search.thumb import NOBODY, highest
from moonshot.engine import View
from moonshot.engine.cards import SUIT_MASKS, cards_of, lowest_card
from moonshot.engine.passing import allowed_in_pass, destinations

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_PASSES: Final = 600
"""Where a hand has more passes than this, those of the most urgent cards are tried."""


def judge_passes(
    view: View, budget: int, seed: int
) -> tuple[tuple[int, ...], list[tuple[float, tuple[int, ...]]]]:
    """The best pass with about ``budget`` playouts, and all passes tried in full with their values."""
    assert view.seat is not None
    rules = view.rules
    facts = guide_of(rules.facts)
    passes = possible_passes(view, facts)
    ways = np.array(destinations(view.direction, view.players, rules.pass_count), np.int64)
    cards = np.array(passes, np.int64)
    unseen = np.array(cards_of(rules.facts.deck & ~view.hand), np.int64)
    stake = stake_of(view)
    sums = np.zeros((2, len(passes)))
    worlds = np.zeros(len(passes), np.int64)
    search_passes(
        facts,
        stream_of(seed, view.deal_no, view.seat, "pass"),
        view.seat,
        view.hand,
        view.dealer,
        unseen,
        ways,
        cards,
        stake.totals,
        stake.deal_no,
        stake.overtime,
        stake.urgency,
        stake.spread,
        budget,
        sums,
        worlds,
    )
    most = int(worlds.max())
    means = sums.max(axis=0) / np.maximum(1, worlds)
    tried = sorted(
        ((float(means[index]), passes[index]) for index in range(len(passes)) if worlds[index] == most),
        key=lambda pair: (-pair[0], pair[1]),
    )
    return tried[0][1], tried


def possible_passes(view: View, facts: Any) -> list[tuple[int, ...]]:
    """The passes worth trying."""
    may, must = allowed_in_pass(view.rules.facts, view.hand)
    free = list(cards_of(may & ~must))
    wanted = view.rules.pass_count - must.bit_count()
    fixed = cards_of(must)
    while len(free) > wanted and _choices(len(free), wanted) > MOST_PASSES:
        free.remove(min(free, key=lambda card: (int(urgency_of(facts, view.hand, card)), card)))
    return [(*fixed, *chosen) for chosen in combinations(free, wanted)]


def _choices(whole: int, part: int) -> int:
    result = 1
    for step in range(part):
        result = result * (whole - step) // (step + 1)
    return result


@compiled
def urgency_of(facts: Any, hand: int, card: int) -> int:
    """How much a hand would like to pass a card, by a rule of thumb."""
    suit = SUIT_MASKS[card // 13]
    mine = hand & suit
    length = mine.bit_count()
    rank = card % 13
    urgency = 4 * rank - 3 * length
    big = facts.big & suit & facts.deck
    if big:
        top = highest(big)
        guards = (mine & ((1 << lowest_card(big)) - 1)).bit_count()
        if facts.big >> card & 1:
            urgency += 60 - 22 * guards
        elif card > top:
            urgency += 45 - 18 * guards
        else:
            urgency -= 30
    elif facts.worth[card] < 0:
        urgency -= 20
    elif facts.worth[card] > 0:
        low = (mine & ((1 << card) - 1)).bit_count()
        urgency += 10 - 5 * low
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
            urgency = urgency_of(facts, hand, card) + below(stream, 9)
            if urgency > best:
                best = urgency
                cards[place] = card
        may &= ~(1 << cards[place])


@compiled
def search_passes(
    facts: Any,
    stream: Stream,
    me: int,
    hand: int,
    dealer: int,
    unseen: Ints,
    ways: Ints,
    passes: Ints,
    totals: Ints,
    deal_no: int,
    overtime: bool,
    urgent: float,
    spread: float,
    budget: int,
    sums: Floats,
    worlds: Ints,
) -> int:
    """Add up the payoffs of each pass, shooting or not; returns the number of playouts."""
    count = len(passes)
    alive = np.arange(count)
    left = count
    state = np.zeros((4, COLUMNS), np.int64)
    given = np.zeros((8, passes.shape[1]), np.int64)
    hands = np.zeros(8, np.int64)
    points = np.zeros(8, np.int64)
    after = np.zeros(8, np.int64)
    halvings = 1
    while (1 << halvings) < count:
        halvings += 1
    done = 0
    for halving in range(halvings):
        rounds = max(1, (budget - done) // (halvings - halving) // (2 * left))
        for _ in range(rounds):
            kitty = _deal(facts, stream, me, hand, unseen, hands)
            for seat in range(facts.players):
                if seat != me:
                    thumb_pass(facts, hands[seat], stream, given[seat])
            for place in range(left):
                choice = alive[place]
                given[me] = passes[choice]
                for way in range(2):
                    _exchange(facts, hands, given, ways, state)
                    open_play(facts, state, dealer, kitty)
                    play_on(facts, state, stream, me if way else NOBODY)
                    if state[GAME, REDEALT]:
                        continue
                    end, winners = score(facts, state, totals, deal_no, overtime, points, after)
                    sums[way, choice] += (
                        payoff(facts, me, points, after, end, winners, urgent, spread) - way * MARGIN
                    )
                    done += 1
                worlds[choice] += 1
        worth = np.empty(left)
        for place in range(left):
            worth[place] = -max(sums[0, alive[place]], sums[1, alive[place]])
        kept = alive[:left][np.argsort(worth)]
        left = max(1, (left + 1) // 2) if halving + 1 < halvings else left
        for place in range(left):
            alive[place] = kept[place]
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
