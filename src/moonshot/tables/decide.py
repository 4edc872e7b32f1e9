"""What each command leads to, or why it is refused. Nothing here changes a table."""

from typing import TYPE_CHECKING, Final

from moonshot.engine import ChooseMoon, Pass, Play, Recall
from moonshot.engine.shuffle import SEED_LENGTH
from moonshot.tables import commands as c
from moonshot.tables import gathering, proposals, talk, votes
from moonshot.tables.answers import TableError
from moonshot.tables.claims import may_claim, rest_of_deal
from moonshot.tables.events import (
    Continued,
    Left,
    Overran,
    PaceSet,
    PauseSet,
    PlayedOut,
    Renamed,
    Restored,
    Returned,
    TableRecorded,
    TrickCleared,
)
from moonshot.tables.opening import new_match
from moonshot.tables.pace import PACES
from moonshot.tables.seats import Visitor, free_bot_names

if TYPE_CHECKING:
    from moonshot.tables.table import Table

Events = tuple[TableRecorded, ...]
Moving = c.PassCards | c.RecallCards | c.PlayCard | c.ChooseMoon | c.Continue

_FROM_OUTSIDE: Final = (c.Sit, c.TakeSeat, c.Say)
"""What may come from people without a seat."""
_OPEN: Final = frozenset({"open"})
_STARTED: Final = frozenset({"playing", "over"})
_ALWAYS: Final = frozenset({"open", "playing", "over"})
STATES: Final[dict[type, frozenset[str]]] = {
    c.Sit: _OPEN,
    c.Stand: _OPEN,
    c.Start: _OPEN,
    c.Lock: _OPEN,
    c.Remove: _OPEN,
    c.SetBot: _OPEN,
    c.Propose: _OPEN,
    c.Confirm: _OPEN,
    c.HandHost: _ALWAYS,
    c.Say: _ALWAYS,
    c.Leave: _ALWAYS,
    c.Rename: _ALWAYS,
    c.PassCards: _STARTED,
    c.RecallCards: _STARTED,
    c.PlayCard: _STARTED,
    c.ChooseMoon: _STARTED,
    c.Continue: _STARTED,
    c.SetPace: _STARTED,
    c.SetPause: _STARTED,
    c.NewMatch: _STARTED,
    c.TakeSeat: _STARTED,
    c.ProposeVote: _STARTED,
    c.CastVote: _STARTED,
    c.Claim: _STARTED,
    c.ImBack: _STARTED,
}
"""In which states of a table each command can be taken at all: open (gathering), playing, over."""


def decide(table: "Table", account: str, visitor: Visitor, command: c.Command, now: float) -> Events:
    """The events of a command of an account. Raises HeartsError; changes nothing."""
    if table.closed:
        raise TableError("gone", "This table is closed.")
    seat = table.seat_of(account)
    if seat is None and not isinstance(command, _FROM_OUTSIDE):
        raise TableError("not_seated", "You have no seat at this table.")
    if table.state not in STATES[type(command)]:
        raise TableError("wrong_phase", "That is not possible now.", "t")
    if seat is not None and isinstance(command, c.MOVES):
        if table.paused:
            raise TableError("paused", "The table is paused. Go on first.")
        events = _in_play(table, seat, command, now)
        return (Returned(seat), *events) if seat in table.absence.stand_ins else events
    match command:
        case c.Sit(seat=to):
            return gathering.sit(table, account, seat, visitor, to)
        case c.TakeSeat(seat=to):
            return gathering.take_seat(table, account, seat, visitor, to)
        case c.Say():
            return (talk.say(table, account, seat, visitor, command, now, table.censor),)
    assert seat is not None  # only those three come from people without one
    return _seated(table, seat, command, now)


def _seated(table: "Table", seat: int, command: c.Command, now: float) -> Events:
    match command:
        case c.Claim(ply=ply):
            returned = (Returned(seat),) if seat in table.absence.stand_ins else ()
            return (*returned, *_claim(table, seat, ply, now))
        case c.SetPace() | c.SetPause() | c.NewMatch():
            return _about_all(table, command, now)
        case c.ImBack():
            return _im_back(table, seat)
        case c.ProposeVote(about=about, seat=target):
            return votes.propose_vote(table, seat, about, target)
        case c.CastVote(yes=yes):
            return votes.cast_vote(table, seat, yes=yes)
        case _:
            return _around_the_match(table, seat, command)


def _around_the_match(table: "Table", seat: int, command: c.Command) -> Events:
    match command:
        case c.Stand():
            return gathering.stand(table, seat)
        case c.Propose(rules=rules):
            return proposals.propose(table, seat, rules)
        case c.Confirm(proposal=number, yes=yes):
            return proposals.confirm(table, seat, number, yes=yes)
        case c.Rename(name=new):
            if new == table.seats[seat].name:
                raise TableError("same_name", "That is the name already.", "name")
            return (Renamed(seat, new),)
        case c.Leave():
            name = None if table.terms.alone else free_bot_names(table.seats)[0]
            left = Left(seat, table.terms.level, name)
            return (left,) if table.people == (seat,) else (left, *table.host_without([seat]))
        case _:
            assert isinstance(command, gathering.HostCommand)
            return gathering.as_host(table, seat, command)


def _about_all(table: "Table", command: c.SetPace | c.SetPause | c.NewMatch, now: float) -> Events:
    """What touches everybody at the table: free in practice and among friends, not among strangers."""
    strangers = table.terms.among_strangers
    match command:
        case c.SetPace(pace=pace):
            if pace not in PACES:
                raise TableError("bad_pace", f"Choose one of {', '.join(PACES)}.", "pace")
            if len(table.people) > 1 and (strangers or (table.terms.kind == "private" and pace == "click")):
                raise TableError("not_here", "Others play here too; the pace stays as it is.", "pace")
            return (PaceSet(pace),)
        case c.SetPause(on=on):
            if strangers:
                raise TableError("not_here", "There is no pause at this table.", "t")
            return (PauseSet(on, table.spent_ms(now)),)
        case _:
            return _new_match(table)


def _new_match(table: "Table") -> Events:
    if len(table.people) > 1 and table.phase != "over":
        raise TableError("match_running", "The match is still being played.", "t")
    if table.terms.kind == "daily":
        raise TableError("not_here", "This deal is played once.", "t")
    if table.terms.kind == "coin" or (table.terms.kind != "practice" and len(table.people) > 1):
        raise TableError("not_here", "Ask the others for a rematch.", "t")
    events: Events = new_match(table.match_name, table.rules, table.chance, table.match_no + 1)
    return (PauseSet(on=False), *events) if table.paused else events


def _in_play(table: "Table", seat: int, command: Moving, now: float) -> Events:
    if isinstance(command, c.PlayCard):
        if command.ply != table.ply:
            raise _stale("ply")
        return _moved(table, seat, Play(command.card), now)
    if isinstance(command, c.Continue):
        return _continue(table, seat, command)
    if command.deal != table.match.deal_no:
        raise _stale("deal")
    match command:
        case c.PassCards(cards=cards):
            return _moved(table, seat, Pass(cards), now)
        case c.RecallCards():
            return (table.match.verify(seat, Recall()),)
    return _moved(table, seat, ChooseMoon(command.choice), now)


def _moved(table: "Table", seat: int, move: Pass | Play | ChooseMoon, now: float) -> Events:
    event = table.match.verify(seat, move)
    before = _before(table, seat, now, passing=isinstance(move, Pass))
    return (*before, *table.with_promise((event,)))


def _claim(table: "Table", seat: int, ply: int, now: float) -> Events:
    if table.paused:
        raise TableError("paused", "The table is paused. Go on first.")
    if ply != table.ply:
        raise _stale("ply")
    if table.match.turn != seat:
        raise TableError("not_your_turn", "Claim when it is your turn to lead.", "t")
    if not may_claim(table.match, seat):
        raise TableError("not_certain", "By what you know, somebody could still take a trick.", "t")
    before = _before(table, seat, now, passing=False)
    return (*before, PlayedOut(seat), *table.with_promise(rest_of_deal(table.match, seat)))


def _before(table: "Table", seat: int, now: float, *, passing: bool) -> Events:
    """What a move now answers by itself, and what it costs the seat's clock. Raises TableError when its time
    is over.
    """
    clock = table.clock
    overtaken = votes.overtaken(table, seat) if table.vote is not None else ()
    if not clock.is_on or table.holding:
        return overtaken
    spent = table.spent_ms(now)
    bank_ms = clock.overrun(seat, spent, passing=passing)
    if bank_ms is None:
        return overtaken
    if spent > clock.deadline(seat, passing=passing):
        raise TableError("too_late", "Your time was over; the table moves for you.", "t")
    return (*overtaken, Overran(seat, bank_ms))


def _im_back(table: "Table", seat: int) -> Events:
    if seat in table.absence.stand_ins:
        return (Returned(seat),)
    asked = table.vote is not None and table.vote.seat == seat
    if table.clock.is_full(seat) and not asked:
        raise TableError("wrong_phase", "You are here, and your clock is full.", "t")
    return (*(votes.overtaken(table, seat) if asked else ()), Restored(seat))


def _continue(table: "Table", seat: int, command: c.Continue) -> Events:
    if command.deal != table.match.deal_no:
        raise _stale("deal")
    if command.ply != table.ply:
        raise _stale("ply")
    if command.seed is not None and len(command.seed.encode()) > SEED_LENGTH:
        raise TableError("bad_seed", f"A seed has at most {SEED_LENGTH} bytes.", "seed")
    if table.vote is not None and table.vote.halts:
        raise TableError("vote_open", "Answer the open question first.", "t")
    if table.holding:
        return (TrickCleared(),)
    if "continue" not in table.waiting_for(seat):
        raise TableError("wrong_phase", "There is nothing to continue now.", "t")
    continued = (*votes.overtaken(table, seat), Continued(seat, command.seed))
    ready = {**table.ready, seat: command.seed}
    if any(person not in ready for person in table.active):
        return continued
    return (*continued, *table.next_deal(ready))


def _stale(at: str) -> TableError:
    return TableError("stale", "The table has moved on; that was meant for an earlier moment.", at)
