"""Matches to write records of."""

import random
from typing import Any

from moonshot.engine import Match, Rules, write_record
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from tests.laws.strategies import play_match

PLAYERS = [
    {"name": "Mira", "bot": False, "level": None},
    {"name": "Otto ♥", "bot": True, "level": "steady"},
    {"name": "Ana", "bot": True, "level": "easy"},
    {"name": "", "bot": True, "level": "random"},
]


def some_match(rules: Rules, seed: int, deals: int = 100) -> tuple[Match, list[Recorded]]:
    """A random match with shuffles that can be checked, and its recorded events."""
    played = list(play_match(rules, random.Random(seed), deals=deals, shuffled=True))
    match = played[-1][0]
    return match, [match.started(), *(event for _, event, _ in played)]


def some_record(rules: Rules, seed: int = 1, deals: int = 100, **more: Any) -> dict[str, Any]:
    """The record of such a match."""
    return match_record(some_match(rules, seed, deals)[1], **more)


def some_text(rules: Rules, seed: int = 1, deals: int = 100, **more: Any) -> str:
    """The text of such a record."""
    return write_record(some_record(rules, seed, deals, **more))
