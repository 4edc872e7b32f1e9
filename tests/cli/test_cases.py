"""`moonshot cases`: the kinds beyond the published cases, broken cases, broken files."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from moonshot.cli.cases import answer_case, answerer, chosen_text, set_mask
from moonshot.cli.json_items import ArrayItems
from moonshot.cli.json_lines import LONGEST_LINE
from moonshot.engine import HeartsError, cards_text
from moonshot.engine.strict_json import JsonError

COMMAND = [sys.executable, "-m", "moonshot.cli.main", "cases"]


def answer(kind: str, rules: Any = "standard", **situation: Any) -> Any:
    return answer_case({"kind": kind, "rules": rules, "situation": situation})


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("ALLH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
        ("ALLH-5H", "2H 3H 4H 6H 7H 8H 9H TH JH QH KH AH"),
        ("allh-10h-AH QS", "QS 2H 3H 4H 5H 6H 7H 8H 9H JH QH KH"),
        ("", ""),
    ],
)
def test_sets_in_words(words: str, cards: str) -> None:
    assert cards_text(set_mask(words, "hand")) == cards


@pytest.mark.parametrize(
    ("hand", "chosen", "text"),
    [
        ("QS ALLH-2H 3C", "ALLH-2H QS", "QS ALLH-2H"),
        ("ALLH 3C", "3C 2H 3H", "2H 3H 3C"),
        ("AS KS 10d", "TD AS", "AS TD"),
    ],
)
def test_legal_cards_keep_the_words_of_the_hand(hand: str, chosen: str, text: str) -> None:
    assert chosen_text(hand, set_mask(chosen, "x")) == text


def test_kitties_and_directions() -> None:
    kitty = {"players": 5, "removed": [], "kitty": "last_trick"}
    assert answer("deal", kitty) == {"removed": [], "hand": 10, "kitty": 2}
    assert answer("deal", {"players": 3, "kitty": "first_trick"}) == {"removed": [], "hand": 17, "kitty": 1}
    assert answer("pass", {"players": 3}, hands_no=[1, 2, 3, 4]) == {"dirs": ["L", "R", "H", "L"]}
    five = {"players": 5}
    assert answer("passto", five, seat=4, dirs=["L", "R", "L2", "R2", "H", "S"]) == {
        "to": [0, 3, 1, 2, None, None]
    }


def test_who_opens() -> None:
    hands = ["5C 2H", "4C AH", "9D", "TC"]
    assert answer("open", hands=hands) == {"leader": 1, "card": "4C"}
    free = {"opening_leader": "left_of_dealer", "opening_card": "any", "first_trick_barred": []}
    assert answer("open", {**free, "lead_hearts": "anytime"}, hands=hands, dealer=3) == {
        "leader": 0,
        "card": None,
    }
    assert answer("open", {"opening_card": "any_club"}, hands=["2C 9C", "3C", "4C", "5C"]) == {
        "leader": 0,
        "card": None,
    }


def test_a_wholly_barred_hand_is_dealt_again() -> None:
    rules = {"first_trick_fallback": "redeal"}
    assert answer("legal", rules, hand="ALLH", trick="2C", trick_no=1) == "redeal"
    assert answer("legal", rules, hand="ALLH", trick="2C", trick_no=2) == "ALLH"


def test_the_moon_that_waits_for_a_choice() -> None:
    taken = ["", "ALLH QS", "", ""]
    assert answer("score", "pagat", taken=taken, before=[0, 0, 0, 0]) == {
        "state": "choosing_moon",
        "shooter": 1,
    }
    assert answer("score", "pagat", taken=taken, before=[0, 0, 0, 0], choice="others_plus")["hand"] == [
        26, 0, 26, 26,
    ]  # fmt: skip


def test_floors() -> None:
    taken = ["JD", "JC", "ALLH-2H", "QS 2H"]
    jack = {"bonus_card": "JD"}
    before = [4, 0, 0, 0]
    assert answer("score", jack, taken=taken, before=before)["totals"] == [-6, 0, 12, 14]
    assert answer("score", {**jack, "bonus_floor": "hand_zero"}, taken=taken, before=before)["hand"] == [
        0, 0, 12, 14,
    ]  # fmt: skip
    assert answer("score", {**jack, "bonus_floor": "total_zero"}, taken=taken, before=before)["totals"] == [
        0, 0, 12, 14,
    ]  # fmt: skip


def test_the_end_by_number_of_hands() -> None:
    rules = {"end_score": 0, "end_hands": 4}
    assert answer("end", rules, totals=[1, 2, 3, 4], hand_no=3)["state"] == "next_hand"
    assert answer("end", rules, totals=[1, 2, 3, 4], hand_no=4) == {
        "state": "over",
        "winners": [0],
        "totals": [1, 2, 3, 4],
    }
    assert answer("end", rules, totals=[1, 1, 3, 4], hand_no=4)["tied"] == [0, 1]


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ({}, "bad_kind"),
        ({"kind": ["deal"]}, "bad_kind"),
        ({"kind": "deal", "situation": []}, "bad_type"),
        ({"kind": "deal", "rules": 5}, "bad_rules"),
        ({"kind": "deal", "rules": {"players": 0}}, "E_PLAYERS"),
        ({"kind": "deal", "rules": {"removed": ["XX"]}}, "E_REMOVED_NOT_IN_DECK"),
        ({"kind": "validate", "rules": {"joker": 1}}, "unknown_field"),
        ({"kind": "validate", "rules": "royal"}, "not_supported"),
        ({"kind": "pass", "situation": {"hands_no": [0]}}, "bad_type"),
        ({"kind": "pass", "situation": {"hands_no": 1}}, "bad_type"),
        ({"kind": "passto", "situation": {"seat": 4, "dirs": []}}, "bad_seat"),
        ({"kind": "passto", "situation": {"seat": 1, "dirs": ["X"]}}, "bad_type"),
        ({"kind": "open", "situation": {"hands": ["2C"]}}, "bad_type"),
        ({"kind": "legal", "situation": {"hand": 5}}, "bad_type"),
        ({"kind": "legal", "situation": {"hand": "ALLH-XX"}}, "bad_card"),
        ({"kind": "legal", "situation": {"hand": "2C", "broken": 1}}, "bad_type"),
        ({"kind": "broken", "situation": {"tricks": ["2C 2C"]}}, "repeated_card"),
        ({"kind": "broken", "situation": {"tricks": [5]}}, "bad_type"),
        ({"kind": "winner", "situation": {"plays": ["2C"]}}, "bad_type"),
        ({"kind": "score", "situation": {"taken": ["", "", "", ""], "choice": "x"}}, "bad_choice"),
        ({"kind": "end", "situation": {"totals": [1, 2, 3, True]}}, "bad_type"),
    ],
)
def test_cases_without_an_answer(case: dict[str, Any], code: str) -> None:
    with pytest.raises(HeartsError) as caught:
        answer_case(case)
    assert caught.value.code == code
    line = json.loads(answerer()(json.dumps({"id": "Z", **case}).encode()))
    assert (line["id"], line["answer"], line["error"]["code"]) == ("Z", None, code)


# -- arrays in pieces --------------------------------------------------------------------------------------


def items(data: bytes, size: int) -> list[bytes | str]:
    reader = ArrayItems()
    found: list[bytes | str] = []
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        found += [item.code if isinstance(item, JsonError) else item for item in reader.feed(piece)]
    reader.finish()
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 50])
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b" [ ] ", []),
        (b"[1]", [b"1"]),
        (
            b'\n[1, "a,]\\"}{", {"x": [1, {"y": "]"}]} ,[]]\n',
            [b"1", b'"a,]\\"}{"', b'{"x": [1, {"y": "]"}]}', b"[]"],
        ),
        (b'["\\\\", "\\\\\\""]', [b'"\\\\"', b'"\\\\\\""']),
        (b"[1,,2,]", [b"1", b"", b"2", b""]),
        (b"[{}}, {1]", [b"{}}", b"{1"]),
    ],
)
def test_items_of_an_array(data: bytes, expected: list[bytes], size: int) -> None:
    if expected == [b"{}}", b"{1"]:
        with pytest.raises(JsonError, match="not closed"):
            items(data, size)
    else:
        assert items(data, size) == expected


def test_an_item_too_long_is_passed_over() -> None:
    assert items(b'[1, "' + b"x" * (LONGEST_LINE + 1) + b'", 2]', 1 << 16) == [b"1", "line_too_long", b"2"]


@pytest.mark.parametrize("data", [b"", b"  ", b"{}", b"[1", b'["', b"[1] 2"])
def test_what_is_no_array(data: bytes) -> None:
    with pytest.raises(JsonError):
        items(data, 1)


def test_a_broken_case_leaves_the_others_answered(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_bytes(b'[{"id": 1, "kind": "deal"}, {"id": 2, "kind": nope}, 7, {"id": 4, "kind": "deal"}]')
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in lines] == [1, None, None, 4]
    assert [line.get("error", {}).get("code") for line in lines] == [None, "bad_json", "bad_type", None]


@pytest.mark.parametrize(
    ("content", "answered"), [(None, 0), (b"hello", 0), (b'[{"kind": "deal"}', 0), (b"[7, 8", 1)]
)
def test_a_file_that_is_no_array_of_cases(content: bytes | None, answered: int, tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    if content is not None:
        file.write_bytes(content)
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, check=False)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == answered
    assert done.stderr.startswith(b"moonshot cases: ")
    assert b"Traceback" not in done.stderr
