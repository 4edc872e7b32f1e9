"""When a match ends: exact scores, the end score, ties and overtime."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from moonshot.engine.rules import Rules

DEAL_CAP: Final = 100
"""No match is longer than this many deals; then the lowest total wins, shared if equal."""


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
    after = tuple(_reset(rules, total) for total in totals)
    lowest = tuple(seat for seat, total in enumerate(after) if total == min(after))
    exact = tuple(seat for seat, total in enumerate(after) if rules.exact_wins and total == rules.end_score)
    if exact:
        return Settlement("over", after, winners=exact)
    if deal_no >= DEAL_CAP:
        return Settlement("over", after, winners=lowest)
    if not (has_ended(rules, after, deal_no) or (overtime and rules.overtime == "latched")):
        return Settlement("next_deal", after)
    if len(lowest) == 1 or rules.tie == "shared":
        return Settlement("over", after, winners=lowest)
    return Settlement("overtime", after, tied=lowest)


def has_ended(rules: Rules, totals: Sequence[int], deal_no: int) -> bool:
    """True when a total is at (or above, as the rules say) the end score, or the deals are used up."""
    if rules.end_hands and deal_no >= rules.end_hands:
        return True
    if not rules.end_score:
        return False
    highest = max(totals)
    return highest > rules.end_score if rules.end_at == "exceed" else highest >= rules.end_score


def _reset(rules: Rules, total: int) -> int:
    """At most one reset a deal, judged by the total before any."""
    return next((to for at, to in rules.exact if total == at), total)
