"""Every rule a table may change, in words for the people who choose it.

The texts are data, in `rule_fields.toml` beside this file; the setup card shows them. What the values do
is stated in `moonshot.engine`. A test holds that every field of `Rules` and every value has its words.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

Kind = Literal["choice", "switch", "number", "card", "cards", "list", "points", "resets"]
"""How a field is filled in: one of its choices; yes or no; a whole number; a card; some cards; a list of
items in order; cards with their points; pairs of a score and what it becomes."""

Value = str | int | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One value with its name and what it means."""

    value: Value
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that are shown together."""

    id: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class RuleField:
    """One field of `Rules`.

    `choices` are whole values worth offering (for the kind "choice", all that there are); `items` are what a
    list may hold; `lowest` and `highest` bound a number, or the numbers of points and resets.
    """

    field: str
    group: str
    kind: Kind
    label: str
    help: str
    choices: tuple[Choice, ...] = ()
    items: tuple[Choice, ...] = ()
    lowest: int | None = None
    highest: int | None = None


@lru_cache(maxsize=1)
def _texts() -> dict[str, Any]:
    return tomllib.loads(files("moonshot.learn").joinpath("rule_fields.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def rule_groups() -> tuple[Group, ...]:
    """The groups, in the order in which a setup card shows them."""
    return tuple(Group(**group) for group in _texts()["groups"])


@lru_cache(maxsize=1)
def rule_fields() -> tuple[RuleField, ...]:
    """All fields, in the order in which a setup card shows them."""
    return tuple(_field(dict(text)) for text in _texts()["fields"])


def _field(text: dict[str, Any]) -> RuleField:
    for name in ("choices", "items"):
        text[name] = tuple(_choice(choice) for choice in text.get(name, ()))
    return RuleField(**text)


def _choice(text: Mapping[str, Any]) -> Choice:
    value = text.get("value")
    return Choice(tuple(value) if isinstance(value, list) else value, text["label"], text.get("help", ""))
