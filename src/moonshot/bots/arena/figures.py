"""From what the units found to mean leads with standard errors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from moonshot.bots.arena.clock import Clock
from moonshot.bots.arena.deals import seatings
from moonshot.bots.arena.units import DEAL, MATCH, Found, Sums
from moonshot.bots.outside.report import Report


@dataclass(frozen=True, slots=True)
class Line:
    """Two players in one kind of seating, over all deals: mean points a deal and what stands behind them."""

    first: str
    second: str
    kind: str
    """``1-3``: one of the first against three of the second; and so on."""
    deals: int
    """Duplicate deals."""
    first_points: float
    second_points: float
    lead: float
    """Points a deal by which the first player does better (fewer points)."""
    error: float
    """Standard error of ``lead``, over duplicate deals."""
    first_moons: float
    """Moons a hundred deals made by each player of the first kind."""
    second_moons: float
    first_allowed: float
    """Moons a hundred deals that somebody else made, for each player of the first kind."""
    second_allowed: float


@dataclass(frozen=True, slots=True)
class MatchLine:
    """Two players in one kind of seating, over whole matches."""

    first: str
    second: str
    kind: str
    matches: int
    """Duplicate matches."""
    length: float
    """Deals a match."""
    first_place: float
    """The mean place of each player of the first kind; equal players would both have the middle place."""
    second_place: float
    lead: float
    """Places by which the first player does better."""
    error: float
    """Standard error of ``lead``, over duplicate matches."""
    first_wins: float
    """The share of matches that each player of the first kind wins; level winners share."""
    second_wins: float
    wins_error: float
    """Standard error of ``first_wins``."""


@dataclass(slots=True)
class ArenaResult:
    """What an arena run found. All but ``clocks`` follows from the seed."""

    lines: list[Line] = field(default_factory=list)
    matches: list[MatchLine] = field(default_factory=list)
    clocks: dict[str, Clock] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    """What went wrong with players from outside; those of whom nothing is to be told are missing."""


def result_of(pairs: Sequence[tuple[str, str]], players: int, found: Iterable[Found]) -> ArenaResult:
    """Sum up a run, in the order of its units and not in that of their coming."""
    result = ArenaResult()
    ordered = sorted(found, key=lambda one: one.key)
    for pair, names in enumerate(pairs):
        mine = [one for one in ordered if one.key[0] == pair]
        for one in mine:
            for name, clock, report in zip(names, one.clocks, one.reports, strict=True):
                result.clocks.setdefault(name, Clock()).merge(clock)
                result.reports.setdefault(name, Report()).merge(report)
        for kind, seats in seatings(players).items():
            of_deals = [one.sums[kind] for one in mine if one.key[1] == DEAL]
            of_matches = [one.sums[kind] for one in mine if one.key[1] == MATCH]
            places = (sum(seating.count(0) for seating in seats), sum(seating.count(1) for seating in seats))
            if of_deals:
                result.lines.append(_line(names, kind, of_deals, places))
            if of_matches:
                result.matches.append(_match_line(names, kind, of_matches, places, len(seats)))
    result.reports = {name: report for name, report in result.reports.items() if report.faults}
    return result


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error (0 for a single value)."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    return mean, (spread / count) ** 0.5


def _each(
    rows: Sequence[Sums], places: tuple[int, int], take: Callable[[Sums], Sequence[float]]
) -> Iterator[list[float]]:
    """For each of the two players the figure of one seat, unit by unit."""
    for who in (0, 1):
        yield [take(row)[who] / places[who] for row in rows]


def _line(names: tuple[str, str], kind: str, rows: Sequence[Sums], places: tuple[int, int]) -> Line:
    points = list(_each(rows, places, lambda row: row.points))
    lead, error = mean_and_error([other - one for one, other in zip(*points, strict=True)])
    moons = [100 * mean_and_error(each)[0] for each in _each(rows, places, lambda row: row.moons)]
    allowed = [100 * mean_and_error(each)[0] for each in _each(rows, places, lambda row: row.allowed)]
    first, second = (mean_and_error(each)[0] for each in points)
    return Line(*names, kind, len(rows), first, second, lead, error, *moons, *allowed)


def _match_line(
    names: tuple[str, str], kind: str, rows: Sequence[Sums], places: tuple[int, int], seats: int
) -> MatchLine:
    ends = list(_each(rows, places, lambda row: row.places))
    lead, error = mean_and_error([other - one for one, other in zip(*ends, strict=True)])
    wins = [mean_and_error(each) for each in _each(rows, places, lambda row: row.wins)]
    return MatchLine(
        first=names[0],
        second=names[1],
        kind=kind,
        matches=len(rows),
        length=sum(row.deals for row in rows) / len(rows) / seats,
        first_place=mean_and_error(ends[0])[0],
        second_place=mean_and_error(ends[1])[0],
        lead=lead,
        error=error,
        first_wins=wins[0][0],
        second_wins=wins[1][0],
        wins_error=wins[0][1],
    )
