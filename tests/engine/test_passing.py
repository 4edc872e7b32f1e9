"""Directions, receivers, what may be passed, and the exchange."""

from typing import Any

import pytest

from moonshot.engine import MoveError, Rules, parse_cards
from moonshot.engine.passing import (
    allowed_in_pass,
    check_pass,
    direction_of,
    exchange,
    receiver_of,
    receivers_of,
)
from tests.engine.hands import mask, text


def test_the_cycle_repeats() -> None:
    def cycle(value: Rules, deals: int) -> str:
        return " ".join(direction_of(value, number) for number in range(1, deals + 1))

    assert cycle(Rules(), 6) == "L R A H L R"
    assert cycle(Rules(players=3), 4) == "L R H L"
    assert cycle(Rules(players=5), 6) == "L R L2 R2 H L"
    assert cycle(Rules(pass_cycle=("S", "H")), 3) == "S H S"


def test_receivers() -> None:
    assert receivers_of("L", 4) == (1, 2, 3, 0)
    assert receivers_of("R", 4) == (3, 0, 1, 2)
    assert receivers_of("A", 6) == (3, 4, 5, 0, 1, 2)
    assert receivers_of("L2", 5) == (2, 3, 4, 0, 1)
    assert receivers_of("R2", 5) == (3, 4, 0, 1, 2)
    assert receivers_of("H", 4) is None
    assert receivers_of("S", 4) is None
    assert receiver_of("R", 0, 3) == 2


def test_exchanges() -> None:
    passes = [parse_cards(cards) for cards in ("2C 3C 4C", "2D 3D 4D", "2S 3S 4S", "2H 3H 4H")]

    def received(direction: str) -> list[str]:
        return [text(cards) for cards in exchange(direction, passes)]

    assert received("L") == ["2H 3H 4H", "2C 3C 4C", "2D 3D 4D", "2S 3S 4S"]
    assert received("A") == ["2S 3S 4S", "2H 3H 4H", "2C 3C 4C", "2D 3D 4D"]
    # Scattered: each seat's first card goes left, its second across, its third right.
    assert received("S") == ["4D 3S 2H", "2C 4S 3H", "3C 2D 4H", "4C 3D 2S"]


def test_two_cards_to_each_when_six_are_scattered_over_three() -> None:
    passes = [parse_cards(cards) for cards in ("2C 3C 4C 5C", "2D 3D 4D 5D", "2S 3S 4S 5S")]
    assert [text(cards) for cards in exchange("S", passes)] == ["4D 5D 2S 3S", "2C 3C 4S 5S", "4C 5C 2D 3D"]


HAND = "2C 3C KS AS QS 5H 6H 7H 8H 9H TH JH QH"


@pytest.mark.parametrize(
    ("cards", "code", "at"),
    [
        ("2C 3C", "pass_count", "cards"),
        ("2C 3C 5H 6H", "pass_count", "cards"),
        ("2C 3C 4C", "not_in_hand", "cards[2]"),
        ("2C QS 3C", "pass_forbidden_card", "cards[1]"),
    ],
)
def test_refused_passes(cards: str, code: str, at: str) -> None:
    value = Rules(no_pass_cards=("QS", "KS", "AS"))
    with pytest.raises(MoveError) as caught:
        check_pass(value, mask(HAND), parse_cards(cards))
    assert (caught.value.code, caught.value.at) == (code, at)


@pytest.mark.parametrize("cards", [(0, 0, 1), (0, 1, 0)])
def test_a_card_named_twice(cards: tuple[int, ...]) -> None:
    with pytest.raises(MoveError) as caught:
        check_pass(Rules(), mask(HAND), cards)
    assert (caught.value.code, caught.value.at) == ("pass_repeated", f"cards[{cards.index(0, 1)}]")
    assert caught.value.message == "You chose 2C twice."


@pytest.mark.parametrize("card", [-1, 52, 1000])
def test_a_number_that_is_no_card(card: int) -> None:
    with pytest.raises(MoveError) as caught:
        check_pass(Rules(), mask(HAND), (0, 1, card))
    assert caught.value.code == "not_in_hand"


def test_kept_cards_go_only_when_nothing_else_is_left() -> None:
    def allowed(kept: str, hand: str, **changes: Any) -> tuple[str, str]:
        rules = Rules(no_pass_cards=tuple(kept.split()), **changes)
        may, must = allowed_in_pass(rules.facts, mask(hand))
        return text(may), text(must)

    assert allowed("QS KS", "2C 3C 4C QS") == ("2C 3C 4C", "")
    assert allowed("QS KS", "2C 3C QS KS") == ("2C 3C KS QS".replace("KS QS", "QS KS"), "2C 3C")
    assert allowed("", "2C 3C 4C") == ("2C 3C 4C", "")
    value = Rules(no_pass_cards=("QS", "KS", "AS"))
    check_pass(value, mask("2C 3C QS KS AS"), parse_cards("3C QS 2C"))
    with pytest.raises(MoveError) as caught:
        check_pass(value, mask("2C 3C QS KS AS"), parse_cards("2C QS KS"))
    assert caught.value.message == "Pass the cards that may be passed first."
