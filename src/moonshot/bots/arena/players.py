"""Who plays: policies by name, with a budget if wanted, and programs from outside."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from moonshot.bots import search
from moonshot.bots.arena.errors import ArenaError
from moonshot.bots.levels import find_policy
from moonshot.bots.outside.player import OutsidePlayer, command_of
from moonshot.bots.outside.report import Report
from moonshot.bots.policy import Policy, Thinking
from moonshot.engine import Move, Rules, View

OUTSIDE: Final = "exec:"
"""A player of this form is a command that speaks the protocol of docs/outside-players.md."""
MOST_PLAYOUTS: Final = 100_000_000


def is_outside(name: str) -> bool:
    """True for a program, False for the name of a policy."""
    return name.startswith(OUTSIDE)


def full_name(name: str) -> str:
    """The name with the number of playouts, which says more exactly who plays.

    Raises KeyError or ValueError, with words for people, for a name of nobody.
    """
    if is_outside(name):
        command_of(name.removeprefix(OUTSIDE))
        return name
    policy = named_policy(name)
    return f"{policy.thinker.name}:playouts={policy.playouts}" if isinstance(policy, Limited) else name


def make_ready(names: Iterable[str]) -> None:
    """Compile what those of them need that think. Raises ArenaError (``not_ready``) where that fails."""
    for name in names:
        thinks = not is_outside(name) and isinstance(named_policy(name), Limited)
        if thinks and not search.warm():
            raise ArenaError("not_ready", search.why_not())


@dataclass(frozen=True, slots=True)
class Limited:
    """A policy that thinks, with a number of playouts of its own and never by rules of thumb instead."""

    name: str
    thinker: Thinking
    playouts: int

    def choose(self, view: View, seed: int) -> Move:
        """The move after so many playouts. Raises NotReadyError."""
        return self.thinker.think(view, seed, self.playouts)


def named_policy(name: str) -> Policy:
    """The policy of a name such as ``steady`` or ``expert:playouts=2000``.

    Raises KeyError for a name there is not, and ValueError for options that it does not take.
    """
    word, colon, option = name.partition(":")
    policy = find_policy(word)
    if isinstance(policy, Thinking):
        return Limited(name, policy, _playouts(option) if colon else policy.playouts)
    if colon:
        raise ValueError(f"The bot {word!r} does not count playouts; its name stands alone.")
    return policy


def _playouts(option: str) -> int:
    key, _, value = option.partition("=")
    if key == "playouts" and value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_PLAYOUTS:
        return int(value)
    raise ValueError(f"After the colon there may be playouts=1 to {MOST_PLAYOUTS}, not {option!r}.")


class Seats:
    """The players of one table; programs are started for it and ended with it.

    A program holds one seat of one table and never sees another, so that it knows no more than a policy.
    """

    def __init__(self, names: Sequence[str], rules: Rules, seconds: float, reports: Sequence[Report]) -> None:
        make_ready(names)
        self._names = names
        self._policies = {who: named_policy(name) for who, name in enumerate(names) if not is_outside(name)}
        self._rules = rules
        self._seconds = seconds
        self._reports = reports
        self._open: dict[tuple[int, int], OutsidePlayer] = {}

    def policy(self, who: int, seat: int) -> Policy:
        """Player ``who`` for ``seat``."""
        name = self._names[who]
        if not is_outside(name):
            return self._policies[who]
        if (who, seat) not in self._open:
            self._open[who, seat] = OutsidePlayer(
                name, name.removeprefix(OUTSIDE), self._rules, seat, self._seconds, self._reports[who]
            )
            self._open[who, seat].start()
        return self._open[who, seat]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for player in self._open.values():
            player.close()
        self._open.clear()
