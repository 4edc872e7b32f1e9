"""What the end of a deal is worth: points at first, near the end of the match the place in it."""

import random

import numpy as np
import pytest

from moonshot.bots.arena.deals import PlayedMatch
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.scores import FIRST, payoff
from moonshot.engine import Rules
from moonshot.engine.ending import NEXT_DEAL, OVER, OVERTIME, end_of


def worths(
    after: tuple[int, ...], end: int, seats: int, urgent: float, points: tuple[int, ...] = ()
) -> list[float]:
    """What it is worth to each seat."""
    got = np.array(points or (0,) * len(after), np.int64)
    facts = guide_of(Rules(players=len(after)).facts)
    totals = np.array(after, np.int64)
    return [payoff(facts, seat, got, totals, end, seats, urgent, 12.0) for seat in range(len(after))]


def test_far_from_the_end_points_are_all_that_counts() -> None:
    assert worths((70, 2, 30, 8), NEXT_DEAL, 0, 0.0, (1, 20, 0, 5)) == [
        25 / 3 - 1,
        6 / 3 - 20,
        26 / 3,
        21 / 3 - 5,
    ]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_in_the_end_the_place_counts_by_the_rules_of_the_table(players: int) -> None:
    rng = random.Random(players)
    facts = Rules(players=players).facts
    ends = 0
    for _ in range(400):
        after = tuple(rng.randrange(95, 105) for _ in range(players))
        end, seats = end_of(facts, after, 9, False)
        if end != OVER:
            continue
        ends += 1
        winners = tuple(seat for seat in range(players) if seats >> seat & 1)
        places = PlayedMatch(after, winners, (0,) * players, 9).places
        expected = [FIRST * (players - place) / (players - 1) for place in places]
        assert worths(after, end, seats, 1.0) == pytest.approx(expected)
    assert ends > 100


def test_winning_is_what_the_rules_say_whatever_the_totals() -> None:
    assert worths((100, 20, 30, 30), OVER, 0b0001, 1.0) == pytest.approx(
        [FIRST, FIRST * 2 / 3, FIRST / 6, FIRST / 6]
    )
    assert worths((100, 20, 20, 30), OVER, 0b0011, 1.0) == pytest.approx(
        [FIRST * 5 / 6, FIRST * 5 / 6, FIRST / 3, 0]
    )


@pytest.mark.parametrize("end", [NEXT_DEAL, OVERTIME])
def test_while_the_match_goes_on_the_place_is_guessed_from_the_totals(end: int) -> None:
    found = worths((90, 40, 40, 70), end, 0, 1.0)
    assert found[1] == found[2] > found[3] > found[0]
    assert sum(found) == pytest.approx(FIRST * 2)
    assert worths((50, 50, 50, 50), end, 0, 1.0) == [FIRST / 2] * 4
    far = worths((0, 10**6, 2 * 10**6, 3 * 10**6), end, 0, 1.0)
    assert far == pytest.approx([FIRST, FIRST * 2 / 3, FIRST / 3, 0])
