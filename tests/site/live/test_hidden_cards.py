"""Nobody learns of a card that they may not see, by any byte that leaves the server.

The law: two tables that differ only in cards hidden from an observer say the same to that observer, to the
byte, in what is pushed, answered, refused, downloaded, listed and logged, to players and spectators, on the
first connection and on every later one. With MOONSHOT_FAULTS=full it is checked in more than 10,000 states.
"""

import asyncio
import os
import random
from collections.abc import Sequence

from moonshot.engine import HeartsError, Match, Rules, preset
from moonshot.engine.events import Committed, MoonChosen, Passed, Played, Recalled, Recorded
from moonshot.tables import Terms
from tests.laws.strategies import play_match
from tests.laws.worlds import Observer, second_history
from tests.site.live.apart import World, entries_of, world

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
STATES = 10_000 if FULL else 700
RULES = ("standard", "standard", "deniro_3", "omnibus", "koupes", "classic_solo")
TERMS = (
    Terms(kind="private", spectators=True, text=True),
    Terms(kind="quick", clock="online", spectators=True),
    Terms(kind="private", spectators=True, listed=True, clock="online"),
)
Moves = Passed | Recalled | Played | MoonChosen


def test_two_worlds_look_the_same_from_outside_the_server() -> None:
    rng = random.Random(11)
    states = pairs = tried = 0
    while states < STATES:
        rules = preset(RULES[tried % len(RULES)])
        deals = 2 if tried % 4 == 3 else 1
        for observer in rng.sample([None, *range(rules.players)], 2):
            seen = asyncio.run(check(rules, rng, observer, deals))
            states += seen
            pairs += seen > 0
            tried += 1
    assert pairs > tried * 0.4, (pairs, tried)


async def check(rules: Rules, rng: random.Random, observer: Observer, deals: int) -> int:
    """Compare one pair of worlds up to some moment of a deal; the number of states they went through."""
    terms = rng.choice(TERMS)
    before, events = some_prefix(rules, rng, deals)
    start = Match(rules, match_id="laws", first_dealer=before[0].first_dealer)
    for event in before[1]:
        start.apply(event)
    other = second_history(replayed(start, events), events, observer, rng)
    if other is None or not is_possible(start, events, other):
        return 0
    told = []
    for history in (events, other):
        cut = next(place for place, event in enumerate(history) if isinstance(event, Moves))
        log = entries_of(rules, "laws", start.first_dealer, [*before[1], *history[:cut]], terms)
        async with world(log) as there:
            told.append(await tell(there, history[cut:], observer))
    (bytes_, probes, lines), (bytes_2, probes_2, lines_2) = told
    assert bytes_ == bytes_2
    for door, found in probes.items():
        assert found == probes_2[door], door
    assert lines == lines_2
    return len(bytes_)


async def tell(
    there: World, moves: Sequence[Recorded], observer: Observer
) -> tuple[list[list[bytes]], dict[str, object], list[str]]:
    """What the observer is told at each move, what every door tells at the end, and the server's log."""
    heard: list[list[bytes]] = []
    for event in moves:
        known = len(there.heard(observer))
        assert await there.act(event), event
        heard.append(there.heard(observer)[known:])
    return heard, await there.probe(observer), there.log.lines


def some_prefix(
    rules: Rules, rng: random.Random, deals: int
) -> tuple[tuple[Match, list[Recorded]], list[Recorded]]:
    """Whole deals, and the last one up to a moment while something is hidden in it."""
    whole: list[Recorded] = []
    deal: list[Recorded] = []
    first: Match | None = None
    for match, event, _ in play_match(rules, rng, deals=deals):
        first = first or match.copy()
        if isinstance(event, Committed):
            whole, deal = [*whole, *deal], []
        deal.append(event)
    assert first is not None
    moves = sum(isinstance(event, Moves) for event in deal)
    # Near its end little is hidden in a deal, and at its end nothing.
    keep = rng.randrange(1, max(2, round(moves * 0.85)))
    return (first, whole), deal[: len(deal) - moves + keep]


def replayed(start: Match, events: Sequence[Recorded]) -> Match:
    match = start.copy()
    for event in events:
        match.apply(event)
    return match


def is_possible(start: Match, events: Sequence[Recorded], other: Sequence[Recorded]) -> bool:
    """Whether the second history is one that the rules allow, with the same seats on turn."""
    one, two = start.copy(), start.copy()
    for event, changed in zip(events, other, strict=True):
        one.apply(event)
        try:
            two.apply(changed)
        except HeartsError:
            return False
        if (one.phase, one.turn) != (two.phase, two.turn):
            return False
    return True
