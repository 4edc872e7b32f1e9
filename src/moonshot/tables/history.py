"""The events of a table's present match, out of its entries."""

from collections.abc import Iterable

from moonshot.engine.events import RECORDED_BY_KIND, MatchStarted, Recorded
from moonshot.engine.match import Match
from moonshot.tables.events import Entry

_OF_A_MATCH = tuple(RECORDED_BY_KIND.values())


def match_events(entries: Iterable[Entry]) -> tuple[Recorded, ...]:
    """The recorded events of the last match that was started, in order."""
    events: list[Recorded] = []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, MatchStarted):
                events = [event]
            elif isinstance(event, _OF_A_MATCH):
                events.append(event)
    return tuple(events)


def finished_part(events: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """The events up to the end of the last finished deal: all of a match that is over.

    What was recorded after that could tell the cards and the secret of a deal that is still being played.
    """
    if not events:
        return ()
    match = Match.replay(events[:1])
    kept = 1
    for number, event in enumerate(events[1:], start=2):
        before = len(match.results)
        match.apply(event)
        if len(match.results) > before:
            kept = number
    return events[:kept]
