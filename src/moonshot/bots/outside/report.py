"""What went wrong with a player from outside."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

KINDS: Final = ("not_started", "ended", "too_slow", "too_long", "unreadable", "illegal")
"""It could not be started or did not say hello; ended by itself; sent nothing in time; sent a line of more
than the allowed length; sent something that is no answer; sent a move that the rules refuse."""


@dataclass(slots=True)
class Report:
    """How often each kind of fault happened, each replaced by a move of the rule-based policy."""

    faults: Counter[str] = field(default_factory=Counter)
    first: str | None = None
    """The first fault in words."""

    def add(self, kind: str, message: str) -> None:
        """Note one fault."""
        self.faults[kind] += 1
        if self.first is None:
            self.first = message

    def merge(self, other: "Report") -> None:
        """Add the faults of another report."""
        self.faults.update(other.faults)
        if self.first is None:
            self.first = other.first

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON types."""
        return {"faults": {kind: self.faults[kind] for kind in sorted(self.faults)}, "first": self.first}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Report":
        """The report that `to_json` wrote."""
        first = data["first"]
        return cls(Counter({str(k): int(v) for k, v in data["faults"].items()}), first and str(first))
