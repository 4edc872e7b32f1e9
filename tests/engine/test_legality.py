"""What may be played, who takes a trick, what breaks hearts; and the reasons given for what may not."""

from typing import Any

import pytest

from moonshot.engine import Rules, parse_card, parse_cards, preset
from moonshot.engine.cards import mask_of
from moonshot.engine.legality import (
    breaks_hearts,
    follow_mask,
    follow_suit,
    lead_mask,
    must_redeal,
    opening_seat,
    trick_winner,
    winning_card,
)
from moonshot.engine.reasons import why_illegal
from tests.engine.hands import mask, rules, text

ANY = {"opening_leader": "left_of_dealer", "opening_card": "any"}


def lead(changes: dict[str, Any], hand: str, *, first: bool = False, broken: bool = False) -> str:
    return text(lead_mask(rules(**changes).facts, mask(hand), first, broken))


def follow(
    changes: dict[str, Any], hand: str, trick: str, *, first: bool = False, broken: bool = False
) -> str:
    cards = parse_cards(trick)
    facts = rules(**changes).facts
    return text(follow_mask(facts, mask(hand), cards[0] // 13, mask_of(cards), first, broken))


@pytest.mark.parametrize(
    ("changes", "hand", "expected"),
    [
        ({}, "2C 5C QS AH", "2C"),
        ({"opening_card": "any_club"}, "2C 5C QS AH", "2C 5C"),
        (
            {"opening_card": "any_club", "preset": "hooligan", "first_trick_barred": ["other_penalties"]},
            "7C 2D",
            "7C",
        ),
        (ANY, "2C QS AH 4D", "2C 4D"),
        ({**ANY, "first_trick_barred": []}, "2C QS AH 4D", "2C 4D QS"),
        # Without a club the opener falls through to the bar and the rules of leading.
        ({}, "QS AH 4D", "4D"),
        ({}, "QS AH", "QS"),
        ({**ANY, "first_trick_barred": ["qs"]}, "QS AH 2H", "QS 2H AH"),
        ({**ANY, "lead_hearts": "anytime"}, "AH 2H QS", "QS 2H AH"),
        ({**ANY, "lead_hearts": "anytime", "first_trick_barred": []}, "AH 2H QS", "QS 2H AH"),
    ],
)
def test_the_opening_lead(changes: dict[str, Any], hand: str, expected: str) -> None:
    assert lead(changes, hand, first=True) == expected


@pytest.mark.parametrize(
    ("changes", "hand", "broken", "expected"),
    [
        ({}, "AH 3C QS 7D", False, "3C 7D QS"),
        ({}, "AH 3C QS 7D", True, "3C 7D QS AH"),
        ({}, "AH 3H", False, "3H AH"),
        ({}, "AH 3H QS", False, "QS"),
        ({"lead_exception": "only_penalties"}, "AH 3H QS", False, "QS 3H AH"),
        ({"lead_exception": "only_penalties", "penalties": {"QS": 13, "7C": 7}}, "AH 7C", False, "7C AH"),
        ({"lead_exception": "only_penalties", "bonus_card": "JD"}, "AH JD", False, "JD"),
        ({"lead_hearts": "anytime"}, "AH 3C", False, "3C AH"),
        ({"lead_hearts": "never"}, "AH 3C", True, "3C"),
        ({"lead_hearts": "never"}, "AH 3H", True, "3H AH"),
        ({"qs_lead": "after_break"}, "QS 3C", False, "3C"),
        ({"qs_lead": "after_break"}, "QS 3C", True, "3C QS"),
        ({"qs_lead": "after_break"}, "QS AH", False, "QS AH"),
        ({"qs_lead": "after_break", "lead_exception": "only_penalties"}, "QS AH", False, "QS AH"),
        ({"qs_lead": "never"}, "QS 3C", True, "3C"),
        ({"qs_lead": "never"}, "QS", True, "QS"),
        ({"qs_lead": "never"}, "QS AH", False, "QS AH"),
        ({"qs_lead": "never"}, "QS AH", True, "AH"),
        ({"preset": "koupes"}, "AH QS 3C", True, "3C"),
        ({"preset": "koupes"}, "AH QS", True, "QS AH"),
    ],
)
def test_leading(changes: dict[str, Any], hand: str, broken: bool, expected: str) -> None:
    assert lead(changes, hand, broken=broken) == expected


@pytest.mark.parametrize(
    ("changes", "hand", "trick", "expected"),
    [
        ({}, "9C QS AH 4D", "2C", "9C"),
        ({}, "QS AH 4D JD", "2C", "4D JD"),
        ({}, "QS AH", "2C", "QS AH"),
        ({"first_trick_barred": []}, "QS AH 4D", "2C", "4D QS AH"),
        ({"first_trick_barred": ["hearts"]}, "QS AH 4D", "2C", "4D QS"),
        ({"first_trick_barred": ["qs"]}, "QS AH 4D", "2C", "4D AH"),
        ({"first_trick_barred": ["hearts", "qs", "bonus"], "bonus_card": "JD"}, "QS AH 4D JD", "2C", "4D"),
        (
            {"first_trick_barred": ["other_penalties"], "penalties": {"QS": 13, "7C": 7, "5H": 3}},
            "7C 8C 5H",
            "2C",
            "8C",
        ),
        (ANY, "QS 4D", "3S", "QS"),
        (ANY, "QS 5S 4D", "3S", "5S"),
        ({"qs_discard": "must_when_void"}, "QS AH 4D", "2C", "4D"),
    ],
)
def test_following_on_trick_one(changes: dict[str, Any], hand: str, trick: str, expected: str) -> None:
    assert follow(changes, hand, trick, first=True) == expected


@pytest.mark.parametrize(
    ("changes", "hand", "trick", "broken", "expected"),
    [
        ({}, "QS AH 4D", "7C", False, "4D QS AH"),
        ({}, "QS 3S 4D", "7S", False, "3S QS"),
        ({"qs_discard": "must_when_void"}, "QS AH 4D", "7C", False, "QS"),
        ({"qs_discard": "must_when_void"}, "QS 3S", "7S KS", False, "3S QS"),
        ({"qs_discard": "must_when_void"}, "QS 3C", "7C", False, "3C"),
        ({"qs_discard": "must_when_safe"}, "QS AH 4D", "7C", False, "QS"),
        ({"qs_discard": "must_when_safe"}, "QS 4S AH", "7S KS", False, "QS"),
        ({"qs_discard": "must_when_safe"}, "QS 4S AH", "7S AS", False, "QS"),
        ({"qs_discard": "must_when_safe"}, "QS 4S AH", "AS", False, "QS"),
        ({"qs_discard": "must_when_safe"}, "QS 4S AH", "7S JS", False, "4S QS"),
        ({"qs_discard": "must_when_safe"}, "QS 4S AH", "7D AS", False, "QS"),
        ({"qs_discard": "after_break"}, "AS KS QS QC", "9D 8D 7D", False, "QC KS AS"),
        ({"qs_discard": "after_break"}, "AS KS QS QC", "9D 8D 7D", True, "QC QS KS AS"),
        ({"qs_discard": "after_break"}, "QS", "9D", False, "QS"),
        ({"qs_discard": "after_break"}, "QS 2S", "9S", False, "2S QS"),
    ],
)
def test_following_later(changes: dict[str, Any], hand: str, trick: str, broken: bool, expected: str) -> None:
    assert follow(changes, hand, trick, broken=broken) == expected


def test_following_suit_alone() -> None:
    assert text(follow_suit(mask("2C 3D 4D"), 1)) == "3D 4D"
    assert text(follow_suit(mask("2C 3D 4D"), 2)) == "2C 3D 4D"


@pytest.mark.parametrize(
    ("changes", "card", "led", "first", "breaks"),
    [
        ({}, "5H", "D", False, True),
        ({}, "5H", "H", False, True),
        ({}, "5H", "C", True, True),
        ({}, "5D", "D", False, False),
        ({}, "QS", "D", False, False),
        ({}, "KS", "D", False, False),
        ({"first_trick_breaks": False}, "5H", "C", True, False),
        ({"first_trick_breaks": False}, "5H", "C", False, True),
        ({"first_trick_breaks": False, "qs_breaks": "any_play"}, "QS", "C", True, False),
        ({"break_by": "heart_discarded"}, "5H", "H", False, False),
        ({"break_by": "heart_discarded"}, "5H", "S", False, True),
        ({"qs_breaks": "any_play"}, "QS", "S", False, True),
        ({"qs_breaks": "discard"}, "QS", "S", False, False),
        ({"qs_breaks": "discard"}, "QS", "C", False, True),
        ({"qs_breaks": "any_play"}, "KS", "D", False, False),
        ({"lead_hearts": "never"}, "5H", "D", False, False),
        ({"lead_hearts": "anytime"}, "5H", "D", False, False),
    ],
)
def test_what_breaks_hearts(changes: dict[str, Any], card: str, led: str, first: bool, breaks: bool) -> None:
    assert breaks_hearts(rules(**changes).facts, parse_card(card), "CDSH".index(led), first) is breaks


def test_who_takes_a_trick() -> None:
    assert trick_winner(parse_cards("7S QS KS 2S")) == 2
    assert trick_winner(parse_cards("2C AH AD AS")) == 0
    assert trick_winner(parse_cards("5D 4D 6D")) == 2
    assert winning_card(mask("5D AD AS KH"), 1) == parse_card("AD")


def test_who_opens() -> None:
    standard, maria = Rules().facts, preset("black_maria").facts
    hands = (mask("5C 2H"), mask("4C AH"), mask("9D"), mask("TC"))
    assert opening_seat(standard, hands, 3) == 1
    assert opening_seat(maria, hands[:3], 1) == 2
    assert opening_seat(maria, hands[:3], 2) == 0
    # Where no club is in play, the player left of the dealer leads.
    assert opening_seat(standard, (mask("5D"), mask("4D"), mask("9D"), mask("TD")), 2) == 3


def test_when_a_deal_is_dealt_again() -> None:
    facts = rules(first_trick_fallback="redeal").facts
    assert must_redeal(facts, mask("AH QS"), True)
    assert not must_redeal(facts, mask("AH QS"), False)
    assert not must_redeal(facts, mask("AH 2D"), True)
    assert not must_redeal(rules().facts, mask("AH QS"), True)


@pytest.mark.parametrize(
    ("changes", "hand", "card", "led", "first", "code", "message"),
    [
        ({}, "2C", "3C", -1, False, "not_in_hand", "You do not hold that card."),
        ({}, "2C 3C", "3C", -1, True, "opening_card", "The lowest club opens the deal."),
        ({"opening_card": "any_club"}, "2C 3D", "3D", -1, True, "opening_card", "A club opens the deal."),
        (
            ANY,
            "2C AH",
            "AH",
            -1,
            True,
            "points_on_first_trick",
            "That card may not be played on the first trick.",
        ),
        ({}, "2C AH", "AH", -1, False, "hearts_not_broken", "Hearts are not broken yet."),
        (
            {"lead_hearts": "never"},
            "2C AH",
            "AH",
            -1,
            False,
            "hearts_never_led",
            "Hearts may not be led while you hold anything else.",
        ),
        (
            {"qs_lead": "never"},
            "2C QS",
            "QS",
            -1,
            False,
            "queen_not_allowed",
            "The queen of spades may not be led.",
        ),
        (
            {"qs_lead": "after_break"},
            "2C QS",
            "QS",
            -1,
            False,
            "queen_not_allowed",
            "The queen of spades may not be led before hearts are broken.",
        ),
        ({}, "2D AS", "AS", 1, False, "must_follow_suit", "You must follow diamonds."),
        (
            {},
            "2D AH",
            "AH",
            0,
            True,
            "points_on_first_trick",
            "That card may not be played on the first trick.",
        ),
        (
            {"qs_discard": "after_break"},
            "2D QS",
            "QS",
            0,
            False,
            "queen_not_allowed",
            "The queen of spades may not be thrown away before hearts are broken.",
        ),
        (
            {"qs_discard": "must_when_void"},
            "2D QS",
            "2D",
            0,
            False,
            "must_play_queen",
            "You must play the queen of spades now.",
        ),
    ],
)
def test_reasons(
    changes: dict[str, Any], hand: str, card: str, led: int, first: bool, code: str, message: str
) -> None:
    error = why_illegal(rules(**changes).facts, mask(hand), parse_card(card), led, first)
    assert (error.code, error.message, error.at) == (code, message, "card")
    for nonsense in (-1, 52, 99):
        assert why_illegal(rules().facts, mask(hand), nonsense, led, first).code == "not_in_hand"
