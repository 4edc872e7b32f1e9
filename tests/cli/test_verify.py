"""`moonshot verify`: good records, wrong ones, and files that are none (user report F3)."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.cli.verify import report
from moonshot.engine import Rules, preset
from moonshot.engine.notation import hand_report, write_hand
from moonshot.engine.record import match_record, write_record
from tests.engine.records import PLAYERS, some_match, some_record

COMMAND = [sys.executable, "-m", "moonshot.cli.main", "verify"]
RULES = Rules.from_dict({"preset": "table_guide", "end_hands": 2})


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return some_record(RULES, 21, players=PLAYERS)


def checked(record: Any) -> tuple[int, str]:
    code, lines = report((json.dumps(record) if isinstance(record, dict) else record).encode())
    return code, "\n".join(lines)


def test_a_good_record(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(write_record(record))
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "Match laws: 4 players, custom rules."
    assert "2 shuffles checked against commitment, secret and hands." in done.stdout
    assert "104 moves" not in done.stdout
    assert "112 moves legal, 2 finished deals scored alike." in done.stdout
    assert "Won by seat" in done.stdout
    assert done.stdout.endswith("This record is good.\n")
    assert done.stderr == ""


Change = Callable[[dict[str, Any]], None]


def spoil_card(record: dict[str, Any]) -> None:
    plays = record["deals"][1]["plays"].split()
    plays[8], plays[9] = plays[9], plays[8]
    record["deals"][1]["plays"] = " ".join(plays)


def spoil_points(record: dict[str, Any]) -> None:
    record["deals"][0]["points"][2] += 1


def spoil_commitment(record: dict[str, Any]) -> None:
    record["deals"][0]["commitment"] = "0" * 64


def spoil_seed(record: dict[str, Any]) -> None:
    record["deals"][0]["seeds"] = ["tampered"]


def spoil_rules(record: dict[str, Any]) -> None:
    record["rules"]["end_hands"] = 0
    record["rules"]["end_score"] = 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spoil_card, "deal 2, card 9, deals[1].plays[8]"),
        (spoil_points, "deal 1, deals[0].points: It says"),
        (spoil_commitment, "deal 1, deals[0].commitment: The secret does not open the commitment."),
        (spoil_seed, "deal 1, deals[0].hands[0]: The shuffle gives this seat"),
        (spoil_rules, "rules.end_score: Set an end score or a number of hands."),
    ],
)
def test_what_is_wrong_is_told_with_its_place(record: dict[str, Any], change: Change, words: str) -> None:
    twin = json.loads(json.dumps(record))
    change(twin)
    code, text = checked(twin)
    assert code == 1
    assert words in text
    assert "WRONG" in text


def test_the_deal_at_fault_does_not_count_as_scored_alike(record: dict[str, Any]) -> None:
    twin = json.loads(json.dumps(record))
    twin["deals"][1]["totals"][0] += 1
    code, text = checked(twin)
    assert code == 1
    assert "1 finished deal scored alike before the fault." in text
    spoil_points(twin)
    assert "0 finished deals scored alike before the fault." in checked(twin)[1]


def test_everything_wrong_is_told(record: dict[str, Any]) -> None:
    twin = json.loads(json.dumps(record))
    spoil_seed(twin)
    spoil_card(twin)
    code, text = checked(twin)
    assert code == 1
    assert text.count("WRONG") == 2


def test_a_cut_record_is_wrong_but_its_part_is_checked(record: dict[str, Any]) -> None:
    text = write_record(record)
    code, told = checked(text[: len(text) * 3 // 4])
    assert code == 1
    assert "1 shuffle checked" in told
    assert "before the fault" in told
    assert "line " in told


def test_a_running_match_is_good_as_far_as_it_goes() -> None:
    _, events = some_match(preset("standard"), 21, 2)
    code, text = checked(match_record(events[:80]))
    assert code == 0
    assert "its secret is still kept" in text
    assert "Not over yet after 1 deal; totals" in text


def test_deals_without_a_promise_are_said_to_be_open() -> None:
    _, events = some_match(preset("standard"), 21, 1)
    code, text = checked(match_record([event for event in events if event.kind != "committed"]))
    assert code == 0
    assert "1 deal without a commitment" in text
    assert text.endswith("The rules were kept; the shuffle of 1 deal could not be checked.")


def test_commitments_can_be_required() -> None:
    """Whoever arranges a deal could strip its promise; a script can insist on it."""
    _, events = some_match(preset("standard"), 21, 1)
    unpromised = write_record(match_record([event for event in events if event.kind != "committed"]))
    code, lines = report(unpromised.encode(), require_commitments=True)
    assert code == 1
    assert lines[-1] == "This record is not good."


def test_names_cannot_play_tricks_on_the_terminal(record: dict[str, Any], tmp_path: Path) -> None:
    twin = {**record, "match": "\x1b[2J", "players": [{**PLAYERS[0], "name": "\x1b]0;x\x07"}] * 4}
    file = tmp_path / "match.json"
    file.write_text(json.dumps(twin))
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, check=False)
    assert b"Match ?[2J" in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"\x07" not in done.stdout


def test_a_hand_in_notation() -> None:
    _, events = some_match(preset("deniro"), 5, 1)
    text = write_hand(hand_report(events))
    code, told = checked(text)
    assert code == 0
    assert "Points" in told
    code, told = checked(text.replace("Trick 1: ", "Trick 1: 9"))
    assert code == 1
    assert "line " in told
    assert checked("Moonshot hand, version 9\n")[0] == 2
    code, told = checked("\n".join(text.splitlines()[:12]) + "\n")
    assert code == 0
    assert "Not scored yet" in told


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"[]",
        b"{}",
        b'{"format": "other"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": "moonshot-record"',
    ],
)
def test_what_is_no_record(content: bytes) -> None:
    code, lines = report(content)
    assert code == 2
    assert lines[0].startswith("WRONG")
    assert len(lines) == 1


def test_standard_input() -> None:
    done = subprocess.run([*COMMAND, "-"], input=b"{}", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout == b"WRONG  format: The field format is missing. [missing_field]\n"
    assert done.stderr == b""


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(33 << 20)
    for path in (tmp_path / "missing", tmp_path, big):
        done = subprocess.run([*COMMAND, str(path)], capture_output=True, check=False)
        assert done.returncode == 2
        assert done.stdout == b""
        assert done.stderr.startswith(b"moonshot verify: ")
        assert b"Traceback" not in done.stderr
