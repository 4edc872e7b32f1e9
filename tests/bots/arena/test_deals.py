"""Places at the end of a match."""

import pytest

from moonshot.bots.arena import PlayedMatch


@pytest.mark.parametrize(
    ("totals", "winners", "places"),
    [
        ((10, 20, 30, 100), (0,), (1, 2, 3, 4)),
        ((10, 10, 30, 100), (0, 1), (1.5, 1.5, 3, 4)),
        ((10, 50, 50, 100), (0,), (1, 2.5, 2.5, 4)),
        ((40, 20, 100, 30), (2,), (4, 2, 1, 3)),  # who wins by an exact score comes first
        ((7, 7, 7), (0, 1, 2), (2, 2, 2)),
    ],
)
def test_places(totals: tuple[int, ...], winners: tuple[int, ...], places: tuple[float, ...]) -> None:
    assert PlayedMatch(totals, winners, (0,) * len(totals), 5).places == places
