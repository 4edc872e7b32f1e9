"""Counts of deals: what they count, and that their ranges hold what a fair shuffle brings."""

import math
import random

import pytest

from moonshot.engine import Rules, card_text, cards_of, cards_text
from moonshot.engine.shuffle import deal_hands
from moonshot.learn.deal_counts import (
    LONGEST,
    Counts,
    counts_of,
    counts_of_seat,
    expected,
    longest_chance,
    no_counts,
    void_chance,
)

DEALS = 2000


def record(deals: int, seed: int = 5) -> dict[str, list[dict[str, list[str]]]]:
    chance = random.Random(seed)
    dealt = (deal_hands(Rules(), 0, chance.randbytes(32), ())[0] for _ in range(deals))
    return {"deals": [{"hands": [cards_text(cards_of(hand)) for hand in hands]} for hands in dealt]}


def test_hands_are_counted_by_seat() -> None:
    suits = [" ".join(card_text(card) for card in range(first, first + 13)) for first in (0, 13, 26, 39)]
    found = counts_of({"deals": [{"hands": suits}, {"hands": suits}, {"hands": None}]})
    assert found.deals == 2
    assert found.cards[36] == (0, 0, 2, 0)
    assert found.voids == ((0,) * 4, (0,) * 4, (0,) * 4, (2,) * 4)
    assert found.longest[-1] == (2,) * 4
    assert Counts.from_dict(found.to_dict()) == found
    assert (found + no_counts()) == found
    assert counts_of_seat({"deals": [{"hands": suits}]}, 2).cards[36] == (1,)


def test_deals_of_other_packs_are_left_out() -> None:
    assert counts_of({"deals": [{"hands": ["2C 3C", "4C 5C", "6C 7C"]}]}) == no_counts()


def test_chances_are_those_of_the_books() -> None:
    assert sum(void_chance(missing) for missing in range(4)) == pytest.approx(1)
    assert sum(longest_chance(length) for length in LONGEST) == pytest.approx(1)
    assert void_chance(3) == pytest.approx(4 / math.comb(52, 13))
    assert longest_chance(4) == pytest.approx(0.350805, abs=1e-6)
    assert longest_chance(5) == pytest.approx(0.443397, abs=1e-6)


@pytest.mark.parametrize("deals", [0, 1, 40, 2999, 3001, 100_000])
def test_a_range_holds_what_it_says(deals: int) -> None:
    found = expected(deals, 1 / 4)
    assert found.low <= found.mean <= found.high
    chance = random.Random(3)
    if deals <= 40:
        tries = [sum(chance.random() < 1 / 4 for _ in range(deals)) for _ in range(2000)]
        assert sum(map(found.holds, tries)) >= 0.985 * len(tries)
    else:
        wide = math.sqrt(deals * 3 / 16)
        assert found.high - found.low == pytest.approx(2 * 2.5758 * wide, rel=0.03)


def test_our_shuffle_lies_within_the_ranges() -> None:
    found = counts_of(record(DEALS))
    assert found.deals == DEALS
    quarter = expected(DEALS, 1 / 4)
    outside = sum(not quarter.holds(count) for row in found.cards for count in row)
    assert outside <= 8  # of 208; about two are to be expected
    for missing in range(4):
        within = expected(DEALS, void_chance(missing), 0.9999)
        assert all(within.holds(count) for count in found.voids[missing])
    for length, row in zip(LONGEST, found.longest, strict=True):
        within = expected(DEALS, longest_chance(length), 0.9999)
        assert all(within.holds(count) for count in row)


def test_a_shuffle_that_favours_a_seat_is_seen() -> None:
    deals = record(DEALS)["deals"]
    for deal in deals:
        hands = deal["hands"]
        if "QS" in hands[3] and random.Random(hands[0]).random() < 1 / 5:
            hands[0], hands[3] = hands[3], hands[0]
    found = counts_of({"deals": deals})
    assert not expected(DEALS, 1 / 4).holds(found.cards[36][0])
