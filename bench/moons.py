"""Why searching bots make many moons among themselves, and what those who could stop one see coming.

    python -m bench.moons [--level skilled] [--deals 200] [--foresight 100]

*Shares*: moons among four equals, with the passes of one level and the play of another. *Foresight*: whenever
a seat has a choice of cards and some other seat is the only one with points, three of them or more, how often
that seat goes on to make its moon; beside how often it does so in the playouts of the seat that chooses: in
worlds drawn as the search draws them, and in the true one, which no seat can know. *Least* is the card that
stops it best. Positions of the same deal depend on each other, so take the errors for twice as large.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from moonshot.bots import Policy, find_policy, search
from moonshot.bots.arena import Clock, play_deal
from moonshot.bots.search.chance import stream_of
from moonshot.bots.search.habits import habits_of, play_out
from moonshot.bots.search.position import Position, bring_up, draw_state, position_of
from moonshot.bots.search.state import TAKEN, new_state, put
from moonshot.bots.search.thumb import NOBODY
from moonshot.engine import Move, Play, Rules, View

RULES: Final = Rules()
MOON: Final = RULES.facts.moon_set
SEED: Final = 7
FEWEST: Final = 3
"""Points from which on somebody may be on the way to a moon."""
WORLDS: Final = 60
STEPS: Final = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.01)

Rates = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Passes like one bot and plays like another."""

    name: str
    passing: Policy
    playing: Policy

    def choose(self, view: View, seed: int) -> Move:
        """Ask the one whose matter it is."""
        return (self.passing if view.phase == "passing" else self.playing).choose(view, seed)


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice of cards while somebody else may be on the way to a moon: how likely it is said to be."""

    owner: int
    drawn: float
    drawn_least: float
    true: float
    true_least: float


@dataclass(slots=True)
class Watched:
    """Plays like a bot and notes what its playouts say of moons; one for all seats, so that it knows all."""

    name: str
    policy: Policy
    moments: list[Moment] = field(default_factory=list)
    hands: dict[int, int] = field(default_factory=dict)

    def choose(self, view: View, seed: int) -> Move:
        """The bot's move."""
        move = self.policy.choose(view, seed)
        assert view.seat is not None
        self.hands[view.seat] = view.hand
        owner = likely_shooter(view)
        if owner is not None and isinstance(move, Play):
            position = position_of(view)
            cards = position.moves.tolist()
            if len(cards) > 1:
                chosen = cards.index(max(card for card in cards if card <= move.card))
                drawn = rates(view, position, owner, WORLDS, seed, None)
                true = rates(view, position, owner, WORLDS // 5, seed, self._hands_now(view))
                self.moments.append(
                    Moment(owner, drawn[chosen], drawn.min(), true[chosen], true.min()),
                )
        return move

    def _hands_now(self, view: View) -> list[int]:
        tricks = [*view.tricks, *([view.trick] if view.trick else [])]
        played = sum(1 << card for trick in tricks for card in trick.cards)
        return [self.hands[seat] & ~played for seat in range(view.players)]


def likely_shooter(view: View) -> int | None:
    """The other seat that alone has points, enough of them."""
    if view.phase != "playing":
        return None
    owners = [seat for seat, cards in enumerate(view.taken) if cards & MOON]
    if len(owners) != 1 or owners[0] == view.seat or view.points[owners[0]] < FEWEST:
        return None
    return owners[0]


def rates(
    view: View, position: Position, owner: int, worlds: int, seed: int, hands: Sequence[int] | None
) -> Rates:
    """For each card in how many of the playouts ``owner`` makes the moon: in drawn worlds, or in this one."""
    habits = habits_of(view.rules.facts)
    root, state, held = new_state(), new_state(), np.zeros(8, np.int64)
    stream = stream_of("moons", seed, view.ply)
    made = np.zeros(len(position.moves))
    for world in range(worlds):
        if hands is None:
            while not draw_state(position.facts, stream, root, held, position.seen, position.unseen):
                pass
        else:
            held[: len(hands)] = hands
            assert bring_up(position.facts, root, held, position.seen)
        for place, card in enumerate(position.moves):
            state[:] = root
            put(position.facts, state, card)
            play_out(position.facts, habits, world, state, stream, NOBODY)
            made[place] += int(state[TAKEN, owner]) & MOON == MOON
    found: Rates = made / worlds
    return found


def shares(level: str, deals: int) -> None:
    """Print how many moons four equals make."""
    print(f"moons a 100 deals among four equals, {deals} deals")
    for passing in (level, "steady"):
        for playing in (level, "steady"):
            bot = Mixed("mixed", find_policy(passing), find_policy(playing))
            moons = sum(
                play_deal(RULES, [bot] * 4, number, SEED, [Clock()] * 4).moon is not None
                for number in range(deals)
            )
            share = moons / deals
            error = (share * (1 - share) / deals) ** 0.5
            print(f"  {passing} passes, {playing} plays: {100 * share:.1f} +- {100 * error:.1f}", flush=True)


def foresight(level: str, deals: int) -> None:
    """Print what was to be seen of moons, and what became of it."""
    seen: list[tuple[Moment, bool]] = []
    for number in range(deals):
        bot = Watched(level, find_policy(level))
        moon = play_deal(RULES, [bot] * 4, number, SEED, [Clock()] * 4).moon
        seen.extend((moment, moment.owner == moon) for moment in bot.moments)
    print(f"{len(seen)} choices of {deals} deals: per cent of moons")
    print("  in drawn worlds   choices   drawn   least    true   least   made")
    some = {
        f"{100 * low:.0f} to {min(100, 100 * high):.0f}": [
            each for each in seen if low <= each[0].drawn < high
        ]
        for low, high in pairwise(STEPS)
    }
    for name, rows in {**some, "all": seen}.items():
        if rows:
            columns = [
                100 * float(np.mean([getattr(moment, what) for moment, _ in rows]))
                for what in ("drawn", "drawn_least", "true", "true_least")
            ]
            columns.append(100 * float(np.mean([made for _, made in rows])))
            print(f"  {name:16}{len(rows):9}" + "".join(f"{column:8.1f}" for column in columns), flush=True)


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", default="skilled")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--foresight", type=int, default=100)
    given = parser.parse_args()
    search.demand()
    if given.deals:
        shares(given.level, given.deals)
    if given.foresight:
        foresight(given.level, given.foresight)


if __name__ == "__main__":
    main()
