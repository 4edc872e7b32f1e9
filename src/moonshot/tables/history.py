"""What happened in a table's present match, out of its entries."""

from collections.abc import Iterable
from dataclasses import dataclass

from moonshot.engine.events import RECORDED_BY_KIND, MatchStarted, Recorded
from moonshot.tables.events import Entry, Incident, Left, PlayedOut, Returned, StoodIn, TakenBack, TimedOut

_OF_A_MATCH = tuple(RECORDED_BY_KIND.values())


@dataclass(frozen=True, slots=True)
class Moment:
    """One recorded event of a match, and the number of its entry.

    ``auto``: a card that the table played for somebody: the clock ran out, they were away, a bot failed, or
    the rest of the deal was certain.
    """

    event: Recorded
    seq: int
    auto: bool


def match_history(entries: Iterable[Entry]) -> tuple[Moment, ...]:
    """The recorded events of the match that was started last, in order; cards taken back are not there."""
    moments: list[Moment] = []
    stand_ins: set[int] = set()
    for entry in entries:
        auto = any(isinstance(event, Incident | TimedOut | PlayedOut) for event in entry.events)
        for event in entry.events:
            if isinstance(event, StoodIn):
                stand_ins.add(event.seat)
            elif isinstance(event, Returned | Left):
                stand_ins.discard(event.seat)
            elif isinstance(event, MatchStarted):
                moments = []
            elif isinstance(event, TakenBack):
                del moments[-event.count :]
            if isinstance(event, _OF_A_MATCH):
                by_table = event.kind == "played" and (auto or event.seat in stand_ins)
                moments.append(Moment(event, entry.seq, by_table))
    return tuple(moments)
