"""Does the loss that reviews find go with strength? Matches of bots of known strengths, every seat reviewed.

`python -m bench.reviews --matches 2000 --results FILE` plays whole matches, looks at a sample of the
decisions of each seat as a review does, and prints for each level its average loss in a decision and its
average points in a deal, and the rank correlation of loss with strength over all reviewed seats, with its
interval. Each match is written to the file as it is done; begun again with the same file, it goes on there.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np

from moonshot.bots import find_policy, search
from moonshot.bots.search import weigh
from moonshot.engine import Match, Rules, view_of
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from moonshot.learn.review import Verdict, decisions, option, summary

LEVELS: Final = ("random", "easy", "steady", "skilled")
"""From the weakest to the strongest."""
RESAMPLES: Final = 1000

Reviewed = dict[str, Any]
"""A match: its number, and for each seat its level, its average loss and its points in a deal."""


def played(number: int, deals: int | None = None) -> tuple[dict[str, Any], list[str]]:
    """A match, whole or of so many deals, each level in another seat than in the match before."""
    seats = [LEVELS[(seat + number) % len(LEVELS)] for seat in range(4)]
    policies = [find_policy(level) for level in seats]
    match = Match(Rules(), match_id=f"reviews-{number}", first_dealer=number % 4)
    events: list[Recorded] = [match.started()]
    while match.phase != "over" and (deals is None or len(match.results) < deals):
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


def loss_of(record: dict[str, Any], seat: int, sample: int, playouts: int) -> float:
    """The average loss that a review of so many of this seat's decisions finds."""
    due = decisions(record, seat)
    chosen = random.Random(f"{record['match']}/{seat}").sample(due, min(sample, len(due)))
    verdicts = [
        Verdict(one, tuple(option(*row) for row in weigh(one.view, one.seed, playouts, one.move)))
        for one in chosen
    ]
    return summary(verdicts, {}, seat).average


def reviewed(number: int, sample: int, playouts: int) -> Reviewed:
    """Play a match and look at it again."""
    record, seats = played(number)
    totals, deals = record["deals"][-1]["totals"], len(record["deals"])
    return {
        "number": number,
        "levels": seats,
        "losses": [round(loss_of(record, seat, sample, playouts), 4) for seat in range(len(seats))],
        "points": [round(total / deals, 3) for total in totals],
    }


Floats = np.ndarray[Any, np.dtype[np.float64]]


def ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: Floats = (ends - (counts - 1) / 2)[places]
    return shared


def rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's rho."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def correlation(matches: Sequence[Reviewed]) -> tuple[float, float, float]:
    """The rank correlation of small losses with strength, and the ends of its 95% interval.

    The four seats of a match are not independent, so the interval comes from drawing whole matches again.
    """
    strength = np.array([[LEVELS.index(level) for level in one["levels"]] for one in matches], np.float64)
    losses = np.array([one["losses"] for one in matches], np.float64)
    found = rank_correlation(strength.ravel(), -losses.ravel())
    chance = np.random.default_rng(1)
    drawn = [chance.integers(0, len(matches), len(matches)) for _ in range(RESAMPLES)]
    again = [rank_correlation(strength[rows].ravel(), -losses[rows].ravel()) for rows in drawn]
    low, high = np.quantile(again, (0.025, 0.975))
    return found, float(low), float(high)


def tell(matches: Sequence[Reviewed]) -> None:
    """What has come out so far."""
    for level in LEVELS:
        places = [(one, one["levels"].index(level)) for one in matches]
        loss, points = (fmean(one[what][seat] for one, seat in places) for what in ("losses", "points"))
        print(f"{level:8} loss {loss:.3f} a decision, {points:.2f} points a deal")
    found, low, high = correlation(matches)
    told = f"rank correlation of loss with strength {found:.3f} ({low:.3f} to {high:.3f})"
    print(f"{len(matches)} matches: {told}", flush=True)


def main(arguments: Sequence[str]) -> int:
    """Play, review, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--sample", type=int, default=40, help="decisions of each seat that are looked at")
    parser.add_argument("--playouts", type=int, default=200, help="for each of them")
    parser.add_argument("--results", type=Path, help="a file to which each match is added")
    given = parser.parse_args(arguments)
    path: Path | None = given.results
    lines = path.read_text().splitlines() if path is not None and path.exists() else []
    done: list[Reviewed] = [json.loads(line) for line in lines]
    search.warm()
    began = time.perf_counter()
    for number in range(len(done), given.matches):
        done.append(reviewed(number, given.sample, given.playouts))
        if path is not None:
            with path.open("a") as results:
                results.write(json.dumps(done[-1]) + "\n")
        if number % 100 == 99 and number + 1 < given.matches:
            print(f"{time.perf_counter() - began:.0f} s", flush=True)
            tell(done)
    tell(done)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
