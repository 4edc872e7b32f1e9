"""Bots against bots on the same cards: duplicate deals in all seatings, with standard errors.

A *duplicate deal* is one distribution of cards played once in every seating of the two players, so that both
hold every hand and luck cancels out. All of it follows from the seed and the number of the deal: the figures
are the same however many processes share the work.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations

from moonshot.bots.levels import find_policy
from moonshot.bots.policy import Policy
from moonshot.engine import Match, Rules, deal_hands, view_of
from moonshot.engine.events import Dealt

Seating = tuple[int, ...]
"""For each seat which of the two players sits there, 0 or 1."""

MOST_REDEALS = 100


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal in one seating: points of each seat, and the shooter of a moon or None."""

    points: tuple[int, ...]
    moon: int | None


@dataclass(slots=True)
class Clock:
    """How long a player thought."""

    moves: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one move."""
        self.moves += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def merge(self, other: "Clock") -> None:
        """Count the moves of another clock too."""
        self.moves += other.moves
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.total / self.moves if self.moves else 0.0


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


@dataclass(slots=True)
class ArenaResult:
    """What an arena run found."""

    lines: list[Line] = field(default_factory=list)
    clocks: dict[str, Clock] = field(default_factory=dict)


def seatings(players: int) -> dict[str, list[Seating]]:
    """All seatings of two players by kind: one against the rest, both ways, and half and half."""
    kinds: dict[str, list[Seating]] = {}
    sizes = [1, players - 1] + ([players // 2] if players % 2 == 0 and players > 2 else [])
    for size in sizes:
        kinds[f"{size}-{players - size}"] = [
            tuple(0 if seat in chosen else 1 for seat in range(players))
            for chosen in combinations(range(players), size)
        ]
    return kinds


def stable_number(*parts: object) -> int:
    """A number from text, the same on every machine (never Python's own hash)."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:8], "big")


def play_deal(
    rules: Rules, policies: Sequence[Policy], number: int, seed: int, clocks: Sequence[Clock]
) -> PlayedDeal:
    """Play deal ``number`` (from 0; it sets cards, dealer and direction), a policy for each seat."""
    players = rules.players
    direction = rules.directions[number % len(rules.directions)]
    match = Match(
        replace(rules, pass_cycle=(direction,)),
        match_id=f"arena-{number}",
        first_dealer=number % players,
    )
    seeds = [stable_number("move", seed, number, seat) for seat in range(players)]
    for attempt in range(MOST_REDEALS):
        secret = hashlib.sha256(f"deal/{seed}/{number}/{attempt}".encode()).digest()
        hands, kitty = deal_hands(match.rules, match.dealer, secret)
        match.apply(Dealt(1, match.dealer, hands, kitty))
        _play_on(match, policies, seeds, clocks)
        if match.results:
            return PlayedDeal(match.results[-1].points, match.results[-1].moon)
    raise RuntimeError("The rules deal again and again; no deal can be played.")


def _play_on(match: Match, policies: Sequence[Policy], seeds: Sequence[int], clocks: Sequence[Clock]) -> None:
    """Ask for moves until the deal is over or must be dealt again."""
    while match.acting:
        seat = match.acting[0]
        view = view_of(match, seat)
        started = time.perf_counter()
        move = policies[seat].choose(view, seeds[seat])
        clocks[seat].add(time.perf_counter() - started)
        match.act(seat, move)


@dataclass(frozen=True, slots=True)
class _Task:
    rules: Rules
    names: tuple[str, str]
    number: int
    seed: int


@dataclass(slots=True)
class _Done:
    """One duplicate deal: by kind, the sums (points of first, of second, moons of first, of second)."""

    sums: dict[str, tuple[float, float, float, float]]
    clocks: tuple[Clock, Clock]


def _duplicate(task: _Task) -> _Done:
    """Play one duplicate deal in all seatings."""
    pair = [find_policy(name) for name in task.names]
    clocks = (Clock(), Clock())
    sums: dict[str, tuple[float, float, float, float]] = {}
    for kind, seats in seatings(task.rules.players).items():
        points = [0, 0]
        moons = [0, 0]
        for seating in seats:
            played = play_deal(
                task.rules,
                [pair[who] for who in seating],
                task.number,
                task.seed,
                [clocks[who] for who in seating],
            )
            for seat, who in enumerate(seating):
                points[who] += played.points[seat]
                moons[who] += played.moon == seat
        places = [sum(seating.count(who) for seating in seats) for who in (0, 1)]
        sums[kind] = (
            points[0] / places[0],
            points[1] / places[1],
            moons[0] / places[0],
            moons[1] / places[1],
        )
    return _Done(sums, clocks)


def run_pair(
    names: tuple[str, str], rules: Rules, deals: int, seed: int, processes: int = 1
) -> Iterator[_Done]:
    """Play the duplicate deals of one pair, in order of their numbers."""
    tasks = [_Task(rules, names, number, seed) for number in range(deals)]
    if processes <= 1:
        yield from map(_duplicate, tasks)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_duplicate, tasks, chunksize=max(1, min(8, deals // (processes * 4))))


def arena(
    names: Sequence[str],
    rules: Rules | None = None,
    *,
    deals: int = 100,
    seed: int = 1,
    processes: int = 1,
    progress: Callable[[tuple[str, str], int], None] | None = None,
) -> ArenaResult:
    """Let every two of ``names`` play ``deals`` duplicate deals, and sum up.

    Raises KeyError for an unknown name and ValueError for fewer than two names or no deals.
    ``progress`` is called after each duplicate deal with (pair, deals done).
    """
    if len(names) < 2 or deals < 1:
        raise ValueError("An arena needs two players and at least one deal.")
    for name in names:
        find_policy(name)
    rules = rules or Rules()
    result = ArenaResult()
    for first, second in combinations(names, 2):
        done: list[_Done] = []
        for one in run_pair((first, second), rules, deals, seed, processes):
            done.append(one)
            result.clocks.setdefault(first, Clock()).merge(one.clocks[0])
            result.clocks.setdefault(second, Clock()).merge(one.clocks[1])
            if progress is not None:
                progress((first, second), len(done))
        result.lines.extend(_lines(first, second, done))
    return result


def _lines(first: str, second: str, done: Sequence[_Done]) -> Iterable[Line]:
    for kind in done[0].sums:
        rows = [one.sums[kind] for one in done]
        leads = [row[1] - row[0] for row in rows]
        count = len(rows)
        mean = sum(leads) / count
        spread = sum((lead - mean) ** 2 for lead in leads) / (count - 1) if count > 1 else 0.0
        yield Line(
            first=first,
            second=second,
            kind=kind,
            deals=count,
            first_points=sum(row[0] for row in rows) / count,
            second_points=sum(row[1] for row in rows) / count,
            lead=mean,
            error=(spread / count) ** 0.5,
            first_moons=100 * sum(row[2] for row in rows) / count,
            second_moons=100 * sum(row[3] for row in rows) / count,
        )
