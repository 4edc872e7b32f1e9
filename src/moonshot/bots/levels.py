"""The policies by name, and the levels that players choose from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from moonshot.bots.chaotic import Random
from moonshot.bots.easy import Easy
from moonshot.bots.policy import Policy
from moonshot.bots.searching import EXPERT, MASTER, SKILLED
from moonshot.bots.steady import Steady

POLICIES: Final[Mapping[str, Policy]] = {
    policy.name: policy for policy in (Random(), Easy(), Steady(), SKILLED, EXPERT, MASTER)
}
"""Every built-in policy, the weakest first. They hold no state, so one of each is enough."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a level plays, as the arena measured it under the standard rules.

    ``lead`` is by how many points a deal it does better than three Steady opponents, None until it has been
    measured; ``error`` is the standard error of that.
    """

    name: str
    lead: float | None = None
    error: float | None = None


LEVELS: Final[tuple[Level, ...]] = (
    Level("easy", lead=-4.28, error=0.25),
    Level("steady"),
    Level("skilled", lead=2.05, error=0.25),
    Level("expert", lead=2.09, error=0.25),
    Level("master", lead=2.83, error=0.38),
)
"""The levels that are offered to players, the weakest first; docs/bots.md says how they were measured."""


def find_policy(name: str) -> Policy:
    """The policy of that name. Raises KeyError, with the names there are, for any other."""
    try:
        return POLICIES[name]
    except KeyError:
        raise KeyError(f"There is no bot called {name!r}; there are {', '.join(POLICIES)}.") from None
