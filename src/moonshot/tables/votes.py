"""What the people of a table decide together: the timer, and another match."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from moonshot.tables.answers import TableError
from moonshot.tables.events import Left, TableRecorded, TimerOff, VoteCast, VoteClosed, VoteOpened
from moonshot.tables.opening import new_match
from moonshot.tables.seats import free_bot_names

if TYPE_CHECKING:
    from moonshot.tables.table import Table

About = Literal["timer_off", "rematch"]
Events = tuple[TableRecorded, ...]

VOTE_SECONDS: Final = 30.0
"""How long a vote stays open."""


@dataclass(slots=True)
class Vote:
    """An open vote."""

    about: About
    by: int
    since: float
    yes: set[int] = field(default_factory=set)
    no: set[int] = field(default_factory=set)

    def outcome(self, voters: tuple[int, ...], *, over: bool = False) -> bool | None:
        """What the vote has come to; None while it is open. ``over``: its time is up.

        The timer goes off when everybody wants it; a rematch is for those who want it.
        """
        if self.about == "timer_off":
            if self.no:
                return False
            return True if self.yes.issuperset(voters) else (False if over else None)
        if not over and not (self.yes | self.no).issuperset(voters):
            return None
        return not self.yes.isdisjoint(voters)


def propose_vote(table: "Table", seat: int, about: About) -> Events:
    """The events of a person's question to the others. Raises TableError."""
    if table.vote is not None:
        raise TableError("vote_open", "Answer the open question first.", "kind")
    if about == "timer_off" and (table.terms.clock != "online" or not table.clock.is_on):
        raise TableError("not_here", "There is no timer to turn off.", "kind")
    if about == "rematch" and table.terms.kind == "coin":
        raise TableError("not_here", "Choose a stake for a new match in the lobby.", "kind")
    if (table.phase == "over") != (about == "rematch"):
        raise TableError("wrong_phase", "That can be asked later, or could be asked before.", "kind")
    if (about, seat) in table.asked:
        raise TableError("asked_before", "You have asked that already. Ask again in the next hand.", "kind")
    opened = VoteOpened(about, seat)
    vote = Vote(about, seat, 0.0, yes={seat})
    return (opened, *_closing(table, vote, vote.outcome(table.active)))


def cast_vote(table: "Table", seat: int, *, yes: bool) -> Events:
    """The events of a vote. Raises TableError."""
    vote = table.vote
    if vote is None:
        raise TableError("no_vote", "Nothing is being asked.", "t")
    draft = Vote(vote.about, vote.by, vote.since, vote.yes - {seat}, vote.no - {seat})
    (draft.yes if yes else draft.no).add(seat)
    return (VoteCast(seat, yes), *_closing(table, draft, draft.outcome(table.active)))


def vote_due(table: "Table") -> float | None:
    """When the open vote closes by itself: at once when those who stay have all answered."""
    vote = table.vote
    if vote is None:
        return None
    return vote.since + (VOTE_SECONDS if vote.outcome(table.active) is None else 0.0)


def close_vote(table: "Table") -> Events:
    """The events of a vote whose time is up."""
    vote = table.vote
    assert vote is not None
    return _closing(table, vote, vote.outcome(table.active, over=True))


def _closing(table: "Table", vote: Vote, outcome: bool | None) -> Events:
    if outcome is None:
        return ()
    closed = VoteClosed(vote.about, outcome)
    if not outcome:
        return (closed,)
    if vote.about == "timer_off":
        return (closed, TimerOff())
    names = free_bot_names(table.seats)
    unwilling = [seat for seat in table.people if seat not in vote.yes]
    left = [Left(seat, table.terms.level, names.pop(0)) for seat in unwilling]
    host = table.host_without(unwilling)
    return (closed, *left, *host, *new_match(table.id, table.rules, table.chance, table.match_no + 1))
