"""Tips: said where their reason can be seen, from the own view alone, and never the same twice in a row."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Match, Rules, View, cards_of, deal_hands, mask_of, preset, view_of
from moonshot.engine.cards import HEARTS, HIGH_SPADES, QUEEN_BIT, SPADES, SUIT_MASKS
from moonshot.engine.cards import parse_card as card
from moonshot.engine.events import Dealt
from moonshot.learn.catalogue import catalogue
from moonshot.learn.tips import Tip, in_words, tip_for, tips

NAMES = ["you", "Ada", "Ben", "Cleo"]
LOW_SPADES = SPADES & (QUEEN_BIT - 1)
STEADY = find_policy("steady")


def matches(rules: Rules, number: int) -> Iterator[Match]:
    """Every place of one hand."""
    match = Match(rules)
    hands, kitty = deal_hands(rules, 0, random.Random(number).randbytes(32))
    match.apply(Dealt(1, 0, hands, kitty))
    while match.phase in ("passing", "playing"):
        yield match
        seat = match.acting[0]
        match.act(seat, STEADY.choose(view_of(match, seat), number))


@lru_cache(maxsize=1)
def said() -> list[tuple[View, tuple[int, ...], Tip]]:
    """Every tip of some hands, with the view and all hands as they truly were."""
    found = []
    for number in range(30):
        rules = Rules() if number % 3 else preset("bicycle")
        for match in matches(rules, number):
            assert match.deal is not None
            view = view_of(match, match.acting[0])
            found += [(view, tuple(match.deal.hands), tip) for tip in tips(view)]
    return found


def of(kind: str) -> list[tuple[View, tuple[int, ...], Tip]]:
    chosen = [one for one in said() if one[2].kind == kind]
    assert chosen, kind
    return chosen


def led(view: View) -> int:
    assert view.trick is not None
    return view.trick.cards[0] // 13


def test_every_tip_has_words_and_names_what_is_in_sight() -> None:
    words = catalogue()
    for view, _, tip in said():
        text = in_words(tip, NAMES, words)
        assert "{" not in text
        params = dict(tip.said.params)
        if "n" in params and tip.kind.startswith("pass_") and "suit" in params:
            suit = "CDSH".index(str(params["suit"]))
            assert (view.hand & SUIT_MASKS[suit]).bit_count() == params["n"]


def test_no_tip_is_said_twice_in_a_row() -> None:
    for number in range(10):
        last, guide = "", number % 2 == 0
        for match in matches(Rules(), number):
            if 0 in match.acting:
                tip = tip_for(view_of(match, 0), last, guide=guide)
                if tip is not None:
                    assert tip.kind != last
                    last = tip.kind


def test_a_tip_knows_no_hidden_card() -> None:
    """The same view, and the same tips, whatever the others hold."""
    for match in matches(Rules(), 5):
        deal = match.deal
        assert deal is not None
        seat = match.acting[0]
        others = [one for one in range(4) if one != seat]
        twin = match.copy()
        assert twin.deal is not None
        cards = [twin.deal.hands[one] for one in others]
        if len({mask.bit_count() for mask in cards}) == 1:
            for one, mask in zip(others, [*cards[1:], cards[0]], strict=True):
                twin.deal.hands[one] = mask
        assert list(tips(view_of(twin, seat))) == list(tips(view_of(match, seat)))


def test_S1_16_S3_17_a_short_suit_is_there_to_be_emptied() -> None:
    for view, _, tip in of("pass_short"):
        suit = "CDSH".index(str(dict(tip.said.params)["suit"]))
        assert 0 < (view.hand & SUIT_MASKS[suit]).bit_count() <= view.rules.pass_count
    for view, _, tip in of("empty_suit"):
        assert view.legal & SUIT_MASKS["CDSH".index(str(dict(tip.said.params)["suit"]))]
    for view, _, _ in of("throw_points"):
        assert not view.hand & SUIT_MASKS[led(view)]
        assert view.legal & view.rules.facts.point_cards


def test_S1_17_the_queen_is_respected_while_she_is_out() -> None:
    for kind in ("queen_behind", "queen_waits", "lead_spades"):
        for view, hands, _ in of(kind):
            assert any(hand & QUEEN_BIT for seat, hand in enumerate(hands) if seat != view.seat)
            assert bool(view.hand & HIGH_SPADES) == (kind != "lead_spades")
    for view, _, _ in of("queen_behind"):
        assert led(view) == 2
        assert view.legal & ~HIGH_SPADES


def test_S1_18_high_cards_go_early() -> None:
    for view, _, tip in of("lead_high_early"):
        suit = "CDSH".index(str(dict(tip.said.params)["suit"]))
        assert suit in (0, 1)
        assert len(view.tricks) < 4
        assert max(one % 13 for one in cards_of(view.legal & SUIT_MASKS[suit])) > 8
    assert of("free_trick")


def test_S1_19_S3_19_a_moon_is_seen_and_a_heart_is_kept_or_given() -> None:
    for view, _, tip in of("moon"):
        seat = dict(tip.said.params)["seat"]
        taken = [cards & view.rules.facts.moon_set for cards in view.taken]
        assert [one for one, cards in enumerate(taken) if cards] == [seat]
        assert seat != view.seat
    for view, _, _ in of("moon_keep"):
        assert view.hand & HEARTS
    for view, _, tip in of("moon_give"):
        assert view.hand & HEARTS
        assert not view.hand & SUIT_MASKS[led(view)]
        assert view.trick is not None
        best = max(one for one in view.trick.cards if one // 13 == led(view))
        holder = (view.trick.leader + view.trick.cards.index(best)) % 4
        assert holder != dict(tip.said.params)["seat"]


def test_S3_16_the_queen_or_what_takes_her_is_passed_from_few_spades() -> None:
    for view, _, tip in of("pass_queen"):
        assert view.hand & QUEEN_BIT
        assert (view.hand & LOW_SPADES).bit_count() == dict(tip.said.params)["n"]
        assert (view.hand & LOW_SPADES).bit_count() < 4
    for view, _, _ in of("pass_high_spades"):
        assert view.hand & HIGH_SPADES
        assert not view.hand & QUEEN_BIT
        assert (view.hand & LOW_SPADES).bit_count() < 4


def test_S3_18_low_cards_are_kept_and_used_to_duck() -> None:
    assert all(view.phase == "passing" for view, _, _ in of("pass_keep_low"))
    for view, _, tip in of("duck"):
        over = card(str(dict(tip.said.params)["card"]))
        assert any(one < over for one in cards_of(view.legal))
    for view, hands, tip in of("lead_low"):
        low = card(str(dict(tip.said.params)["card"]))
        out = sum(hand for seat, hand in enumerate(hands) if seat != view.seat) & SUIT_MASKS[low // 13]
        assert out & ~(mask_of([low]) - 1) == out


def test_a_first_hand_is_guided_at_standard_tables_only() -> None:
    kinds, last = [], ""
    for match in matches(Rules(), 11):
        if 0 in match.acting:
            view = view_of(match, 0)
            tip = tip_for(view, last, guide=True)
            if tip is not None:
                kinds.append(tip.kind)
                last = tip.kind
            elsewhere = tip_for(replace(view, rules=preset("deniro")), guide=True)
            assert elsewhere is None or not elsewhere.kind.startswith("guide")
    assert kinds[0] == "guide_pass"
    assert {"guide_taken"} <= set(kinds)
    assert len([kind for kind in kinds if kind.startswith("guide")]) >= 3


@pytest.mark.parametrize("seat", [None, 1])
def test_nothing_is_said_to_those_who_have_nothing_to_decide(seat: int | None) -> None:
    match = next(match for match in matches(Rules(), 2) if match.phase == "playing" and match.turn != 1)
    assert tip_for(view_of(match, seat)) is None
