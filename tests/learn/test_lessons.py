"""The lessons: every line is replayed, and what is stated about it is what the engine says."""

import pytest

from moonshot.engine import cards_of, mask_of
from moonshot.learn.lessons import THEMES, Lesson, explained, lessons, outcome, situation
from moonshot.learn.quiz import Teller

ALL = list(enumerate(lessons(), 1))
TELLER = Teller()
named = pytest.mark.parametrize(
    "lesson", [one for _, one in ALL], ids=[f"{no}-{one.theme}" for no, one in ALL]
)


def test_there_is_a_lesson_for_every_theme() -> None:
    assert {one.theme for one in lessons()} == set(THEMES)


@named
def test_each_line_can_be_played_and_costs_what_is_stated(lesson: Lesson) -> None:
    for option in lesson.options:
        after = outcome(lesson, option)
        assert after.points == option.points
        costs = [one for one in explained(lesson, option) if one.kind == "lesson.cost"]
        assert dict(costs[0].params)["n"] == after.points[lesson.me]
        assert all(TELLER.text(one) for one in (*explained(lesson, option), *situation(lesson)))
        if lesson.theme != "passing":
            assert dict(after.trick)[lesson.me] == option.cards[0]


@named
def test_the_better_choice_costs_least(lesson: Lesson) -> None:
    costs = [option.points[lesson.me] for option in lesson.options]
    assert costs.count(min(costs)) == 1
    assert costs[lesson.better] == min(costs)


@named
def test_the_position_is_what_its_theme_says(lesson: Lesson) -> None:
    match = lesson.match()
    deal = match.deal
    assert deal is not None
    hand, legal = deal.hands[lesson.me], match.legal_mask()
    points = [taken & deal.facts.point_cards for taken in deal.taken]
    takers = [seat for seat, taken in enumerate(points) if taken]
    better = lesson.options[lesson.better]
    offered = [mask_of(option.cards) for option in lesson.options]
    queen = mask_of([36])
    if lesson.theme == "passing":
        assert deal.phase == "passing"
        assert hand & queen
        assert len([card for card in cards_of(hand) if 26 <= card < 36]) <= 2
        assert offered[lesson.better] & queen
        assert all(cards & hand == cards for cards in offered)
        return
    assert match.turn == lesson.me
    assert all(cards & legal == cards for cards in offered)
    if lesson.theme == "duck":
        takes = [outcome(lesson, option).taker == lesson.me for option in lesson.options]
        under = [option.cards[0] for option, took in zip(lesson.options, takes, strict=True) if not took]
        assert deal.in_trick == 3
        assert deal.trick & deal.facts.point_cards
        assert any(takes)
        assert better.cards[0] == max(under)
    elif lesson.theme == "queen":
        assert deal.led == 2
        assert 36 not in deal.plays
        assert deal.in_trick < 3
        assert {outcome(lesson, option).taker == lesson.me for option in lesson.options} == {True, False}
        assert outcome(lesson, better).taker != lesson.me
    elif lesson.theme == "void":
        assert all(card // 13 != deal.led for card in cards_of(hand))
        assert better.cards == (36,)
    elif lesson.theme == "attack":
        assert takers == [lesson.me]
        assert not deal.trick
        assert outcome(lesson, better).moon == lesson.me
        assert outcome(lesson, better).taker == lesson.me
    else:
        assert len(takers) == 1
        assert takers != [lesson.me]
        assert deal.trick & deal.facts.point_cards
        assert outcome(lesson, better).taker == lesson.me
        assert [outcome(lesson, option).moon for option in lesson.options if option != better] == takers
