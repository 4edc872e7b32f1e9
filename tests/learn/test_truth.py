"""Pages tell the truth: what they say of the rules is what the engine does, no more and no less."""

import random

import pytest

from moonshot.engine import PRESETS, Rules
from moonshot.learn import rules_of_play, rules_of_scoring
from moonshot.learn.catalogue import catalogue
from moonshot.learn.sentences import Sentence
from tests.laws.strategies import seed_combinations, valid_rules
from tests.learn import truth_of_play, truth_of_scoring

TELLERS = (
    rules_of_play.goal,
    rules_of_play.deal,
    rules_of_play.passing,
    rules_of_play.first_trick,
    rules_of_play.tricks,
    rules_of_play.hearts,
    rules_of_play.queen,
    rules_of_scoring.points,
    rules_of_scoring.moon,
    rules_of_scoring.end,
)
WITNESSES = (
    truth_of_play.of_the_deal,
    truth_of_play.of_the_pass,
    truth_of_play.of_the_first_trick,
    truth_of_play.of_the_tricks,
    truth_of_play.of_hearts,
    truth_of_play.of_the_queen,
    truth_of_scoring.of_points,
    truth_of_scoring.of_the_moon,
    truth_of_scoring.of_the_end,
)
WORTH = {f"moon.{kind}" for kind in truth_of_scoring.MOON_KINDS}
SEATING = {"deal.dealer"}


def told(rules: Rules) -> list[Sentence]:
    return [sentence for teller in TELLERS for sentence in teller(rules)]


def check(rules: Rules) -> set[str]:
    """Every sentence is true and every truth is told; the kinds that came up."""
    said = told(rules)
    assert len(said) == len(set(said))
    seen = {sentence for witness in WITNESSES for sentence in witness(rules)}
    worth = {one for one in said if one.kind in WORTH}
    plain = {one for one in said if one.kind not in WORTH | SEATING}
    assert (plain - seen, seen - plain) == (set(), set()), rules.changes()
    possible = truth_of_scoring.moons(rules)
    assert worth <= possible, rules.changes()
    assert len(worth) == bool(possible), rules.changes()
    for one in said:
        assert "{" not in catalogue().text(one)
    return {one.kind for one in said}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_as_it_is_played(preset: str) -> None:
    check(PRESETS[preset].rules)


def test_any_rules_are_told_as_they_are_played() -> None:
    kinds: set[str] = set()
    for seed in range(120):
        kinds |= check(valid_rules(random.Random(seed).choice))
    print(len(kinds))


def test_the_combinations_of_the_sources_are_told_as_they_are_played() -> None:
    every = list(seed_combinations())
    for rules in every[::41]:
        check(rules)
