"""A question put to a bot and its answer, both as data: in this process, in another, or years later."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeGuard

from moonshot.bots.levels import find_policy
from moonshot.bots.policy import NotReadyError, Policy, Thinking
from moonshot.engine import Move, View

PolicyLookup = Callable[[str], Policy]
"""Finds the policy of a level."""

STAND_IN: Final = "steady"
"""Who answers for a level that cannot think here, or not in time."""


@dataclass(frozen=True, slots=True)
class Question:
    """All that a bot is given: the level it plays at, what its seat sees, and a seed."""

    level: str
    view: View
    seed: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A move and what is needed to find it again: whose it is, and after how many playouts.

    ``instead`` is the level that was asked, where another had to answer.
    """

    move: Move
    policy: str
    playouts: int = 0
    instead: str = ""


def thinks(policy: Policy) -> TypeGuard[Thinking]:
    """Whether a policy takes time, and thinks the better the more it gets."""
    return hasattr(policy, "think")


def answer(question: Question, policies: PolicyLookup = find_policy, playouts: int | None = None) -> Answer:
    """The answer of the level, after so many playouts or all that it takes; the stand-in's if it cannot."""
    policy = policies(question.level)
    if not thinks(policy):
        return Answer(policy.choose(question.view, question.seed), policy.name)
    wanted = policy.playouts if playouts is None else playouts
    try:
        return Answer(policy.think(question.view, question.seed, wanted), policy.name, wanted)
    except NotReadyError:
        return stand_in(question, policies)


def stand_in(question: Question, policies: PolicyLookup = find_policy) -> Answer:
    """What the rule-based policy answers in place of a level."""
    policy = policies(STAND_IN)
    return Answer(policy.choose(question.view, question.seed), policy.name, instead=question.level)


def repeated(policy: str, playouts: int, view: View, seed: int, policies: PolicyLookup = find_policy) -> Move:
    """The move that an answer of this policy had. Raises KeyError for an unknown one, NotReadyError."""
    found = policies(policy)
    return found.think(view, seed, playouts) if thinks(found) else found.choose(view, seed)
