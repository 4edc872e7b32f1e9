"""One deal or one match, with a policy in each seat.

Cards, dealers and the policies' seeds follow from the seed of the run and the number of the deal or match
alone, so they are the same in every seating and on every machine.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Protocol, runtime_checkable

from moonshot.bots.arena.clock import Clock
from moonshot.bots.policy import Policy
from moonshot.engine import Match, Move, MoveError, Rules, View, deal_hands, view_of
from moonshot.engine.events import Dealt

Seating = tuple[int, ...]
"""For each seat which of the two players sits there, 0 or 1."""

MOST_REDEALS: Final = 100


@runtime_checkable
class Replaceable(Protocol):
    """A policy whose illegal moves are noted and replaced, and do not end the run."""

    def instead(self, view: View, seed: int, error: MoveError) -> Move:
        """A legal move in place of the one that was refused with ``error``."""
        ...


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal in one seating: points of each seat, and the shooter of a moon or None."""

    points: tuple[int, ...]
    moon: int | None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match in one seating."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    moons: tuple[int, ...]
    """How many moons each seat made."""
    deals: int

    @property
    def places(self) -> tuple[float, ...]:
        """The place of each seat from 1 on; seats that are level share the mean of their places."""
        keys = [(seat not in self.winners, total) for seat, total in enumerate(self.totals)]
        keys = [(lost, total if lost else 0) for lost, total in keys]
        return tuple(
            1 + sum(other < key for other in keys) + (sum(other == key for other in keys) - 1) / 2
            for key in keys
        )


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
    match = Match(rules_of_deal(rules, number), match_id=f"arena-{number}", first_dealer=number % players)
    seeds = [stable_number("move", seed, number, seat) for seat in range(players)]
    _one_deal(match, policies, seeds, clocks, f"deal/{seed}/{number}")
    return PlayedDeal(match.results[-1].points, match.results[-1].moon)


def rules_of_deal(rules: Rules, number: int) -> Rules:
    """The rules with the one direction in which deal ``number`` passes."""
    return replace(rules, pass_cycle=(rules.directions[number % len(rules.directions)],))


def play_match(
    rules: Rules, policies: Sequence[Policy], number: int, seed: int, clocks: Sequence[Clock]
) -> PlayedMatch:
    """Play match ``number`` (from 0) to its end."""
    players = rules.players
    match = Match(rules, match_id=f"arena-match-{number}", first_dealer=number % players)
    seeds = [stable_number("match move", seed, number, seat) for seat in range(players)]
    while not match.winners:
        _one_deal(match, policies, seeds, clocks, f"match/{seed}/{number}/{match.next_deal_no}")
    moons = tuple(sum(result.moon == seat for result in match.results) for seat in range(players))
    return PlayedMatch(match.totals, match.winners, moons, len(match.results))


def _one_deal(
    match: Match,
    policies: Sequence[Policy],
    seeds: Sequence[int],
    clocks: Sequence[Clock],
    secret_text: str,
) -> None:
    """Deal until a deal stands, and play it to its score."""
    deal_no = match.next_deal_no
    for attempt in range(MOST_REDEALS):
        secret = hashlib.sha256(f"{secret_text}/{attempt}".encode()).digest()
        hands, kitty = deal_hands(match.rules, match.next_dealer, secret)
        match.apply(Dealt(deal_no, match.next_dealer, hands, kitty))
        _play_on(match, policies, seeds, clocks)
        if len(match.results) == deal_no:
            return
    raise RuntimeError("The rules deal again and again; no deal can be played.")


def _play_on(match: Match, policies: Sequence[Policy], seeds: Sequence[int], clocks: Sequence[Clock]) -> None:
    """Ask for moves until the deal is over or must be dealt again."""
    while match.acting:
        seat = match.acting[0]
        policy = policies[seat]
        view = view_of(match, seat)
        started = time.perf_counter()
        move = policy.choose(view, seeds[seat])
        clocks[seat].add(time.perf_counter() - started)
        try:
            match.act(seat, move)
        except MoveError as error:
            if not isinstance(policy, Replaceable):
                raise
            match.act(seat, policy.instead(view, seeds[seat], error))
