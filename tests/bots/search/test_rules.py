"""The engine's rules, compiled: at every ply and every end they say what they say interpreted."""

import os
import random
from typing import Any

import numpy as np
import pytest

from moonshot.bots.search.compiling import MOST_RESETS, RULES
from moonshot.bots.search.scores import score
from moonshot.bots.search.state import (
    BROKEN,
    GAME,
    HOLDER,
    KITTY,
    LEFT,
    TRICK,
    VOIDS,
    State,
    legal_cards,
    put,
)
from moonshot.engine import PRESETS, Deal, Rules, RulesError, cards_of
from moonshot.engine.ending import STATES
from moonshot.engine.legality import trick_winner
from moonshot.engine.rules import CHOICES
from moonshot.engine.scoring import default_moon_choice, moon_shooter, score_deal
from tests.bots.search.positions import any_rules, finished, is_redealt, opened, some_totals, turn_of
from tests.laws.strategies import some_style

DEALS = int(os.environ.get("MOONSHOT_SEARCH_DEALS", "300"))


@pytest.mark.parametrize("part", range(4))
def test_a_deal_under_any_rules_goes_as_the_engine_plays_it(part: int) -> None:
    for seed in range(part, DEALS, 4):
        compare(*any_rules(seed))


def test_hands_without_an_allowed_card_are_dealt_again_in_both() -> None:
    rng = random.Random(3)
    removed = tuple(rank + suit for suit in "CD" for rank in "23456789TJQKA")
    hearts_and_spades = Rules(
        removed=(*removed, "2S", "3S"),
        opening_card="any",
        first_trick_barred=("hearts", "qs"),
        first_trick_fallback="redeal",
    )
    ends = [compare(hearts_and_spades, rng) for _ in range(60)]
    assert ends.count("redeal") >= 3
    assert ends.count("done") >= 3


@pytest.mark.parametrize("name", PRESETS)
def test_a_deal_under_every_preset_goes_as_the_engine_plays_it(name: str) -> None:
    for seed in range(max(3, DEALS // 100)):
        compare(PRESETS[name].rules, random.Random(seed))


def test_rules_that_a_deal_seldom_reaches_are_among_those_compared() -> None:
    seen = {field: set[Any]() for field in Rules().to_dict()}
    for seed in range(DEALS):
        for field, value in any_rules(seed)[0].to_dict().items():
            seen[field].add(repr(value))
    assert {field for field, values in seen.items() if len(values) < 2} == set()
    assert seen["players"] == {"3", "4", "5", "6"}
    assert len(seen["moon"]) == len(CHOICES["moon"])
    assert len(seen["kitty"]) == len(CHOICES["kitty"])


def compare(rules: Rules, rng: random.Random) -> str:
    """Play a deal twice, side by side; returns how it ended."""
    deal, facts, state = opened(rules, rng)
    style = some_style(rng)
    compare_state(deal, state)
    voids = 0
    while deal.phase == "playing":
        legal = deal.legal_mask()
        assert legal_cards(facts, state) == legal
        card = style(cards_of(legal), rng)
        if deal.trick and card // 13 != deal.led:
            voids |= 1 << 4 * deal.turn + deal.led
        deal.push(card)
        put(facts, state, card)
        compare_state(deal, state)
        assert state[GAME, VOIDS] == voids
    if deal.phase == "done":
        for _ in range(5):
            compare_scores(deal, facts, state, rng)
    return deal.phase


def compare_state(deal: Deal, state: State) -> None:
    """Everything that both keep is the same."""
    seats = range(deal.players)
    hands, taken, won = finished(state)
    assert hands[: deal.players] == deal.hands
    assert taken[: deal.players] == deal.taken
    assert won[: deal.players] == deal.tricks_won
    assert not any(hands[deal.players :] + taken[deal.players :] + won[deal.players :])
    assert is_redealt(state) == (deal.phase == "redeal")
    if deal.phase == "redeal":
        return
    game = state[GAME]
    assert game[TRICK] == deal.trick
    assert bool(game[BROKEN]) == deal.broken
    assert game[LEFT] == deal.facts.plies - len(deal.plays)
    if deal.phase == "playing":
        assert turn_of(state) == deal.turn
        if deal.trick:
            on_table = tuple(deal.plays[-deal.trick.bit_count() :])
            assert state[GAME, HOLDER] == (deal.leader + trick_winner(on_table)) % deal.players
    if deal.kitty_trick < 0 and game[LEFT]:
        assert game[KITTY] == deal.kitty
    assert sum(deal.hands[seat].bit_count() for seat in seats) == game[LEFT]


def compare_scores(deal: Deal, facts: Any, state: State, rng: random.Random) -> None:
    """Points, totals, the end of the match and its winners are the same, whatever the totals were."""
    rules = deal.rules
    totals = some_totals(rules, rng)
    deal_no = rng.choice((1, 2, rules.end_hands or 3, 100))
    overtime = rng.random() < 0.3
    points = np.zeros(8, np.int64)
    after = np.zeros(8, np.int64)
    end, seats = score(facts, state, totals, deal_no, overtime, points, after)
    plain = totals.tolist()
    choice = None
    if rules.moon == "choice" and moon_shooter(deal.facts, deal.taken) >= 0:
        choice = default_moon_choice(rules, deal.taken, deal.tricks_won, plain, deal_no, overtime)
    expected = score_deal(
        rules, deal.taken, deal.tricks_won, plain, deal_no=deal_no, overtime=overtime, choice=choice
    )
    assert expected is not None
    settlement = expected.settlement
    assert tuple(points[: rules.players].tolist()) == expected.points
    assert tuple(after[: rules.players].tolist()) == settlement.totals
    assert STATES[end] == settlement.state
    named = tuple(seat for seat in range(rules.players) if seats >> seat & 1)
    assert named == (settlement.winners or settlement.tied)


def test_moons_are_among_the_deals_compared() -> None:
    """Every way of scoring a moon, from captured cards made up for it."""
    rng = random.Random(7)
    moons = 0
    for seed in range(DEALS):
        rules, _ = any_rules(seed)
        if not rules.facts.moon_set:
            continue
        deal, facts, state = opened(rules, rng)
        shooter = rng.randrange(rules.players)
        others = rules.facts.deck & ~rules.facts.moon_set
        deal.taken = [0] * rules.players
        deal.tricks_won = [0] * rules.players
        for card in cards_of(others):
            deal.taken[rng.choice((shooter, rng.randrange(rules.players)))] |= 1 << card
        deal.taken[shooter] |= rules.facts.moon_set
        for _ in range(rules.hand_size):
            deal.tricks_won[rng.choice((shooter, shooter, seed % rules.players))] += 1
        state[1, : rules.players] = deal.taken
        state[2, : rules.players] = deal.tricks_won
        compare_scores(deal, facts, state, rng)
        moons += 1
    assert moons > DEALS // 3


def test_no_rule_is_written_a_second_time() -> None:
    """What is compiled are the engine's own functions."""
    assert {rule.__module__.rsplit(".", 1)[0] for rule in RULES} == {"moonshot.engine"}
    assert len(set(RULES)) == len(RULES)


def test_as_many_exact_scores_as_rules_may_have_find_room() -> None:
    most = Rules(exact=tuple((at, 0) for at in range(1, MOST_RESETS + 1)))
    assert not most.problems()
    with pytest.raises(RulesError):
        Rules(exact=tuple((at, 0) for at in range(1, MOST_RESETS + 2)))
    assert compare(most, random.Random(1)) == "done"
