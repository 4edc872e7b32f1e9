"""The law of the view: who cannot see a card cannot tell by anything that it is another.

For every seat and for spectators, at every ply: a second world is built that differs only in cards hidden
from the observer, its whole history is replayed, and views and events must come out the same to the letter.
"""

import random
from dataclasses import dataclass

from hypothesis import Phase, given, settings

from moonshot.engine import HeartsError, Match, Rules, preset, seen_by, view_of
from moonshot.engine.events import Committed, Dealt, Event, Recorded, Revealed
from tests.laws.states import match_state
from tests.laws.strategies import play_match, rules_values, seeds, valid_rules
from tests.laws.worlds import Observer, second_history


@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(rules_values(), seeds())
def test_two_worlds_look_the_same_to_who_cannot_see_the_difference(rules: Rules, seed: int) -> None:
    check_match(rules, random.Random(seed), tries=1, deals=1)


def test_two_worlds_look_the_same_at_every_ply_of_ordinary_deals() -> None:
    """Enough second worlds must exist, or the law would hold for want of cases."""
    rng = random.Random(4)
    found = asked = 0
    for name in ("standard", "deniro_3", "omnibus", "koupes"):
        worlds, cuts = check_match(preset(name), rng, tries=3, deals=1)
        found += worlds
        asked += cuts
    assert found > asked * 0.5, (found, asked)


def test_two_worlds_look_the_same_where_kitty_scatter_and_kept_cards_come_in() -> None:
    rng = random.Random(41)
    changes = {"players": 5, "kitty": "first_heart", "pass_cycle": ["S", "L2", "R"], "pass_count": 4}
    found = 0
    for kitty in ("first_trick", "last_trick", "first_heart"):
        rules = Rules.from_dict({**changes, "kitty": kitty, "no_pass_cards": ["QS"]})
        found += check_match(rules, rng, tries=2, deals=2)[0]
    assert found > 300, found


def test_two_worlds_look_the_same_under_rules_of_every_kind() -> None:
    found = 0
    for seed in range(15):
        rng = random.Random(seed)
        found += check_match(valid_rules(rng.choice), rng, tries=1, deals=1)[0]
    assert found > 300, found


@dataclass
class Step:
    """One event of the first world and what followed."""

    event: Recorded
    happened: tuple[Event, ...]
    now: Match


def check_match(rules: Rules, rng: random.Random, *, tries: int, deals: int) -> tuple[int, int]:
    """Check every ply of a random match; how many second worlds were found and asked for."""
    before: Match | None = None
    steps: list[Step] = []
    found = asked = 0
    for match, event, happened in play_match(rules, rng, deals=deals):
        before = before or Match(rules, match_id=match.match_id, first_dealer=match.first_dealer)
        begins = (
            isinstance(event, (Committed, Dealt)) and steps and not isinstance(steps[-1].event, Committed)
        )
        if begins:
            before, steps = steps[-1].now, []
        steps.append(Step(event, happened, match.copy()))
        open_now = isinstance(event, Committed) or isinstance(happened[-1], Revealed)
        if open_now or match.phase in ("over", "between"):
            continue
        for observer in (None, *range(rules.players)):
            asked += 1
            found += any(check_world(before, steps, observer, rng) for _ in range(tries))
    return found, asked


def check_world(before: Match, steps: list[Step], observer: Observer, rng: random.Random) -> bool:
    """Build one second world and compare; False when the exchanged cards allow no such history."""
    events = second_history(steps[-1].now, [step.event for step in steps], observer, rng)
    if events is None:
        return False
    world = before.copy()
    place = rng.randrange(len(steps))
    glimpse = None
    seen: list[list[Event]] = []
    for number, (event, step) in enumerate(zip(events, steps, strict=True)):
        try:
            happened = world.apply(event)
        except HeartsError:
            return False
        if (world.phase, world.turn) != (step.now.phase, step.now.turn):
            return False
        seen.append([seen_by(fact, observer) for fact in happened])
        if number == place:
            glimpse = repr(view_of(world, observer))
    assert match_state(world) != match_state(steps[-1].now)
    assert seen == [[seen_by(fact, observer) for fact in step.happened] for step in steps]
    assert glimpse == repr(view_of(steps[place].now, observer))
    assert repr(view_of(world, observer)) == repr(view_of(steps[-1].now, observer))
    return True
