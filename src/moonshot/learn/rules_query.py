"""Rules as the query of an address: short, readable, and checked by the engine when read back.

Only what differs from Standard is named: ``end_score=50&bonus_card=JD&penalties=QS:13,KS:10``.
"""

from collections.abc import Mapping
from typing import Any

from moonshot.engine import Rules, RulesError, preset_of
from moonshot.engine.rules import FIELD_NAMES

_NONE = "none"
_LONGEST = 2000


def rules_query(rules: Rules) -> str:
    """The query for these playable rules; empty for Standard. Nothing in it needs escaping.

    >>> rules_query(Rules(end_score=50, bonus_card="JD", pass_cycle=("L", "R")))
    'pass_cycle=L,R&bonus_card=JD&end_score=50'
    """
    return "&".join(f"{name}={_written(value)}" for name, value in rules.changes().items())


def rules_address(rules: Rules) -> str:
    """The page of playable rules on the site: a preset's own, or one that spells them out."""
    preset = preset_of(rules)
    return f"/rules/{preset.id}" if preset else f"/rules/custom?{rules_query(rules)}"


def _written(value: Any) -> str:
    if value is None:
        return _NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ",".join(f"{card}:{points}" for card, points in value.items())
    if isinstance(value, list):
        return ",".join(f"{one['at']}:{one['to']}" if isinstance(one, dict) else str(one) for one in value)
    return str(value)


def read_query(query: Mapping[str, str]) -> Rules:
    """The rules of a query. Raises RulesError for what no rules can be."""
    if sum(len(name) + len(value) for name, value in query.items()) > _LONGEST:
        raise RulesError("bad_rules", "That is more than rules need.", "rules")
    return Rules.from_dict({name: _value(name, text) for name, text in query.items()})


def _value(name: str, text: str) -> Any:
    if name not in FIELD_NAMES:
        return text  # a preset's name, or a field that there is not: from_dict says which
    standard = getattr(Rules(), name)
    if isinstance(standard, bool):
        return {"yes": True, "no": False}.get(text, text)
    if name == "bonus_card":
        return None if text == _NONE else text
    if name in ("penalties", "exact"):
        pairs = [item.split(":", 1) for item in text.split(",") if item]
        return [[_number(part) for part in pair] for pair in pairs]
    if name == "heart_points" and "," in text:
        return [_number(item) for item in text.split(",")]
    if (isinstance(standard, tuple) or name in ("removed", "pass_cycle")) and text != "auto":
        return [item for item in text.split(",") if item]
    return _number(text)


def _number(text: str) -> Any:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 9 else text
