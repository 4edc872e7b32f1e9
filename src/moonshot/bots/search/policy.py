"""The levels that search: the same thinking with more or fewer playouts."""

from dataclasses import dataclass

from moonshot.bots.choosing import choose_moon
from moonshot.bots.search.passes import judge_passes
from moonshot.bots.search.plays import judge_plays
from moonshot.engine import Move, Pass, Play, View


@dataclass(frozen=True, slots=True)
class Searching:
    """A player that tries every move in many worlds."""

    name: str
    budget: int
    """Playouts a card."""
    pass_budget: int
    """Playouts a pass."""

    def choose(self, view: View, seed: int) -> Move:
        """The move that did best on average."""
        if view.phase == "passing":
            return Pass(judge_passes(view, self.pass_budget, seed)[0])
        if view.phase == "choosing_moon":
            return choose_moon(view)
        if view.legal & (view.legal - 1) == 0:
            return Play(view.legal.bit_length() - 1)
        return Play(judge_plays(view, self.budget, seed).best)
