"""What a deal costs: points, the moon and the sun, bonus, floor and the no-trick bonus.

The order is fixed: points of each seat, the moon, the bonus card, its floor, the no-trick bonus, then the
totals (see `ending` for what follows). A moon is a set of captured cards, never a sum of points.
The functions that take `RuleFacts` are pure functions of ints; but for `deal_points` they run compiled as
they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from moonshot.engine.cards import lowest_card
from moonshot.engine.ending import NEXT_DEAL, OVER, Settlement, end_of, reset_total, settlement_of
from moonshot.engine.facts import (
    FLOOR_HAND_ZERO,
    FLOOR_TOTAL_ZERO,
    MOON_ADDS,
    MOON_ADDS_UNLESS_IT_LOSES,
    MOON_CHOICE,
    MOON_OFF,
    MOON_SUBTRACTS,
    MOON_SUBTRACTS_UNLESS_ADDING_WINS,
    RuleFacts,
)
from moonshot.engine.rules import CHOICES, Rules

OTHERS_PLUS = "others_plus"
SELF_MINUS = "self_minus"


@dataclass(frozen=True, slots=True)
class DealScore:
    """The result of one deal.

    ``points`` is what each seat got, moon and bonus included; ``moon`` the shooter, or None; ``moon_mode``
    is ``others_plus`` or ``self_minus`` when there is a shooter; ``sun`` when every trick counted double.
    """

    points: tuple[int, ...]
    moon: int | None
    moon_mode: str | None
    sun: bool
    settlement: Settlement


def points_of(points: Sequence[int], cards: int) -> int:
    """The penalty points of a mask of cards."""
    total = 0
    while cards:
        total += points[lowest_card(cards)]
        cards &= cards - 1
    return total


def moon_shooter(facts: RuleFacts, taken: Sequence[int]) -> int:
    """The seat that captured every card a moon needs, or -1."""
    if facts.moon_set:
        for seat in range(facts.players):
            if facts.moon_set & ~taken[seat] == 0:
                return seat
    return -1


def is_sun(facts: RuleFacts, tricks_won: Sequence[int], shooter: int) -> bool:
    """True when the shooter of a moon also took every trick and the rules count that."""
    return facts.sun_value >= 0 and shooter >= 0 and sum(tricks_won) == tricks_won[shooter] > 0


def seat_points(
    facts: RuleFacts, seat: int, taken: Sequence[int], tricks_won: Sequence[int], shooter: int, mode: int
) -> int:
    """What the deal adds to one seat; ``mode`` is MOON_OFF, or MOON_ADDS or MOON_SUBTRACTS after a moon."""
    if mode == MOON_OFF:
        points = points_of(facts.points, taken[seat] & facts.point_cards)
        points += _bonus(facts, taken[seat], points)
        return points + facts.no_trick_bonus if tricks_won[seat] == 0 else points
    value = facts.sun_value if is_sun(facts, tricks_won, shooter) else facts.moon_value
    if seat == shooter:
        points = -value if mode == MOON_SUBTRACTS else 0
        return points if facts.moon_absorbs_bonus else points + _bonus(facts, taken[seat], points)
    points = value if mode == MOON_ADDS else 0
    return points + _bonus(facts, taken[seat], points)


def _bonus(facts: RuleFacts, taken: int, points: int) -> int:
    """What the bonus card adds for a seat that has ``points`` otherwise."""
    if facts.bonus_card < 0 or not taken >> facts.bonus_card & 1:
        return 0
    if facts.bonus_floor == FLOOR_HAND_ZERO:
        return max(facts.bonus_points, min(0, -points))
    return facts.bonus_points


def total_after(facts: RuleFacts, total: int, points: int) -> int:
    """A seat's total after a deal: points, the floor of the bonus card, exact scores."""
    after = total + points
    if facts.bonus_floor == FLOOR_TOTAL_ZERO:
        after = max(0, after)
    return reset_total(facts, after)


def adding_wins(state: int, winners: int, shooter: int) -> bool:
    """Whether a moon that gives the others points wins the match outright: then it is the default choice."""
    return state == OVER and winners == 1 << shooter


def adds_moon(facts: RuleFacts, state: int, winners: int, shooter: int) -> bool:
    """Whether a conditional moon gives the others points, judged by what would stand after that."""
    if facts.moon == MOON_SUBTRACTS_UNLESS_ADDING_WINS:
        return adding_wins(state, winners, shooter)
    if facts.moon == MOON_ADDS_UNLESS_IT_LOSES:
        return state != OVER or winners >> shooter & 1 == 1
    return state == NEXT_DEAL


def deal_points(
    facts: RuleFacts, taken: Sequence[int], tricks_won: Sequence[int] | None, shooter: int, mode: str | None
) -> tuple[int, ...]:
    """What the deal adds to each seat, for a given way of scoring the moon (None without a shooter).

    ``tricks_won`` may be None where it is not known; then nobody has taken every trick, or none.
    """
    won = _known(facts, tricks_won)
    code = MOON_OFF if mode is None else CHOICES["moon"].index(mode)
    return tuple(seat_points(facts, seat, taken, won, shooter, code) for seat in range(facts.players))


def _known(facts: RuleFacts, tricks_won: Sequence[int] | None) -> Sequence[int]:
    """Tricks of each seat; where they are not known, numbers that mean neither all tricks nor none."""
    return (-1,) * facts.players if tricks_won is None else tricks_won


def score_deal(
    rules: Rules,
    taken: Sequence[int],
    tricks_won: Sequence[int] | None,
    totals: Sequence[int],
    *,
    deal_no: int = 1,
    overtime: bool = False,
    choice: str | None = None,
) -> DealScore | None:
    """Score a finished deal.

    Args: ``taken`` the mask of cards captured by each seat; ``tricks_won`` tricks of each seat, or None where
    unknown; ``totals`` before the deal; ``choice`` the shooter's, where the rules leave it open.
    Returns None when that choice is still to be made.
    """
    facts = rules.facts
    shooter = moon_shooter(facts, taken)

    def scored(mode: str | None) -> DealScore:
        points = deal_points(facts, taken, tricks_won, shooter, mode)
        after = [total_after(facts, total, value) for total, value in zip(totals, points, strict=True)]
        sun = mode is not None and is_sun(facts, _known(facts, tricks_won), shooter)
        moon = None if mode is None else shooter
        ending = settlement_of(after, *end_of(facts, after, deal_no, overtime))
        return DealScore(points, moon, mode, sun, ending)

    if shooter < 0:
        return scored(None)
    if facts.moon in (MOON_ADDS, MOON_SUBTRACTS):
        return scored(rules.moon)
    if facts.moon == MOON_CHOICE:
        return None if choice is None else scored(choice)
    adding = scored(OTHERS_PLUS)
    state, winners = end_of(facts, adding.settlement.totals, deal_no, overtime)
    return adding if adds_moon(facts, state, winners, shooter) else scored(SELF_MINUS)


def default_moon_choice(
    rules: Rules,
    taken: Sequence[int],
    tricks_won: Sequence[int],
    totals: Sequence[int],
    deal_no: int,
    overtime: bool,
) -> str:
    """The choice for a shooter who does not choose: others plus where that wins outright."""
    facts = rules.facts
    shooter = moon_shooter(facts, taken)
    points = deal_points(facts, taken, tricks_won, shooter, OTHERS_PLUS)
    after = [total_after(facts, total, value) for total, value in zip(totals, points, strict=True)]
    return OTHERS_PLUS if adding_wins(*end_of(facts, after, deal_no, overtime), shooter) else SELF_MINUS
