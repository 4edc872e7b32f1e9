"""What a program is told is what a policy is told: every field of the view, and no card more."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from moonshot.bots.arena import stable_number
from moonshot.bots.outside.messages import hello_message, view_json, view_message
from moonshot.bots.outside.report import KINDS
from moonshot.engine import DealResult, Match, Rules, View, deal_hands, parse_card, preset, view_of
from moonshot.engine.cards import mask_of
from moonshot.engine.events import Dealt
from moonshot.engine.moves import Pass, Play

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (ROOT / "docs" / "outside-players.md").read_text()


def table(seed: int, plays: int, rules: Rules | None = None) -> Match:
    """A match some cards into its first deal."""
    match = Match(rules or Rules())
    hands, kitty = deal_hands(match.rules, 0, bytes([seed]) * 32)
    match.apply(Dealt(1, 0, hands, kitty))
    if plays < 0:
        return match
    for seat in range(match.rules.players):
        hand = view_of(match, seat).hand
        match.act(seat, Pass(tuple(card for card in range(52) if hand >> card & 1)[:3]))
    for _ in range(plays):
        assert match.turn is not None
        match.act(match.turn, Play(match.legal_mask().bit_length() - 1))
    return match


def test_every_field_of_the_view_is_told() -> None:
    told = view_json(view_of(table(1, 6), 2))
    assert set(told) == {field.name for field in fields(View)} - {"rules"}
    assert json.loads(json.dumps(told))["seat"] == 2


def test_rows_of_the_score_sheet_are_told_whole() -> None:
    match = table(1, 52, Rules(moon="off"))
    (row,) = view_json(view_of(match, 0))["results"]
    assert set(row) == {field.name for field in fields(DealResult)}


def cards_in(value: Any) -> set[str]:
    """Every text in it that is a card."""
    if isinstance(value, dict):
        return set().union(*map(cards_in, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(cards_in, value))
    return {value} if isinstance(value, str) and re.fullmatch("[2-9TJQKA][CDSH]", value) else set()


def test_no_card_is_told_that_the_seat_does_not_know() -> None:
    for plays in (-1, 0, 5, 30):
        match = table(3, plays)
        assert match.deal is not None
        for seat in range(4):
            hidden = mask_of(
                card
                for owner, hand in enumerate(match.deal.hands)
                if owner != seat
                for card in range(52)
                if hand >> card & 1
            )
            told = mask_of(map(parse_card, cards_in(view_json(view_of(match, seat)))))
            passed = mask_of(match.deal.passes[seat] or ())
            assert told & hidden & ~passed == 0


def test_the_rules_and_what_cards_count_come_with_the_hello() -> None:
    hello = hello_message(preset("omnibus"), 1, 2.5)
    assert Rules.from_dict(hello["rules"]) == preset("omnibus")
    assert hello["points"]["JD"] == -10
    assert hello["points"]["QS"] == 13
    assert "2C" not in hello["points"]


def test_seeds_are_exact_in_every_language() -> None:
    seed = stable_number("a")
    assert seed >= 1 << 53
    message = view_message(view_of(table(1, 3), 0), 7, seed)
    assert message["seed"] == seed % (1 << 53)
    assert message["id"] == 7


def test_the_document_names_every_field_and_every_fault() -> None:
    named = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENT))
    assert {field.name for field in fields(View)} - {"rules"} <= named
    assert {field.name for field in fields(DealResult)} <= named
    assert set(hello_message(Rules(), 0, 1.0)) - {"t"} <= named
    assert set(KINDS) <= named
