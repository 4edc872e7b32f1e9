"""What a bot is: a view of one seat goes in, a move comes out.

A policy is given what its seat may know and a seed, nothing else: it cannot tell a person from a bot, and
the same view and seed give the same move on every machine, so each move of a match can be checked later.
"""

from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from moonshot.engine import Move, View

POLICY_VERSION: Final = 3
"""Raised by any change that lets policies answer some view with another move, but for those named below."""

_LATER: Final[Mapping[str, int]] = {"skilled": 4, "expert": 4, "master": 5}
"""The versions of policies that have changed alone since then; the next version of all is above them."""


def version_of(policy: str) -> int:
    """The version of the policy of this name, for records: only the same one finds the same moves again."""
    return _LATER.get(policy, POLICY_VERSION)


class NotReadyError(Exception):
    """This level cannot think here, or not yet: what it needs is not installed or still being compiled."""


class Policy(Protocol):
    """A player of views."""

    @property
    def name(self) -> str:
        """The word by which `find_policy` knows it."""
        ...

    def choose(self, view: View, seed: int) -> Move:
        """The move for the seat of ``view``, which must be asked for one (it is among ``view.acting``)."""
        ...


@runtime_checkable
class Thinking(Policy, Protocol):
    """A policy that plays out what may happen, and the longer the better.

    Its ``choose`` is ``think`` with all its playouts, where it can think; else it plays by rules of thumb.
    """

    @property
    def playouts(self) -> int:
        """How many playouts it takes for a move unless it is told to do with fewer."""
        ...

    def think(self, view: View, seed: int, playouts: int) -> Move:
        """The move after so many playouts: always the same one. Raises NotReadyError."""
        ...
