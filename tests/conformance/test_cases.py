"""Every published case of the rules, through the command that outside checkers use."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import PRESETS

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "cases.json").read_text())
PUBLISHED: dict[str, dict[str, Any]] = json.loads((HERE / "presets.json").read_text())

pytestmark = pytest.mark.conformance


@pytest.fixture(scope="module")
def answers() -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "moonshot.cli.main", "cases", str(HERE / "cases.json")],
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_case_has_its_line(answers: list[dict[str, Any]]) -> None:
    assert [answer["id"] for answer in answers] == [case["id"] for case in CASES]


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["id"] for case in CASES])
def test_case(answers: list[dict[str, Any]], number: int) -> None:
    assert answers[number] == {"id": CASES[number]["id"], "answer": CASES[number]["expect"]}


def test_every_published_preset_is_there() -> None:
    assert set(PRESETS) == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_preset(name: str) -> None:
    assert PRESETS[name].rules.to_dict() == PUBLISHED[name]["rules"]
    assert PRESETS[name].rules.problems() == ()
