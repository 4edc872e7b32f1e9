"""What can be read from the size and the moment of messages: nothing about hidden cards.

A person watches what is sent to their seat while bots play, and guesses from it whether the opponent who is
on turn holds the queen of spades, or has no choice. A guess is as good as a coin's: area under the curve 0.5.
With MOONSHOT_FAULTS=full 5,000 deals are watched, else some; the deals are the same each time.
"""

import asyncio
import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Match
from moonshot.engine.cards import QUEEN
from moonshot.engine.events import Played
from moonshot.site.live import thinkers
from moonshot.site.live.connection import Connection
from moonshot.site.live.telling import Moment, tell_all
from moonshot.site.live.views import public_fields
from moonshot.tables import Entry, Table
from moonshot.tables.events import TableEvent
from tests.tables.build import World
from tests.tables.company import PRIVATE, Company

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
DEALS, NEAR = (5000, 0.02) if FULL else (120, 0.06)


class Sight(NamedTuple):
    """What was seen of one move of an opponent, and what the one who saw it wants to know."""

    ply: int
    seat: int
    announced: int
    """The size of the message that said whose turn it was."""
    delay: float
    has_queen: bool
    is_forced: bool
    queen_is_out: bool


class Watched(World):
    """A table whose person notes sizes and moments."""

    def __post_init__(self) -> None:
        self.sights: list[Sight] = []
        self.sizes: list[int] = []
        self.peer = Connection("me")
        self.peer.seat = 0
        self.peer.send = lambda message: self.sizes.append(len(message))  # type: ignore[method-assign]
        self.before: Match | None = None
        self.moved_at = 0.0
        super().__post_init__()

    def _hear(self, table: Table, entry: Entry, events: tuple[TableEvent, ...]) -> None:
        super()._hear(table, entry, events)
        announced = self.sizes[-1] if self.sizes else 0
        moment = Moment(lambda: public_fields(table), self.clock.now)
        tell_all([self.peer], table, moment, events)
        before, deal = self.before, None if self.before is None else self.before.deal
        played = next((event for event in entry.events if isinstance(event, Played)), None)
        if before is not None and deal is not None and played is not None and played.seat != 0:
            self.sights.append(
                Sight(
                    len(deal.plays),
                    played.seat,
                    announced,
                    self.clock.now - self.moved_at,
                    bool(deal.hands[played.seat] >> QUEEN & 1),
                    before.legal_mask().bit_count() == 1,
                    any(hand >> QUEEN & 1 for hand in deal.hands[1:]),
                )
            )
        self.before = table.match.copy()
        self.moved_at = self.clock.now


def watch(deals: int) -> list[Sight]:
    """The opponents' moves of so many deals."""
    sights: list[Sight] = []
    number = 0
    while number < deals:
        secret = hashlib.sha256(str(number).encode()).digest()
        table = Watched(policy=find_policy("random"), secret=secret)
        for _ in range(80):
            if len(table.table.match.results) >= 4 or table.table.match.phase == "over":
                break
            table.step()
        number += max(1, len(table.table.match.results))
        sights += table.sights
    return sights


def area(sights: Iterable[Sight], feature: Callable[[Sight], float], label: Callable[[Sight], bool]) -> float:
    """How often the feature of one with the label is above that of one without, at one place of a deal."""
    places: dict[tuple[int, int], list[tuple[float, bool]]] = defaultdict(list)
    for sight in sights:
        places[sight.ply, sight.seat].append((feature(sight), label(sight)))
    won = pairs = 0.0
    for found in places.values():
        found.sort()
        yes, no, below = sum(is_yes for _, is_yes in found), sum(not is_yes for _, is_yes in found), 0
        for _, equal in groupby(found, key=lambda one: one[0]):
            marks = [is_yes for _, is_yes in equal]
            won += sum(marks) * (below + (len(marks) - sum(marks)) / 2)
            below += len(marks) - sum(marks)
        pairs += yes * no
    return won / pairs


def test_sizes_and_moments_are_no_better_than_a_coin() -> None:
    sights = watch(DEALS)
    unseen = [sight for sight in sights if sight.queen_is_out]
    areas = {
        "delay, queen": area(unseen, lambda sight: sight.delay, lambda sight: sight.has_queen),
        "size, queen": area(unseen, lambda sight: sight.announced, lambda sight: sight.has_queen),
        "delay, forced": area(sights, lambda sight: sight.delay, lambda sight: sight.is_forced),
        "size, forced": area(sights, lambda sight: sight.announced, lambda sight: sight.is_forced),
    }
    print(len(sights), areas)
    assert len(sights) > DEALS * 35
    assert {name: found for name, found in areas.items() if abs(found - 0.5) > NEAR} == {}


@pytest.mark.parametrize(("people", "even"), [(("ann", "bea"), True), (("ann",), False)])
def test_a_bots_haste_does_not_show_where_others_look_on(
    people: tuple[str, ...], even: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Having no choice takes a bot no time, and a hard choice some: neither is seen."""
    monkeypatch.setattr(thinkers, "EVEN_SECONDS", 0.2 if even else 60.0)

    async def check() -> None:
        thinking = thinkers.Thinkers()
        table = Company(terms=PRIVATE, people=people).table
        due = table.due()
        assert due is not None
        began = time.monotonic()
        entry = await thinking.tick(table, due)
        assert entry is not None
        assert entry.account is None
        taken = time.monotonic() - began
        assert taken >= 0.19 if even else taken < 50
        await thinking.close()

    asyncio.run(check())
