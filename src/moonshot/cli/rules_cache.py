"""Rules that many questions share are read once."""

from collections.abc import Callable
from typing import Any, Final

from moonshot.cli.json_lines import json_text
from moonshot.engine.rules import Rules

_MOST_RULES: Final = 256
_LONGEST_RULES: Final = 4096


class RulesCache:
    """Rules by the text that names them; bounded, because questions never end.

    ``read`` turns a preset's name or an object of fields into rules, or raises RulesError.
    """

    def __init__(self, read: Callable[[Any], Rules]) -> None:
        self._read = read
        self._known: dict[str, Rules] = {}

    def __call__(self, value: Any) -> Rules:
        """The rules of a preset's name or an object of fields."""
        key = json_text(value)
        rules = self._known.get(key)
        if rules is None:
            rules = self._read(value)
            if len(self._known) >= _MOST_RULES:
                self._known.clear()
            if len(key) <= _LONGEST_RULES:
                self._known[key] = rules
        return rules
