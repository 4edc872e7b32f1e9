"""How well and how fast the bots play.

    python -m bench.bots [--deals 500] [--processes 2] [--only ladder,moons,passing,queens,speed]

*ladder*: Steady against three of Easy, Easy against three of Random, under several rule sets. *moons*: how
often four of Steady start a moon and how often it succeeds. *passing*: what Steady's pass is worth, against a
Steady that passes like Easy, and one that passes anything. *queens*: how often each of four equal bots takes
the queen of spades. *speed* (not part of the rest): deals, playouts and worlds a second beside OpenSpiel's
hearts, milliseconds a move of each level, compile times and memory, all on one core; needs the extras `bots`
and `bench`.
"""

import argparse
import hashlib
from collections.abc import Sequence

from moonshot.bots import Policy, find_policy
from moonshot.bots.arena import Clock, arena, play_deal, seatings, stable_number
from moonshot.bots.defence import notice_moon
from moonshot.bots.moon import wants_moon
from moonshot.bots.reading import read
from moonshot.engine import Match, Move, Rules, View, deal_hands, preset, view_of
from moonshot.engine.events import Dealt

RULE_SETS = {
    "standard": preset("standard"),
    "deniro": preset("deniro"),
    "omnibus": preset("omnibus"),
    "spot": preset("spot"),
    "gnome": preset("gnome"),
    "black_maria": preset("black_maria"),
    "3 players": Rules(players=3),
    "5 players": Rules(players=5),
    "6 players": Rules(players=6),
}


def ladder(deals: int, seed: int, processes: int) -> None:
    """Each level against the one below, as one against the rest and the other way round."""
    print(f"ladder: {deals} duplicate deals, seed {seed}; lead in points a deal")
    for name, rules in RULE_SETS.items():
        for pair in (("steady", "easy"), ("easy", "random")):
            result = arena(pair, rules, deals=deals, seed=seed, processes=processes)
            for line in result.lines:
                print(
                    f"  {name:12} {line.first:>6} : {line.second:6} {line.kind}"
                    f"  {line.first_points:6.2f} : {line.second_points:6.2f}"
                    f"  lead {line.lead:+6.2f} +- {line.error:.2f}"
                    f"  moons/100 {line.first_moons:.2f} : {line.second_moons:.2f}",
                    flush=True,
                )
            times = ", ".join(f"{bot} {clock.mean * 1000:.3f} ms" for bot, clock in result.clocks.items())
            print(f"  {name:12} {times} a move", flush=True)


class NotingMoons:
    """Steady, noting the deals in which it plays for the moon."""

    name = "steady"

    def __init__(self) -> None:
        self.started: set[int | None] = set()

    def choose(self, view: View, seed: int) -> Move:
        """Steady's move, noted when it is part of a moon."""
        if view.phase == "playing":
            reading = read(view)
            notice_moon(reading)
            if wants_moon(reading):
                self.started.add(view.seat)
        return find_policy("steady").choose(view, seed)


def moons(deals: int, seed: int) -> None:
    """Attempts at the moon and their success among four of Steady."""
    attempts = successes = made = 0
    for number in range(deals):
        policy = NotingMoons()
        played = play_deal(preset("standard"), [policy] * 4, number, seed, [Clock()] * 4)
        attempts += len(policy.started)
        successes += played.moon in policy.started and played.moon is not None
        made += played.moon is not None
    share = 100 * successes / attempts if attempts else 0.0
    print(f"moons: {deals} deals, {made} moons, {attempts} attempts, {successes} succeeded ({share:.0f}%)")


class PassingLike:
    """Steady in everything but the pass."""

    def __init__(self, passer: str) -> None:
        self.name = f"steady that passes like {passer}"
        self.passer = passer

    def choose(self, view: View, seed: int) -> Move:
        """The other's pass, Steady's cards."""
        return find_policy(self.passer if view.phase == "passing" else "steady").choose(view, seed)


def passing(passer: str, deals: int, seed: int) -> None:
    """What the pass is worth, two against two, on deals with a pass."""
    rules = Rules(pass_cycle=("L", "R", "A"))
    pair: Sequence[Policy] = (find_policy("steady"), PassingLike(passer))
    leads = []
    for number in range(deals):
        points = [0, 0]
        for seating in seatings(4)["2-2"]:
            played = play_deal(rules, [pair[who] for who in seating], number, seed, [Clock()] * 4)
            for seat, who in enumerate(seating):
                points[who] += played.points[seat]
        leads.append((points[1] - points[0]) / 12)
    mean = sum(leads) / len(leads)
    error = (sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)) ** 0.5
    print(
        f"passing: {deals} duplicate deals against the pass of {passer},"
        f" worth {mean:+.2f} +- {error:.2f} points a deal"
    )


def queens(deals: int, seed: int) -> None:
    """Who takes the queen among four equal bots: nobody is singled out."""
    steady = find_policy("steady")
    taken = [0] * 4
    for number in range(deals):
        match = Match(preset("standard"), first_dealer=number % 4)
        secret = hashlib.sha256(f"queens/{seed}/{number}".encode()).digest()
        match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
        while match.acting:
            seat = match.acting[0]
            move = steady.choose(view_of(match, seat), stable_number(seed, number, seat))
            match.act(seat, move)
        queen = match.results[-1].queen
        assert queen is not None
        taken[queen] += 1
    error = 100 * (0.25 * 0.75 / deals) ** 0.5
    shares = " ".join(f"{100 * count / deals:.1f}%" for count in taken)
    print(f"queens: {deals} deals, taken by seat {shares} (standard error {error:.1f}%)")


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", default="ladder,moons,passing,queens")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of the speed contests")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if "ladder" in wanted:
        ladder(options.deals, options.seed, options.processes)
    if "moons" in wanted:
        moons(options.deals, options.seed)
    if "passing" in wanted:
        passing("easy", options.deals, options.seed)
        passing("random", options.deals, options.seed)
    if "queens" in wanted:
        queens(options.deals, options.seed)
    if "speed" in wanted:
        from bench.bots_speed import speed

        speed(options.rounds, max(1, options.deals // 10))


if __name__ == "__main__":
    main()
