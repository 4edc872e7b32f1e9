"""The parts of a rules page that are made from its sentences: examples, questions, differences, advice."""

import random
import re
from dataclasses import replace

import pytest

from moonshot.engine import PRESETS, Rules, RulesError, parse_card, preset
from moonshot.engine.scoring import points_of
from moonshot.learn.advice import glossary, tips
from moonshot.learn.catalogue import catalogue
from moonshot.learn.chapters import chapters, quick_version
from moonshot.learn.differences import differences, said_elsewhere, sentences_of, unusual
from moonshot.learn.examples import moon_examples, trick_example
from moonshot.learn.questions import questions
from moonshot.learn.rules_query import read_query, rules_query
from tests.laws.strategies import valid_rules
from tests.learn.positions import bits, playing

EVERY = [preset.rules for preset in PRESETS.values()]
SOME = [*EVERY, *(valid_rules(random.Random(seed).choice) for seed in range(60))]


def query_of(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split("&") if part)


# -- examples ----------------------------------------------------------------------------------------


def test_the_trick_of_the_example_can_be_played_and_is_told_as_it_goes() -> None:
    shown = 0
    for rules in SOME:
        example = trick_example(rules)
        if example is None:
            continue
        shown += 1
        cards = [parse_card(step.card) for step in example.steps]
        seats = [step.seat for step in example.steps]
        deal = playing(rules, bits(cards[0], 51), broken=True)
        deal.leader = deal.turn = seats[0]
        for step, card in zip(example.steps, cards, strict=True):
            other = (cards[0] // 13 + 1) % 4 * 13 + 3
            void = step.said.kind == "example.thrown"
            deal.hands[step.seat] = bits(
                card, other if void or step is example.steps[0] else (card + 26) % 52
            )
            assert deal.turn == step.seat
            assert deal.legal_mask() >> card & 1, (rules.changes(), step)
            deal.push(card)
        assert deal.winners == [example.taker]
        told = dict(example.taken.params)
        assert told["player"] == example.taker
        assert told["n"] == points_of(rules.facts.points, bits(*cards))
    assert shown > len(EVERY)


@pytest.mark.parametrize("name", PRESETS)
def test_a_moon_in_numbers_adds_up_and_exceptions_are_shown(name: str) -> None:
    rules = preset(name)
    examples = moon_examples(rules)
    assert bool(examples) == (rules.moon != "off")
    for one in examples:
        assert one.after == tuple(a + b for a, b in zip(one.before, one.points, strict=True))
        assert catalogue().text(one.result)
    if rules.moon == "self_minus_unless_others_plus_wins":
        usual, exception = examples
        assert (usual.points[0], exception.points[0]) == (-26, 0)
        assert max(exception.after) >= rules.end_score
        assert exception.after[0] == min(exception.after)
        assert exception.result.kind == "example.over"
    if rules.moon == "choice":
        assert [one.points[0] for one in examples] == [0, -26]


def test_every_conditional_moon_has_both_its_sides_shown() -> None:
    for moon in ("others_plus_unless_it_loses", "others_plus_unless_it_ends"):
        usual, exception = moon_examples(Rules(moon=moon))
        assert (usual.points[0], exception.points[0]) == (0, -26)


# -- questions ---------------------------------------------------------------------------------------


def verdicts(rules: Rules) -> dict[str, str | None]:
    return {one.key: one.verdict for one in questions(sentences_of(rules))}


def test_answers_are_sentences_of_the_page_and_nothing_else() -> None:
    for rules in SOME:
        said = sentences_of(rules)
        for one in questions(said):
            assert one.answer
            assert set(one.answer) <= set(said)
            assert catalogue().text(one.key).endswith("?")


def test_yes_and_no_follow_the_rules() -> None:
    assert verdicts(preset("standard"))["question.queen_breaks"] == "question.no"
    assert verdicts(preset("bicycle"))["question.queen_breaks"] == "question.yes"
    assert "question.queen_breaks" not in verdicts(preset("black_maria"))
    assert verdicts(preset("standard"))["question.first_points"] == "question.no"
    assert verdicts(preset("pagat"))["question.first_points"] == "question.yes"
    only_bonus = verdicts(Rules(bonus_card="JD", first_trick_barred=("bonus",)))
    assert "question.first_points" not in only_bonus
    assert only_bonus["question.first_barred"] is None
    assert verdicts(preset("koupes"))["question.lead_queen"] == "question.no"
    assert verdicts(preset("deniro"))["question.below_zero"] == "question.yes"


# -- differences -------------------------------------------------------------------------------------


def kinds_between(here: str, there: str) -> set[str]:
    return {one.kind for one in said_elsewhere(preset(here), preset(there))}


def test_nothing_is_different_exactly_where_the_same_is_played() -> None:
    for rules in EVERY:
        for one in differences(rules):
            same = {preset.rules for preset in one.presets} == {rules}
            assert (one.said == ()) == (same or sentences_of(one.presets[0].rules) == sentences_of(rules))
    names = [preset.id for one in differences(preset("standard")) for preset in one.presets]
    assert sorted(names) == sorted(PRESETS)


def test_what_is_different_is_named_both_ways() -> None:
    assert kinds_between("standard", "bicycle") == {
        "hearts.broken_by_discard",
        "hearts.queen_breaks_discarded",
    }
    assert "hearts.queen_breaks_not" in kinds_between("bicycle", "standard")
    assert "points.bonus" in kinds_between("standard", "deniro")
    assert "differs.without_bonus" in kinds_between("deniro", "standard")
    assert "differs.without_card" in kinds_between("hooligan", "standard")
    assert "end.reach" in kinds_between("table_guide", "table_guide_50")


def test_unusual_is_what_standard_with_as_many_players_does_not_say() -> None:
    assert unusual(Rules()) == frozenset()
    assert unusual(Rules(players=3)) == frozenset()
    assert {one.kind for one in unusual(preset("trickster"))} == {"end.tie_shared"}


# -- the rest ----------------------------------------------------------------------------------------


def test_the_short_version_is_short_and_takes_its_sentences_from_the_chapters() -> None:
    for rules in SOME:
        short = [one for part in quick_version(rules) for one in part.said]
        said = [one for part in chapters(rules) for one in part.said]
        assert set(short) <= set(said)
        assert len(short) < len(said)
    assert quick_version(Rules())[0].id == "goal"


def test_advice_is_given_where_the_rules_give_a_reason() -> None:
    def given(rules: Rules) -> set[str]:
        return {tip.key for tip in tips(rules)}

    always = {"tip.void", "tip.high", "tip.low", "tip.duck", "tip.count"}
    for rules in SOME:
        assert always <= given(rules)
        assert ("tip.moon_stop" in given(rules)) == bool(moon_examples(rules))
        assert ("tip.bonus" in given(rules)) == (rules.bonus_card is not None)
    assert "tip.queen" in given(preset("standard"))
    assert "tip.queen" not in given(preset("plain"))
    assert "tip.passing" not in given(preset("plain"))
    for rules in SOME:
        words = " ".join(catalogue().text(one) for tip in tips(rules) for one in tip.said)
        passes = any(way != "H" for way in rules.directions)
        assert passes or not re.search(r"\bpass", words), "nobody passes here"


def test_only_words_that_are_needed_are_explained() -> None:
    assert "term.kitty" not in glossary(sentences_of(preset("standard")))
    assert "term.kitty" in glossary(sentences_of(Rules(players=5, kitty="first_trick")))
    assert "term.bonus" in glossary(sentences_of(preset("deniro")))


def test_rules_come_back_from_their_address() -> None:
    for rules in SOME:
        assert read_query(query_of(rules_query(rules))) == rules
    assert rules_query(Rules()) == ""
    assert read_query({"preset": "deniro", "end_score": "50"}) == replace(preset("deniro"), end_score=50)


@pytest.mark.parametrize(
    "query",
    [
        {"players": "four"},
        {"players": "4" * 30},
        {"colour": "green"},
        {"preset": "no such thing"},
        {"penalties": "QS"},
        {"exact": "100:50:25"},
        {"bonus_card": "ZZ"},
        {"moon_needs_bonus": "perhaps"},
        {"pass_cycle": "L,Q"},
        {"removed": ",".join(["2D"] * 1000)},
    ],
    ids=str,
)
def test_an_address_that_makes_no_sense_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(RulesError):
        read_query(query)
