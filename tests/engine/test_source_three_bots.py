"""What source S1 (preset three_bots) states of the rules, one test a row of docs/acceptance.md."""

import pytest

from moonshot.engine import (
    Match,
    MoveError,
    Pass,
    Rules,
    cards_of,
    deal_hands,
    view_of,
)
from moonshot.engine.cards import parse_card, parse_cards
from moonshot.engine.ending import settle
from moonshot.engine.legality import breaks_hearts, trick_winner
from tests.engine.hands import HEARTS, deal, dealt, legal, play, play_out, text
from tests.engine.sources import (
    BOTS,
    GUIDE,
    MOON,
    ROOM,
    SECRET,
    SOLO,
    cycle,
    first_deal,
    scores,
    without_pass,
)


def test_S1_1_thirteen_cards_of_a_whole_pack_for_each_of_four() -> None:
    assert [hand.bit_count() for hand in deal_hands(BOTS, 0, SECRET)[0]] == [13] * 4
    assert sum(deal_hands(BOTS, 0, SECRET)[0]) == (1 << 52) - 1


def test_S1_2_everybody_has_a_running_total() -> None:
    assert scores(BOTS, HEARTS, "QS", "", "", before=(5, 6, 7, 8))[1] == (18, 19, 7, 8)


def test_S1_3_fewest_points_win() -> None:
    assert settle(BOTS, (100, 50, 40, 60), 9, False).winners == (2,)


def test_S1_4_one_thirteen_and_twentysix() -> None:
    assert (BOTS.card_points[51], BOTS.card_points[36], sum(BOTS.card_points)) == (1, 13, 26)


def test_S1_5_exactly_three_cards_are_passed_unseen() -> None:
    match = first_deal(BOTS)
    assert match.deal is not None
    for count in (2, 4):
        with pytest.raises(MoveError):
            match.act(0, Pass(cards_of(match.deal.hands[0])[:count]))
    match.act(0, Pass(cards_of(match.deal.hands[0])[:3]))
    assert view_of(match, 1).received is None


@pytest.mark.parametrize("value", [BOTS, ROOM, SOLO, GUIDE])
def test_S1_6_S2_8_S3_2_S4_7_the_direction_rotates(value: Rules) -> None:
    assert cycle(value) == "L R A H L"


def test_S1_7_thirteen_tricks() -> None:
    match = dealt(Match(without_pass(BOTS)), *[""] * 4)
    assert [fact.kind for fact in play_out(match)].count("trick_taken") == 13


@pytest.mark.parametrize("value", [BOTS, ROOM, SOLO, GUIDE])
def test_S1_8_S2_9_S3_3_S4_14_the_two_of_clubs_opens(value: Rules) -> None:
    state = deal("", "", "2C", "", value=without_pass(value))
    assert (state.turn, text(state.legal_mask())) == (2, "2C")
    play(state, "2C")
    assert state.turn == 3


def test_S1_9_clubs_are_followed_and_else_another_suit_is_thrown() -> None:
    assert legal(BOTS, "9C QS AH 4D", "2C", first=True) == "9C"
    assert legal(BOTS, "QS AH 4D", "2C", first=True) == "4D QS AH"


@pytest.mark.parametrize("value", [BOTS, SOLO, GUIDE])
def test_S1_10_S3_4_S4_17_only_the_suit_led_can_win(value: Rules) -> None:
    state = play(deal("2C", "5C", "AC", "KC", value=without_pass(value)), "2C 5C AC KC")
    assert state.turn == 2
    assert trick_winner(parse_cards("5D AS KD AH")) == 2


@pytest.mark.parametrize("value", [BOTS, ROOM, GUIDE])
def test_S1_11_S2_12_S4_19_a_discarded_heart_breaks(value: Rules) -> None:
    heart = parse_card("5H")
    assert breaks_hearts(value.facts, heart, 1, False)
    assert not breaks_hearts(value.facts, heart, 3, False)
    assert legal(value, "AH 3H") == "3H AH"
    assert legal(value, "AH 3C") == "3C"
    assert legal(value, "AH 3C", broken=True) == "3C AH"


def test_S1_12_captured_cards_count_after_thirteen_tricks() -> None:
    match = dealt(Match(without_pass(BOTS)), *[""] * 4)
    play_out(match)
    assert match.totals == match.results[0].points
    assert match.results[0].check in (26, 78)


@pytest.mark.parametrize("value", [BOTS, ROOM, SOLO])
def test_S1_13_S2_6_S3_8_S3_21_the_match_ends_at_a_hundred(value: Rules) -> None:
    assert settle(value, (99, 10, 20, 30), 1, False).state == "next_deal"
    assert settle(value, (100, 10, 20, 30), 1, False).winners == (1,)
    assert settle(value, (100, 10, 10, 30), 1, False).state == "overtime"
    assert settle(value, (90, 10, 20, 30), 2, True).winners == (1,)


@pytest.mark.parametrize("value", [BOTS, ROOM, SOLO, GUIDE])
def test_S1_14_S2_14_S3_7_S4_3_S4_11_a_moon_costs_the_others_26(value: Rules) -> None:
    assert scores(value, MOON, "", "", "", before=(10, 20, 30, 40)) == (
        (0, 26, 26, 26),
        (10, 46, 56, 66),
        "next_deal",
    )


def test_S1_15_one_card_less_is_no_moon() -> None:
    assert scores(BOTS, MOON.replace("5H ", ""), "5H", "", "")[0] == (25, 1, 0, 0)
