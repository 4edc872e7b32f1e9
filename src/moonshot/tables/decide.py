"""What each command leads to, or why it is refused. Nothing here changes a table."""

from typing import TYPE_CHECKING

from moonshot.engine import ChooseMoon, Pass, Play, Recall
from moonshot.engine.shuffle import SEED_LENGTH
from moonshot.tables import commands
from moonshot.tables.answers import TableError
from moonshot.tables.events import Continued, Left, PaceSet, PauseSet, TableRecorded, TrickCleared
from moonshot.tables.opening import new_match
from moonshot.tables.pace import PACES

if TYPE_CHECKING:
    from moonshot.tables.table import Table

STAND_IN_LEVEL = "steady"
"""The level of the bot that plays on for somebody who left others behind."""

Events = tuple[TableRecorded, ...]


def decide(table: "Table", seat: int | None, command: commands.Command, now: float) -> Events:
    """The events of a command by a seat (None: not seated). Raises HeartsError; changes nothing."""
    if table.closed:
        raise TableError("gone", "This table is closed.")
    if seat is None:
        raise TableError("not_seated", "You have no seat at this table.")
    match command:
        case commands.SetPace(pace=pace):
            if pace not in PACES:
                raise TableError("bad_pace", f"Choose one of {', '.join(PACES)}.", "pace")
            return (PaceSet(pace),)
        case commands.SetPause(on=on):
            return (PauseSet(on, table.spent_ms(now)),)
        case commands.Leave():
            return (Left(seat, STAND_IN_LEVEL),)
        case commands.NewMatch():
            return _new_match(table)
        case (
            commands.PassCards()
            | commands.RecallCards()
            | commands.PlayCard()
            | commands.ChooseMoon()
            | commands.Continue()
        ):
            if table.paused:
                raise TableError("paused", "The table is paused. Go on first.")
            return _in_play(table, seat, command)
        case _:
            raise TableError("not_here", "That is not possible at this table.", "t")


def _in_play(
    table: "Table",
    seat: int,
    command: commands.PassCards
    | commands.RecallCards
    | commands.PlayCard
    | commands.ChooseMoon
    | commands.Continue,
) -> Events:
    match command:
        case commands.PlayCard(ply=ply, card=card):
            if ply != table.ply:
                raise _stale("ply")
            return table.with_promise((table.match.verify(seat, Play(card)),))
        case commands.Continue():
            return _continue(table, seat, command)
    if command.deal != table.match.deal_no:
        raise _stale("deal")
    match command:
        case commands.PassCards(cards=cards):
            return table.with_promise((table.match.verify(seat, Pass(cards)),))
        case commands.RecallCards():
            return (table.match.verify(seat, Recall()),)
    return table.with_promise((table.match.verify(seat, ChooseMoon(command.choice)),))


def _continue(table: "Table", seat: int, command: commands.Continue) -> Events:
    if command.deal != table.match.deal_no:
        raise _stale("deal")
    if command.ply != table.ply:
        raise _stale("ply")
    if command.seed is not None and len(command.seed.encode()) > SEED_LENGTH:
        raise TableError("bad_seed", f"A seed has at most {SEED_LENGTH} bytes.", "seed")
    if table.holding:
        return (TrickCleared(),)
    if "continue" not in table.waiting_for(seat):
        raise TableError("wrong_phase", "There is nothing to continue now.", "t")
    ready = {**table.ready, seat: command.seed}
    continued = Continued(seat, command.seed)
    if any(person not in ready for person in table.people):
        return (continued,)
    seeds = tuple(seed for _, seed in sorted(ready.items()) if seed is not None)
    return (continued, *table.with_promise((table.match.deal_event(seeds),)))


def _new_match(table: "Table") -> Events:
    if len(table.people) > 1 and table.phase != "over":
        raise TableError("match_running", "The match is still being played.", "t")
    events: Events = new_match(table.id, table.rules, table.chance, table.match_no + 1)
    return (PauseSet(on=False), *events) if table.paused else events


def _stale(at: str) -> TableError:
    return TableError("stale", "The table has moved on; that was meant for an earlier moment.", at)
