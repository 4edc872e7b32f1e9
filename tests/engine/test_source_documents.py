"""What the five source documents state about the rules, one test a row of docs/acceptance.md.

S0 is the coin room (presets deniro and deniro_3), S1 three_bots, S2 custom_room, S3 browser_solo and S4
table_guide.
"""

import pytest

from moonshot.engine import (
    Deal,
    Match,
    MoveError,
    Pass,
    Play,
    Rules,
    card_text,
    cards_of,
    deal_hands,
    preset,
    view_of,
)
from moonshot.engine.cards import mask_of, parse_card, parse_cards
from moonshot.engine.ending import settle
from moonshot.engine.legality import breaks_hearts, trick_winner
from moonshot.engine.scoring import score_deal
from moonshot.engine.shuffle import shuffled
from tests.engine.hands import HEARTS, deal, dealt, legal, mask, play, play_out, text

COIN, COIN_3 = preset("deniro"), preset("deniro_3")
BOTS, ROOM, SOLO, GUIDE = (
    preset(name) for name in ("three_bots", "custom_room", "browser_solo", "table_guide")
)
FOUR = (COIN, BOTS, ROOM, SOLO, GUIDE)
SECRET = bytes(range(32))
NAUGHT = (0, 0, 0, 0)
MOON = f"{HEARTS} QS"


def without_pass(value: Rules) -> Rules:
    return Rules.from_dict({**value.to_dict(), "pass_cycle": ["H"]})


def scores(
    value: Rules, *taken: str, before: tuple[int, ...] = NAUGHT
) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Points, totals and the state after a deal in which the seats took these cards."""
    score = score_deal(value, [mask(cards) for cards in taken], None, before)
    assert score is not None
    return score.points, score.settlement.totals, score.settlement.state


def first_deal(value: Rules) -> Match:
    match = Match(value)
    match.apply(match.commit(SECRET))
    match.apply(match.deal_event())
    return match


def cycle(value: Rules, deals: int = 5) -> str:
    return " ".join(
        Deal(value, deal_hands(value, 0, SECRET)[0], deal_no=number).direction
        for number in range(1, deals + 1)
    )


# -- S0 ------------------------------------------------------------------------------------------------------


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


# -- S1 ------------------------------------------------------------------------------------------------------


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


# -- S2 ------------------------------------------------------------------------------------------------------


def test_S2_5_four_players_and_a_pack_from_ace_to_two() -> None:
    assert (ROOM.players, ROOM.hand_size) == (4, 13)
    assert [card_text(card)[0] for card in range(12, -1, -1)] == list("AKQJT98765432")


def test_S2_7_everything_goes_clockwise() -> None:
    state = play(deal("", "", "2C", "", value=without_pass(ROOM)), "2C")
    order = [state.turn]
    for _ in range(2):
        state.play(cards_of(state.legal_mask())[0])
        order.append(state.turn)
    assert order == [3, 0, 1]


def test_S2_10_S2_11_the_first_trick() -> None:
    assert legal(ROOM, "9C QS AH 4D", "2C", first=True) == "9C"
    assert legal(ROOM, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(ROOM, HEARTS, "2C", first=True) == HEARTS
    assert legal(ROOM, "QS AH 4D", "2C") == "4D QS AH"


def test_S2_13_a_deal_is_worth_26() -> None:
    assert scores(ROOM, HEARTS, "QS", "", "")[0] == (13, 13, 0, 0)


@pytest.mark.parametrize("end", [50, 100, 150])
def test_S2_16_the_end_score_is_a_choice(end: int) -> None:
    assert ROOM.end_score == 100
    value = Rules.from_dict({"preset": "custom_room", "end_score": end})
    assert settle(value, (end - 1, 10, 20, 30), 1, False).state == "next_deal"
    assert settle(value, (end, 10, 20, 30), 1, False).state == "over"


def test_S2_17_passing_can_be_left_out() -> None:
    value = Rules.from_dict({"preset": "custom_room", "pass_cycle": ["H"]})
    assert cycle(value, 3) == "H H H"
    assert first_deal(value).phase == "playing"


def test_S2_18_the_jack_is_a_choice() -> None:
    assert scores(ROOM, "JD", HEARTS, "QS", "")[0] == (0, 13, 13, 0)
    value = Rules.from_dict({"preset": "custom_room", "bonus_card": "JD"})
    assert scores(value, "JD", HEARTS, "QS", "")[0] == (-10, 13, 13, 0)


def test_S2_19_old_and_new_moon_are_a_choice() -> None:
    value = Rules.from_dict({"preset": "custom_room", "moon": "self_minus"})
    assert scores(value, MOON, "", "", "", before=(10, 20, 30, 40))[1] == (-16, 20, 30, 40)


# -- S3 ------------------------------------------------------------------------------------------------------


def test_S3_1_hearts_and_the_queen() -> None:
    assert scores(SOLO, HEARTS, "QS", "", "")[0] == (13, 13, 0, 0)


def test_S3_5_no_points_on_the_first_trick() -> None:
    assert legal(SOLO, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(SOLO, HEARTS, "2C", first=True) == HEARTS


def test_S3_6_a_heart_played_breaks() -> None:
    assert breaks_hearts(SOLO.facts, parse_card("5H"), 3, False)
    assert breaks_hearts(SOLO.facts, parse_card("5H"), 1, False)
    assert legal(SOLO, "AH 3C") == "3C"
    assert legal(SOLO, "QS AH 3H") == "QS"


def test_S3_20_the_queen_breaks_nothing_and_may_always_be_led() -> None:
    assert not breaks_hearts(SOLO.facts, parse_card("QS"), 1, False)
    assert legal(SOLO, "QS 3C") == "3C QS"


# -- S4 ------------------------------------------------------------------------------------------------------


def test_S4_2_S4_12_a_full_deal_ends_it_and_low_ties_share() -> None:
    assert settle(GUIDE, (101, 40, 40, 60), 1, False).winners == (1, 2)
    assert settle(GUIDE, (100, 41, 40, 60), 1, False).winners == (2,)
    match = dealt(Match(without_pass(GUIDE)), *[""] * 4)
    match.totals = (99, 99, 99, 99)
    play_out(match)
    assert match.phase == "over"
    assert match.deal is not None
    assert len(match.deal.plays) == 52


def test_S4_5_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    pack = shuffled((1 << 52) - 1, SECRET)
    hands, _ = deal_hands(GUIDE, 2, SECRET)
    assert [mask_of(pack[place::4]) for place in range(4)] == [hands[3], hands[0], hands[1], hands[2]]


def test_S4_6_the_ace_is_high() -> None:
    assert trick_winner(parse_cards("KD AD 2D QD")) == 1


def test_S4_8_a_pass_is_made_before_the_incoming_cards_are_seen() -> None:
    match = first_deal(GUIDE)
    assert match.deal is not None
    for seat in (0, 1, 2):
        match.act(seat, Pass(cards_of(match.deal.hands[seat])[:3]))
        assert view_of(match, 3).received is None
        assert view_of(match, seat).received is None
    match.act(3, Pass(cards_of(match.deal.hands[3])[:3]))
    assert view_of(match, 3).received == mask_of(cards_of(match.deal.dealt[2])[:3])


def test_S4_9_the_deal_moves_on_clockwise() -> None:
    match = Match(without_pass(GUIDE), first_dealer=3)
    dealers = []
    for _ in range(3):
        dealt(match, *[""] * 4)
        dealers.append(match.dealer)
        play_out(match)
    assert dealers == [3, 0, 1]


def test_S4_10_S4_23_captured_penalty_cards_count_and_not_tricks() -> None:
    assert scores(GUIDE, "2H 3H 4H 5H 6H", "QS 7H 8H 9H TH", "JH QH KH AH", "AS AC AD")[0] == (5, 17, 4, 0)


def test_S4_13_every_deal_is_shuffled_anew() -> None:
    match = Match(without_pass(GUIDE))
    seen = set()
    for number in range(3):
        match.apply(match.commit(bytes([number]) * 32))
        match.apply(match.deal_event())
        assert match.deal is not None
        seen.add(match.deal.dealt)
        play_out(match)
    assert len(seen) == 3


def test_S4_15_S4_16_the_first_trick() -> None:
    assert legal(GUIDE, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(GUIDE, HEARTS.replace("2H", "QS"), "2C", first=True) == text(
        mask(HEARTS.replace("2H", "QS"))
    )
    state = deal(f"2C {HEARTS.removesuffix(' AH')}", "", "", "", value=without_pass(GUIDE))
    assert text(state.legal_mask()) == "2C"


def test_S4_18_later_tricks() -> None:
    assert legal(GUIDE, "7C QS AH 4D", "9C") == "7C"
    assert legal(GUIDE, "QS AH 4D", "9C") == "4D QS AH"


def test_S4_20_S4_21_the_queen_breaks_nothing_and_may_be_led() -> None:
    assert not breaks_hearts(GUIDE.facts, parse_card("QS"), 1, False)
    assert legal(GUIDE, "QS 3C") == "3C QS"


def test_S4_22_a_hand_of_penalty_cards_may_lead_hearts() -> None:
    assert legal(GUIDE, "QS AH 3H") == "QS 3H AH"
    assert legal(GUIDE, "AH 3H") == "3H AH"
    assert legal(GUIDE, "QS AH 3C") == "3C QS"


def test_S4_24_the_row_adds_up() -> None:
    match = dealt(Match(without_pass(GUIDE)), "2C 3H", "3C 4H", "4C 5H", "5C QS")
    play_out(match)
    row = match.results[0]
    assert row.check == (26 if row.moon is None else 78)
    jack = without_pass(preset("table_guide_jd"))
    match = dealt(Match(jack), "2C 3H", "3C 4H", "4C 5H", "5C QS")
    play_out(match)
    assert match.results[0].check == (16 if match.results[0].moon is None else 68)


def test_S4_26_the_break_is_told_and_marked() -> None:
    match = dealt(Match(without_pass(GUIDE)), "2C", HEARTS, "", "")
    match.act(0, Play(0))
    assert not view_of(match, None).broken
    assert [fact.kind for fact in match.act(1, Play(39))] == ["played", "hearts_broken"]
    assert view_of(match, None).broken


def test_S4_31_hearts_to_fifty() -> None:
    value = preset("table_guide_50")
    assert settle(value, (50, 20, 20, 30), 1, False).winners == (1, 2)
    assert settle(value, (49, 20, 20, 30), 1, False).state == "next_deal"


def test_S4_32_the_jack_after_the_moon() -> None:
    value = preset("table_guide_jd")
    assert scores(value, MOON, "JD", "", "")[0] == (0, 16, 26, 26)
    assert scores(value, f"{MOON} JD", "", "", "")[0] == (-10, 26, 26, 26)
    assert scores(value, "JD", HEARTS, "QS", "")[1] == (-10, 13, 13, 0)
    assert value.end_score == 100
