"""What a table records beside the events of its matches, and the entry that holds what one command caused."""

from dataclasses import dataclass, field
from typing import Any, Literal

from moonshot.engine.events import RECORDED_BY_KIND, Event, Recorded
from moonshot.tables.seats import Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """A table begins to exist. ``secret`` (hex), the root of all its randomness, never leaves the log."""

    table_id: str
    rules: dict[str, Any]
    seats: tuple[Seat, ...]
    pace: str
    secret: str
    kind: Literal["opened"] = field(default="opened", kw_only=True)


@dataclass(frozen=True, slots=True)
class TrickCleared:
    """A full trick has been looked at long enough; the next may be led."""

    kind: Literal["trick_cleared"] = field(default="trick_cleared", kw_only=True)


@dataclass(frozen=True, slots=True)
class Continued:
    """A person is ready for the next deal, and may add a seed to its shuffle."""

    seat: int
    seed: str | None = None
    kind: Literal["continued"] = field(default="continued", kw_only=True)


@dataclass(frozen=True, slots=True)
class PaceSet:
    """The table goes at another pace."""

    pace: str
    kind: Literal["pace_set"] = field(default="pace_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class PauseSet:
    """The table stops or goes on; ``spent_ms`` of the current wait had passed when it stopped."""

    on: bool
    spent_ms: int = 0
    kind: Literal["pause_set"] = field(default="pause_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class Incident:
    """A bot failed to answer; the move beside it was made in its place. For the host, not for players."""

    seat: int
    fault: str
    kind: Literal["incident"] = field(default="incident", kw_only=True)


@dataclass(frozen=True, slots=True)
class Left:
    """A person gave the seat up; a bot of this level plays on if others remain."""

    seat: int
    level: str
    kind: Literal["left"] = field(default="left", kw_only=True)


TableRecorded = Opened | TrickCleared | Continued | PaceSet | PauseSet | Incident | Left | Recorded
"""All that a table's log holds."""

TableEvent = TableRecorded | Event
"""All that a table tells: what is recorded and what followed from it by the rules."""

TABLE_RECORDED_BY_KIND: dict[str, type[TableRecorded]] = {
    "opened": Opened,
    "trick_cleared": TrickCleared,
    "continued": Continued,
    "pace_set": PaceSet,
    "pause_set": PauseSet,
    "incident": Incident,
    "left": Left,
    **RECORDED_BY_KIND,
}
"""The class of each recorded event by its tag, for reading logs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """All that one accepted command, or one turn of the clock, caused: stored whole or not at all.

    ``account`` and ``command_id`` say whose command it was, so that a command sent again gets the same
    answer.
    """

    seq: int
    events: tuple[TableRecorded, ...]
    account: str | None = None
    command_id: str | None = None
