"""Every message of the table socket, in both directions: with its events and its view, all of the wire.

The types here, in `wire_commands`, `wire_events` and `wire_view` are the protocol. The JSON Schema and the
TypeScript types of the client are generated from them (`tools/protocol_types.py`), incoming frames are
decoded into them, and nothing else is ever encoded to a client. Cards are text (`"QS"`), seats are numbers
from 0 clockwise (seat + 1 sits on the left).
"""

from msgspec import Struct

from moonshot.site.live.wire_commands import (
    CastVote,
    ChooseMoon,
    Claim,
    Command,
    Confirm,
    Continue,
    HandHost,
    ImBack,
    Leave,
    Lock,
    NewMatch,
    PassCards,
    Ping,
    PlayCard,
    Propose,
    ProposeVote,
    RecallCards,
    Remove,
    Say,
    SetBot,
    SetPace,
    SetPause,
    Sit,
    Stand,
    Start,
    TakeSeat,
)
from moonshot.site.live.wire_events import (
    ClosingEvent,
    ConfirmedEvent,
    DealScoredEvent,
    DealtEvent,
    Event,
    ExchangedEvent,
    HeartsBrokenEvent,
    HostEvent,
    LeftEvent,
    LockedEvent,
    MatchStartedEvent,
    MoonChosenEvent,
    MoonEvent,
    OverEvent,
    OvertimeEvent,
    PaceEvent,
    PassedEvent,
    PausedEvent,
    PlayedEvent,
    PlayedOutEvent,
    ProposedEvent,
    RecalledEvent,
    RedealEvent,
    RemovedEvent,
    RenamedEvent,
    ReturnedEvent,
    RulesSetEvent,
    SaidEvent,
    SatEvent,
    StandInEvent,
    StoodEvent,
    TakenBackEvent,
    TimedOutEvent,
    TimerOffEvent,
    TookSeatEvent,
    TrickTakenEvent,
    VoteClosedEvent,
    VotedEvent,
    VoteOpenedEvent,
    _Event,
)
from moonshot.site.live.wire_names import (
    CLOSE_CODES,
    ByeCode,
    CardsText,
    CardText,
    ClockKind,
    CommandId,
    Direction,
    MoonChoice,
    Number,
    Offer,
    PaceName,
    Phase,
    SaidText,
    SeatNumber,
    SeedText,
    TableKind,
    VoteKind,
    Word,
)
from moonshot.site.live.wire_view import (
    Absent,
    Chat,
    Clock,
    ExactReset,
    MoonOptions,
    Player,
    Proposal,
    Reveal,
    Row,
    RulesFields,
    Trick,
    View,
    Vote,
)

__all__ = [
    "CLOSE_CODES",
    "Absent",
    "Bye",
    "ByeCode",
    "CardText",
    "CardsText",
    "CastVote",
    "Chat",
    "ChooseMoon",
    "Claim",
    "Clock",
    "ClockKind",
    "ClosingEvent",
    "Command",
    "CommandId",
    "Confirm",
    "ConfirmedEvent",
    "Continue",
    "DealScoredEvent",
    "DealtEvent",
    "Direction",
    "Done",
    "Event",
    "ExactReset",
    "ExchangedEvent",
    "HandHost",
    "HeartsBrokenEvent",
    "History",
    "HostEvent",
    "ImBack",
    "Leave",
    "LeftEvent",
    "Lock",
    "LockedEvent",
    "MatchStartedEvent",
    "MoonChoice",
    "MoonChosenEvent",
    "MoonEvent",
    "MoonOptions",
    "NewMatch",
    "Number",
    "Offer",
    "OverEvent",
    "OvertimeEvent",
    "PaceEvent",
    "PaceName",
    "PassCards",
    "PassedEvent",
    "PausedEvent",
    "Phase",
    "Ping",
    "PlayCard",
    "PlayedEvent",
    "PlayedOutEvent",
    "Player",
    "Pong",
    "Proposal",
    "Propose",
    "ProposeVote",
    "ProposedEvent",
    "RecallCards",
    "RecalledEvent",
    "RedealEvent",
    "Refused",
    "Remove",
    "RemovedEvent",
    "RenamedEvent",
    "ReturnedEvent",
    "Reveal",
    "Row",
    "RulesFields",
    "RulesSetEvent",
    "SaidEvent",
    "SaidText",
    "SatEvent",
    "Say",
    "SeatNumber",
    "SeedText",
    "ServerMessage",
    "SetBot",
    "SetPace",
    "SetPause",
    "Sit",
    "Stand",
    "StandInEvent",
    "Start",
    "StoodEvent",
    "TableKind",
    "TakeSeat",
    "TakenBackEvent",
    "Ticket",
    "TimedOutEvent",
    "TimerOffEvent",
    "TookSeatEvent",
    "Trick",
    "TrickTakenEvent",
    "Update",
    "View",
    "Vote",
    "VoteClosedEvent",
    "VoteKind",
    "VoteOpenedEvent",
    "VotedEvent",
    "WaitingTable",
    "Word",
    "_Event",
]


# Server to client: messages --------------------------------------------------------------------------------


class _Message(Struct, frozen=True, tag_field="t"):
    pass


class Update(_Message, frozen=True, tag="update"):
    """The state as this viewer may know it, and what led there since the update before.

    The first update of a connection, and the one after a `stale` refusal, have every field of the view; all
    others only the fields that have changed since the update before.
    """

    seq: int
    view: View
    events: list[Event]


class Done(_Message, frozen=True, tag="done"):
    """The command was accepted and is stored; `seq` is the entry that holds it."""

    id: str
    seq: int


class Refused(_Message, frozen=True, tag="refused"):
    """The command changed nothing; `at` names the field that is to blame, where there is one."""

    id: str | None
    code: str
    message: str
    at: str | None


class History(_Message, frozen=True, tag="history"):
    """What was said at the table lately, the oldest first; once, after the first update of a connection."""

    said: list[SaidEvent]


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to a ping, as soon as it was read."""

    id: str


class Bye(_Message, frozen=True, tag="bye"):
    """The last message before the server closes the socket with the close code of `code`."""

    code: ByeCode
    message: str


ServerMessage = Update | Done | Refused | History | Pong | Bye


# HTTP answers of this package ------------------------------------------------------------------------------


class Ticket(Struct, frozen=True):
    """Answer of `POST /api/tables/<id>/ticket`: enter `socket` with `?ticket=` within that many seconds."""

    ticket: str
    socket: str
    expires_in: int


class WaitingTable(Struct, frozen=True):
    """A table where the guest has a seat and the match is not over, for *Continue*."""

    table: str
    rules_name: str
    deal: int
    totals: list[int]
    phase: Phase
    kind: TableKind
