"""What a table records beside the events of its matches, and the entry that holds what one command caused."""

from dataclasses import dataclass, field
from typing import Any, Literal

from moonshot.engine.events import RECORDED_BY_KIND, Event, Recorded
from moonshot.tables.seats import Seat
from moonshot.tables.terms import PRACTICE, Terms

About = Literal["timer_off", "rematch", "take_back", "finish", "stand_in"]
"""What people vote on: no clock any more, another match, a card back in its hand, no more tricks that cannot
change a score, a bot for somebody who keeps the others waiting."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table begins to exist. ``secret`` (hex), the root of all its randomness, never leaves the log.

    ``match_name`` is what its matches are called (with their number), None for the table's id. All chance is
    drawn by secret and match, so tables that share both deal the same cards, and their bots answer the same
    play with the same cards. Logs from before there were terms are those of practice tables.
    """

    table_id: str
    rules: dict[str, Any]
    seats: tuple[Seat, ...]
    pace: str
    secret: str
    terms: Terms = PRACTICE
    match_name: str | None = None
    kind: Literal["opened"] = field(default="opened", kw_only=True)


@dataclass(frozen=True, slots=True)
class TrickCleared:
    """A full trick has been looked at long enough; the next may be led."""

    kind: Literal["trick_cleared"] = field(default="trick_cleared", kw_only=True)


@dataclass(frozen=True, slots=True)
class Continued:
    """A person is ready for the next deal, and may add a seed to its shuffle."""

    seat: int
    seed: str | None = None
    kind: Literal["continued"] = field(default="continued", kw_only=True)


@dataclass(frozen=True, slots=True)
class PaceSet:
    """The table goes at another pace."""

    pace: str
    kind: Literal["pace_set"] = field(default="pace_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class PauseSet:
    """The table stops or goes on; ``spent_ms`` of the current wait had passed when it stopped."""

    on: bool
    spent_ms: int = 0
    kind: Literal["pause_set"] = field(default="pause_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class Incident:
    """A bot failed to answer; the move beside it was made in its place. For the host, not for players."""

    seat: int
    fault: str
    kind: Literal["incident"] = field(default="incident", kw_only=True)


@dataclass(frozen=True, slots=True)
class Thought:
    """How the move beside it was found, so that it can be found again: for checks, not for players.

    ``policy`` of ``version`` chose it from what its seat saw, with this seed and so many playouts;
    ``instead`` is the level that should have, where it was too late or could not think.
    """

    policy: str
    version: int
    seed: int
    playouts: int = 0
    instead: str = ""
    kind: Literal["thought"] = field(default="thought", kw_only=True)


@dataclass(frozen=True, slots=True)
class Left:
    """A person gave the seat up; a bot of this level plays on if others remain.

    ``name`` is the bot's, None for that of the person. While players gather the seat just becomes empty.
    """

    seat: int
    level: str
    name: str | None = None
    kind: Literal["left"] = field(default="left", kw_only=True)


@dataclass(frozen=True, slots=True)
class Sat:
    """A person (with ``account``) or a bot (with ``level``) took an empty seat."""

    seat: int
    name: str
    account: str | None = None
    level: str | None = None
    handle: str | None = None
    kind: Literal["sat"] = field(default="sat", kw_only=True)


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat became empty while players gather."""

    seat: int
    kind: Literal["stood"] = field(default="stood", kw_only=True)


@dataclass(frozen=True, slots=True)
class HostSet:
    """The host role went to this seat; None when no person is seated."""

    seat: int | None
    kind: Literal["host_set"] = field(default="host_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class LockSet:
    """The table was closed to newcomers, or opened again."""

    on: bool
    kind: Literal["lock_set"] = field(default="lock_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class Removed:
    """The host removed a person before the start; the account cannot sit here again."""

    seat: int
    account: str
    kind: Literal["removed"] = field(default="removed", kw_only=True)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Rules were proposed while players gather."""

    no: int
    by: int
    rules: dict[str, Any]
    kind: Literal["proposed"] = field(default="proposed", kw_only=True)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A person said yes or no to the open proposal; a no ends it."""

    seat: int
    yes: bool
    kind: Literal["confirmed"] = field(default="confirmed", kw_only=True)


@dataclass(frozen=True, slots=True)
class RulesSet:
    """All people agreed: these are the table's rules from now on."""

    rules: dict[str, Any]
    kind: Literal["rules_set"] = field(default="rules_set", kw_only=True)


@dataclass(frozen=True, slots=True)
class TookSeat:
    """A person took over the seat of a bot between two deals."""

    seat: int
    name: str
    account: str
    handle: str | None = None
    kind: Literal["took_seat"] = field(default="took_seat", kw_only=True)


@dataclass(frozen=True, slots=True)
class Renamed:
    """The person of a seat has another name from now on."""

    seat: int
    name: str
    kind: Literal["renamed"] = field(default="renamed", kw_only=True)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock ran out: the table made the move beside it. ``bank_ms`` is what that took of the bank."""

    seat: int
    bank_ms: int = 0
    kind: Literal["timed_out"] = field(default="timed_out", kw_only=True)


@dataclass(frozen=True, slots=True)
class Overran:
    """The own move beside it took more than its time, and so much of the bank."""

    seat: int
    bank_ms: int
    kind: Literal["overran"] = field(default="overran", kw_only=True)


@dataclass(frozen=True, slots=True)
class Restored:
    """A person said *I am back*: the full clock again."""

    seat: int
    kind: Literal["restored"] = field(default="restored", kw_only=True)


@dataclass(frozen=True, slots=True)
class TimerOff:
    """From now on nobody has a clock at this table."""

    kind: Literal["timer_off"] = field(default="timer_off", kw_only=True)


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot of this level plays for an absent person until they return.

    ``voted``: the others wanted it, because the person kept them waiting; until that person says otherwise.
    """

    seat: int
    level: str
    voted: bool = False
    kind: Literal["stood_in"] = field(default="stood_in", kw_only=True)


@dataclass(frozen=True, slots=True)
class Returned:
    """A person is back in the seat."""

    seat: int
    kind: Literal["returned"] = field(default="returned", kw_only=True)


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """A person asks the others something, and says yes by asking. ``seat`` is whom a stand-in is for."""

    about: About
    by: int
    seat: int | None = None
    kind: Literal["vote_opened"] = field(default="vote_opened", kw_only=True)


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A person voted."""

    seat: int
    yes: bool
    kind: Literal["vote_cast"] = field(default="vote_cast", kw_only=True)


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """The vote is over."""

    about: About
    passed: bool
    kind: Literal["vote_closed"] = field(default="vote_closed", kw_only=True)


@dataclass(frozen=True, slots=True)
class KeptWaiting:
    """The others have waited for this seat for long, without a clock: they may vote on a stand-in."""

    seat: int
    kind: Literal["kept_waiting"] = field(default="kept_waiting", kw_only=True)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat's last card, and whatever was played after it, went back: the last ``count`` cards."""

    seat: int
    card: int
    count: int
    kind: Literal["taken_back"] = field(default="taken_back", kw_only=True)


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The table played the rest of the deal, whose end was certain: all tricks for ``seat``.

    Without a seat, all had agreed not to play tricks that could not change a score.
    """

    seat: int | None
    kind: Literal["played_out"] = field(default="played_out", kw_only=True)


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said a phrase or an emoji (their keys) or a text. ``seat`` is None for a spectator.

    ``original`` is the text before words were masked: for moderators, never for the table.
    """

    seat: int | None
    name: str
    handle: str
    phrase: str | None = None
    emoji: str | None = None
    text: str | None = None
    original: str | None = None
    kind: Literal["said"] = field(default="said", kw_only=True)


@dataclass(frozen=True, slots=True)
class Closed:
    """The table ended because nobody was there for long."""

    kind: Literal["closed"] = field(default="closed", kw_only=True)


TableRecorded = (
    Opened
    | TrickCleared
    | Continued
    | PaceSet
    | PauseSet
    | Incident
    | Thought
    | Left
    | Sat
    | Stood
    | HostSet
    | LockSet
    | Removed
    | Proposed
    | Confirmed
    | RulesSet
    | TookSeat
    | Renamed
    | TimedOut
    | Overran
    | Restored
    | TimerOff
    | StoodIn
    | Returned
    | VoteOpened
    | VoteCast
    | VoteClosed
    | KeptWaiting
    | TakenBack
    | PlayedOut
    | Said
    | Closed
    | Recorded
)
"""All that a table's log holds."""

TableEvent = TableRecorded | Event
"""All that a table tells: what is recorded and what followed from it by the rules."""

TABLE_RECORDED_BY_KIND: dict[str, type[TableRecorded]] = {
    "opened": Opened,
    "trick_cleared": TrickCleared,
    "continued": Continued,
    "pace_set": PaceSet,
    "pause_set": PauseSet,
    "incident": Incident,
    "thought": Thought,
    "left": Left,
    "sat": Sat,
    "stood": Stood,
    "host_set": HostSet,
    "lock_set": LockSet,
    "removed": Removed,
    "proposed": Proposed,
    "confirmed": Confirmed,
    "rules_set": RulesSet,
    "took_seat": TookSeat,
    "renamed": Renamed,
    "timed_out": TimedOut,
    "overran": Overran,
    "restored": Restored,
    "timer_off": TimerOff,
    "stood_in": StoodIn,
    "returned": Returned,
    "vote_opened": VoteOpened,
    "vote_cast": VoteCast,
    "vote_closed": VoteClosed,
    "kept_waiting": KeptWaiting,
    "taken_back": TakenBack,
    "played_out": PlayedOut,
    "said": Said,
    "closed": Closed,
    **RECORDED_BY_KIND,
}
"""The class of each recorded event by its tag, for reading logs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """All that one accepted command, or one turn of the clock, caused: stored whole or not at all.

    ``account`` and ``command_id`` say whose command it was, so that a command sent again gets the same
    answer.
    """

    seq: int
    events: tuple[TableRecorded, ...]
    account: str | None = None
    command_id: str | None = None
