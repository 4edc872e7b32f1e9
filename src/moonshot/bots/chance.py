"""Chance that can be repeated: numbers from a seed and a position, by a hash that is the same everywhere."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from moonshot.engine import View

Item = TypeVar("Item")


class Chance:
    """A short stream of numbers for one decision. Equal seed and equal place in the match, equal numbers."""

    __slots__ = ("_drawn", "_key")

    def __init__(self, view: View, seed: int) -> None:
        self._key = f"{seed}/{view.deal_no}/{view.seat}/{view.phase}/{view.ply}"
        self._drawn = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``. The bias of the remainder is below 2 to the power -50."""
        digest = hashlib.sha256(f"{self._key}/{self._drawn}".encode()).digest()
        self._drawn += 1
        return int.from_bytes(digest[:8], "big") % limit

    def percent(self, percent: int) -> bool:
        """True in ``percent`` of a hundred cases."""
        return self.below(100) < percent

    def pick(self, items: Sequence[Item]) -> Item:
        """One of ``items``, each equally likely."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """``count`` different ones of ``items``, every choice equally likely."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]
