"""Beliefs: worlds count by how likely the others were to play as they did, so the true one counts more."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np
import pytest

from moonshot.bots import find_policy
from moonshot.bots.search.beliefs import (
    ENOUGH,
    LEAST,
    POOL_COLUMNS,
    SOFTNESS,
    Floats,
    Ints,
    believed,
    chance_of,
    draw_worlds,
    likelihood,
    soften,
    weigh_worlds,
)
from moonshot.bots.search.chance import stream_of
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.habits import UNIT, habits_of, take_in
from moonshot.bots.search.passed import Passed
from moonshot.bots.search.plays import judge_plays
from moonshot.bots.search.position import Position, position_of
from moonshot.bots.search.state import new_state, put
from moonshot.engine import Match, Play, Rules, deal_hands, preset, view_of
from moonshot.engine.cards import SUIT_MASKS, cards_of, lowest_card, mask_of
from moonshot.engine.events import Dealt
from tests.bots.search.positions import match_in_play, opened_state
from tests.bots.search.test_habits import likings

NO_PASS = Passed(np.zeros((0, 0)), np.zeros((0, 0), np.int64))
RULES = (Rules(), preset("omnibus"), preset("spot"))


def next_card(match: Match, rng: random.Random) -> int:
    """A card of the seat in turn: mostly Steady's, now and then any."""
    assert match.turn is not None
    move = find_policy("steady").choose(view_of(match, match.turn), 1)
    assert isinstance(move, Play)
    return rng.choice(cards_of(match.legal_mask())) if rng.random() < 0.2 else move.card


def true_hands(match: Match) -> Ints:
    """Where the cards lie, as a world."""
    assert match.deal is not None
    hands = np.zeros(POOL_COLUMNS, np.int64)
    hands[: match.rules.players] = match.deal.hands
    return hands


def chance(match: Match, card: int) -> float:
    """How likely the seat in turn is to play ``card``, worked out in the plainest way."""
    liked = {other: number * UNIT * UNIT / SOFTNESS for other, number in likings(match).items()}
    return max(LEAST, 1.0 / sum(exp(liking - liked[card]) for liking in liked.values()))


@pytest.mark.parametrize("rules", RULES)
def test_a_world_is_as_likely_as_the_choices_of_the_others_in_it(rules: Rules) -> None:
    habits = habits_of(rules.facts)
    state = new_state()
    for seed in range(3):
        rng = random.Random(seed)
        match = match_in_play(rules, rng)
        chances: list[tuple[int, float]] = []
        while match.phase == "playing":
            turn = match.turn
            assert turn is not None
            card = next_card(match, rng)
            if match.legal_mask().bit_count() > 1:
                position = position_of(view_of(match, turn))
                found = likelihood(position.facts, habits, state, true_hands(match), position.seen)
                expected = np.prod([each for seat, each in chances if seat != turn])
                assert found == pytest.approx(expected, rel=0.05)
                chances.append((turn, chance(match, card)))
            match.act(turn, Play(card))
        assert min(each for _, each in chances) < 0.2


def views_in_play(seeds: range) -> Iterator[tuple[Match, Position]]:
    """Choices in the middle of deals that Skilled plays against itself."""
    for seed in seeds:
        match = Match(Rules(pass_cycle=("H",)), match_id=f"beliefs-{seed}")
        secret = hashlib.sha256(f"beliefs {seed}".encode()).digest()
        match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
        while match.phase == "playing":
            assert match.turn is not None
            view = view_of(match, match.turn)
            if view.legal.bit_count() > 1 and 3 < len(view.tricks) < 10:
                yield match, position_of(view)
            match.act(match.turn, find_policy("skilled").choose(view, seed))


def weighed(position: Position, seed: int, true: Ints) -> tuple[Ints, Floats]:
    """Worlds, the first of them the true one, and how much they weigh."""
    pool = np.zeros((60, POOL_COLUMNS), np.int64)
    weights = np.zeros(len(pool))
    draw_worlds(stream_of(seed), position.unseen, pool)
    pool[0] = true
    weigh_worlds(position.facts, habits_of(Rules().facts), NO_PASS, position.seen, pool, weights)
    return pool, weights


def test_the_true_world_is_believed_more_than_others() -> None:
    """By the players that the search is for: not always, but on average."""
    shares: list[float] = []
    for match, position in views_in_play(range(8)):
        _, weights = weighed(position, len(shares), true_hands(match))
        assert weights[0] > 0.0
        shares.append(weights[0] / weights.mean())
    assert len(shares) > 100
    assert np.mean(shares) > 2.0


def test_a_world_in_which_a_play_breaks_the_rules_weighs_nothing() -> None:
    """A seat that did not follow is given a card of that suit in exchange for another."""
    tried = 0
    state, habits = new_state(), habits_of(Rules().facts)
    for match, position in views_in_play(range(4)):
        assert match.turn is not None
        me = match.turn
        for trick in view_of(match, me).tricks:
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % 4
                hands = true_hands(match)
                suit = SUIT_MASKS[trick.cards[0] // 13]
                giver = next(other for other in range(4) if other not in (me, seat))
                if suit >> card & 1 or seat == me or not hands[giver] & suit or not hands[seat]:
                    continue
                change = lowest_card(int(hands[giver]) & suit), lowest_card(int(hands[seat]))
                hands[[seat, giver]] ^= mask_of(change)
                assert likelihood(position.facts, habits, state, hands, position.seen) == 0.0
                tried += 1
    assert tried > 20


def test_interpreted_and_compiled_agree_to_the_last_bit() -> None:
    rng = random.Random(4)
    match = match_in_play(Rules(), rng)
    assert match.deal is not None
    facts, habits = guide_of(Rules().facts), habits_of(Rules().facts)
    state = opened_state(facts, match.deal.hands, match.deal.dealer, match.deal.kitty)
    plainly: Any = chance_of
    while match.phase == "playing":
        assert match.turn is not None
        take_in(facts, habits, state)
        for card in cards_of(match.legal_mask()):
            assert plainly.py_func(facts, habits, state, card) == chance_of(facts, habits, state, card)
        card = next_card(match, rng)
        match.act(match.turn, Play(card))
        put(facts, state, card)


def test_weights_are_softened_until_enough_worlds_count() -> None:
    sharp = np.array([1.0, 0.0, *(10.0**-rest for rest in range(6, 106))])
    soft = sharp.copy()
    soften(soft)
    assert soft[1] == 0.0
    assert soft.max() == 1.0
    assert (np.argsort(soft, kind="stable") == np.argsort(sharp, kind="stable")).all()
    assert soft.sum() ** 2 >= ENOUGH * 101 * (soft**2).sum()
    even = np.array([0.5, 0.25, 0.5])
    soften(even)
    assert even.tolist() == [1.0, 0.5, 1.0]
    nothing = np.zeros(3)
    soften(nothing)
    assert not nothing.any()


def test_worlds_are_drawn_as_often_as_they_weigh() -> None:
    weights = np.array([0.0, 1.0, 3.0, 0.0, 4.0, 0.0])
    stream = stream_of("weights")
    drawn = Counter(believed(stream, np.cumsum(weights)) for _ in range(8000))
    assert set(drawn) == {1, 2, 4}
    for place, count in drawn.items():
        assert abs(count - 1000 * weights[place]) < 150


def test_without_habits_or_plays_every_world_counts_the_same() -> None:
    """Nothing is known then: the same move as that of a search which believes nothing."""
    unpassed = Rules(pass_cycle=("H",))
    for rules in (preset("black_maria"), unpassed):
        match = match_in_play(rules, random.Random(2))
        assert match.turn is not None
        view = view_of(match, match.turn)
        if rules == unpassed:
            assert not view.tricks
            view = replace(view, legal=view.hand)
        assert judge_plays(view, 300, 1, believing=True) == judge_plays(view, 300, 1)


def test_what_others_played_changes_what_a_card_is_worth() -> None:
    differ = 0
    for match, _ in views_in_play(range(1)):
        assert match.turn is not None
        view = view_of(match, match.turn)
        judged = judge_plays(view, 400, 1, believing=True)
        assert judged == judge_plays(view, 400, 1, believing=True)
        differ += judged.values != judge_plays(view, 400, 1).values
    assert differ > 10
