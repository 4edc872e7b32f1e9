"""The moves a player can make."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """Give these cards away, in the order named (the order matters when they are scattered)."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """Take back one's own pass while others still choose theirs."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card."""

    card: int


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """The shooter's choice: ``others_plus`` or ``self_minus``."""

    choice: str


Move = Pass | Recall | Play | ChooseMoon
