"""The policies by name."""

from collections.abc import Mapping
from typing import Final

from moonshot.bots.chaotic import Random
from moonshot.bots.easy import Easy
from moonshot.bots.policy import Policy
from moonshot.bots.steady import Steady

POLICIES: Final[Mapping[str, Policy]] = {policy.name: policy for policy in (Random(), Easy(), Steady())}
"""Every built-in policy, the weakest first. They hold no state, so one of each is enough."""


def find_policy(name: str) -> Policy:
    """The policy of that name. Raises KeyError, with the names there are, for any other."""
    try:
        return POLICIES[name]
    except KeyError:
        raise KeyError(f"There is no bot called {name!r}; there are {', '.join(POLICIES)}.") from None
