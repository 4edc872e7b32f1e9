"""What one viewer sees of a table: the wire's form of a view."""

from typing import Literal, TypedDict

from msgspec import Struct

from moonshot.site.live.wire_names import ClockKind, Direction, Offer, PaceName, Phase, TableKind, VoteKind


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
    """Who sits in a seat; `level` is null for a person, `handle` (a person's public id) for a bot.

    `empty`: nobody sits here yet. `stand_in`: a bot plays for the absent person until they return.
    """

    name: str
    bot: bool
    level: str | None
    connected: bool
    empty: bool
    host: bool
    stand_in: bool
    handle: str | None


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


class Clock(Struct, frozen=True):
    """The table's clock, measured when the update was sent; every list has one element for each seat.

    `left_ms` is what those who may act now have left, bank and all, null for everybody else; `bank_ms` what
    is left of the extra time of the whole match, null at coin tables; `limit_ms` the time for the present
    move without the bank. `misses` counts the moves that the clock made since the last own one; `fast` says
    that a seat's time is short because of them. `on` is false while the clock stands still.
    """

    kind: ClockKind
    on: bool
    left_ms: list[int | None]
    bank_ms: list[int | None]
    limit_ms: int
    misses: list[int]
    fast: list[bool]


class Vote(Struct, frozen=True):
    """An open vote: who asks, who has said yes and no, and how long it stays open.

    `seat` is whom a bot would stand in for, null for every other question.
    """

    kind: VoteKind
    by: int
    seat: int | None
    yes: list[int]
    no: list[int]
    ends_in_ms: int


class Proposal(Struct, frozen=True):
    """Rules that somebody proposes before the first deal; all people have to say yes."""

    no: int
    by: int
    rules: RulesFields
    rules_name: str
    yes: list[int]
    waiting: list[int]


class Chat(Struct, frozen=True):
    """What the viewer may say now: free text, and the keys of the phrases and emoji."""

    text: bool
    phrases: list[str]
    emoji: list[str]


class Absent(Struct, frozen=True):
    """A person who is not there, and when a bot stands in."""

    seat: int
    giving_up_in_ms: int


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
    kind: TableKind
    host: int | None
    locked: bool
    code: str | None
    link: str | None
    clock: Clock | None
    vote: Vote | None
    proposal: Proposal | None
    spectators: int
    chat: Chat
    saving: bool
    absent: Absent | None
    stalling: int | None
    offers: list[Offer]
