"""The next deal is promised exactly where a match comes to one, under any rules."""

import random

from hypothesis import given, settings

from moonshot.engine import Match, Rules
from moonshot.engine.events import Committed
from moonshot.tables.chance import Chance
from moonshot.tables.opening import with_promise
from tests.laws.strategies import play_match, rules_values, seeds

CHANCE = Chance(bytes(32))
VOID = Rules(players=6, first_trick_fallback="redeal", first_trick_barred=("hearts", "qs", "other_penalties"))


def promised_phases(rules: Rules, seed: int) -> set[str]:
    """Play, and check every event; the phases in which the next deal was promised."""
    found = set()
    before: Match | None = None
    for match, event, _ in play_match(rules, random.Random(seed), deals=3):
        if before is not None and not isinstance(event, Committed):
            *_, last = with_promise(before, (event,), CHANCE, 2)
            assert isinstance(last, Committed) == (match.phase in ("between", "redeal"))
            found.add(match.phase if isinstance(last, Committed) else "")
        before = match.copy()
    return found


@given(rules=rules_values(), seed=seeds())
@settings(deadline=None)
def test_a_promise_comes_with_the_event_that_ends_a_deal_or_makes_it_void(rules: Rules, seed: int) -> None:
    promised_phases(rules, seed)


def test_void_deals_are_promised_again() -> None:
    found = set().union(*[promised_phases(VOID, seed) for seed in range(20)])
    assert found == {"", "between", "redeal"}
