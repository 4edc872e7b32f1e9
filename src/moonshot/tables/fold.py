"""How each recorded event changes a table."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar, assert_never

from moonshot.engine import Match, Rules, StateError
from moonshot.engine.deal import PLAYING
from moonshot.engine.events import (
    Committed,
    Dealt,
    MatchStarted,
    MoonChosen,
    Passed,
    Played,
    Recalled,
    Recorded,
    Revealed,
)
from moonshot.tables.clock import Clock
from moonshot.tables.events import (
    Closed,
    Confirmed,
    Continued,
    Entry,
    HostSet,
    Incident,
    KeptWaiting,
    Left,
    LockSet,
    Opened,
    Overran,
    PaceSet,
    PauseSet,
    PlayedOut,
    Proposed,
    Removed,
    Renamed,
    Restored,
    Returned,
    RulesSet,
    Said,
    Sat,
    Stood,
    StoodIn,
    TableEvent,
    TableRecorded,
    TakenBack,
    Thought,
    TimedOut,
    TimerOff,
    TookSeat,
    TrickCleared,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from moonshot.tables.pace import PACES
from moonshot.tables.proposals import Proposal
from moonshot.tables.seats import EMPTY, Seat, adapted, bot
from moonshot.tables.votes import Vote

if TYPE_CHECKING:
    from moonshot.tables.table import Table

_BY_A_SEAT: Final = (Played, Passed, MoonChosen)
Question = TypeVar("Question", Proposal, Vote)
_Deciding = Proposed | Confirmed | RulesSet | VoteOpened | VoteCast | VoteClosed
_Seating = Sat | Stood | Removed | TookSeat | Left | HostSet | LockSet
_Rest = (
    Opened
    | TrickCleared
    | Continued
    | PaceSet
    | PauseSet
    | Renamed
    | Incident
    | TakenBack
    | PlayedOut
    | Said
    | Closed
)
_Timing = TimedOut | Overran | Restored | TimerOff | StoodIn | Returned | KeptWaiting


def fold(table: "Table", event: TableRecorded, entry: Entry, now: float) -> tuple[TableEvent, ...]:
    """Apply one event of an entry; returns what is to be told: it, and what followed from it by the rules."""
    match event:
        case Played() | Passed() | Recalled() | Committed() | Dealt() | MoonChosen():
            return _fold_match(table, event, entry, now)
        case Thought():
            return ()  # it changes nothing, and concerns nobody at the table
        case Sat() | Stood() | Removed() | TookSeat() | Left() | HostSet() | LockSet():
            _fold_seats(table, event)
        case TimedOut() | Overran() | Restored() | TimerOff() | StoodIn() | Returned() | KeptWaiting():
            _fold_time(table, event, now)
        case Proposed() | Confirmed() | RulesSet() | VoteOpened() | VoteCast() | VoteClosed():
            _fold_decisions(table, event, now)
        case MatchStarted():
            table.match = Match.replay((event,))
            table.match_no += 1
            table.revealed = None
            table.proposal = None
            table.vote = None
            table.clock.next_match()
            table.talk.next_match()
            table.clear(now)
        case _:
            _fold_rest(table, event, entry, now)
    return (event,)


def _fold_rest(table: "Table", event: _Rest, entry: Entry, now: float) -> None:
    match event:
        case Opened():
            table.since = now
        case TrickCleared():
            table.clear(now)
        case Continued():
            table.ready[event.seat] = event.seed
        case PaceSet():
            table.pace = event.pace
        case PauseSet():
            table.paused = event.on
            table.stopped_ms = event.spent_ms
            table.since = now - event.spent_ms / 1000
        case Renamed():
            table.sit(event.seat, replace(table.seats[event.seat], name=event.name))
            table.talk.renamed(table.seats[event.seat].handle, event.name)
        case Incident():
            table.incidents.append(event)
        case TakenBack():
            _take_back(table, event)
            table.clear(now)
        case PlayedOut():
            pass  # the cards beside it say everything
        case Said():
            table.talk.heard(entry.account or "", event, now)
        case Closed():
            table.closed = True
        case _:
            assert_never(event)


def _fold_match(table: "Table", event: Recorded, entry: Entry, now: float) -> tuple[TableEvent, ...]:
    if isinstance(event, _BY_A_SEAT) and event.seat == table.seat_of(entry.account):
        overran = len(entry.events) > 1 and any(isinstance(other, Overran) for other in entry.events)
        table.clock.moved(event.seat, overran=overran)
    seen = table.match.apply(event)
    for derived in seen[1:]:
        if isinstance(derived, Revealed):
            table.revealed = derived
    match event:
        case Played():
            table.clear(now)
            deal = table.match.deal
            full = deal is not None and not deal.trick and deal.phase == PLAYING
            table.holding = full and PACES[table.pace].stay != 0
        case Committed():
            table.attempt = table.attempt + 1 if event.deal_no == table.match.deal_no else 1
        case Dealt() | MoonChosen():
            table.clear(now)
            if isinstance(event, Dealt):
                table.clock.next_deal()
                table.asked.clear()
        case _:  # the last pass begins the play; a recall or an earlier pass goes on with the same wait
            if table.match.phase != "passing":
                table.clear(now)
    return seen


def _take_back(table: "Table", event: TakenBack) -> None:
    deal = table.match.deal
    if deal is None or table.match.phase != "playing" or not 0 < event.count <= len(deal.plays):
        raise StateError("bad_log", "There are not so many cards to take back.", "count")
    if deal.plays[-event.count] != event.card:
        raise StateError("bad_log", "Another card was played there.", "card")
    for _ in range(event.count):
        deal.pop()


def _fold_seats(table: "Table", event: _Seating) -> None:
    match event:
        case HostSet():
            table.host = event.seat
            return
        case LockSet():
            table.locked = event.on
            return
        case Sat() | TookSeat():
            level = event.level if isinstance(event, Sat) else None
            table.sit(event.seat, Seat(event.name, event.account, level, event.handle))
        case Stood() | Removed():
            table.sit(event.seat, EMPTY)
            if isinstance(event, Removed):
                table.barred.add(event.account)
        case _:
            name = event.name or table.seats[event.seat].name
            table.sit(event.seat, EMPTY if table.match_no == 0 else bot(name, event.level))
            table.closed = not table.people
    table.proposal = None
    table.absence.forget(event.seat)
    if table.vote is not None:
        table.vote.yes.discard(event.seat)
        table.vote.no.discard(event.seat)


def _fold_time(table: "Table", event: _Timing, now: float) -> None:
    clock = table.clock
    match event:
        case TimedOut():
            clock.missed(event.seat, event.bank_ms)
        case Overran():
            clock.spend(event.seat, event.bank_ms)
        case Restored():
            clock.restore(event.seat, table.spent_ms(now))
        case TimerOff():
            clock.is_on = False
        case KeptWaiting():
            table.kept_waiting = event.seat
        case StoodIn():
            table.absence.stand_in(event.seat, voted=event.voted)
        case _:
            table.absence.back(event.seat)
            table.absence.was_seen(event.seat, now)
            clock.restore(event.seat, table.spent_ms(now))


def _fold_decisions(table: "Table", event: _Deciding, now: float) -> None:
    match event:
        case Proposed():
            table.proposal_no = event.no
            table.proposal = Proposal(event.no, event.by, Rules.from_dict(event.rules), {event.by})
        case Confirmed():
            proposal = _open(table.proposal)
            proposal.yes.add(event.seat)
            table.proposal = proposal if event.yes else None
        case RulesSet():
            _set_rules(table, Rules.from_dict(event.rules))
        case VoteOpened():
            table.stopped_ms = table.spent_ms(now)
            table.vote = Vote(event.about, event.by, now, event.seat, yes={event.by})
        case VoteCast():
            vote = _open(table.vote)
            vote.yes.discard(event.seat)
            vote.no.discard(event.seat)
            (vote.yes if event.yes else vote.no).add(event.seat)
        case _:
            table.asked.add((event.about, _open(table.vote).by))
            if table.stands:
                table.since = now - table.stopped_ms / 1000
            table.vote = None


def _open(question: Question | None) -> Question:
    if question is None:
        raise StateError("bad_log", "Nothing was being asked.", "kind")
    return question


def _set_rules(table: "Table", rules: Rules) -> None:
    """Other rules while players gather: another match is prepared, and seats for its players."""
    host = None if table.host is None else table.seats[table.host].account
    table.rules = rules
    table.proposal = None
    table.match = Match(rules)
    table.seat_all(adapted(table.seats, rules.players))
    table.clock = Clock(table.terms.clock, rules.players)
    table.host = None if host is None else table.seat_of(host)
    table.absence = type(table.absence)()
