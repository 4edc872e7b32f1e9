"""What a deal costs: points, the moon and the sun, bonus, floor and the no-trick bonus.

The order is fixed: points of each seat, the moon, the bonus card, its floor, the no-trick bonus, then the
totals (see `ending` for what follows). A moon is a set of captured cards, never a sum of points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from moonshot.engine.cards import lowest_card
from moonshot.engine.ending import Settlement, settle
from moonshot.engine.facts import RuleFacts
from moonshot.engine.rules import Rules

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


def points_of(points: tuple[int, ...], cards: int) -> int:
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


def deal_points(
    rules: Rules, taken: Sequence[int], tricks_won: Sequence[int] | None, shooter: int, mode: str | None
) -> tuple[int, ...]:
    """What the deal adds to each seat, for a given way of scoring the moon (None without a shooter).

    ``tricks_won`` may be None where it is not known; then nobody has taken every trick, or none.
    """
    facts = rules.facts
    if mode is None:
        points = [points_of(facts.points, taken[seat] & facts.point_cards) for seat in range(facts.players)]
    else:
        sun = tricks_won is not None and is_sun(facts, tricks_won, shooter)
        value = facts.sun_value if sun else facts.moon_value
        points = [0 if mode == SELF_MINUS else value] * facts.players
        points[shooter] = -value if mode == SELF_MINUS else 0
    for seat in range(facts.players):
        points[seat] += _bonus(rules, taken[seat], points[seat], mode is not None and seat == shooter)
    if rules.no_trick_bonus and mode is None and tricks_won is not None:
        points = [
            value + (0 if won else rules.no_trick_bonus)
            for value, won in zip(points, tricks_won, strict=True)
        ]
    return tuple(points)


def _bonus(rules: Rules, taken: int, points: int, shot: bool) -> int:
    """What the bonus card adds for a seat that has ``points`` otherwise."""
    facts = rules.facts
    if facts.bonus_card < 0 or not taken >> facts.bonus_card & 1:
        return 0
    if shot and rules.moon_bonus == "absorbed":
        return 0
    if rules.bonus_floor == "hand_zero":
        return max(facts.bonus_points, min(0, -points))
    return facts.bonus_points


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
    shooter = moon_shooter(rules.facts, taken)

    def scored(mode: str | None) -> DealScore:
        points = deal_points(rules, taken, tricks_won, shooter, mode)
        after = [total + value for total, value in zip(totals, points, strict=True)]
        if rules.bonus_floor == "total_zero":
            after = [max(0, total) for total in after]
        sun = mode is not None and tricks_won is not None and is_sun(rules.facts, tricks_won, shooter)
        moon = None if mode is None else shooter
        return DealScore(points, moon, mode, sun, settle(rules, after, deal_no, overtime))

    if shooter < 0:
        return scored(None)
    if rules.moon in (OTHERS_PLUS, SELF_MINUS):
        return scored(rules.moon)
    if rules.moon == "choice":
        return None if choice is None else scored(choice)
    adding = scored(OTHERS_PLUS)
    return adding if _adds(rules.moon, adding.settlement, shooter) else scored(SELF_MINUS)


def _adds(moon: str, after: Settlement, shooter: int) -> bool:
    """Whether a conditional moon gives the others points, judged by what would stand ``after`` that."""
    if moon == "self_minus_unless_others_plus_wins":
        return after.winners == (shooter,)
    if moon == "others_plus_unless_it_loses":
        return after.state != "over" or shooter in after.winners
    return after.state == "next_deal"


def default_moon_choice(
    rules: Rules,
    taken: Sequence[int],
    tricks_won: Sequence[int],
    totals: Sequence[int],
    deal_no: int,
    overtime: bool,
) -> str:
    """The choice for a shooter who does not choose: others plus where that wins outright."""
    adding = score_deal(
        rules, taken, tricks_won, totals, deal_no=deal_no, overtime=overtime, choice=OTHERS_PLUS
    )
    shooter = moon_shooter(rules.facts, taken)
    return OTHERS_PLUS if adding is not None and adding.settlement.winners == (shooter,) else SELF_MINUS
