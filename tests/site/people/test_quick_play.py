"""Quick play as a promise (F33): a thousand people press the button, in simulated time.

The queue is asked whenever the lobby would ask it: at once when somebody comes, and once in a second. What a
table costs until its first card is taken from what a loaded server needs.
"""

import heapq
import itertools
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from moonshot.site.live import lobby
from moonshot.site.live.queue import PATIENCE, Group, Waiter, groups
from moonshot.site.live.rooms import MODES

OPENING_SECONDS = 0.5
"""Claim, create, tell, deal: generous."""


def seats(mode: str) -> int:
    return MODES[mode].players  # type: ignore[index]


@dataclass
class Evening:
    """People who come one after the other, and the tables that they get."""

    seed: int
    each_second: float
    spread: float = 400.0
    blocked: set[frozenset[str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.waited: dict[str, float] = {}
        self.tables: list[Group] = []
        self.asked: dict[str, Waiter] = {}

    def arrivals(self, number: int) -> list[Waiter]:
        at = 0.0
        found = []
        for one in range(number):
            at += self.chance.expovariate(self.each_second)
            mode = self.chance.choices(list(MODES), [6, 3, 1])[0]
            when = self.chance.choices(["soon", "now", "wait"], [8, 1, 1])[0]
            strength = None if self.chance.random() < 0.3 else self.chance.gauss(1000, self.spread)
            found.append(Waiter(f"p{one}", mode, at, at + PATIENCE[when], strength))  # type: ignore[index]
        return found

    def run(self, number: int) -> None:
        """Let them all come, and wait until nobody waits any more."""
        people = self.arrivals(number)
        self.asked = {person.account: person for person in people}
        looks = [(person.asked_at, one) for one, person in enumerate(people)]
        offset = self.chance.random()
        end = people[-1].asked_at + 130
        seconds = int(end / lobby.TURN_SECONDS)
        looks += [(offset + turn * lobby.TURN_SECONDS, number + turn) for turn in range(seconds)]
        heapq.heapify(looks)
        waiting: list[Waiter] = []
        while looks:
            now, one = heapq.heappop(looks)
            if one < number:
                waiting.append(people[one])
            for group in groups(waiting, self.blocked, seats, now):
                self.tables.append(group)
                for account in group.accounts:
                    self.waited[account] = now + OPENING_SECONDS - self.asked[account].asked_at
                waiting = [person for person in waiting if person.account not in group.accounts]
        assert waiting == []

    def waits(self, patience: float) -> list[float]:
        """How long those waited who had this much patience, the shortest first."""
        return sorted(
            self.waited[name]
            for name, person in self.asked.items()
            if round(person.starts_at - person.asked_at, 6) == patience
        )


@pytest.mark.parametrize("each_second", [0.05, 0.5, 5.0, 50.0], ids=["quiet", "usual", "busy", "a storm"])
def test_a_thousand_people_see_their_first_card_within_ten_and_a_half_seconds(each_second: float) -> None:
    evening = Evening(seed=1, each_second=each_second)
    evening.run(1000)
    assert len(evening.waited) == 1000
    soon = evening.waits(PATIENCE["soon"])
    assert len(soon) > 700
    assert soon[int(len(soon) * 0.99)] <= 10.5
    assert soon[-1] <= 10.5  # and so does everybody else
    assert evening.waits(PATIENCE["now"])[-1] <= 1.0
    assert evening.waits(PATIENCE["wait"])[-1] <= 120 + 1.0 + OPENING_SECONDS


def test_with_many_people_tables_are_full_of_people() -> None:
    evening = Evening(seed=2, each_second=10.0)
    evening.run(1000)
    people_at = Counter(len(group.accounts) for group in evening.tables)
    assert people_at[4] / len(evening.tables) > 0.7
    waits = evening.waits(PATIENCE["soon"])
    assert waits[len(waits) // 2] < PATIENCE["soon"]


def test_whoever_waits_for_people_meets_more_of_them() -> None:
    evening = Evening(seed=3, each_second=0.1)
    evening.run(1000)
    company = {name: len(group.accounts) for group in evening.tables for name in group.accounts}

    def mean(patience: float) -> float:
        found = [
            company[name]
            for name, one in evening.asked.items()
            if round(one.starts_at - one.asked_at, 6) == patience
        ]
        return sum(found) / len(found)

    assert mean(PATIENCE["wait"]) > mean(PATIENCE["soon"])


def test_people_sit_with_their_like_when_there_are_enough() -> None:
    evening = Evening(seed=4, each_second=20.0)
    evening.run(1000)
    gaps = []
    for group in evening.tables:
        known = [evening.asked[name].strength for name in group.accounts]
        strengths = [strength for strength in known if strength is not None]
        gaps += [abs(one - other) for one, other in itertools.combinations(strengths, 2)]
    drawn = random.Random(5)
    every = [one.strength for one in evening.asked.values() if one.strength is not None]
    chance = [abs(drawn.choice(every) - drawn.choice(every)) for _ in range(4000)]
    assert sum(gaps) / len(gaps) < 0.5 * sum(chance) / len(chance)


def test_nobody_ever_meets_somebody_blocked_and_nobody_waits_longer_for_it() -> None:
    names = [f"p{one}" for one in range(1000)]
    chance = random.Random(6)
    blocked = {frozenset(chance.sample(names, 2)) for _ in range(3000)}
    # The most disliked person of the evening, and everybody around them.
    blocked |= {frozenset((names[500], other)) for other in names if other != names[500]}
    evening = Evening(seed=6, each_second=5.0, blocked=blocked)
    evening.run(1000)
    for group in evening.tables:
        assert not any(frozenset(pair) in blocked for pair in itertools.combinations(group.accounts, 2))
    assert evening.waits(PATIENCE["soon"])[-1] <= 10.5
    assert ("p500",) in [group.accounts for group in evening.tables]
