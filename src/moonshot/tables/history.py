"""What happened in a table's present match, out of its entries."""

from collections.abc import Iterable
from dataclasses import dataclass

from moonshot.engine.events import RECORDED_BY_KIND, MatchStarted, Recorded
from moonshot.tables.events import Entry, Incident

_OF_A_MATCH = tuple(RECORDED_BY_KIND.values())


@dataclass(frozen=True, slots=True)
class Moment:
    """One recorded event of a match, the number of its entry, and whether a fallback moved for a player."""

    event: Recorded
    seq: int
    auto: bool


def match_history(entries: Iterable[Entry]) -> tuple[Moment, ...]:
    """The recorded events of the match that was started last, in order."""
    moments: list[Moment] = []
    for entry in entries:
        auto = any(isinstance(event, Incident) for event in entry.events)
        for event in entry.events:
            if isinstance(event, MatchStarted):
                moments = []
            if isinstance(event, _OF_A_MATCH):
                moments.append(Moment(event, entry.seq, auto and event.kind == "played"))
    return tuple(moments)
