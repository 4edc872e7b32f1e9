"""Faults of play that users of other programs reported, one test each, by ID.

Seats 0 to 3 stand for the reports' N, E, S, W in order of play. R9 is also answered in tests/laws; R13 is for
pages.
"""

import itertools

import pytest

from moonshot.engine import (
    Match,
    MoveError,
    Pass,
    Rules,
    cards_of,
    deal_hands,
    parse_card,
    parse_cards,
    preset,
)
from moonshot.engine.events import Dealt
from moonshot.engine.legality import breaks_hearts, trick_winner
from tests.engine.hands import HEARTS, deal, dealt, legal, mask, play, play_out, rules, text
from tests.engine.reported import STANDARD
from tests.laws.states import deal_state


def test_R1_no_points_on_the_first_trick() -> None:
    west = "QS AH KH 9H 5H 3D 7D 8D TD KD JS 4S 2S"
    state = deal("", "", "2C 3S", west)
    play(state, "2C")
    assert state.turn == 3
    assert text(state.legal_mask()) == "3D 7D 8D TD KD 2S 4S JS"
    before = deal_state(state)
    with pytest.raises(MoveError) as caught:
        state.play(parse_card("AH"))
    assert caught.value.code == "points_on_first_trick"
    assert deal_state(state) == before
    free = deal("", "", "2C 3S", west, value=rules(first_trick_barred=[]))
    play(free, "2C")
    assert free.legal_mask() == mask(west)


def test_R2_a_hand_of_penalty_cards_alone_may_play_any() -> None:
    state = play(deal("", "", "2C", HEARTS), "2C")
    assert text(state.legal_mask()) == HEARTS
    assert not state.broken
    assert play(state, "2H").broken
    state = play(deal("", "", "2C", HEARTS.replace("2H", "QS")), "2C")
    assert state.legal_mask().bit_count() == 13
    assert not play(state, "QS").broken


def test_R3_only_the_option_lets_the_queen_break_hearts() -> None:
    queen, diamond = parse_card("QS"), 1
    for option, breaks, leads in (
        ("never", False, "5C"),
        ("any_play", True, "5C 2H"),
        ("discard", True, "5C 2H"),
    ):
        value = rules(qs_breaks=option)
        assert breaks_hearts(value.facts, queen, diamond, False) == breaks
        assert legal(value, "2H 5C", broken=breaks) == leads
    # Led or following spades, she is no discard.
    assert breaks_hearts(rules(qs_breaks="any_play").facts, queen, 2, False)
    assert not breaks_hearts(rules(qs_breaks="discard").facts, queen, 2, False)


def test_R4_hearts_open_with_the_break_and_not_before() -> None:
    state = deal("4H KH 6D 2C 3C", "2H 4S 5S 6S 7S 8S 9S TS JS 3H 4C 5C AS", "4D 6C 7C", "5D 8C 9C")
    play(state, "2C 4C 6C 8C 9C 3C 5C 7C")
    assert text(state.legal_mask() & mask("4H KH 9H AH")) == ""
    assert legal(STANDARD, "4H KH 6D") == "6D"
    assert legal(STANDARD, "4H 9C") == "9C"
    assert legal(STANDARD, "4H 9C", broken=True) == "9C 4H"
    # The heart thrown on a diamond breaks, within that very trick.
    value = STANDARD.facts
    assert breaks_hearts(value, parse_card("2H"), 1, False)


def test_R6_a_leader_with_hearts_only_leads_one_and_breaks_them() -> None:
    assert legal(STANDARD, "4H 9H KH") == "4H 9H KH"
    assert breaks_hearts(STANDARD.facts, parse_card("4H"), 3, False)
    # The literal reading of other rules: only a discarded heart breaks.
    assert not breaks_hearts(preset("table_guide").facts, parse_card("4H"), 3, False)


def test_R8_the_holder_of_the_low_club_after_the_pass_leads_it() -> None:
    match = Match(STANDARD)
    dealt(match, "", "", "2C AS KS 9D", "")
    for seat in range(4):
        cards = cards_of(match.deal.hands[seat]) if match.deal else ()
        match.act(seat, Pass(parse_cards("2C AS KS") if seat == 2 else cards[-3:]))
    assert match.turn == 3
    assert text(match.legal_mask()) == "2C"
    match = dealt(Match(rules()), "2C", "", "", "")
    assert (match.phase, match.turn, text(match.legal_mask())) == ("playing", 0, "2C")


def test_R9_who_holds_the_suit_follows_it() -> None:
    assert legal(STANDARD, "7D AS 2H", "5D") == "7D"
    state = deal("2C 5D 3D", "3C 7D AS 2H", "4C 8D", "5C 9D", value=rules())
    play(state, "2C 3C 4C 5C")
    state = play(state, text(state.legal_mask() & mask("9D")))
    assert state.turn == 0
    play(state, "3D")
    with pytest.raises(MoveError) as caught:
        state.play(parse_card("AS"))
    assert caught.value.code == "must_follow_suit"
    assert caught.value.message == "You must follow diamonds."


def test_R10_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    assert trick_winner(parse_cards("5D AS KD 7D")) == 2
    assert trick_winner(parse_cards("2C AH QS 3C")) == 3
    for suit in "CDSH":
        for ranks in itertools.permutations("5TQA"):
            trick = parse_cards(" ".join(rank + suit for rank in ranks))
            assert trick_winner(trick) == ranks.index("A")
            thrown_off = "DSHC"["CDSH".index(suit)]
            mixed = (trick[0], *(parse_card(rank + thrown_off) for rank in ranks[1:]))
            assert trick_winner(mixed) == 0
    for leader in range(4):
        state = deal(
            *("KC" if seat == leader else "" for seat in range(4)), value=rules(opening_card="any_club")
        )
        assert state.opener == state.turn


def test_R11_the_low_club_leads_only_where_the_rules_say_so() -> None:
    value = rules(opening_leader="left_of_dealer", opening_card="any")
    state = deal("2C 5D 9S", "4D", "6D", "3D 8C", value=value, dealer=2)
    assert state.turn == 3
    play(state, "3D")
    assert state.turn == 0
    assert state.legal_mask() & ~mask("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD") == 0
    assert legal(value, "2C 5D", "3D", first=True) == "5D"
    assert legal(value, "2C 9S", "3D", first=True) == "2C 9S"


@pytest.mark.parametrize(
    ("players", "removed", "size", "low", "cycle"),
    [
        (3, "2D", 17, "2C", "L R H"),
        (4, "", 13, "2C", "L R A H"),
        (5, "2D 2C", 10, "3C", "L R L2 R2 H"),
        (6, "2C 3C 2D 2S", 8, "4C", "L R A H"),
    ],
)
def test_R12_tables_of_every_size(players: int, removed: str, size: int, low: str, cycle: str) -> None:
    value = Rules(players=players)
    assert value.removed_cards == tuple(removed.split())
    assert (value.hand_size, value.kitty_size) == (size, 0)
    assert value.directions == tuple(cycle.split())
    assert sum(value.card_points) == 26
    hands, kitty = deal_hands(value, 0, bytes(32))
    assert [hand.bit_count() for hand in hands] == [size] * players
    assert kitty == 0
    match = Match(Rules(players=players, pass_cycle=("H",)))
    match.apply(Dealt(1, 0, hands))
    assert text(match.legal_mask()) == low
    play_out(match)
    assert sum(match.results[0].points) == 26
