"""What happened in the matches of a table, out of its entries."""

from collections.abc import Iterable
from dataclasses import dataclass

from moonshot.bots.policy import POLICY_VERSION
from moonshot.engine.events import RECORDED_BY_KIND, MatchStarted, MoonChosen, Passed, Played, Recorded
from moonshot.engine.record import Thought
from moonshot.tables import events
from moonshot.tables.bots import BY_TABLE
from moonshot.tables.events import (
    Entry,
    Incident,
    Left,
    PlayedOut,
    Returned,
    StoodIn,
    TakenBack,
    TimedOut,
)

_OF_A_MATCH = tuple(RECORDED_BY_KIND.values())


@dataclass(frozen=True, slots=True)
class Moment:
    """One recorded event of a match, and the number of its entry.

    ``auto``: a card that the table played for somebody: the clock ran out, they were away, a bot failed, or
    the rest of the deal was certain. ``thought``: how a bot's move was found; None for people's moves, and in
    logs from before that was recorded.
    """

    event: Recorded
    seq: int
    auto: bool
    thought: Thought | None = None


def match_history(entries: Iterable[Entry]) -> tuple[Moment, ...]:
    """The recorded events of the match that was started last, in order; cards taken back are not there."""
    return match_histories(entries)[-1]


def match_histories(entries: Iterable[Entry]) -> tuple[tuple[Moment, ...], ...]:
    """The recorded events of every match of a table, in order; of none a single empty history."""
    histories: list[tuple[Moment, ...]] = []
    moments: list[Moment] = []
    stand_ins: set[int] = set()
    for entry in entries:
        auto = any(isinstance(event, Incident | TimedOut | PlayedOut) for event in entry.events)
        thought = _thought(entry)
        for event in entry.events:
            if isinstance(event, StoodIn):
                stand_ins.add(event.seat)
            elif isinstance(event, Returned | Left):
                stand_ins.discard(event.seat)
            elif isinstance(event, MatchStarted):
                histories += [tuple(moments)] if moments else []
                moments = []
            elif isinstance(event, TakenBack):
                del moments[-event.count :]
            if isinstance(event, _OF_A_MATCH):
                by_table = event.kind == "played" and (auto or event.seat in stand_ins)
                how = thought if isinstance(event, Passed | Played | MoonChosen) else None
                moments.append(Moment(event, entry.seq, by_table, how))
    return (*histories, tuple(moments))


def _thought(entry: Entry) -> Thought | None:
    """How the one move of this entry was found, if a bot or the table itself made it."""
    for event in entry.events:
        if isinstance(event, events.Thought):
            return Thought(event.policy, event.version, event.seed, event.playouts, event.instead)
        if isinstance(event, Incident):
            return Thought(BY_TABLE, POLICY_VERSION, 0)
    return None
