"""What a table does by itself, and when: bots, clocks, stand-ins, votes, and going on."""

from typing import TYPE_CHECKING

from moonshot.bots.thinking import Answer, Question
from moonshot.engine.deal import PLAYING
from moonshot.tables.absence import AWAY_SECONDS
from moonshot.tables.bots import bot_move, bot_view, fallback_move
from moonshot.tables.events import (
    Incident,
    KeptWaiting,
    Returned,
    StoodIn,
    TableRecorded,
    TimedOut,
    TrickCleared,
)
from moonshot.tables.gathering import abandoned, abandoned_due
from moonshot.tables.pace import PACES, thinking_time
from moonshot.tables.stalling import kept_waiting_due, who_is_late
from moonshot.tables.votes import close_vote, vote_due

if TYPE_CHECKING:
    from moonshot.tables.table import Table

Events = tuple[TableRecorded, ...]


def due_at(table: "Table") -> float | None:
    """When the table has something to do by itself; None while it waits for people."""
    if table.closed:
        return None
    due = None if table.stands else _match_due(table)
    for moment in (_people_due(table), vote_due(table), kept_waiting_due(table)):
        if moment is not None and (due is None or moment < due):
            due = moment
    return due


def due_events(table: "Table", now: float, fault: str | None, answer: Answer | None) -> Events | None:
    """The events of what is due by now, one thing at a time; None when nothing is."""
    if table.closed:
        return None
    if _is_due(_people_due(table), now):
        return _about_people(table, now)
    if _is_due(vote_due(table), now):
        return close_vote(table)
    if _is_due(kept_waiting_due(table), now):
        return (KeptWaiting(who_is_late(table)),)
    if table.stands or not _is_due(_match_due(table), now):
        return None
    if table.holding:
        return (TrickCleared(),)
    if table.phase in ("deal_done", "redeal"):
        return table.next_deal(table.ready)
    return _move(table, now, fault, answer)


def _is_due(moment: float | None, now: float) -> bool:
    return moment is not None and now >= moment


# -- people ------------------------------------------------------------------------------------------------


def _people_due(table: "Table") -> float | None:
    """When somebody's coming or going has a consequence."""
    if table.absence.is_nobody:
        return None
    if table.state == "open":
        return abandoned_due(table)
    if table.absence.returning():
        return table.since
    leaving = table.absence.leaving()
    if leaving is None or table.state == "over" or table.terms.alone:
        return None
    return leaving[0] + AWAY_SECONDS


def _about_people(table: "Table", now: float) -> Events:
    if table.state == "open":
        return abandoned(table, now)
    returning = table.absence.returning()
    if returning:
        return tuple(Returned(seat) for seat in returning)
    leaving = table.absence.leaving()
    assert leaving is not None
    return (StoodIn(leaving[1], table.terms.level), *table.host_without([leaving[1]]))


# -- the match ---------------------------------------------------------------------------------------------


def _match_due(table: "Table") -> float | None:
    if table.rests:
        return None
    if table.holding:
        stay = PACES[table.pace].stay
        return None if stay is None else table.since + stay
    deal = table.match.deal
    if deal is not None and deal.phase == PLAYING:  # asked after every card, so by the shortest way
        wait = _wait(table, deal.turn, passing=False)
        return None if wait is None else table.since + wait
    if table.state != "playing":
        return None
    if table.phase in ("deal_done", "redeal"):
        return _next_deal_due(table)
    wait = _next_mover(table)[1]
    return None if wait is None else table.since + wait


def _next_deal_due(table: "Table") -> float | None:
    """At once when everybody is ready; strangers do not wait for each other for long."""
    if all(seat in table.ready for seat in table.active):
        return table.since
    limit = table.terms.sheet_seconds
    return None if limit is None else table.since + limit


def _wait(table: "Table", seat: int, *, passing: bool) -> float | None:
    """How long the table waits for the move of this seat before it makes it; None for ever."""
    if table.is_auto(seat):
        match = table.match
        place = (match.match_id, match.deal_no, match.phase, table.ply, seat)
        return thinking_time(PACES[table.pace], table.chance, *place)
    if not table.clock.is_on:
        return None
    return table.clock.deadline(seat, passing=passing) / 1000


def who_is_asked(table: "Table", now: float) -> int | None:
    """The seat for which the table will move next, unless a person still may; None when it is about
    something else first.
    """
    if table.closed or table.stands or table.rests or table.holding or table.state != "playing":
        return None
    if any(_is_due(moment, now) for moment in (_people_due(table), vote_due(table), kept_waiting_due(table))):
        return None
    seat, wait = _next_mover(table)
    return seat if wait is not None and (table.is_auto(seat) or now >= table.since + wait) else None


def question_for(table: "Table", seat: int) -> Question:
    """What a bot in this seat is asked now."""
    match = table.match
    level = table.seats[seat].level or table.terms.level
    seed = table.chance.seed("bot", match.match_id, match.deal_no, match.phase, table.ply, seat)
    return Question(level, bot_view(match, seat), seed)


def _next_mover(table: "Table") -> tuple[int, float | None]:
    """The seat for which the table moves first, and how long after the beginning of the wait."""
    match = table.match
    passing = match.phase == "passing"
    waits = [(_wait(table, seat, passing=passing), seat) for seat in match.acting]
    wait, seat = min([(wait, seat) for wait, seat in waits if wait is not None], default=(None, -1))
    return seat, wait


def _move(table: "Table", now: float, fault: str | None, answer: Answer | None) -> Events:
    seat, _ = _next_mover(table)
    before: Events = ()
    if not table.is_auto(seat):
        spent = table.spent_ms(now)
        bank_ms = table.clock.overrun(seat, spent, passing=table.match.phase == "passing") or 0
        before = (TimedOut(seat, bank_ms),)
    if fault is not None:
        return (*before, *table.with_promise((fallback_move(table.match, seat),)), Incident(seat, fault))
    event, how = bot_move(table.match, seat, question_for(table, seat), table.policies, answer)
    return (*before, *table.with_promise((event,)), how)
