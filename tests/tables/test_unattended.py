"""A deal that everybody has left finishes by itself, and in no more time than the clocks allow."""

import pytest

from moonshot.tables.pace import PACES
from tests.tables.company import COIN, Company

PACE = PACES["normal"]
TRICK_STAYS = PACE.stay or 0.0
MISS = 90.0
OWN_TURN = 0.667


@pytest.mark.parametrize("people", [("ann",), ("ann", "bea", "cai", "dan")])
def test_an_abandoned_deal_finishes_by_itself(people: tuple[str, ...]) -> None:
    """Three misses wait the whole clock, and the rest of the hand runs at computer speed."""
    table = Company(terms=COIN, people=people)
    slowest = max(OWN_TURN, PACE.longest)
    limit = 3 * MISS * len(people) + 13 * (4 * slowest + TRICK_STAYS)
    told: list[str] = []
    began = table.now
    while table.table.phase != "deal_done":
        told += table.wait_until_due()
    assert table.now - began <= limit
    assert told.count("played") == 52
    assert told.count("deal_scored") == 1
    own = [seat for seat in range(len(people)) if table.table.seats[seat].account == people[seat]]
    assert len(own) == len(people)  # nobody has lost the seat
