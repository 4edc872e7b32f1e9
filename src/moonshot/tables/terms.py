"""On which terms a table is played: strangers or friends, which clock, who may look on, who may write."""

from dataclasses import dataclass
from typing import Final, Literal

TableKind = Literal["practice", "daily", "quick", "private", "coin"]
ClockKind = Literal["none", "online", "coin"]

SHEET_SECONDS: Final = 8.0
"""How long one person may keep strangers at the score sheet of a deal."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same for a table's whole life, beside its rules.

    ``level`` is that of the bots which fill empty seats, stand in for the absent and move when a clock runs
    out. ``code`` and ``link`` let people in to a private table; only those with a seat are told. ``listed``
    is for the site: the table stands in the lobby, and anybody may sit down.
    """

    kind: TableKind = "practice"
    clock: ClockKind = "none"
    spectators: bool = False
    text: bool = False
    level: str = "steady"
    code: str | None = None
    link: str | None = None
    listed: bool = False

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots: nobody waits for them, and nobody else may come in."""
        return self.kind in ("practice", "daily")

    @property
    def among_strangers(self) -> bool:
        """Whether one person's wish must not hold up or hurry the others."""
        return self.kind in ("quick", "coin")

    @property
    def casual(self) -> bool:
        """Whether people may take over bots' seats, and another match is a matter of asking."""
        return self.kind in ("quick", "private")

    def is_open_to(self, invited: bool) -> bool:
        """Whether somebody may come in: everybody, or at a table of friends only those who were invited."""
        return invited or self.kind != "private" or self.listed

    @property
    def sheet_seconds(self) -> float | None:
        """How long the score sheet waits for everybody; None for as long as they like."""
        return SHEET_SECONDS if self.among_strangers else None


PRACTICE: Final = Terms()
"""One person against bots, in peace."""
DAILY: Final = Terms(kind="daily")
"""One person against bots, for a result that counts: no card goes back, and there is no second match."""
