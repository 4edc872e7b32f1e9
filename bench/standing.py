"""What playing for the final place is worth: whole matches of a bot against itself without the score.

    python -m bench.standing [--level skilled] [--matches 100] [--rules standard] [--late] [--keep FILE]

Half the seats are held by the bot as it is, half by the same bot that is always told that the match has just
begun, and so plays every deal for its points alone. Each match is played to its end in all such seatings with
the same cards. Prints by how many places the first does better and how many matches it wins, with standard
errors over duplicate matches, and by how many points a deal. ``--late`` plays only the ends of matches, from
totals of which the highest is three quarters of the end score or more: the difference shows sooner there.
``--keep`` goes on after an interruption, if all else is the same.
"""

import argparse
import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from bench.keeping import Kept, played_by
from moonshot.bots import Policy, find_policy, search
from moonshot.bots.arena import PlayedMatch, seatings, stable_number
from moonshot.bots.arena.figures import mean_and_error
from moonshot.engine import Match, Move, Rules, View, deal_hands, preset, view_of
from moonshot.engine.events import Dealt

EVEN: Final = "2-2"


@dataclass(frozen=True, slots=True)
class Scoreless:
    """A bot that is told of every deal that it is the first of a match."""

    name: str
    bot: Policy

    def choose(self, view: View, seed: int) -> Move:
        """What it does then; the score of a moon is chosen by the true one."""
        return self.bot.choose(view if view.phase == "choosing_moon" else without_score(view), seed)


def without_score(view: View) -> View:
    """The view with the score of a match that has just begun, the same in all else.

    The number of the deal stays unless the rules end the match by it, since chance is drawn from it too.
    """
    number = 1 if view.rules.end_hands else view.deal_no
    return replace(view, totals=(0,) * len(view.totals), deal_no=number, overtime=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A duplicate match: what the bot with the score did better, in the mean of its seatings."""

    places: float
    wins: float
    """The share of all matches won by a seat with the score, both of its seats together."""
    points: float
    """A deal."""
    deals: float


def late_totals(rules: Rules, number: int) -> tuple[int, ...]:
    """Totals near the end of a match, other ones for each number; ValueError where no total ends it."""
    if not rules.end_score:
        raise ValueError("By these rules no total ends the match.")
    rng = random.Random(number)
    most = rng.randrange(rules.end_score * 3 // 4, rules.end_score)
    totals = [most, *(rng.randint(rules.end_score * 3 // 10, most) for _ in range(rules.players - 1))]
    rng.shuffle(totals)
    return tuple(totals)


def finished(
    rules: Rules, policies: Sequence[Policy], number: int, seed: int, totals: Sequence[int]
) -> PlayedMatch:
    """Play match ``number`` from these totals to its end."""
    turn = number % len(rules.directions)
    cycle = rules.directions[turn:] + rules.directions[:turn]
    match = Match(
        replace(rules, pass_cycle=cycle), match_id=f"standing-{number}", first_dealer=number % rules.players
    )
    match.totals = tuple(totals)
    seeds = [stable_number("standing", seed, number, seat) for seat in range(rules.players)]
    dealt = 0
    while not match.winners:
        dealt += 1
        secret = hashlib.sha256(f"standing/{seed}/{number}/{dealt}".encode()).digest()
        hands, kitty = deal_hands(match.rules, match.next_dealer, secret)
        match.apply(Dealt(match.next_deal_no, match.next_dealer, hands, kitty))
        while match.acting:
            seat = match.acting[0]
            match.act(seat, policies[seat].choose(view_of(match, seat), seeds[seat]))
    moons = tuple(sum(result.moon == seat for result in match.results) for seat in range(rules.players))
    return PlayedMatch(match.totals, match.winners, moons, len(match.results))


def duplicate(rules: Rules, pair: Sequence[Policy], number: int, seed: int, late: bool = False) -> Row:
    """Play one match in every seating."""
    seats = seatings(rules.players)[EVEN]
    before = late_totals(rules, number) if late else (0,) * rules.players
    places = wins = points = deals = 0.0
    for seating in seats:
        match = finished(rules, [pair[who] for who in seating], number, seed, before)
        for seat, who in enumerate(seating):
            sign = 0.5 if who else -0.5
            places += sign * match.places[seat]
            points += sign * (match.totals[seat] - before[seat]) / match.deals
            if who == 0 and seat in match.winners:
                wins += 1 / len(match.winners)
        deals += match.deals
    count = len(seats)
    return Row(places / count, wins / count, points / count, deals / count)


def report(level: str, rows: Sequence[Row]) -> str:
    """The figures in a line."""
    places, wins, points, deals = (
        mean_and_error([getattr(row, name) for row in rows]) for name in ("places", "wins", "points", "deals")
    )
    return (
        f"{level} with the score against {level} without it, two against two, {len(rows)} duplicate matches "
        f"of {deals[0]:.1f} deals: {places[0]:+.3f} +- {places[1]:.3f} places, wins {100 * wins[0]:.1f} "
        f"+- {100 * wins[1]:.1f}%, {points[0]:+.2f} +- {points[1]:.2f} points a deal"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", default="skilled")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--late", action="store_true")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    search.demand()
    bot = find_policy(given.level)
    pair = (bot, Scoreless(given.level, bot))
    kept = Kept(given.keep)
    by = played_by([given.level], given.rules, given.seed, "late" if given.late else "whole")
    rows: list[Row] = []
    began = time.perf_counter()
    for number in range(given.matches):
        found = kept.find(number, by)
        if found is None:
            row = duplicate(preset(given.rules), pair, number, given.seed, given.late)
            kept.add(number, by, asdict(row))
        else:
            row = Row(**found)
        rows.append(row)
    print(report(given.level, rows))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
