"""When a match ends: exact scores, the end score, ties and overtime.

`reset_total`, `has_ended` and `end_of` are pure functions of ints; they run compiled as they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from moonshot.engine.facts import RuleFacts
from moonshot.engine.rules import Rules

DEAL_CAP: Final = 100
"""No match is longer than this many deals; then the lowest total wins, shared if equal."""

NEXT_DEAL: Final = 0
OVERTIME: Final = 1
OVER: Final = 2
STATES: Final = ("next_deal", "overtime", "over")
"""The word for each of these codes."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Where a match stands after a deal.

    ``state`` is ``next_deal``, ``overtime`` (another deal because of a tie) or ``over``; ``winners`` are the
    winning seats when over, ``tied`` the seats sharing the lowest total in overtime.
    """

    state: str
    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()


def settle(rules: Rules, totals: Sequence[int], deal_no: int, overtime: bool) -> Settlement:
    """Apply exact scores to the totals after deal ``deal_no``, then judge the end of the match.

    ``overtime`` says that the match had already reached its end and plays on because of a tie.
    """
    facts = rules.facts
    after = tuple(reset_total(facts, total) for total in totals)
    return settlement_of(after, *end_of(facts, after, deal_no, overtime))


def settlement_of(totals: Sequence[int], state: int, seats: int) -> Settlement:
    """What `end_of` found, in words."""
    named = tuple(seat for seat in range(len(totals)) if seats >> seat & 1)
    return Settlement(
        STATES[state],
        tuple(totals),
        winners=named if state == OVER else (),
        tied=named if state == OVERTIME else (),
    )


def reset_total(facts: RuleFacts, total: int) -> int:
    """The total after exact scores: at most one reset a deal, judged by the total before any."""
    for index in range(facts.exact_resets):
        if total == facts.exact_at[index]:
            return facts.exact_to[index]
    return total


def end_of(facts: RuleFacts, totals: Sequence[int], deal_no: int, overtime: bool) -> tuple[int, int]:
    """Where a match with these totals (after any reset) stands after deal ``deal_no``.

    Returns a code of `STATES` and the mask of the seats that have won, or that are tied in overtime.
    """
    lowest = highest = totals[0]
    for seat in range(facts.players):
        lowest = min(lowest, totals[seat])
        highest = max(highest, totals[seat])
    leaders = exact = 0
    for seat in range(facts.players):
        if totals[seat] == lowest:
            leaders |= 1 << seat
        if facts.exact_wins and totals[seat] == facts.end_score:
            exact |= 1 << seat
    if exact:
        return OVER, exact
    if deal_no >= DEAL_CAP:
        return OVER, leaders
    if not (has_ended(facts, highest, deal_no) or (overtime and not facts.overtime_rechecks)):
        return NEXT_DEAL, 0
    if leaders & (leaders - 1) == 0 or facts.ties_are_shared:
        return OVER, leaders
    return OVERTIME, leaders


def has_ended(facts: RuleFacts, highest: int, deal_no: int) -> bool:
    """True when the ``highest`` total has reached (or passed) the end score, or the deals are used up."""
    if facts.end_hands and deal_no >= facts.end_hands:
        return True
    if not facts.end_score:
        return False
    return highest > facts.end_score if facts.end_exceeds else highest >= facts.end_score
