"""All randomness of a table, drawn from one secret by purpose.

Each draw names its purpose and its place, so no draw shifts another: however often a bot asks for numbers,
and whoever sits at the table, the next deal is the same.
"""

from moonshot.engine.keyed_hash import KeyedHash


class Chance:
    """Draws from a table's secret; the same purpose and place give the same draw for ever.

    >>> chance = Chance(bytes(32))
    >>> chance.number(4, "dealer", 1) == chance.number(4, "dealer", 1)
    True
    """

    __slots__ = ("_keyed",)

    def __init__(self, secret: bytes) -> None:
        self._keyed = KeyedHash(secret)

    def secret(self, purpose: str, *place: str | int) -> bytes:
        """32 bytes that tell nothing about the table's secret or about any other draw."""
        return self._keyed.digest("\x1f".join([purpose, *[str(part) for part in place]]).encode())

    def seed(self, purpose: str, *place: str | int) -> int:
        """A number of 63 bits."""
        return int.from_bytes(self.secret(purpose, *place)[:8], "big") >> 1

    def number(self, below: int, purpose: str, *place: str | int) -> int:
        """A number from 0 up to but not including ``below``; the bias of a small one is under 2**-60."""
        return self.seed(purpose, *place) % below

    def fraction(self, purpose: str, *place: str | int) -> float:
        """A number from 0 up to but not including 1."""
        return (self.seed(purpose, *place) >> 10) / 2**53
