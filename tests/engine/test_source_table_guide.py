"""What source S4 (preset table_guide) states of the rules, one test a row of docs/acceptance.md."""

from moonshot.engine import (
    Match,
    Pass,
    Play,
    cards_of,
    deal_hands,
    preset,
    view_of,
)
from moonshot.engine.cards import mask_of, parse_card, parse_cards
from moonshot.engine.ending import settle
from moonshot.engine.legality import breaks_hearts, trick_winner
from moonshot.engine.shuffle import shuffled
from tests.engine.hands import HEARTS, deal, dealt, legal, mask, play_out, text
from tests.engine.sources import GUIDE, MOON, SECRET, first_deal, scores, without_pass


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
