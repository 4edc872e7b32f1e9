"""What the HTTP API takes and gives, as typed messages. They also write its OpenAPI description."""

from typing import Annotated, Any, Literal

from ninja import Field, Path, Schema
from pydantic import ConfigDict

RulesValue = Annotated[
    str | dict[str, Any],
    Field(description="A preset's id, or changed fields with an optional `preset` to start from."),
]
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
    level: Literal["easy", "steady", "random"] = "steady"
    pace: Literal["slow", "normal", "fast", "instant", "click"] = "normal"


class WaitingTable(Schema):
    """A table that can be gone on with."""

    table: str
    rules_name: str
    deal: int
    totals: list[int]
    phase: str


class MeOut(Schema):
    """The visitor."""

    name: str
    tables: list[WaitingTable]


class PresetOut(Schema):
    """Named rules."""

    id: str
    name: str
    about: str
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
