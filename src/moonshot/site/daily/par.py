"""A day's deal as bots play it in all four seats: something to compare with, and a record of nobody."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Final

from moonshot.bots import find_policy
from moonshot.bots.thinking import Question
from moonshot.engine import Match
from moonshot.engine.events import Recorded
from moonshot.engine.record import Thought, match_record
from moonshot.learn import daily
from moonshot.site.daily.models import Day
from moonshot.tables.bots import bot_move, bot_view
from moonshot.tables.chance import Chance
from moonshot.tables.opening import new_match

_NAMES: Final = ("Your seat", "Mira", "Otto", "Juno")


@dataclass(frozen=True, slots=True)
class Par:
    """What a bot makes of everybody's seat, and the whole record."""

    points: int
    record: dict[str, Any]


def par_of(day: Day) -> Par:
    """The deal of a day, played by bots."""
    return _par(day.day, day.secret, day.level)


@lru_cache(maxsize=32)
def _par(day: date, secret: str, level: str) -> Par:
    chance = Chance(bytes.fromhex(secret))
    events: list[Recorded] = list(new_match(daily.name_of(day), daily.rules_of(day), chance, 1))
    thoughts: list[Thought | None] = [None] * len(events)
    match = Match.replay(events)
    while not match.winners:
        seat = match.acting[0]
        question = Question(level, bot_view(match, seat), 0)
        event, how = bot_move(match, seat, question, find_policy, None)
        match.apply(event)
        events.append(event)
        thoughts.append(Thought(how.policy, how.version, how.seed) if how.kind == "thought" else None)
    players = [{"name": name, "bot": True, "level": level} for name in _NAMES]
    record = match_record(events, players=players, thoughts=thoughts)
    return Par(match.totals[daily.SEAT], record)
