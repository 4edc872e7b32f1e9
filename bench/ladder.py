"""How much better one bot plays than another: one of the first against others of the second, in every seat.

``python -m bench.ladder skilled steady --deals 400`` plays 400 duplicate deals, each with the first bot in
every seat once, and prints by how many points a deal it does better, with the error over duplicate deals.
``--keep FILE`` writes a line a duplicate deal and goes on from there next time, if bots, rules and seed are
the same. The same seed gives the same figures; only the times differ. NAME:N is a level with N playouts.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench.keeping import Kept, played_by
from moonshot.bots import Policy, find_policy, search
from moonshot.bots.arena import Clock, play_deal, seatings
from moonshot.bots.searching import Searching
from moonshot.engine import Rules, preset


@dataclass(frozen=True, slots=True)
class Line:
    """A duplicate deal: points by which the first bot did better, and moons of each kind."""

    lead: float
    moons: tuple[int, int]


def player(text: str) -> Policy:
    """The bot of a name, or of a name and a number of playouts."""
    name, _, playouts = text.partition(":")
    policy = find_policy(name)
    if playouts:
        assert isinstance(policy, Searching)
        return replace(policy, playouts=int(playouts))
    return policy


def duplicate(rules: Rules, pair: tuple[Policy, Policy], number: int, seed: int, clocks: list[Clock]) -> Line:
    """Play one duplicate deal."""
    others = rules.players - 1
    lead = 0.0
    moons = [0, 0]
    seats = seatings(rules.players)[f"1-{others}"]
    for seating in seats:
        played = play_deal(
            rules, [pair[who] for who in seating], number, seed, [clocks[who] for who in seating]
        )
        mine = played.points[seating.index(0)]
        lead += (sum(played.points) - mine) / others - mine
        if played.moon is not None:
            moons[seating[played.moon]] += 1
    return Line(lead / len(seats), (moons[0], moons[1]))


def report(names: tuple[str, str], players: int, lines: list[Line], clocks: list[Clock]) -> str:
    """The figures in a line."""
    count = len(lines)
    mean = sum(line.lead for line in lines) / count
    error = (sum((line.lead - mean) ** 2 for line in lines) / max(1, count - 1) / count) ** 0.5
    deals = count * players
    moons = [100 * sum(line.moons[who] for line in lines) / deals for who in (0, 1)]
    times = ", ".join(
        f"{name} {clock.mean * 1e3:.1f} ms a move (median {clock.quantile(0.5) * 1e3:.1f}, "
        f"p99 {clock.quantile(0.99) * 1e3:.1f}, max {clock.longest * 1e3:.0f})"
        for name, clock in zip(names, clocks, strict=True)
        if clock.moves
    )
    return (
        f"{names[0]} against {players - 1} {names[1]}: {mean:+.2f} +- {error:.2f} points a deal over {count} "
        f"duplicate deals; moons a 100 deals: {moons[0]:.1f} of its own, {moons[1]:.1f} allowed; {times}"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0, help="the number of the first duplicate deal")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    rules = preset(args.rules)
    if args.players:
        rules = Rules.from_dict({"preset": args.rules, "players": args.players})
    search.demand()
    pair = (player(args.first), player(args.second))
    clocks = [Clock(), Clock()]
    lines: list[Line] = []
    kept = Kept(args.keep)
    by = played_by((args.first, args.second), json.dumps(rules.changes()), args.seed)
    began = time.perf_counter()
    for number in range(args.begin, args.begin + args.deals):
        found = kept.find(number, by)
        if found is None:
            line = duplicate(rules, pair, number, args.seed, clocks)
            kept.add(number, by, asdict(line))
        else:
            line = Line(**found)
        lines.append(line)
    print(report((args.first, args.second), rules.players, lines, clocks))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
