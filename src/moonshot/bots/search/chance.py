"""Chance in compiled code: a stream of numbers from a seed, the same on every machine (xorshift64*)."""

import hashlib
from typing import Any

import numpy as np

from moonshot.bots.search.compiling import HAS_DEPOSIT, deposit, inlined

Stream = np.ndarray[Any, np.dtype[np.uint64]]


def stream_of(*parts: object) -> Stream:
    """A stream begun from text; never 0, which would stay 0."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big") | 1], np.uint64)


@inlined
def below(stream: Stream, limit: int) -> int:
    """A whole number from 0 to ``limit - 1``; the bias is below limit / 2**32."""
    number = stream[0]
    number ^= number >> np.uint64(12)
    number ^= number << np.uint64(25)
    number ^= number >> np.uint64(27)
    stream[0] = number
    high = (number * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))  # type: ignore[return-value]


@inlined
def share(stream: Stream) -> float:
    """A number from 0 up to 1, not including it."""
    number = stream[0]
    number ^= number >> np.uint64(12)
    number ^= number << np.uint64(25)
    number ^= number >> np.uint64(27)
    stream[0] = number
    return np.float64((number * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inlined
def nth_bit(mask: int, place: int) -> int:
    """The mask of the ``place``-th lowest bit of ``mask`` (from 0)."""
    if HAS_DEPOSIT:
        bit: int = deposit(1 << place, mask)
        return bit
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask


@inlined
def any_card(stream: Stream, mask: int) -> int:
    """One of the cards of a mask, each equally likely."""
    bit = nth_bit(mask, below(stream, mask.bit_count()))
    return bit.bit_length() - 1
