"""docs/rules-schema.md and docs/record.md against the engine they describe."""

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import PRESETS, Rules, problems
from moonshot.engine.notation import read_hand, write_hand
from moonshot.engine.record import read_record, write_record
from moonshot.engine.record_marks import MARK_FIELDS
from moonshot.engine.record_writing import DEAL_FIELDS, FIELDS, PLAYER_FIELDS
from moonshot.engine.rules import BARRED_GROUPS, CHOICES, FIELD_NAMES, HEART_TABLES

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = (DOCS / "rules-schema.md").read_text(encoding="utf-8")
RECORD = (DOCS / "record.md").read_text(encoding="utf-8")


def rows(text: str) -> dict[str, list[str]]:
    """All table rows that begin with a name in code, by that name; the cells that follow it."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `") and re.fullmatch("`[a-zA-Z0-9_]+`", cells[0].strip()):
            found[cells[0].strip(" `")] = cells[1:]
    return found


TABLE = rows(SCHEMA)


def test_every_field_of_the_rules_is_described() -> None:
    assert [name for name in TABLE if name in FIELD_NAMES] == list(FIELD_NAMES)


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_values_and_defaults(name: str) -> None:
    values, default, meaning = TABLE[name]
    words = CHOICES.get(name) or {
        "heart_points": tuple(HEART_TABLES),
        "first_trick_barred": BARRED_GROUPS,
    }.get(name)
    for word in words or ():
        assert f"`{word}`" in values
    assert len(meaning) > 10 or name == "moon_value"
    standard: Any = Rules().to_dict()[name]
    if isinstance(standard, list):
        assert default == (", ".join(f"`{item}`" for item in standard) or "none")
    elif isinstance(standard, str):
        assert default == f"`{standard}`"
    else:
        assert default.strip("`") == json.dumps(standard)


def test_every_code_is_described_with_its_message() -> None:
    source = inspect.getsource(problems)
    codes = re.findall(r'"([EW]_[A-Z_]+)"', source)
    assert sorted(set(codes)) == sorted(name for name in TABLE if re.match("[EW]_", name))
    for code in codes:
        message = TABLE[code][1]
        for part in re.split(r"\{[a-z]+\}| / ", message):
            assert part.strip(" .") in re.sub(r'"\s+f?"', "", source)


def test_every_preset_is_described() -> None:
    for preset in PRESETS.values():
        name, about, changes = TABLE[preset.id]
        assert (name, about) == (preset.name, preset.about)
        assert set(re.findall("`([a-z_]+)`", changes)) == set(preset.rules.changes())


def test_every_field_of_a_record_is_described_in_order() -> None:
    names = list(rows(RECORD))
    wanted = [*FIELDS, *DEAL_FIELDS, *MARK_FIELDS]
    assert [name for name in names if name in wanted] == wanted
    assert all(f"`{name}`" in RECORD for name in PLAYER_FIELDS)


def test_the_example_record_is_one() -> None:
    text = RECORD.split("```json\n")[1].split("```")[0]
    read = read_record(text)
    assert read.error is None
    assert write_record(read.record) == text


def test_the_example_hand_is_one() -> None:
    text = next(block for block in RECORD.split("```\n") if block.startswith("Moonshot hand"))
    assert write_hand(read_hand(text)) == text
