"""Choosing the rules together before the first deal: anybody proposes, everybody has to say yes."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from moonshot.engine import Rules
from moonshot.tables.answers import TableError
from moonshot.tables.events import Confirmed, Proposed, RulesSet, TableRecorded

if TYPE_CHECKING:
    from moonshot.tables.table import Table

Events = tuple[TableRecorded, ...]


@dataclass(slots=True)
class Proposal:
    """Proposed rules and who has agreed so far; a no ends it, and so does anybody who comes or goes."""

    no: int
    by: int
    rules: Rules
    yes: set[int] = field(default_factory=set)


def propose(table: "Table", seat: int, fields: str | dict[str, Any]) -> Events:
    """The events of a proposal. Raises RulesError for rules that cannot be played, TableError."""
    if table.terms.kind != "private":
        raise TableError("not_here", "The rules of this table are fixed.", "t")
    rules = Rules.from_dict(fields)
    problems = rules.problems()
    if problems:
        raise TableError(problems[0].code, problems[0].message, f"rules.{problems[0].field}")
    if rules.players < len(table.people):
        raise TableError("bad_seats", f"These rules are for {rules.players} players.", "rules.players")
    proposed = Proposed(table.proposal_no + 1, seat, rules.to_dict())
    return (proposed, *_agreed(table, {seat}, rules))


def confirm(table: "Table", seat: int, number: int, *, yes: bool) -> Events:
    """The events of an answer to a proposal. Raises TableError."""
    proposal = table.proposal
    if proposal is None or proposal.no != number:
        raise TableError("stale_proposal", "That proposal is not open any more.", "proposal")
    confirmed = Confirmed(seat, yes)
    return (confirmed, *_agreed(table, proposal.yes | {seat}, proposal.rules)) if yes else (confirmed,)


def _agreed(table: "Table", yes: set[int], rules: Rules) -> Events:
    return (RulesSet(rules.to_dict()),) if yes.issuperset(table.people) else ()
