"""Faults of scoring that users of other programs reported, one test each, by ID. S10, S11 are for tables."""

import pytest

from moonshot.engine import (
    ChooseMoon,
    Match,
    Play,
    Rules,
    cards_of,
    view_of,
)
from moonshot.engine.events import Dealt, MatchOver, MoonShot
from moonshot.engine.scoring import DealScore, score_deal
from tests.engine.hands import HEARTS, dealt, mask, play_out, rules
from tests.engine.reported import STANDARD


def scored(value: Rules, taken: list[str], before: list[int], tricks: list[int] | None = None) -> DealScore:
    score = score_deal(value, [mask(cards) for cards in taken], tricks, before)
    assert score is not None
    return score


def test_S2_the_jack_stays_with_its_taker_on_a_moon() -> None:
    value = rules(bonus_card="JD")
    score = scored(value, ["JD", "", "", f"{HEARTS} QS"], [0, 0, 0, 0])
    assert score.points == (16, 26, 26, 0)
    assert (score.moon, score.moon_mode) == (3, "others_plus")


def test_S4_a_moon_never_loses_the_match_for_its_shooter_where_the_rules_guard_it() -> None:
    value = rules(moon="others_plus_unless_it_loses")
    moon = ["", "", f"{HEARTS} QS", ""]
    score = scored(value, moon, [80, 40, 90, 75])
    assert (score.moon_mode, score.settlement.totals) == ("self_minus", (80, 40, 64, 75))
    assert score.settlement.state == "next_deal"
    score = scored(value, moon, [80, 60, 50, 75])
    assert (score.moon_mode, score.settlement.totals) == ("others_plus", (106, 86, 50, 101))
    assert score.settlement.winners == (2,)


def test_S4_a_shooter_who_does_not_choose_gets_the_safe_choice() -> None:
    match = dealt(Match(rules(moon="choice")), HEARTS_OWNER, *OTHERS)
    match.totals = (90, 80, 40, 75)
    play_out(match, shooter=0)
    assert match.phase == "choosing_moon"
    assert match.moon_options() == {"others_plus": (90, 106, 66, 101), "self_minus": (64, 80, 40, 75)}
    assert match.default_moon_choice() == "self_minus"
    match.totals = (50, 80, 60, 75)
    assert match.default_moon_choice() == "others_plus"
    match.act(0, ChooseMoon(match.default_moon_choice()))
    assert (match.phase, match.winners, match.totals) == ("over", (0,), (50, 106, 86, 101))


HEARTS_OWNER = "AC KC AD KD AS KS QS AH KH QH JH TH 9H"
"""A hand that takes every trick if it leads; the others never hold a higher card."""
OTHERS = ("2C", "", "")


def test_S5_totals_are_signed_numbers() -> None:
    value = rules(moon="self_minus", bonus_card="JD")
    moon = ["", "", f"{HEARTS} QS", "JD"]
    score = scored(value, moon, [0, 0, 10, 0])
    assert score.settlement.totals == (0, 0, -16, -10)
    after = scored(value, ["QS", "8H 9H TH JH QH KH AH 2H", "3H 4H 5H 6H 7H", ""], [0, 0, -16, -10])
    assert after.settlement.totals == (13, 8, -11, -10)
    assert scored(value, ["QS", HEARTS, "", ""], [95, 0, -16, -10]).settlement.winners == (2,)


def test_S7_the_end_is_judged_after_the_last_trick_only() -> None:
    match = dealt(Match(rules()), "", "", "", "")
    match.totals = (99, 20, 20, 20)
    happened = play_out(match)
    assert len([event for event in happened if event.kind == "trick_taken"]) == 13
    assert isinstance(happened[-1], MatchOver) == (max(match.totals) >= 100)
    hearts = [HEARTS.replace("2H ", ""), "QS", "", ""]
    assert scored(STANDARD, [*hearts[:3], "2H"], [0, 20, 20, 99]).settlement.state == "over"
    assert scored(STANDARD, [*hearts[:3], "2H"], [0, 20, 20, 98]).settlement.state == "next_deal"
    shot = scored(STANDARD, [f"{HEARTS} QS", "", "", ""], [99, 20, 20, 20])
    assert (shot.settlement.totals, shot.settlement.state) == ((99, 46, 46, 46), "next_deal")


def test_S8_exactly_a_hundred_becomes_fifty_before_the_end_is_judged() -> None:
    taken = ["2H 3H 4H 5H 6H 7H 8H", "9H TH JH QH KH AH", "", "QS"]
    value = rules(exact=[{"at": 100, "to": 50}])
    score = scored(value, taken, [93, 60, 50, 70])
    assert score.points == (7, 6, 0, 13)
    assert (score.settlement.totals, score.settlement.state) == ((50, 66, 50, 83), "next_deal")
    assert scored(STANDARD, taken, [93, 60, 50, 70]).settlement.state == "over"
    value = rules(exact=[{"at": 100, "to": 50}], bonus_card="JD")
    jack = ["QS 2H 3H 4H 5H JD", "6H 7H 8H 9H", "TH JH QH KH AH", ""]
    assert scored(value, jack, [93, 0, 0, 0]).settlement.totals[0] == 50


@pytest.mark.parametrize(
    ("sun", "value", "cost"), [("off", "auto", 26), ("double", 39, 39), ("double", "auto", 52)]
)
def test_S9_the_sun_costs_what_the_rules_say(sun: str, value: str | int, cost: int) -> None:
    chosen = rules(sun=sun, sun_value=value)
    match = Match(chosen)
    suits = [mask(" ".join(rank + suit for rank in "23456789TJQKA")) for suit in "CDSH"]
    match.apply(Dealt(1, 0, tuple(suits)))
    happened = play_out(match)
    assert match.results[0].points == (0, cost, cost, cost)
    assert match.results[0].sun == (sun == "double")
    assert [event.sun for event in happened if isinstance(event, MoonShot)] == [sun == "double"]
    twelve = scored(chosen, [f"{HEARTS} QS", "", "", ""], [0, 0, 0, 0], [12, 1, 0, 0])
    assert (twelve.points, twelve.sun) == ((0, 26, 26, 26), False)


def test_S9_a_sun_may_be_worth_nothing_at_all() -> None:
    score = scored(rules(sun="double", sun_value=0), [f"{HEARTS} QS", "", "", ""], [0] * 4, [13, 0, 0, 0])
    assert (score.points, score.sun) == ((0, 0, 0, 0), True)


def test_S12_a_moon_happens_once_and_belongs_to_its_deal() -> None:
    match = Match(rules())
    moons = []
    for _ in range(2):
        dealt(match, "", "", "", "")
        moons += [event.deal_no for event in play_out(match) if isinstance(event, MoonShot)]
    dealt(match, HEARTS_OWNER, *OTHERS)
    third = play_out(match, shooter=0)
    dealt(match, "2C 3C 4C", "5C 6C 7C", "8C 9C TC", "JC QC KC")
    for _ in range(8):
        assert match.turn is not None
        happened = match.act(match.turn, Play(cards_of(match.legal_mask())[0]))
        assert not [event for event in happened if isinstance(event, MoonShot)]
        assert match.shooter is None
        assert view_of(match, None).shooter is None
    assert [event.deal_no for event in third if isinstance(event, MoonShot)] == [3]
    assert moons == []
    assert [row.moon for row in match.results] == [None, None, 0]


def test_S13_the_jack_stops_at_zero_only_where_the_rules_say_so() -> None:
    taken = ["JD 2H 3H 4H", HEARTS.replace("2H 3H 4H ", ""), "QS", ""]
    score = scored(rules(bonus_card="JD"), taken, [0] * 4)
    assert score.points == (-7, 10, 13, 0)
    assert sum(score.points) == 16
    assert scored(rules(bonus_card="JD", bonus_floor="hand_zero"), taken, [0] * 4).points == (0, 10, 13, 0)
    floor = rules(bonus_card="JD", bonus_floor="total_zero")
    assert scored(floor, taken, [3, 0, 0, 0]).settlement.totals == (0, 10, 13, 0)
    assert scored(floor, taken, [9, 0, 0, 0]).settlement.totals == (2, 10, 13, 0)
