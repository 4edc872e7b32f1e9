"""What the HTTP API takes and gives, as typed messages. They also write its OpenAPI description."""

from typing import Annotated, Any, Literal

from ninja import Field, Path, Schema
from pydantic import ConfigDict

RulesValue = Annotated[
    str | dict[str, Any],
    Field(description="A preset's id, or changed fields with an optional `preset` to start from."),
]
LevelName = Literal["random", "easy", "steady", "skilled", "expert", "master"]
Storable = Annotated[str, Field(pattern=r"^[^\x00]*$")]
"""A text that every database takes: PostgreSQL has no place for the sign of number 0."""
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


class Strict(Schema):
    """A message whose every field is known; others are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RulesIn(Strict):
    """Rules to look at."""

    rules: RulesValue


class TableIn(Strict):
    """A practice table to open."""

    rules: RulesValue = "standard"
    level: LevelName = "steady"
    pace: Literal["slow", "normal", "fast", "instant", "click"] = "normal"


class WaitingTable(Schema):
    """A table that can be gone on with."""

    table: str
    rules_name: str
    deal: int
    totals: list[int]
    phase: str
    kind: str


class Notice(Schema):
    """A line for the visitor: what became of a report."""

    at: str
    text: str


class MeOut(Schema):
    """The visitor.

    ``named``: has chosen the name. ``hears``: how much of what others say. ``cookies``: the browser has sent
    ours back, or a pass.
    """

    name: str
    handle: str
    named: bool
    hears: str
    cookies: bool
    tables: list[WaitingTable]
    notices: list[Notice]


class PassOut(Schema):
    """Send it as the header `Moonshot-Visitor` where cookies are blocked, until the tab closes."""

    visitor: str


class NameIn(Strict):
    """A name to be known by."""

    name: str


class HearingIn(Strict):
    """How much of what others say reaches you: all, phrases and emoji only, or nothing."""

    hears: Literal["all", "phrases", "nothing"]


class HearingOut(Schema):
    """How much of what others say reaches you now."""

    hears: str


class DeleteIn(Strict):
    """That you mean it."""

    delete: Literal[True]


class NameOut(Schema):
    """The name as others see it, and the public id."""

    name: str
    handle: str


class RelationIn(Strict):
    """Mute or block somebody, or stop it."""

    handle: Storable
    on: bool = True


class KnownPerson(Schema):
    """Somebody by their present name."""

    handle: str
    name: str


class RelationsOut(Schema):
    """Whom the visitor does not want to meet, and whom not to hear."""

    blocks: list[KnownPerson]
    mutes: list[KnownPerson]


class ReportIn(Strict):
    """Something that moderators should look at; the evidence is added here."""

    table: Storable
    handle: Storable
    reason: Literal["insults", "name", "cheating", "stalling", "spam", "other"]
    note: Annotated[Storable, Field(max_length=500)] = ""


class ReportOut(Schema):
    """The report, or the one that was open already."""

    report: int
    merged: bool


class SeatIn(Strict):
    """For whom a seat is."""

    kind: Literal["person", "bot"]
    level: LevelName | None = None


class PrivateTableIn(Strict):
    """A table for friends. Without `seats` all are for people; you take the first of those."""

    rules: RulesValue = "standard"
    seats: Annotated[tuple[SeatIn, ...], Field(max_length=6, strict=False)] = ()
    clock: Literal["none", "online"] = "none"
    spectators: bool = False
    text_chat: bool = True
    listed: bool = False
    level: LevelName = "steady"


class PrivateTableOut(Schema):
    """The table, and how others get in."""

    table: str
    url: str
    code: str
    link: str


class JoinIn(Strict):
    """The code of a table as somebody said it, or the token of a link."""

    code: Annotated[str, Field(max_length=40)] | None = None
    token: Annotated[str, Field(max_length=40)] | None = None


class JoinOut(Schema):
    """Where to go; `seat` is null for whoever looks on, until a hand ends perhaps."""

    table: str
    url: str
    seat: int | None


class RulesLineOut(Schema):
    """One sentence about rules; `unusual` when most tables play otherwise."""

    text: str
    unusual: bool


class RulesChapterOut(Schema):
    """What the rules say on one subject."""

    id: str
    title: str
    lines: list[RulesLineOut]


class RulesTextOut(Schema):
    """Rules in words, and the address of their whole page."""

    rules_name: str
    page: str
    chapters: list[RulesChapterOut]


class PresetOut(Schema):
    """Named rules, and who plays by them."""

    id: str
    name: str
    about: str
    source: str
    rules: dict[str, Any]


class ProblemOut(Schema):
    """A reason why rules cannot be played, or are probably not meant."""

    code: str
    message: str
    field: str


class RulesOut(Schema):
    """Rules read, completed and checked."""

    problems: list[ProblemOut]
    warnings: list[ProblemOut]
    rules_name: str
    rules: dict[str, Any]


class ChoiceOut(Schema):
    """A value a rule may take."""

    value: Any
    label: str
    help: str


class FieldOut(Schema):
    """A rule, in words for people."""

    field: str
    group: str
    kind: str
    label: str
    help: str
    default: Any
    choices: list[ChoiceOut]
    items: list[ChoiceOut]
    lowest: int | None
    highest: int | None


class GroupOut(Schema):
    """Rules shown together."""

    id: str
    label: str
    help: str


class FieldsOut(Schema):
    """All rules, in words for people, in the order of a setup card."""

    groups: list[GroupOut]
    fields: list[FieldOut]


class TableOut(Schema):
    """A table that has been opened."""

    table: str
    url: str


class TicketOut(Schema):
    """The right to enter a table's socket, for a short while."""

    ticket: str
    socket: str
    expires_in: int
