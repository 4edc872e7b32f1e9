"""The smallest piece of work of an arena run: one duplicate deal, or one duplicate match, of one pair.

What comes out is small and exact (sums of whole points, counts), may be written as JSON, and does not depend
on which process did the work.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from moonshot.bots.arena.clock import Clock
from moonshot.bots.arena.deals import PlayedMatch, Seating, play_deal, play_match, rules_of_deal, seatings
from moonshot.bots.arena.players import Seats
from moonshot.bots.outside.report import Report
from moonshot.engine import Rules

DEAL: Final = "deal"
MATCH: Final = "match"
VERSION: Final = 1
"""Raised when the figures of the same run may change for another reason than the policies."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What outside players must keep to."""

    seconds: float = 10.0
    """For each move."""
    keep: bool = False
    """Let a program go on from one seating of a deal to the next, where it holds other cards' places."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to do."""

    rules: Rules
    names: tuple[str, str]
    pair: int
    """Which pair of the run this is."""
    kind: str
    """`DEAL` or `MATCH`."""
    number: int
    seed: int
    terms: Terms = Terms()

    @property
    def key(self) -> tuple[int, str, int]:
        """What tells this unit from all others of its run."""
        return self.pair, self.kind, self.number


@dataclass(slots=True)
class Sums:
    """What the two players did in one kind of seating, added up over its seatings."""

    deals: int = 0
    points: list[float] = field(default_factory=lambda: [0, 0])
    moons: list[int] = field(default_factory=lambda: [0, 0])
    allowed: list[int] = field(default_factory=lambda: [0, 0])
    """Moons that somebody else made, for each seat of the player."""
    places: list[float] = field(default_factory=lambda: [0, 0])
    """Only of matches."""
    wins: list[float] = field(default_factory=lambda: [0, 0])
    """Only of matches; winners that are level share one."""

    def count(self, seating: Seating, points: Sequence[int], moons: Sequence[int], deals: int) -> None:
        """Add one deal or match."""
        self.deals += deals
        for seat, who in enumerate(seating):
            self.points[who] += points[seat]
            self.moons[who] += moons[seat]
            self.allowed[who] += sum(moons) - moons[seat]

    def count_places(self, seating: Seating, played: PlayedMatch) -> None:
        """Add the end of one match."""
        for seat, who in enumerate(seating):
            self.places[who] += played.places[seat]
            self.wins[who] += (seat in played.winners) / len(played.winners)


@dataclass(slots=True)
class Found:
    """What one unit found."""

    key: tuple[int, str, int]
    sums: dict[str, Sums]
    clocks: tuple[Clock, Clock]
    reports: tuple[Report, Report]

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON types."""
        names = Sums.__slots__
        return {
            "unit": list(self.key),
            "sums": {kind: {name: getattr(sums, name) for name in names} for kind, sums in self.sums.items()},
            "clocks": [clock.to_json() for clock in self.clocks],
            "reports": [report.to_json() for report in self.reports],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Found":
        """What `to_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        pair, kind, number = data["unit"]
        sums = {str(kind): Sums(**row) for kind, row in data["sums"].items()}
        first, second = (Clock.from_json(clock) for clock in data["clocks"])
        one, other = (Report.from_json(report) for report in data["reports"])
        return cls((int(pair), str(kind), int(number)), sums, (first, second), (one, other))


def units_of(
    pairs: Sequence[tuple[str, str]], rules: Rules, counts: Mapping[str, int], seed: int, terms: Terms
) -> Iterator[Unit]:
    """All units of a run in their order: pair by pair, first its deals, then its matches."""
    for pair, names in enumerate(pairs):
        for kind in (DEAL, MATCH):
            for number in range(counts.get(kind, 0)):
                yield Unit(rules, names, pair, kind, number, seed, terms)


def do_unit(unit: Unit) -> Found:
    """Play one unit in all seatings."""
    found = Found(unit.key, {}, (Clock(), Clock()), (Report(), Report()))
    rules = rules_of_deal(unit.rules, unit.number) if unit.kind == DEAL else unit.rules
    with ExitStack() as whole:
        kept = Seats(unit.names, rules, unit.terms.seconds, found.reports) if unit.terms.keep else None
        if kept is not None:
            whole.enter_context(kept)
        for kind, seats in seatings(rules.players).items():
            sums = found.sums.setdefault(kind, Sums())
            for seating in seats:
                with ExitStack() as stack:
                    company = kept or stack.enter_context(
                        Seats(unit.names, rules, unit.terms.seconds, found.reports)
                    )
                    _play(unit, seating, company, sums, found.clocks)
    return found


def _play(unit: Unit, seating: Seating, company: Seats, sums: Sums, clocks: Sequence[Clock]) -> None:
    """Play the unit in one seating."""
    policies = [company.policy(who, seat) for seat, who in enumerate(seating)]
    of_seats = [clocks[who] for who in seating]
    if unit.kind == DEAL:
        deal = play_deal(unit.rules, policies, unit.number, unit.seed, of_seats)
        moons = [int(deal.moon == seat) for seat in range(len(seating))]
        sums.count(seating, deal.points, moons, 1)
    else:
        played = play_match(unit.rules, policies, unit.number, unit.seed, of_seats)
        sums.count(seating, played.totals, played.moons, played.deals)
        sums.count_places(seating, played)
