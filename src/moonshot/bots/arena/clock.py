"""How long a player thinks: how often each length of time was measured, in steps of two per cent."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

STEP: Final = math.log(1.02)
SHORTEST: Final = 1e-9


@dataclass(slots=True)
class Clock:
    """The moves of one player and how long they took.

    Clocks of many processes add up to one, and quantiles are right to two per cent, however many moves.
    """

    moves: int = 0
    total: float = 0.0
    longest: float = 0.0
    lengths: Counter[int] = field(default_factory=Counter)
    """How many moves took 1.02 to the power of the key, in seconds."""

    def add(self, seconds: float) -> None:
        """Count one move."""
        self.moves += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.lengths[round(math.log(max(seconds, SHORTEST)) / STEP)] += 1

    def merge(self, other: "Clock") -> None:
        """Count the moves of another clock too."""
        self.moves += other.moves
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.lengths.update(other.lengths)

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.total / self.moves if self.moves else 0.0

    def quantile(self, part: float) -> float:
        """The seconds that ``part`` of the moves took at most: 0.5 gives the median."""
        wanted = math.ceil(part * self.moves)
        seen = 0
        for length in sorted(self.lengths):
            seen += self.lengths[length]
            if seen >= wanted:
                return min(math.exp(length * STEP), self.longest)
        return 0.0

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON types."""
        lengths = {str(length): self.lengths[length] for length in sorted(self.lengths)}
        return {"moves": self.moves, "total": self.total, "longest": self.longest, "lengths": lengths}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Clock":
        """The clock that `to_json` wrote."""
        lengths = Counter({int(length): int(count) for length, count in data["lengths"].items()})
        return cls(int(data["moves"]), float(data["total"]), float(data["longest"]), lengths)
