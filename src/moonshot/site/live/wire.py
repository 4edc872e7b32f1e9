"""Every message of the table socket, in both directions: the one file that says what goes over the wire.

The types here are the protocol. The JSON Schema and the client's TypeScript types are generated from them
(`tools/protocol_types.py`), incoming frames are decoded into them, and nothing else is ever encoded to a
client. Cards are text (`"QS"`), seats are numbers clockwise from 0 (seat + 1 sits on the left).
"""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta, Struct, field

CommandId = Annotated[
    str, Meta(min_length=1, max_length=64, description="made by the client, new for each command")
]
Number = Annotated[int, Meta(ge=0, le=10_000)]
CardText = Annotated[str, Meta(min_length=1, max_length=3, description="rank then suit, as in QS or TD")]
CardsText = Annotated[list[CardText], Meta(max_length=52)]
SeedText = Annotated[str, Meta(min_length=1, max_length=64)]

PaceName = Literal["slow", "normal", "fast", "instant", "click"]
MoonChoice = Literal["others_plus", "self_minus"]
Phase = Literal["passing", "playing", "trick_done", "choosing_moon", "deal_done", "redeal", "over"]
Direction = Literal["L", "R", "A", "L2", "R2", "S", "H"]
ByeCode = Literal["resume", "moved", "bad_ticket", "gone", "left"]

CLOSE_CODES: dict[str, int] = {"resume": 4000, "moved": 4001, "bad_ticket": 4002, "gone": 4003, "left": 4004}
"""The close code of the socket after each `bye`."""


# Client to server ------------------------------------------------------------------------------------------


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    id: CommandId


class PassCards(_Command, frozen=True, tag="pass"):
    """Choose the cards to pass in deal `deal`."""

    deal: Number
    cards: CardsText


class RecallCards(_Command, frozen=True, tag="recall"):
    """Take the own pass back, as long as another seat is still choosing."""

    deal: Number


class PlayCard(_Command, frozen=True, tag="play"):
    """Play a card as the ply-th card of the deal; `ply` is the one of the view it was chosen from."""

    ply: Number
    card: CardText


class ChooseMoon(_Command, frozen=True, tag="choose_moon"):
    """The shooter says what the moon does to the totals."""

    deal: Number
    choice: MoonChoice


class Continue(_Command, frozen=True, tag="continue"):
    """Go on: after a full trick (pace `click`), after the score sheet of a deal, after a redeal."""

    deal: Number
    ply: Number
    seed: SeedText | None = None


class SetPace(_Command, frozen=True, tag="pace"):
    """How fast bots play and how long a full trick stays."""

    pace: PaceName


class SetPause(_Command, frozen=True, tag="pause"):
    """Stop the table, or let it go on."""

    on: bool


class NewMatch(_Command, frozen=True, tag="new_match"):
    """A new match with the same players and rules; ends a running one."""


class Leave(_Command, frozen=True, tag="leave"):
    """Give the seat up for good."""


Command = PassCards | RecallCards | PlayCard | ChooseMoon | Continue | SetPace | SetPause | NewMatch | Leave


# Server to client: events ----------------------------------------------------------------------------------


class _Event(Struct, frozen=True, tag_field="kind"):
    pass


class MatchStartedEvent(_Event, frozen=True, tag="match_started"):
    """A match begins; totals are zero."""


class DealtEvent(_Event, frozen=True, tag="dealt"):
    """New hands are dealt."""

    deal: int
    dealer: int
    direction: Direction


class PassedEvent(_Event, frozen=True, tag="passed"):
    """A seat has chosen its cards (nobody else learns which)."""

    seat: int


class RecalledEvent(_Event, frozen=True, tag="recalled"):
    """A seat took its choice back."""

    seat: int


class ExchangedEvent(_Event, frozen=True, tag="exchanged"):
    """All have passed: the cards you got, and the one seat they came from (null when from several)."""

    received: list[str]
    sender: int | None = field(name="from")


class PlayedEvent(_Event, frozen=True, tag="played"):
    """A card was played."""

    seat: int
    card: str


class HeartsBrokenEvent(_Event, frozen=True, tag="hearts_broken"):
    """From now on hearts may be led."""

    seat: int
    card: str


class TrickTakenEvent(_Event, frozen=True, tag="trick_taken"):
    """A trick is full; `cards` stand in order of play."""

    winner: int
    leader: int
    cards: list[str]


class MoonEvent(_Event, frozen=True, tag="moon"):
    """A seat took every point card of the deal (`sun`: every trick)."""

    deal: int
    seat: int
    sun: bool


class MoonChosenEvent(_Event, frozen=True, tag="moon_chosen"):
    """What the shooter chose."""

    seat: int
    choice: MoonChoice


class RedealEvent(_Event, frozen=True, tag="redeal"):
    """The deal is void because the seat could not play a legal first card."""

    seat: int


class DealScoredEvent(_Event, frozen=True, tag="deal_scored"):
    """The deal is over."""

    deal: int
    points: list[int]
    totals: list[int]


class OvertimeEvent(_Event, frozen=True, tag="overtime"):
    """The match goes on because these seats are tied for the lowest total."""

    tied: list[int]


class OverEvent(_Event, frozen=True, tag="over"):
    """The match is over."""

    winners: list[int]
    totals: list[int]


class PaceEvent(_Event, frozen=True, tag="pace"):
    """The pace changed."""

    pace: PaceName


class PausedEvent(_Event, frozen=True, tag="paused"):
    """The table was stopped (`on`) or goes on."""

    on: bool


class ClosingEvent(_Event, frozen=True, tag="closing"):
    """The server restarts in a moment: nothing new begins, and the socket will be closed with `resume`."""

    in_ms: int


Event = (
    MatchStartedEvent
    | DealtEvent
    | PassedEvent
    | RecalledEvent
    | ExchangedEvent
    | PlayedEvent
    | HeartsBrokenEvent
    | TrickTakenEvent
    | MoonEvent
    | MoonChosenEvent
    | RedealEvent
    | DealScoredEvent
    | OvertimeEvent
    | OverEvent
    | PaceEvent
    | PausedEvent
    | ClosingEvent
)


# Server to client: the view --------------------------------------------------------------------------------


class ExactReset(TypedDict):
    """A total of exactly `at` becomes `to`."""

    at: int
    to: int


class RulesFields(TypedDict):
    """The rules in force, every field. Their meaning: docs/rules-schema.md."""

    players: int
    removed: str | list[str]
    kitty: str
    pass_cycle: str | list[Direction]
    pass_count: int
    no_pass_cards: list[str]
    opening_leader: str
    opening_card: str
    first_trick_barred: list[str]
    first_trick_fallback: str
    lead_hearts: str
    break_by: str
    first_trick_breaks: bool
    qs_breaks: str
    lead_exception: str
    qs_lead: str
    qs_discard: str
    heart_points: str | list[int]
    penalties: dict[str, int]
    bonus_card: str | None
    bonus_points: int
    bonus_floor: str
    no_trick_bonus: int
    moon: str
    moon_value: str | int
    moon_needs_bonus: bool
    moon_bonus: str
    sun: str
    sun_value: str | int
    end_score: int
    end_at: str
    end_hands: int
    exact: list[ExactReset]
    exact_wins: bool
    tie: str
    overtime: str


class Player(Struct, frozen=True):
    """Who sits in a seat; `level` is null for a person."""

    name: str
    bot: bool
    level: str | None
    connected: bool


class Trick(Struct, frozen=True):
    """Cards in order of play from `leader` on; `winner` is null until the trick is full."""

    leader: int
    cards: list[str]
    winner: int | None


class Row(Struct, frozen=True):
    """One finished deal of the score sheet; `check` is the sum of its points."""

    deal: int
    direction: Direction
    points: list[int]
    totals: list[int]
    moon: int | None
    sun: bool
    queen: int | None
    bonus: int | None
    check: int


class Reveal(Struct, frozen=True):
    """The secret of a finished deal, against the commitment shown before it."""

    deal: int
    secret: str


class MoonOptions(Struct, frozen=True):
    """The totals after each choice of the shooter."""

    others_plus: list[int]
    self_minus: list[int]


class View(Struct, frozen=True):
    """All that one viewer may know, complete in itself."""

    table: str
    match: str
    rules: RulesFields
    rules_name: str
    preset: str | None
    phase: Phase
    seat: int | None
    players: list[Player]
    deal: int
    dealer: int
    direction: Direction
    pass_to: list[int] | None
    pass_count: int
    hand: list[str]
    counts: list[int]
    passed: list[str] | None
    received: list[str] | None
    received_from: int | None
    has_passed: list[bool]
    turn: int | None
    legal: list[str]
    why: dict[str, str]
    ply: int
    trick: Trick | None
    last_trick: Trick | None
    broken: bool
    taken: list[list[str]]
    tricks_won: list[int]
    points: list[int]
    totals: list[int]
    rows: list[Row]
    overtime: bool
    tied: list[int]
    winners: list[int]
    shooter: int | None
    moon_options: MoonOptions | None
    commitment: str | None
    reveals: list[Reveal]
    pace: PaceName
    paused: bool
    waiting: list[Literal["continue"]]


# Server to client: messages --------------------------------------------------------------------------------


class _Message(Struct, frozen=True, tag_field="t"):
    pass


class Update(_Message, frozen=True, tag="update"):
    """The whole state as this viewer may know it, and what led there since the update before."""

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


class Bye(_Message, frozen=True, tag="bye"):
    """The last message before the server closes the socket with the close code of `code`."""

    code: ByeCode
    message: str


ServerMessage = Update | Done | Refused | Bye


# HTTP answers of this package ------------------------------------------------------------------------------


class Ticket(Struct, frozen=True):
    """Answer of `POST /api/tables/<id>/ticket`: enter `socket` with `?ticket=` within that many seconds."""

    ticket: str
    socket: str
    expires_in: int


class WaitingTable(Struct, frozen=True):
    """A running practice table of the guest, for *Continue*."""

    table: str
    rules_name: str
    deal: int
    totals: list[int]
    phase: Phase
