"""What source S0, the coin room (deniro, deniro_3), states of the rules, one test a row of acceptance."""

from moonshot.engine import (
    Match,
    Pass,
    Rules,
    cards_of,
    deal_hands,
    preset,
)
from moonshot.engine.cards import mask_of, parse_card
from moonshot.engine.ending import settle
from moonshot.engine.legality import breaks_hearts
from tests.engine.hands import HEARTS, deal, dealt, legal, mask, play, play_out, text
from tests.engine.sources import MOON, SECRET, cycle, scores, without_pass

COIN, COIN_3 = preset("deniro"), preset("deniro_3")


def test_S0_4_the_lowest_total_wins() -> None:
    assert settle(COIN, (100, 50, 40, 60), 9, False).winners == (2,)


def test_S0_5_a_heart_costs_one_point() -> None:
    assert scores(COIN, HEARTS, "QS", "", "")[0] == (13, 13, 0, 0)


def test_S0_6_the_queen_of_spades_costs_thirteen() -> None:
    assert scores(COIN, "QS", HEARTS, "", "")[0][0] == 13


def test_S0_7_the_jack_of_diamonds_takes_ten_off() -> None:
    assert scores(COIN, "JD", HEARTS, "QS", "") == ((-10, 13, 13, 0), (-10, 13, 13, 0), "next_deal")


def test_S0_8_the_bonus_belongs_to_the_preset() -> None:
    assert COIN.bonus_card == COIN_3.bonus_card == "JD"
    assert Rules.from_dict("deniro").bonus_card == "JD"


def test_S0_9_three_or_four_players() -> None:
    assert (COIN.players, COIN_3.players) == (4, 3)


def test_S0_10_four_players_hold_thirteen_cards() -> None:
    assert [hand.bit_count() for hand in deal_hands(COIN, 0, SECRET)[0]] == [13] * 4


def test_S0_11_the_pass_goes_left_right_across_and_holds() -> None:
    assert cycle(COIN, 8) == "L R A H L R A H"


def test_S0_12_three_players_do_without_the_two_of_diamonds() -> None:
    assert COIN_3.facts.deck == mask_of(range(52)) & ~mask("2D")


def test_S0_13_three_players_hold_seventeen_cards() -> None:
    hands, kitty = deal_hands(COIN_3, 0, SECRET)
    assert [hand.bit_count() for hand in hands] == [17] * 3
    assert (sum(hands), kitty) == (COIN_3.facts.deck, 0)


def test_S0_14_three_players_pass_left_right_and_hold() -> None:
    assert cycle(COIN_3) == "L R H L R"
    assert COIN_3.pass_count == 3


def test_S0_15_the_two_of_clubs_opens_after_the_pass() -> None:
    match = dealt(Match(COIN), "2C", "", "", "")
    assert match.deal is not None
    for seat in range(4):
        hand = cards_of(match.deal.hands[seat])
        match.act(seat, Pass(hand[:3]))
    assert (match.turn, text(match.legal_mask())) == (1, "2C")


def test_S0_16_the_suit_led_is_followed() -> None:
    assert legal(COIN, "9D 2D AH QS", "4D") == "2D 9D"


def test_S0_17_no_points_on_the_first_trick_but_from_a_hand_of_points() -> None:
    assert legal(COIN, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(COIN, HEARTS, "2C", first=True) == HEARTS
    assert legal(COIN, HEARTS.replace("2H", "QS"), "2C", first=True) == text(mask(HEARTS.replace("2H", "QS")))


def test_S0_18_the_jack_may_be_thrown_on_the_first_trick() -> None:
    assert legal(COIN, "QS AH 4D JD", "2C", first=True) == "4D JD"


def test_S0_19_hearts_wait_for_a_heart() -> None:
    assert legal(COIN, "AH 3C 7D") == "3C 7D"
    assert legal(COIN, "AH 3C 7D", broken=True) == "3C 7D AH"
    assert legal(COIN, "AH 3H") == "3H AH"
    assert legal(COIN, "QS AH 3H") == "QS"


def test_S0_20_the_queen_may_be_led_and_breaks_nothing() -> None:
    assert legal(COIN, "QS 3C") == "3C QS"
    assert not breaks_hearts(COIN.facts, parse_card("QS"), 2, False)
    assert not breaks_hearts(COIN.facts, parse_card("QS"), 1, False)


def test_S0_21_the_highest_of_the_suit_led_takes_the_trick_and_leads() -> None:
    state = play(deal("2C", "AC", "KC", "QC", value=without_pass(COIN)), "2C AC KC QC")
    assert (state.winners, state.turn) == ([1], 1)


def test_S0_22_a_moon_needs_all_penalty_cards_and_no_jack() -> None:
    assert scores(COIN, MOON, "JD", "", "")[0] == (-26, -10, 0, 0)
    assert scores(COIN, MOON.replace("2H ", ""), "2H", "", "")[0] == (25, 1, 0, 0)


def test_S0_23_a_moon_takes_26_off() -> None:
    assert scores(COIN, f"{MOON} JD", "", "", "", before=(40, 41, 42, 43)) == (
        (-36, 0, 0, 0),
        (4, 41, 42, 43),
        "next_deal",
    )


def test_S0_24_unless_26_for_the_others_wins_at_once() -> None:
    assert scores(COIN, MOON, "JD", "", "", before=(60, 84, 70, 70)) == (
        (0, 16, 26, 26),
        (60, 100, 96, 96),
        "over",
    )
    assert scores(COIN, MOON, "JD", "", "", before=(60, 83, 70, 70))[0] == (-26, -10, 0, 0)
    # To be lowest together with another is not enough, to end the match neither.
    assert scores(COIN, f"{MOON} JD", "", "", "", before=(76, 40, 80, 60))[0] == (-36, 0, 0, 0)
    assert scores(COIN, MOON, "", "", "JD", before=(70, 40, 75, 60))[0] == (-26, 0, 0, -10)


def test_S0_25_the_match_ends_after_a_whole_deal_at_a_hundred() -> None:
    assert settle(COIN, (99, 1, 2, 3), 1, False).state == "next_deal"
    assert settle(COIN, (100, 1, 2, 3), 1, False).state == "over"
    match = dealt(Match(without_pass(COIN)), *[""] * 4)
    match.totals = (99, 99, 99, 99)
    assert [fact.kind for fact in play_out(match)].count("trick_taken") == 13


def test_S0_26_who_is_lowest_then_has_won() -> None:
    assert settle(COIN, (101, 53, 40, 73), 1, False).winners == (2,)


def test_S0_27_a_tie_for_lowest_plays_on_until_one_is_lowest() -> None:
    assert settle(COIN, (101, 40, 40, 60), 1, False).tied == (1, 2)
    assert settle(COIN, (105, 50, 50, 73), 2, True).state == "overtime"
    assert settle(COIN, (79, 50, 40, 73), 3, True).winners == (2,)
