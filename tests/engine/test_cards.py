"""Cards, masks and their text."""

import pytest

from moonshot.engine import (
    Card,
    CardError,
    CardSet,
    card_name,
    card_text,
    cards_of,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
)
from moonshot.engine.cards import (
    CLUBS,
    DIAMONDS,
    FULL_DECK,
    HEARTS,
    QUEEN,
    SPADES,
    lowest_card,
    nth_card,
    rank_of,
    suit_of,
)


def test_numbers_follow_suit_and_rank() -> None:
    assert [parse_card(text) for text in ("2C", "AC", "2D", "QS", "AH")] == [0, 12, 13, 36, 51]
    assert parse_card("QS") == QUEEN
    assert (suit_of(36), rank_of(36)) == (2, 10)
    assert CLUBS | DIAMONDS | SPADES | HEARTS == FULL_DECK == 2**52 - 1


def test_names_for_people() -> None:
    assert card_name(36) == "queen of spades"
    assert card_name(parse_card("TD")) == "10 of diamonds"
    assert [card_text(card) for card in (8, 21, 34, 47)] == ["TC", "TD", "TS", "TH"]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("qs", "QS"),
        ("SQ", "QS"),
        ("♠Q", "QS"),
        ("Q♤", "QS"),
        ("10d", "TD"),
        ("D10", "TD"),
        ("♦10", "TD"),
        ("♣2", "2C"),
    ],
)
def test_a_lenient_reader(form: str, text: str) -> None:
    assert card_text(parse_card(form)) == text


@pytest.mark.parametrize(
    "form", ["", "Q", "QQ", "11H", "1H", "H10x", "QSQS", "Q S", "ZZ", "10", "101H", "0H"]
)
def test_what_is_no_card_is_refused_with_its_place(form: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(form, "hands[2]")
    assert (caught.value.code, caught.value.at) == ("bad_card", "hands[2]")
    assert len(caught.value.message) < 100


def test_lists_of_cards() -> None:
    assert parse_cards("QS 2C 10h") == (36, 0, 47)
    assert parse_cards("") == ()
    assert cards_text((36, 0, 47)) == "QS 2C TH"
    assert cards_text(mask_of((36, 0, 47))) == "2C QS TH"
    assert cards_text(0) == ""
    with pytest.raises(CardError) as caught:
        parse_cards("2C QS 2c", "plays")
    assert (caught.value.code, caught.value.at) == ("repeated_card", "plays[2]")
    assert caught.value.message == "2C is named twice."
    with pytest.raises(CardError) as caught:
        parse_cards("2C XX")
    assert caught.value.at == "cards[1]"


def test_masks() -> None:
    assert cards_of(FULL_DECK) == tuple(range(52))
    assert cards_of(0) == ()
    assert cards_of(mask_of((51, 0, 36))) == (0, 36, 51)
    assert lowest_card(mask_of((51, 13))) == 13
    assert [nth_card(mask_of((0, 36, 51)), number) for number in range(3)] == [51, 36, 0]


def test_a_card_for_people() -> None:
    queen = Card.parse("qs")
    assert queen == 36
    assert (queen.suit, queen.rank, queen.name) == (2, 10, "queen of spades")
    assert (str(queen), repr(queen)) == ("QS", "Card('QS')")


def test_a_set_of_cards_for_people() -> None:
    hand = CardSet.parse("QS 2C AH")
    assert [str(card) for card in hand] == ["2C", "QS", "AH"]
    assert (len(hand), str(hand), repr(hand)) == (3, "2C QS AH", "CardSet('2C QS AH')")
    assert Card.parse("QS") in hand
    assert 1 not in hand
    assert 99 not in hand
    assert "QS" not in hand
    assert hand | CardSet.parse("3C") == CardSet.parse("2C 3C QS AH")
    assert hand & CardSet.parse("2C 3C") == CardSet.parse("2C")
    assert hand - CardSet.parse("2C 3C") == CardSet.parse("QS AH")
    assert CardSet.parse("2C") <= hand
    assert not hand <= CardSet.parse("2C")
    assert hand != CardSet()
    assert hand != hand.mask
    assert len({hand, CardSet(hand.mask), CardSet()}) == 2
    assert not CardSet()
