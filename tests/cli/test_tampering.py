"""Records in which one thing has been changed by somebody: `moonshot verify` refuses them all."""

import copy
import json
import os
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from moonshot.cli.verify import report
from moonshot.engine import PRESETS, Rules
from tests.engine.records import some_record

CHANGES: Final = 10_000 if os.environ.get("MOONSHOT_FAULTS") == "full" else 600
CARDS: Final = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
FREE: Final = ("format", "version", "rules_version", "rules", "players")
"""What is no matter of the deals: other rules may give the same points, and names are not promised."""


def leaves(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all single values."""
    if isinstance(value, dict | list) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*at, key))
    else:
        yield at


def changed(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-13, -1, 1, 5))
        case None:
            return chance.choice((0, "others_plus", "ab" * 32))
        case []:
            return ["more"]
        case str() if value and all(part in CARDS for part in value.split()):
            return one_card_changed(value.split(), chance)
        case str():
            place = chance.randrange(len(value)) if value else 0
            return (
                value[:place]
                + chance.choice("".join(set("0123456789abcdef") - {value[place : place + 1]}))
                + value[place + 1 :]
            )
    raise AssertionError(value)


def one_card_changed(cards: list[str], chance: random.Random) -> str:
    place = chance.randrange(len(cards))
    cards[place] = chance.choice([card for card in CARDS if card != cards[place]])
    return " ".join(cards)


@pytest.mark.slow
def test_whatever_is_changed_is_found() -> None:
    chance = random.Random(13)
    rules = [
        Rules.from_dict({**preset.rules.to_dict(), "end_hands": 2, "end_score": 0, "exact": []})
        for preset in PRESETS.values()
    ]
    records = [some_record(one, 5, deals=2) for one in rules if not one.problems()]
    assert len(records) > 20
    for number in range(CHANGES):
        record = copy.deepcopy(records[number % len(records)])
        at = chance.choice([place for place in leaves(record) if place[0] not in FREE])
        holder: Any = record
        for key in at[:-1]:
            holder = holder[key]
        before = holder[at[-1]]
        holder[at[-1]] = changed(before, chance)
        code, lines = report(json.dumps(record).encode())
        assert code != 0, (record["rules"], at, before, holder[at[-1]], lines)
