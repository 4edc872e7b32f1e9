"""What the people of a table decide together: the timer, another match, and matters of the present deal."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from moonshot.tables.answers import TableError
from moonshot.tables.claims import is_settled, rest_of_deal
from moonshot.tables.events import (
    About,
    Left,
    PlayedOut,
    StoodIn,
    TableRecorded,
    TimerOff,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from moonshot.tables.opening import new_match
from moonshot.tables.seats import free_bot_names
from moonshot.tables.stalling import stalling
from moonshot.tables.takeback import taken_back

if TYPE_CHECKING:
    from moonshot.tables.table import Table

Events = tuple[TableRecorded, ...]

VOTE_SECONDS: Final = 30.0
"""How long a vote stays open."""
HALT_SECONDS: Final = 15.0
"""The same for a vote during which the match stands."""
_ABOUT_THE_DEAL: Final = frozenset({"take_back", "finish"})


@dataclass(slots=True)
class Vote:
    """An open vote. ``seat`` is the one that a stand-in is wanted for, who has no vote."""

    about: About
    by: int
    since: float
    seat: int | None = None
    yes: set[int] = field(default_factory=set)
    no: set[int] = field(default_factory=set)

    @property
    def halts(self) -> bool:
        """Whether the match stands meanwhile: the table makes no move, and no clock runs."""
        return self.about in _ABOUT_THE_DEAL

    @property
    def seconds(self) -> float:
        """How long it stays open."""
        return HALT_SECONDS if self.halts else VOTE_SECONDS

    def outcome(self, active: tuple[int, ...], *, over: bool = False) -> bool | None:
        """What the vote has come to; None while it is open. ``over``: its time is up.

        A rematch is for those who want it, a stand-in needs more than half of the others; all else happens
        when everybody wants it.
        """
        voters = {seat for seat in active if seat != self.seat}
        if self.about == "rematch":
            if not over and not (self.yes | self.no).issuperset(voters):
                return None
            return not self.yes.isdisjoint(voters)
        if self.about == "stand_in":
            if self.seat not in active or 2 * len(self.no & voters) >= len(voters):
                return False
            return True if 2 * len(self.yes & voters) > len(voters) else (False if over else None)
        if self.no or (self.halts and self.by not in voters):
            return False
        return True if self.yes.issuperset(voters) else (False if over else None)


def propose_vote(table: "Table", seat: int, about: About, target: int | None) -> Events:
    """The events of a person's question to the others. Raises TableError."""
    if table.vote is not None:
        raise TableError("vote_open", "Answer the open question first.", "kind")
    _check(table, seat, about, target)
    if (about, seat) in table.asked and table.terms.kind != "practice":
        raise TableError("asked_before", "You have asked that already. Ask again in the next hand.", "kind")
    target = target if about == "stand_in" else None
    opened = VoteOpened(about, seat, target)
    vote = Vote(about, seat, 0.0, target, yes={seat})
    return (opened, *_closing(table, vote, vote.outcome(table.active)))


def _check(table: "Table", seat: int, about: About, target: int | None) -> None:
    if about == "timer_off" and (table.terms.clock != "online" or not table.clock.is_on):
        raise TableError("not_here", "There is no timer to turn off.", "kind")
    if table.terms.kind == "coin" and about == "rematch":
        raise TableError("not_here", "Choose a stake for a new match in the lobby.", "kind")
    if table.terms.kind == "coin" and about == "take_back":
        raise TableError("not_here", "At this table a card that lies stays.", "kind")
    if (table.phase == "over") != (about == "rematch"):
        raise TableError("wrong_phase", "That can be asked later, or could be asked before.", "kind")
    if about == "take_back" and taken_back(table, seat) is None:
        raise TableError("wrong_phase", "Only your card can be taken back, and before the next one.", "kind")
    if about == "finish" and not is_settled(table.match):
        raise TableError("wrong_phase", "The rest of this hand can still change the scores.", "kind")
    if about == "stand_in" and (target is None or target == seat or stalling(table) != target):
        raise TableError("not_yet", "Give them a little more time.", "seat")


def cast_vote(table: "Table", seat: int, *, yes: bool) -> Events:
    """The events of a vote. Raises TableError."""
    vote = table.vote
    if vote is None or vote.seat == seat:
        raise TableError("no_vote", "You are not being asked.", "t")
    draft = Vote(vote.about, vote.by, vote.since, vote.seat, vote.yes - {seat}, vote.no - {seat})
    (draft.yes if yes else draft.no).add(seat)
    return (VoteCast(seat, yes), *_closing(table, draft, draft.outcome(table.active)))


def overtaken(table: "Table", seat: int) -> Events:
    """What a move of this seat, or a sign of life, does to the open vote: it answers some by itself."""
    vote = table.vote
    if vote is None or not (vote.halts or vote.seat == seat):
        return ()
    return (VoteClosed(vote.about, passed=False),)


def vote_due(table: "Table") -> float | None:
    """When the open vote closes by itself: at once when those who stay have all answered."""
    vote = table.vote
    if vote is None:
        return None
    return vote.since + (vote.seconds if vote.outcome(table.active) is None else 0.0)


def close_vote(table: "Table") -> Events:
    """The events of a vote whose time is up."""
    vote = table.vote
    assert vote is not None
    return _closing(table, vote, vote.outcome(table.active, over=True))


def _closing(table: "Table", vote: Vote, outcome: bool | None) -> Events:
    if outcome is None:
        return ()
    closed = VoteClosed(vote.about, outcome)
    return (closed, *_decided(table, vote)) if outcome else (closed,)


def _decided(table: "Table", vote: Vote) -> Events:
    match vote.about:
        case "timer_off":
            return (TimerOff(),)
        case "take_back":
            card = taken_back(table, vote.by)
            assert card is not None  # the match has stood since it was asked
            return (card,)
        case "finish":
            return (PlayedOut(None), *table.with_promise(rest_of_deal(table.match, None)))
        case "stand_in":
            assert vote.seat is not None
            return (StoodIn(vote.seat, table.terms.level, voted=True), *table.host_without([vote.seat]))
        case _:
            names = free_bot_names(table.seats)
            unwilling = [seat for seat in table.people if seat not in vote.yes]
            left = [Left(seat, table.terms.level, names.pop(0)) for seat in unwilling]
            host = table.host_without(unwilling)
            return (*left, *host, *new_match(table.match_name, table.rules, table.chance, table.match_no + 1))
