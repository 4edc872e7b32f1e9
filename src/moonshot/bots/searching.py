"""The levels that search: the same thinking with more or fewer playouts.

Numba is only imported when one of them thinks. Where it cannot, it plays like Steady.
"""

from dataclasses import dataclass
from typing import Final

from moonshot.bots import search
from moonshot.bots.policy import Policy
from moonshot.bots.search.readiness import demand
from moonshot.bots.steady import Steady
from moonshot.engine import Move, View

_STAND_IN: Final[Policy] = Steady()


@dataclass(frozen=True, slots=True)
class Searching:
    """A player that tries every move in many worlds."""

    name: str
    playouts: int
    """Deals played out in the mind for each card."""
    believing: bool = False
    """Whether it asks which worlds are likely."""

    def choose(self, view: View, seed: int) -> Move:
        """The move of `think`, or Steady's as long as the search is not ready."""
        if not search.ready():
            return _STAND_IN.choose(view, seed)
        return self.think(view, seed, self.playouts)

    def think(self, view: View, seed: int, playouts: int) -> Move:
        """The move after so many playouts. Raises NotReadyError where the search cannot be compiled."""
        demand()
        from moonshot.bots.search.policy import think

        return think(view, seed, playouts, believing=self.believing)


SKILLED: Final = Searching("skilled", 1_000)
EXPERT: Final = Searching("expert", 9_000)
MASTER: Final = Searching("master", 16_000, believing=True)
