"""How fast a table goes: the bots' thinking time and how long a full trick stays. In seconds.

Thinking times are drawn from the table's secret and the place in the match alone. They never see a hand, so
nobody can read from a bot's haste how many cards it had to choose from.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from moonshot.tables.chance import Chance


@dataclass(frozen=True, slots=True)
class Pace:
    """One speed. ``stay`` is None where a full trick waits for *continue*."""

    shortest: float
    longest: float
    stay: float | None


PACES: Final = MappingProxyType(
    {
        "slow": Pace(1.2, 2.0, 1.6),
        "normal": Pace(0.5, 0.9, 1.0),
        "fast": Pace(0.2, 0.35, 0.5),
        "instant": Pace(0.0, 0.0, 0.0),
        "click": Pace(0.5, 0.9, None),
    }
)


def thinking_time(pace: Pace, chance: Chance, *place: str | int) -> float:
    """How long a bot waits before the move at this place of the match."""
    return pace.shortest + (pace.longest - pace.shortest) * chance.fraction("thinking", *place)
