"""Points, moon, sun, bonus, floors, the no-trick bonus, and the end of a match."""

from typing import Any

import pytest

from moonshot.engine import Rules, preset
from moonshot.engine.ending import DEAL_CAP, Settlement, settle
from moonshot.engine.scoring import (
    DealScore,
    deal_points,
    default_moon_choice,
    is_sun,
    moon_shooter,
    points_of,
    score_deal,
)
from tests.engine.hands import HEARTS, mask

MOON = [f"{HEARTS} QS", "", "", ""]
MOST = [HEARTS.replace("2H ", ""), "2H QS", "", ""]


def score(
    value: Rules,
    taken: list[str],
    before: tuple[int, ...] = (0, 0, 0, 0),
    tricks: tuple[int, ...] | None = (10, 3, 0, 0),
    **more: Any,
) -> DealScore | None:
    return score_deal(value, [mask(cards) for cards in taken], tricks, before, **more)


def points(value: Rules, taken: list[str], **more: Any) -> tuple[int, ...]:
    result = score(value, taken, **more)
    assert result is not None
    return result.points


def test_points_of_a_set_of_cards() -> None:
    assert points_of(Rules().card_points, mask("QS 2H AH 5C")) == 15
    assert points_of(preset("spot").card_points, mask("QS 2H AH")) == 25 + 2 + 14
    assert points_of(Rules().card_points, 0) == 0


def test_an_ordinary_deal() -> None:
    assert points(Rules(), MOST) == (12, 14, 0, 0)
    result = score(Rules(), MOST, (90, 10, 5, 5))
    assert result is not None
    assert (result.moon, result.moon_mode, result.sun) == (None, None, False)
    assert result.settlement == Settlement("overtime", (102, 24, 5, 5), tied=(2, 3))


def test_every_way_of_scoring_a_moon() -> None:
    assert points(Rules(), MOON) == (0, 26, 26, 26)
    assert points(Rules(moon="self_minus"), MOON) == (-26, 0, 0, 0)
    assert points(Rules(moon="off"), MOON) == (26, 0, 0, 0)
    assert points(Rules(moon_value=30), MOON) == (0, 30, 30, 30)
    assert points(Rules(moon_value=0), MOON) == (0, 0, 0, 0)
    assert score(Rules(moon="choice"), MOON) is None
    assert points(Rules(moon="choice"), MOON, choice="self_minus") == (-26, 0, 0, 0)
    assert points(Rules(moon="choice"), MOON, choice="others_plus") == (0, 26, 26, 26)
    assert points(preset("hooligan"), [f"{HEARTS} QS 7C", "", "", ""]) == (0, 33, 33, 33)
    assert points(preset("hooligan"), [f"{HEARTS} QS", "7C", "", ""]) == (26, 7, 0, 0)


def test_the_moon_follows_the_deck() -> None:
    value = Rules(players=3, removed=("2H",))
    assert value.facts.moon_value == 25
    taken = [HEARTS.replace("2H ", "") + " QS", "", ""]
    assert points(value, taken, before=(0, 0, 0), tricks=(9, 8, 0)) == (0, 25, 25)


def test_sixteen_points_are_no_moon() -> None:
    """26 less the bonus of 10 once fooled an engine that added instead of looking at the cards."""
    value = Rules(bonus_card="JD")
    assert points(value, [f"JD {MOST[0]}", MOST[1], "", ""]) == (2, 14, 0, 0)
    facts = value.facts
    assert moon_shooter(facts, [mask(cards) for cards in MOON]) == 0
    assert moon_shooter(facts, [mask(cards) for cards in MOST]) == -1
    assert moon_shooter(Rules(moon="off").facts, [mask(cards) for cards in MOON]) == -1


def test_the_bonus_card_and_the_moon() -> None:
    with_jack = [f"{HEARTS} QS JD", "", "", ""]
    jack: dict[str, Any] = {"bonus_card": "JD"}
    assert points(Rules(**jack), with_jack) == (-10, 26, 26, 26)
    assert points(Rules(**jack, moon_bonus="absorbed"), with_jack) == (0, 26, 26, 26)
    needs = Rules(**jack, moon_needs_bonus=True, moon_bonus="absorbed")
    assert points(needs, with_jack) == (0, 26, 26, 26)
    assert points(needs, [MOON[0], "JD", "", ""]) == (26, -10, 0, 0)
    assert points(Rules(**jack, moon_bonus="absorbed"), [MOON[0], "JD", "", ""]) == (0, 16, 26, 26)


def test_the_floors() -> None:
    jack: dict[str, Any] = {"bonus_card": "JD", "bonus_floor": "hand_zero"}
    assert points(Rules(**jack), ["JD 2H 3H", "QS", HEARTS[6:], ""]) == (0, 13, 11, 0)
    assert points(Rules(**jack), ["JD", "QS", HEARTS, ""]) == (0, 13, 13, 0)
    # Below zero already, the bonus adds nothing; a shooter with it neither.
    assert points(Rules(**jack, moon="self_minus"), [f"{HEARTS} QS JD", "", "", ""]) == (-26, 0, 0, 0)
    assert points(Rules(**jack), [f"{HEARTS} QS JD", "", "", ""]) == (0, 26, 26, 26)
    result = score(Rules(bonus_card="JD", bonus_floor="total_zero", moon="self_minus"), MOON, (10, 5, 5, 5))
    assert result is not None
    assert (result.points, result.settlement.totals) == ((-26, 0, 0, 0), (0, 5, 5, 5))


def test_the_no_trick_bonus() -> None:
    value = Rules(no_trick_bonus=-5)
    assert points(value, MOST) == (12, 14, -5, -5)
    assert points(value, MOST, tricks=None) == (12, 14, 0, 0)
    assert points(value, MOON) == (0, 26, 26, 26)


def test_the_sun() -> None:
    value = Rules(sun="double")
    assert points(value, MOON, tricks=(13, 0, 0, 0)) == (0, 52, 52, 52)
    assert points(value, MOON, tricks=(12, 1, 0, 0)) == (0, 26, 26, 26)
    assert points(value, MOON, tricks=None) == (0, 26, 26, 26)
    assert points(Rules(sun="double", sun_value=39), MOON, tricks=(13, 0, 0, 0)) == (0, 39, 39, 39)
    assert points(preset("gnome"), MOON, tricks=(13, 0, 0, 0)) == (-52, 0, 0, 0)
    assert not is_sun(Rules().facts, (13, 0, 0, 0), 0)
    assert not is_sun(value.facts, (13, 0, 0, 0), -1)


def test_deal_points_without_a_shooter() -> None:
    assert deal_points(Rules().facts, [mask(cards) for cards in MOST], (9, 4, 0, 0), -1, None) == (
        12,
        14,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("moon", "before", "overtime", "mode", "totals"),
    [
        ("self_minus_unless_others_plus_wins", (60, 84, 70, 70), False, "others_plus", (60, 110, 96, 96)),
        ("self_minus_unless_others_plus_wins", (70, 73, 10, 10), False, "self_minus", (44, 73, 10, 10)),
        ("self_minus_unless_others_plus_wins", (66, 40, 80, 60), False, "self_minus", (40, 40, 80, 60)),
        ("self_minus_unless_others_plus_wins", (80, 105, 80, 90), True, "others_plus", (80, 131, 106, 116)),
        ("others_plus_unless_it_loses", (90, 95, 63, 70), False, "self_minus", (64, 95, 63, 70)),
        ("others_plus_unless_it_loses", (60, 95, 63, 70), False, "others_plus", (60, 121, 89, 96)),
        ("others_plus_unless_it_loses", (10, 20, 30, 40), False, "others_plus", (10, 46, 56, 66)),
        ("others_plus_unless_it_loses", (89, 95, 63, 70), False, "others_plus", (89, 121, 89, 96)),
        ("others_plus_unless_it_ends", (60, 84, 70, 70), False, "self_minus", (34, 84, 70, 70)),
        ("others_plus_unless_it_ends", (89, 95, 63, 70), False, "self_minus", (63, 95, 63, 70)),
        ("others_plus_unless_it_ends", (10, 20, 30, 40), False, "others_plus", (10, 46, 56, 66)),
    ],
)
def test_conditional_moons(
    moon: str, before: tuple[int, ...], overtime: bool, mode: str, totals: tuple[int, ...]
) -> None:
    result = score(Rules(moon=moon), MOON, before, overtime=overtime)
    assert result is not None
    assert (result.moon_mode, result.settlement.totals) == (mode, totals)


def test_the_choice_made_for_a_silent_shooter() -> None:
    value = Rules(moon="choice")
    taken = [mask(cards) for cards in MOON]

    def choice(*before: int) -> str:
        return default_moon_choice(value, taken, (13, 0, 0, 0), before, 5, False)

    assert choice(50, 80, 60, 75) == "others_plus"
    assert choice(90, 80, 40, 75) == "self_minus"
    assert choice(0, 0, 0, 0) == "self_minus"
    assert choice(86, 80, 60, 75) == "self_minus"


# -- the end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "totals", "state", "winners", "tied"),
    [
        ({}, (99, 10, 20, 30), "next_deal", (), ()),
        ({}, (100, 10, 20, 30), "over", (1,), ()),
        ({}, (101, 10, 10, 30), "overtime", (), (1, 2)),
        ({}, (100, 100, 20, 30), "over", (2,), ()),
        ({"tie": "shared"}, (101, 40, 40, 60), "over", (1, 2), ()),
        ({"end_at": "exceed"}, (100, 10, 20, 30), "next_deal", (), ()),
        ({"end_at": "exceed"}, (101, 10, 20, 30), "over", (1,), ()),
        ({"exact_wins": True}, (100, 10, 20, 30), "over", (0,), ()),
        ({"exact_wins": True}, (100, 10, 100, 30), "over", (0, 2), ()),
        ({"end_score": 0, "end_hands": 2}, (500, 10, 20, 30), "next_deal", (), ()),
        ({"end_score": 0, "end_hands": 1}, (5, 3, 2, 16), "over", (2,), ()),
        ({"end_hands": 1}, (8, 8, 2, 8), "over", (2,), ()),
        ({"end_score": 0, "end_hands": 1}, (2, 3, 2, 16), "overtime", (), (0, 2)),
    ],
)
def test_the_end_of_a_match(
    changes: dict[str, Any],
    totals: tuple[int, ...],
    state: str,
    winners: tuple[int, ...],
    tied: tuple[int, ...],
) -> None:
    assert settle(Rules(**changes), totals, 1, False) == Settlement(state, totals, winners, tied)


def test_exact_scores_are_reset_once_and_before_the_end_is_judged() -> None:
    value = Rules(exact=((50, 0), (100, 50)))
    assert settle(value, (50, 100, 20, 30), 1, False).totals == (0, 50, 20, 30)
    assert settle(value, (50, 100, 20, 30), 1, False).state == "next_deal"
    assert settle(value, (50, 101, 20, 30), 1, False).state == "over"


def test_overtime_is_latched_or_judged_anew() -> None:
    totals = (79, 50, 40, 73)
    assert settle(Rules(), totals, 9, True) == Settlement("over", totals, (2,))
    assert settle(Rules(), (79, 40, 40, 73), 9, True) == Settlement("overtime", (79, 40, 40, 73), (), (1, 2))
    assert settle(Rules(overtime="recheck"), totals, 9, True) == Settlement("next_deal", totals)


def test_no_match_is_longer_than_a_hundred_deals() -> None:
    value = Rules(end_score=100_000)
    assert settle(value, (9, 5, 5, 7), DEAL_CAP - 1, False).state == "next_deal"
    assert settle(value, (9, 5, 5, 7), DEAL_CAP, False) == Settlement("over", (9, 5, 5, 7), (1, 2))
