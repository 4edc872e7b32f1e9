"""Broken records: the good part is kept, and the error tells the place."""

import copy
import json
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from moonshot.engine import RecordError, Rules, preset
from moonshot.engine.events import Committed, Recorded
from moonshot.engine.record import check_shuffles, match_record, read_record, write_record
from moonshot.engine.strict_json import mended
from tests.engine.records import PLAYERS, some_match, some_record, some_text

STANDARD = some_record(preset("standard"), 11, 2, players=PLAYERS)
CHOICE = some_record(Rules.from_dict({"preset": "pagat", "end_hands": 1}), 1)


def changed(path: str, value: Any, record: dict[str, Any] = STANDARD) -> dict[str, Any]:
    """A copy with the field at ``path`` (names and numbers with dots) set, or removed for Ellipsis."""
    twin = copy.deepcopy(record)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    place: Any = twin
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return twin


def unsecret(event: Recorded) -> Recorded:
    """The event without the secret, which the record of an unfinished deal leaves out."""
    return replace(event, secret="") if isinstance(event, Committed) else event


def fault(record: Any) -> RecordError:
    read = read_record(json.dumps(record))
    assert read.error is not None
    assert read.error.message
    if read.match is not None:
        again = read_record(write_record(read.record))
        assert again.error is None
        assert [unsecret(event) for event in again.events] == [unsecret(event) for event in read.events]
    return read.error


THOUGHT = {"policy": "expert", "version": 1, "seed": "0" * 16, "playouts": 9}


def thoughts(choice: Any = None, **changes: Any) -> dict[str, Any]:
    """The thoughts of a deal: one card's, with changes, or as many as there are moves."""
    moves = 52 if choice else 1
    return {
        "passes": [None] * 4 if choice else [],
        "plays": [{**THOUGHT, **changes}] * moves,
        "moon_choice": choice,
    }


PLAYS = STANDARD["deals"][0]["plays"].split()
PASSES = STANDARD["deals"][0]["passes"]


@pytest.mark.parametrize(
    ("path", "value", "code", "at"),
    [
        ("format", "other", "bad_format", "format"),
        ("format", ..., "missing_field", "format"),
        ("version", 2, "bad_version", "version"),
        ("version", True, "bad_version", "version"),
        ("rules_version", 0, "bad_rules_version", "rules_version"),
        ("extra", 1, "unknown_field", "extra"),
        ("match", 5, "bad_type", "match"),
        ("match", "x" * 201, "bad_type", "match"),
        ("match", "\ud800", "bad_type", "match"),
        ("rules", "standard", "bad_type", "rules"),
        ("rules.end_score", ..., "bad_rules", "rules"),
        ("rules.preset", "standard", "bad_rules", "rules"),
        ("rules.end_score", 0, "E_NEVER_ENDS", "rules.end_score"),
        ("rules.end_score", "100", "bad_rules", "rules.end_score"),
        ("rules.jokers", 2, "unknown_field", "rules.jokers"),
        ("first_dealer", 4, "bad_seat", "first_dealer"),
        ("first_dealer", -1, "bad_type", "first_dealer"),
        ("players", {}, "bad_type", "players"),
        ("players", PLAYERS[:2], "bad_players", "players"),
        ("players.1.level", 5, "bad_type", "players[1].level"),
        ("players.1.bot", 1, "bad_type", "players[1].bot"),
        ("players.1.name", ..., "missing_field", "players[1].name"),
        ("players.1.age", 5, "unknown_field", "players[1].age"),
        ("players.1", None, "bad_type", "players[1]"),
        ("deals", None, "bad_type", "deals"),
        ("deals.1", [], "bad_type", "deals[1]"),
        ("deals.0.deal", 2, "wrong_deal", "deals[0].deal"),
        ("deals.0.dealer", 1, "wrong_dealer", "deals[0].dealer"),
        ("deals.0.commitment", "abc", "bad_type", "deals[0].commitment"),
        ("deals.0.commitment", None, "not_promised", "deals[0].secret"),
        ("deals.0.secret", "A" * 64, "bad_type", "deals[0].secret"),
        ("deals.0.seeds", "a", "bad_type", "deals[0].seeds"),
        ("deals.0.seeds", ["a"] * 17, "bad_type", "deals[0].seeds"),
        ("deals.0.seeds", [5], "bad_type", "deals[0].seeds[0]"),
        ("deals.0.hands", [], "bad_hands", "deals[0].hands"),
        ("deals.0.hands.2", "2C", "bad_hands", "deals[0].hands[2]"),
        ("deals.0.hands.2", "2C 2C", "repeated_card", "deals[0].hands[2][1]"),
        ("deals.0.hands.2", "2C XX", "bad_card", "deals[0].hands[2][1]"),
        ("deals.0.hands.2", 2, "bad_type", "deals[0].hands[2]"),
        ("deals.0.hands", None, "not_dealt", "deals[0].seeds"),
        ("deals.0.kitty", ..., "missing_field", "deals[0].kitty"),
        ("deals.0.kitty", "2C", "bad_hands", "deals[0].hands[3]"),
        ("deals.0.passes.0.cards", "2C", "pass_count", "deals[0].passes[0]"),
        ("deals.0.passes.1", PASSES[0], "already_passed", "deals[0].passes[1]"),
        ("deals.0.passes.1.seat", 9, "bad_seat", "deals[0].passes[1]"),
        ("deals.0.passes.1.seat", True, "bad_type", "deals[0].passes[1].seat"),
        ("deals.0.passes", [], "wrong_phase", "deals[0].plays[0]"),
        ("deals.0.plays", " ".join(PLAYS[:20]), "wrong_points", "deals[0].points"),
        ("deals.0.plays", " ".join([*PLAYS[:20], "XX"]), "bad_card", "deals[0].plays[20]"),
        ("deals.0.plays", " ".join([*PLAYS[:20], PLAYS[0]]), "not_in_hand", "deals[0].plays[20]"),
        ("deals.0.plays", " ".join([*PLAYS, "2C"]), "wrong_phase", "deals[0].plays[52]"),
        ("deals.0.plays", 5, "bad_type", "deals[0].plays"),
        ("deals.0.moon_choice", "self_minus", "wrong_phase", "deals[0].moon_choice"),
        ("deals.0.redeal", True, "wrong_redeal", "deals[0].redeal"),
        ("deals.0.redeal", 0, "wrong_redeal", "deals[0].redeal"),
        ("deals.0.points", [26, 0, 0, 0], "wrong_points", "deals[0].points"),
        ("deals.0.points.0", STANDARD["deals"][0]["points"][0] + 0.0, "wrong_points", "deals[0].points"),
        ("deals.0.points", None, "wrong_points", "deals[0].points"),
        ("deals.1.totals", [1, 2, 3, 4], "wrong_totals", "deals[1].totals"),
        ("deals.1.times", {"passes": [], "plays": []}, "wrong_times", "deals[1].times"),
        ("deals.1.times", {"passes": []}, "missing_field", "deals[1].times.plays"),
        ("deals.1.times", {"passes": [], "plays": [-1]}, "bad_type", "deals[1].times.plays[0]"),
        ("deals.1.auto", [52], "wrong_times", "deals[1].auto"),
        ("deals.1.auto", [3, 2], "bad_type", "deals[1].auto"),
        ("deals.1.thoughts", [], "bad_type", "deals[1].thoughts"),
        ("deals.1.thoughts", {"passes": []}, "missing_field", "deals[1].thoughts.plays"),
        ("deals.1.thoughts", thoughts(), "wrong_thoughts", "deals[1].thoughts"),
        ("deals.1.thoughts", thoughts(choice=THOUGHT), "wrong_thoughts", "deals[1].thoughts.moon_choice"),
        ("deals.1.thoughts", thoughts(seed="12"), "bad_type", "deals[1].thoughts.plays[0].seed"),
        ("deals.1.thoughts", thoughts(version=-1), "bad_type", "deals[1].thoughts.plays[0].version"),
        ("deals.1.thoughts", thoughts(policy=5), "bad_type", "deals[1].thoughts.plays[0].policy"),
        ("deals.1.thoughts", thoughts(extra=5), "unknown_field", "deals[1].thoughts.plays[0].extra"),
        ("deals.1.thoughts", thoughts(instead=None), "bad_type", "deals[1].thoughts.plays[0].instead"),
        ("result", {"winners": [0], "totals": [0, 0, 0, 0]}, "wrong_result", "result"),
        ("result", ..., "missing_field", "result"),
    ],
)
def test_a_changed_field_is_found(path: str, value: Any, code: str, at: str) -> None:
    error = fault(changed(path, value))
    assert (error.code, error.at) == (code, at)
    assert error.deal_no == (int(path.split(".")[1]) + 1 if path.startswith("deals.") else None)
    assert (error.ply is not None) == ("plays[" in at and "times" not in at and "thoughts" not in at)


def test_the_unchanged_record_is_good() -> None:
    assert read_record(json.dumps(STANDARD)).error is None
    assert read_record(json.dumps(CHOICE)).error is None


def test_an_illegal_card_is_named_with_its_rule() -> None:
    """Two cards of the second trick change places: the first of them is out of turn or does not follow."""
    plays = list(PLAYS)
    plays[4], plays[5] = plays[5], plays[4]
    read = read_record(json.dumps(changed("deals.0.plays", " ".join(plays))))
    assert read.error is not None
    assert (read.error.deal_no, read.error.ply, read.error.at) == (1, 4, "deals[0].plays[4]")
    assert read.error.code == "not_in_hand"
    assert read.match is not None
    assert read.match.deal is not None
    assert len(read.match.deal.plays) == 4


def test_a_secret_told_too_early() -> None:
    _, events = some_match(preset("standard"), 3, 1)
    record = match_record(events[:20])
    record["deals"][0]["secret"] = "0" * 64
    assert fault(record).code == "early_secret"


def test_a_deal_promised_but_not_dealt() -> None:
    _, events = some_match(preset("standard"), 3, 1)
    record = match_record(events[:2])
    assert record["deals"][0]["hands"] is None
    assert fault(changed("deals.0.plays", "2C", record)).code == "not_dealt"
    assert fault(changed("deals.0.kitty", "2C", record)).code == "not_dealt"


def test_a_deal_after_an_unfinished_one() -> None:
    _, events = some_match(preset("standard"), 3, 2)
    record = match_record(events[:20])
    record["deals"].append(match_record(events)["deals"][1])
    assert fault(record).at == "deals[1].deal"
    record["deals"][1].update(deal=1, dealer=record["deals"][0]["dealer"])
    assert (fault(record).code, fault(record).at) == ("wrong_phase", "deals[1].commitment")


def test_errors_keep_their_place_when_sent_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(RecordError("c", "m", "a", deal_no=1, ply=2, line=3)))
    assert (error.code, error.message, error.at, error.deal_no, error.ply, error.line) == (
        "c",
        "m",
        "a",
        1,
        2,
        3,
    )


# -- text that breaks off --------------------------------------------------------------------------------


def test_a_record_cut_anywhere_keeps_its_good_part() -> None:
    text = some_text(preset("deniro_3"), 4, 2, players=PLAYERS[:3])
    whole = read_record(text)
    lengths = []
    for end in range(0, len(text) - 2, 3):
        read = read_record(text[:end])
        assert read.error is not None
        assert read.events == whole.events[: len(read.events)]
        lengths.append(len(read.events))
    assert lengths == sorted(lengths)
    assert lengths[-1] == len(whole.events)
    assert len(set(lengths)) >= 6


def test_the_line_of_a_break() -> None:
    text = some_text(preset("standard"), 4, 1)
    lines = text.splitlines()
    broken = "\n".join([*lines[:60], "  oops", *lines[60:]])
    read = read_record(broken)
    assert read.error is not None
    assert (read.error.code, read.error.line) == ("bad_json", 61)


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_byte_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    text = bytearray(some_text(preset("standard"), 4, 1).encode())
    for _ in range(400):
        twin = text[:]
        twin[rng.randrange(len(twin))] = rng.randrange(256)
        read = read_record(bytes(twin))
        assert read.error is not None or read.match is not None


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "{", "[" * 100_000, '{"format": NaN}', b"\xff", '{"a":1,"a":2}']
)
def test_what_is_no_record(text: str | bytes) -> None:
    read = read_record(text)
    assert read.match is None
    assert read.events == ()
    assert read.record == {}
    assert read.error is not None


def test_a_key_named_twice() -> None:
    text = some_text(preset("standard"), 4, 1).replace('"version": 1,', '"version": 1,\n"version": 1,', 1)
    read = read_record(text)
    assert read.error is not None
    assert (read.error.code, read.error.at) == ("repeated_key", "version")
    assert read.match is not None


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ('{"a": 1, "b": [1, 2', '{"a": 1, "b": [1]}'),
        ('{"a": 1, "b": "x, [', '{"a": 1}'),
        ('{"a": 1, "b": ["\\"]", {"c": ', '{"a": 1, "b": ["\\"]", {}]}'),
        ('{"a": 1}]', '{"a": 1}'),
        ("[" * 30, "[" * 20 + "]" * 20),
    ],
)
def test_mending(text: str, whole: str) -> None:
    assert mended(text, len(text)) == whole


# -- shuffles --------------------------------------------------------------------------------------------


def states(record: dict[str, Any]) -> list[str]:
    return [check.error.code if check.error else check.state for check in check_shuffles(record)]


def test_shuffles_are_checked_deal_by_deal() -> None:
    assert states(STANDARD) == ["proven", "proven"]
    assert states(changed("deals.1.seeds", ["another"])) == ["proven", "wrong_hands"]
    assert states(changed("deals.1.secret", "0" * 64)) == ["proven", "wrong_commitment"]
    assert states(changed("deals.0.commitment", "0" * 64)) == ["wrong_commitment", "proven"]
    assert states(changed("deals.0.secret", None)) == ["not_revealed", "proven"]
    assert states(changed("deals.0.seeds", ["x" * 65])) == ["bad_seed", "proven"]
    assert states({**STANDARD, "match": "another"}) == ["wrong_commitment"] * 2


def test_a_stacked_deck_is_found_though_the_play_is_legal() -> None:
    """User report F3: hands that the promised shuffle does not give are found, whoever they favour."""
    _, events = some_match(preset("ggz"), 9, 1)
    record = match_record(events[:3])
    hands = record["deals"][0]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    read = read_record(json.dumps(record))
    assert read.error is None
    finished = match_record(some_match(preset("ggz"), 9, 1)[1])
    finished["deals"][0]["hands"] = hands
    assert states(finished) == ["wrong_hands"]


def test_deals_without_promise_and_running_deals() -> None:
    _, events = some_match(preset("standard"), 3, 1)
    assert states(match_record(events[:20])) == ["running"]
    assert states(match_record([events[0], *events[2:20]])) == ["not_promised"]
    assert states(match_record(events[:2])) == []


def test_the_kitty_is_part_of_the_shuffle() -> None:
    rules = Rules.from_dict({"players": 3, "kitty": "last_trick", "end_hands": 1})
    record = some_record(rules, 2)
    assert states(record) == ["proven"]
    kitty, card = record["deals"][0]["kitty"], record["deals"][0]["hands"][0].split()[0]
    record["deals"][0]["kitty"] = card
    assert kitty != card
    assert states(record) == ["wrong_hands"]
