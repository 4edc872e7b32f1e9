"""What the end of a deal is worth to a seat, by the rules of scoring and of the match's end."""

from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from moonshot.bots.search.compiling import inlined, lean
from moonshot.bots.search.state import TAKEN, WON, State
from moonshot.bots.standing import urgency
from moonshot.engine import View
from moonshot.engine.ending import NEXT_DEAL, OVER, end_of
from moonshot.engine.facts import MOON_ADDS, MOON_CHOICE, MOON_OFF, MOON_SUBTRACTS
from moonshot.engine.scoring import adding_wins, adds_moon, moon_shooter, seat_points, total_after

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

FIRST: Final = 40.0
"""What the first place in a match is worth more than the last, in points of a deal."""

MARGIN: Final = 4.0
"""Going for the moon has to promise so many points more: not all of its playouts' luck is to be had."""


class Stake(NamedTuple):
    """What a seat plays for; compiled code takes it as it is."""

    totals: Ints
    deal_no: int
    overtime: bool
    urgency: float
    """0: for points; 1: for the match alone."""
    spread: float
    """How far totals are likely to move before the match is over, in points."""


def stake_of(view: View) -> Stake:
    """What the seat of ``view`` plays for, given the score."""
    facts = view.rules.facts
    worth = max(1, sum(facts.points))
    if facts.end_hands:
        to_come = float(max(0, facts.end_hands - view.deal_no))
    elif facts.end_score:
        to_come = max(0.0, (facts.end_score - max(view.totals)) * facts.players / worth / 1.5)
    else:
        to_come = 10.0
    return Stake(
        totals=np.array(view.totals, np.int64),
        deal_no=view.deal_no,
        overtime=view.overtime,
        urgency=urgency(view),
        spread=worth * (0.1 + 0.25 * sqrt(to_come)),
    )


@lean
def fill(facts: Any, state: State, shooter: int, mode: int, totals: Ints, points: Ints, after: Ints) -> None:
    """Points and totals of every seat, for one way of scoring the moon."""
    for seat in range(facts.players):
        points[seat] = seat_points(facts, seat, state[TAKEN], state[WON], shooter, mode)
        after[seat] = total_after(facts, totals[seat], points[seat])


@lean
def score(
    facts: Any, state: State, totals: Ints, deal_no: int, overtime: bool, points: Ints, after: Any
) -> tuple[int, int]:
    """Score a finished deal into ``points`` and ``after``; a shooter with a choice takes the default.

    Returns what `ending.end_of` says of the totals after it.
    """
    shooter = moon_shooter(facts, state[TAKEN])
    mode = MOON_OFF
    if shooter >= 0:
        mode = MOON_ADDS if facts.moon != MOON_SUBTRACTS else MOON_SUBTRACTS
    fill(facts, state, shooter, mode, totals, points, after)
    end, seats = end_of(facts, after, deal_no, overtime)
    if shooter >= 0 and facts.moon >= MOON_CHOICE:
        adds = (
            adding_wins(end, seats, shooter)
            if facts.moon == MOON_CHOICE
            else adds_moon(facts, end, seats, shooter)
        )
        if not adds:
            fill(facts, state, shooter, MOON_SUBTRACTS, totals, points, after)
            end, seats = end_of(facts, after, deal_no, overtime)
    return end, seats


@inlined
def decay(number: float) -> float:
    """Nearly exp(-number), for numbers from 0 on: by products alone, which come out the same everywhere."""
    part = max(0.0, 1.0 - number / 1024.0)
    for _ in range(10):
        part *= part
    return part


@lean
def payoff(
    facts: Any,
    me: int,
    points: Ints,
    after: Ints,
    end: int,
    seats: int,
    urgent: float,
    spread: float,
) -> float:
    """What a scored deal is worth to seat ``me``, high is good: points that others got rather than I.

    The more urgent, the more it counts instead at which place I end: how many I leave behind, surely when the
    match is over, by a guess from the totals when it goes on. With whom I am level I share the place.
    """
    players = facts.players
    whole = 0
    for seat in range(players):
        whole += points[seat]
    value: float = (whole - points[me]) / (players - 1) - points[me]
    if urgent == 0.0:
        return value
    behind: float = 0.0
    for seat in range(players):
        if seat == me:
            continue
        ahead = after[seat] - after[me]
        if end != OVER:
            part = decay(abs(ahead) / spread)
            behind += (1.0 if ahead > 0 else part) / (1.0 + part)
        elif (seats >> me & 1) != (seats >> seat & 1):
            behind += seats >> me & 1
        elif ahead == 0 or seats >> me & 1:
            behind += 0.5
        elif ahead > 0:
            behind += 1.0
    place: float = FIRST * behind / (players - 1)
    return (1.0 - urgent) * value + urgent * place


__all__ = ["NEXT_DEAL", "Stake", "fill", "payoff", "score", "stake_of"]
