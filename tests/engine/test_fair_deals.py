"""The shuffle against its document: known answers, and a stranger's verifier (user reports F3 and L5)."""

import random
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from moonshot.engine import Deal, Match, Rules, StateError, cards_of, cards_text, preset, shuffle, view_of
from moonshot.engine.cards import FULL_DECK
from moonshot.engine.record import write_record
from moonshot.engine.shuffle import commitment, deal_hands, shuffled
from tests.engine.records import some_match, some_record

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))


def rows(heading: str) -> list[list[str]]:
    """The rows of the document's table whose first heading cells are ``heading``."""
    lines = DOCUMENT.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(heading)) + 2
    table = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def texts(cell: str) -> list[str]:
    return re.findall("`([^`]*)`", cell)


def program() -> str:
    return DOCUMENT.split("```python\n")[1].split("```")[0]


@pytest.fixture(scope="module")
def stranger() -> ModuleType:
    """The verifier printed in the document."""
    module = ModuleType("stranger")
    exec(compile(program(), "fair-deals.md", "exec"), module.__dict__)
    return module


def test_the_secret_of_the_known_answers() -> None:
    assert f"    {SECRET.hex()}\n" in DOCUMENT


def test_known_commitments() -> None:
    table = rows("| match id | deal |")
    assert len(table) == 2
    for match_id, number, promise in table:
        assert commitment(SECRET, texts(match_id)[0], int(number)) == texts(promise)[0]


def test_known_streams(stranger: ModuleType) -> None:
    table = rows("| seeds | key |")
    assert len(table) == 2
    for seeds, _, first in table:
        stream = stranger.numbers(SECRET, texts(seeds))
        assert ", ".join(str(next(stream)) for _ in range(4)) == first


def test_known_orders() -> None:
    table = rows("| seeds | order |")
    assert len(table) == 2
    for seeds, order in table:
        assert cards_text(shuffled(FULL_DECK, SECRET, texts(seeds))) == order


def test_known_hands() -> None:
    table = rows("| rules | dealer |")
    assert len(table) == 2
    for (words, dealer, seeds, *hands), rules in zip(
        table, (preset("standard"), preset("deniro_3")), strict=True
    ):
        assert words.startswith({3: "three", 4: "four"}[rules.players])
        dealt, kitty = deal_hands(rules, int(dealer), SECRET, texts(seeds))
        assert [cards_text(hand) for hand in dealt] == [hand for hand in hands if hand]
        assert kitty == 0


def test_the_verifier_of_the_document_is_short() -> None:
    assert len([line for line in program().splitlines() if line.strip()]) <= 50


RULES = [
    preset("standard"),
    preset("deniro_3"),
    Rules(players=5, end_hands=2),
    Rules(players=6, end_hands=2),
    Rules(players=5, removed=(), kitty="last_trick", end_hands=2),
    Rules(players=3, kitty="first_trick", end_hands=2),
    Rules(players=6, removed=("2C", "2D", "2H", "2S"), end_hands=2),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players}-{rules.kitty}")
def test_f3_a_stranger_checks_our_records(stranger: ModuleType, rules: Rules) -> None:
    """User report F3: an independent verifier rebuilds all hands; a tampered seed is found."""
    record: dict[str, Any] = some_record(rules, 31, 2)
    assert list(stranger.check(record)) == [(1, True), (2, True)]
    record["deals"][0]["seeds"] = ["tampered"]
    record["match"] += "!"
    assert list(stranger.check(record)) == [(1, False), (2, False)]


def test_the_verifier_runs_as_a_program(tmp_path: Path) -> None:
    verifier, record = tmp_path / "verifier.py", tmp_path / "record.json"
    verifier.write_text(program(), encoding="utf-8")
    record.write_text(write_record(some_record(preset("standard"), 31, 2)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(verifier), str(record)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "deal 1 fair\ndeal 2 fair\n"


def test_f3_the_promise_stands_before_the_deal_and_opens_after_it() -> None:
    """User report F3: the commitment is visible while the deal runs, its secret only when it is over."""
    match, events = some_match(preset("standard"), 8, 1)
    assert [event.kind for event in events[:3]] == ["match_started", "committed", "dealt"]
    again = Match.replay(events[:-1])
    promised = view_of(again, None).commitment
    happened = again.apply(events[-1])
    revealed = next(event for event in happened if event.kind == "revealed")
    assert commitment(bytes.fromhex(revealed.secret), match.match_id, 1) == promised


def test_l5_the_deal_depends_on_secret_and_seeds_alone() -> None:
    """User report L5: same secret and seeds, same cards, whatever else asked for random numbers before."""
    rules = preset("standard")
    first = deal_hands(rules, 1, SECRET, ("a", "b"))
    random.seed(1)
    [random.random() for _ in range(1000)]
    deal = Deal(rules, first[0], deal_no=4)
    while deal.phase == "playing":
        deal.play(cards_of(deal.legal_mask())[-1])
    assert deal_hands(rules, 1, SECRET, ("a", "b")) == first
    assert deal_hands(rules, 1, SECRET, ("b", "a")) != first
    assert deal_hands(rules, 1, SECRET, ("ab",)) != deal_hands(rules, 1, SECRET, ("a", "b"))
    assert deal_hands(rules, 1, SECRET, ()) != deal_hands(rules, 1, SECRET, ("",))


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_secrets_of_another_length_are_refused(secret: bytes) -> None:
    with pytest.raises(StateError) as caught:
        shuffled(FULL_DECK, secret)
    assert caught.value.code == "bad_secret"


def test_seeds_too_long_are_refused() -> None:
    assert shuffled(FULL_DECK, SECRET, ["ä" * 32])
    with pytest.raises(StateError) as caught:
        shuffled(FULL_DECK, SECRET, ["", "ä" * 33])
    assert (caught.value.code, caught.value.at) == ("bad_seed", "seeds[1]")


def test_unfair_numbers_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**32 numbers the last one has no fair place among three cards, so the next one counts."""
    stream = iter([2**32 - 1, 5, 4])
    monkeypatch.setattr(shuffle, "_numbers", lambda key: stream)
    assert shuffled(0b111, SECRET) == [1, 0, 2]
