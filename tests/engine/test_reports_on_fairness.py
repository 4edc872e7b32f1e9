"""Doubts about the cards that users of other programs reported, one test each, by ID.

The verifier of F3 has its own tests with the records; F4 is for bots.
"""

import ast
import hashlib
from pathlib import Path

import pytest

from moonshot.engine import (
    HeartsError,
    Match,
    Pass,
    Rules,
    cards_of,
    commitment,
    deal_hands,
    view_of,
)
from moonshot.engine.events import Revealed
from tests.engine.hands import play_out
from tests.engine.reported import STANDARD, shown_to

ENGINE = Path(__file__).parents[2] / "src" / "moonshot" / "engine"


def test_F2_a_deal_has_more_secrets_than_packs_have_orders_and_no_clock() -> None:
    with pytest.raises(HeartsError):
        deal_hands(STANDARD, 0, b"20 bytes of entropy.")
    assert 8 * 32 > 226
    for source in ENGINE.glob("*.py"):
        imported = {
            alias.name.split(".")[0]
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import)
            for alias in node.names
        } | {
            (node.module or "").split(".")[0]
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not imported & {"time", "datetime", "random", "secrets", "os", "uuid"}, source.name
    same_moment = [deal_hands(STANDARD, 0, secret) for secret in (bytes(32), bytes(31) + b"\x01")]
    assert same_moment[0] != same_moment[1]


def test_F3_the_promise_is_published_before_the_pass_and_opened_after_the_last_card() -> None:
    secret = hashlib.sha256(b"F3").digest()
    match = Match(STANDARD, match_id="evening")
    promise = match.commit(secret)
    match.apply(promise)
    assert shown_to(promise, 0).secret == ""
    assert promise.commitment == commitment(secret, "evening", 1)
    with pytest.raises(HeartsError) as caught:
        match.apply(match.commit(bytes(32)))
    assert caught.value.code == "already_committed"
    event = match.deal_event(("mine",))
    match.apply(event)
    assert view_of(match, 0).commitment == commitment(secret, "evening", 1)
    assert match.deal is not None
    for seat in range(4):
        happened = match.act(seat, Pass(cards_of(match.deal.hands[seat])[:3]))
        assert not [fact for fact in happened if fact.kind == "revealed"]
    happened = tuple(play_out(match))
    revealed = [fact for fact in happened if isinstance(fact, Revealed)]
    assert [fact.secret for fact in revealed] == [secret.hex()]
    assert happened[-1] is revealed[0]
    assert deal_hands(STANDARD, 0, secret, ("mine",)) == (event.hands, 0)
    tampered = bytes([secret[0] ^ 1]) + secret[1:]
    assert deal_hands(STANDARD, 0, tampered, ("mine",)) != (event.hands, 0)
    assert commitment(tampered, "evening", 1) != promise.commitment


def test_F5_the_same_secret_deals_the_same_cards_at_every_table() -> None:
    secret = hashlib.sha256(b"F5").digest()
    tables = [Match(STANDARD, match_id=name) for name in ("one", "two")]
    for table in tables:
        table.apply(table.commit(secret))
        table.apply(table.deal_event())
    assert tables[0].deal is not None
    assert tables[1].deal is not None
    assert tables[0].deal.dealt == tables[1].deal.dealt
    turned = deal_hands(STANDARD, 1, secret)[0]
    assert tables[0].deal.dealt == (*turned[1:], turned[0])


def test_B12_a_deal_knows_nothing_but_rules_dealer_secret_and_seeds() -> None:
    names = deal_hands.__code__.co_varnames[: deal_hands.__code__.co_argcount]
    assert names == ("rules", "dealer", "secret", "seeds")
    secret = hashlib.sha256(b"B12").digest()
    ahead, behind = Match(STANDARD), Match(Rules(moon="off", end_score=500))
    ahead.totals, behind.totals = (0, 90, 90, 90), (90, 0, 0, 0)
    for match in (ahead, behind):
        match.apply(match.commit(secret))
    assert ahead.deal_event().hands == behind.deal_event().hands
