"""Learned habits see what they say they see, add it up exactly, and play by the rules."""

import random

import numpy as np
import pytest

from moonshot.bots.search.chance import stream_of
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.habits import (
    LEARNED,
    file_of,
    habits_of,
    learned_for,
    liked_card,
    play_by_habit,
    play_out,
    take_in,
)
from moonshot.bots.search.playout import play_on
from moonshot.bots.search.state import GAME, LEFT, TAKEN, State, put
from moonshot.bots.search.thumb import NOBODY
from moonshot.engine import Match, Play, Rules, preset, view_of
from moonshot.engine.cards import cards_of
from tests.bots.search.positions import match_in_play, opened_state
from tools.habits.seen import rows_seen

DEALS = 40


@pytest.fixture(params=[(name, rules) for name, every in LEARNED.items() for rules in every])
def rules(request: pytest.FixtureRequest) -> Rules:
    """Each of the rules that habits were learned under."""
    rules: Rules = request.param[1]
    return rules


def likings(match: Match) -> dict[int, float]:
    """How much each legal card is liked, worked out from the file in the plainest way."""
    assert match.turn is not None
    name = learned_for(match.rules.facts)
    assert name is not None
    with file_of(name).open("rb") as file, np.load(file) as found:
        rows, cards, liking = (found[name].astype(np.int64) for name in ("rows", "cards", "liking"))
    sums = np.maximum(0, sum(rows[row] for row in rows_seen(view_of(match, match.turn))))
    # A product is of two units, what is added of one.
    return {card: int(cards[card] @ sums + 64 * liking[card]) for card in cards_of(match.legal_mask())}


def begun(rules: Rules, seed: int) -> tuple[Match, State, random.Random]:
    rng = random.Random(seed)
    match = match_in_play(rules, rng)
    deal = match.deal
    assert deal is not None
    return match, opened_state(guide_of(match.rules.facts), deal.hands, deal.dealer, deal.kitty), rng


def test_the_card_liked_best_is_the_one_that_the_numbers_say(rules: Rules) -> None:
    facts = guide_of(rules.facts)
    habits = habits_of(rules.facts)
    for seed in range(DEALS):
        match, state, rng = begun(rules, seed)
        while match.phase == "playing":
            assert match.turn is not None
            liked = likings(match)
            take_in(facts, habits, state)
            card = liked_card(facts, habits, state)
            assert liked[card] == max(liked.values())
            if rng.random() < 0.3:
                card = rng.choice(list(liked))
            match.act(match.turn, Play(card))
            put(facts, state, card)


def test_sums_kept_up_to_date_are_sums_made_anew(rules: Rules) -> None:
    facts = guide_of(rules.facts)
    for seed in range(DEALS):
        _, state, _ = begun(rules, seed)
        anew = state.copy()
        habits = habits_of(rules.facts)
        while anew[GAME, LEFT]:
            take_in(facts, habits, anew)
            put(facts, anew, liked_card(facts, habits, anew))
        play_by_habit(facts, habits, state)
        assert (state[TAKEN] == anew[TAKEN]).all()


@pytest.mark.parametrize("name", LEARNED)
def test_every_sum_is_exact(name: str) -> None:
    """No sum that can arise has more digits than a float of 32 bits keeps, in whatever order it is taken."""
    with file_of(name).open("rb") as file, np.load(file) as found:
        rows, cards = np.abs(found["rows"].astype(np.int64)), np.abs(found["cards"].astype(np.int64))
    # Each kind of fact, and how many of its rows can count at once; twice, as rows are added and dropped.
    kinds = [(0, 52, 13), (52, 104, 52), (104, 156, 3), (156, 208, 1), (208, 212, 1), (212, 224, 12)]
    kinds += [(224, 228, 4), (228, 232, 4), (232, 237, 1), (237, 241, 1), (241, 244, 3), (244, 259, 1)]
    most = sum(np.sort(rows[first:last], 0)[::-1][:count].sum(0) for first, last, count in kinds)
    assert rows.shape[0] == kinds[-1][1]
    assert ((2 * most) @ cards.T).max() < 2**24


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        (preset("standard"), True),
        (preset("bicycle"), True),
        (Rules(moon="self_minus", pass_count=4, lead_hearts="anytime"), True),
        (preset("omnibus"), True),
        (preset("deniro"), True),
        (preset("omnibus_bicycle"), False),
        (Rules(bonus_card="JD", bonus_points=-11), False),
        (preset("black_maria"), False),
        (Rules(moon="off"), False),
        (Rules(players=5), False),
    ],
)
def test_habits_are_used_where_cards_and_points_are_those_they_were_learned_with(
    rules: Rules, known: bool
) -> None:
    assert bool(len(habits_of(rules.facts).rows)) is known


def test_every_second_world_is_played_by_habit() -> None:
    facts = guide_of(Rules().facts)
    differ = 0
    for seed in range(10):
        _, state, _ = begun(Rules(), seed)
        habits = habits_of(Rules().facts)
        ends = []
        for world in range(4):
            copy = state.copy()
            play_out(facts, habits, world, copy, stream_of(seed), NOBODY)
            ends.append(copy[TAKEN].tolist())
        thumb, habit = state.copy(), state.copy()
        play_on(facts, thumb, stream_of(seed), NOBODY)
        play_by_habit(facts, habits, habit)
        assert ends == [thumb[TAKEN].tolist(), habit[TAKEN].tolist()] * 2
        differ += ends[0] != ends[1]
    assert differ > 5


def test_nothing_learned_means_rules_of_thumb_in_every_world() -> None:
    match = match_in_play(preset("omnibus_bicycle"), random.Random(1))
    deal = match.deal
    assert deal is not None
    facts = guide_of(match.rules.facts)
    state = opened_state(facts, deal.hands, deal.dealer, deal.kitty)
    ends = []
    for world in range(2):
        copy = state.copy()
        play_out(facts, habits_of(match.rules.facts), world, copy, stream_of(3), NOBODY)
        ends.append(copy[TAKEN].tolist())
    assert ends[0] == ends[1]
