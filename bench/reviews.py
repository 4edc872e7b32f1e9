"""Does the loss that reviews find go with strength? Matches of bots of known strengths, every seat reviewed.

`python -m bench.reviews --matches 40 --playouts 400` prints for each level its average loss in a decision and
its average points in a deal, and the rank correlation of loss with strength over all reviewed seats.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any, Final

from moonshot.bots import find_policy, search
from moonshot.bots.search import weigh
from moonshot.engine import Match, Rules, view_of
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from moonshot.learn.review import Verdict, decisions, option, summary

LEVELS: Final = ("random", "easy", "steady", "skilled")
"""From the weakest to the strongest."""


def played(number: int, deals: int) -> tuple[dict[str, Any], list[str]]:
    """A match of so many deals, each level in another seat than in the match before."""
    seats = [LEVELS[(seat + number) % len(LEVELS)] for seat in range(4)]
    policies = [find_policy(level) for level in seats]
    match = Match(Rules(), match_id=f"reviews-{number}", first_dealer=number % 4)
    events: list[Recorded] = [match.started()]
    while len(match.results) < deals and match.phase != "over":
        if match.phase == "between":
            events.append(match.commit(number.to_bytes(28, "big") + match.deal_no.to_bytes(4, "big")))
            match.apply(events[-1])
            events.append(match.deal_event())
        else:
            seat = match.acting[0] if match.acting else match.turn
            assert seat is not None
            seed = number * 100_000 + len(events)
            events.append(match.verify(seat, policies[seat].choose(view_of(match, seat), seed)))
        match.apply(events[-1])
    return match_record(events), seats


def loss_of(record: dict[str, Any], seat: int, playouts: int) -> float:
    """The average loss that a review of this seat finds."""
    verdicts = [
        Verdict(one, tuple(option(*row) for row in weigh(one.view, one.seed, playouts)))
        for one in decisions(record, seat)
    ]
    return summary(verdicts, {}, seat).average


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for place in order[at : end + 1]:
            found[place] = (at + end) / 2 + 1
        at = end + 1
    return found


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rho."""
    a, b = ranks(one), ranks(other)
    mean_a, mean_b = fmean(a), fmean(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return float(both / (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5)


def tell(
    matches: int, losses: dict[str, list[float]], points: dict[str, list[float]], seconds: float
) -> None:
    """What has come out so far."""
    for level in LEVELS:
        print(
            f"{level:8} loss {fmean(losses[level]):.3f} a decision, {fmean(points[level]):.2f} points a deal"
        )
    strength = [float(LEVELS.index(level)) for level in LEVELS for _ in losses[level]]
    found = rank_correlation(strength, [-loss for level in LEVELS for loss in losses[level]])
    print(
        f"{matches} matches: rank correlation of loss with strength {found:.2f}; {seconds:.0f} s", flush=True
    )


def main(arguments: Sequence[str]) -> int:
    """Play, review, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=400)
    given = parser.parse_args(arguments)
    search.warm()
    began = time.perf_counter()
    losses: dict[str, list[float]] = defaultdict(list)
    points: dict[str, list[float]] = defaultdict(list)
    for number in range(given.matches):
        record, seats = played(number, given.deals)
        for seat, level in enumerate(seats):
            losses[level].append(loss_of(record, seat, given.playouts))
            points[level].append(record["deals"][-1]["totals"][seat] / len(record["deals"]))
        if number % 10 == 9 or number + 1 == given.matches:
            tell(number + 1, losses, points, time.perf_counter() - began)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
