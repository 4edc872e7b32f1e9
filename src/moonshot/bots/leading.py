"""Advice for the lead that no single trick shows."""

from typing import Final

from moonshot.bots.holdings import BIG
from moonshot.bots.reading import Reading

FLUSH: Final = 0.5
"""What a low lead through a great penalty is worth: each one brings the holder nearer to playing it."""


def lead_advice(reading: Reading, card: int) -> float:
    """What leading ``card`` costs (or, below zero, promises) beyond this trick."""
    return -FLUSH if flushes(reading, card) else 0.0


def flushes(reading: Reading, card: int) -> bool:
    """True for a low lead that hunts the queen: she is out, and I hold neither her nor a card that she likes.

    The same holds for any great penalty of a suit in which most cards are harmless.
    """
    suit = card // 13
    values = reading.by_suit[suit]
    if reading.point_suits[suit]:
        return False
    out = reading.out(suit)
    hunted = [rank for rank in range(13) if out >> rank & 1 and values[rank] >= BIG]
    return bool(hunted) and card % 13 < hunted[0] and reading.mine(suit) >> hunted[0] == 0
