"""A shuffle that can be checked: commit before the deal, reveal after it.

The commitment is SHA-256(secret || match id in UTF-8 || deal number as four bytes, big end first). The pack
is shuffled by Fisher-Yates with numbers from an HMAC-SHA256 counter stream, keyed by the secret and the
players' public seeds, without bias (rejection sampling). docs/fair-deals.md states every byte, with test
vectors. Nothing here knows levels, scores, accounts or who sits where.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from typing import Final

from moonshot.engine.cards import cards_of, mask_of
from moonshot.engine.errors import StateError
from moonshot.engine.keyed_hash import KeyedHash
from moonshot.engine.rules import Rules

SECRET_BYTES: Final = 32
SEED_LENGTH: Final = 64
"""The longest seed a player may add, in UTF-8 bytes."""

_STREAM_LABEL: Final = b"moonshot-shuffle-1"
_EIGHT_NUMBERS: Final = struct.Struct(">8I")
_FAIR: Final = tuple(2**32 - 2**32 % (last + 1) for last in range(52))
"""For each place, the multiple of the number of choices below which all choices are equally likely."""


def commitment(secret: bytes, match_id: str, deal_no: int) -> str:
    """The published promise (hex) for one deal. Raises StateError for a secret that is not 32 bytes."""
    _check_secret(secret)
    return hashlib.sha256(secret + match_id.encode() + deal_no.to_bytes(4, "big")).hexdigest()


def shuffled(deck: int, secret: bytes, seeds: Sequence[str] = ()) -> list[int]:
    """The cards of the mask ``deck`` in shuffled order.

    Raises StateError (``bad_secret``, ``bad_seed``) for a secret that is not 32 bytes or a seed too long.
    """
    _check_secret(secret)
    pack = list(cards_of(deck))
    numbers = _numbers(_stream_key(secret, seeds))
    for last in range(len(pack) - 1, 0, -1):
        number = next(numbers)
        while number >= _FAIR[last]:
            number = next(numbers)
        chosen = number % (last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return pack


def deal_hands(
    rules: Rules, dealer: int, secret: bytes, seeds: Sequence[str] = ()
) -> tuple[tuple[int, ...], int]:
    """Shuffle and deal clockwise one card at a time from the dealer's left: (a mask a seat, the kitty)."""
    facts = rules.facts
    pack = shuffled(facts.deck, secret, seeds)
    players = facts.players
    hands = [0] * players
    for place in range(players):
        hands[(dealer + 1 + place) % players] = mask_of(pack[place : facts.plies : players])
    return tuple(hands), mask_of(pack[facts.plies :])


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise StateError("bad_secret", f"A deal's secret has {SECRET_BYTES} bytes.", "secret")


def _stream_key(secret: bytes, seeds: Sequence[str]) -> bytes:
    message = _STREAM_LABEL
    for index, seed in enumerate(seeds):
        try:
            data = seed.encode()
        except UnicodeEncodeError:
            raise StateError("bad_seed", "A seed is a Unicode text.", f"seeds[{index}]") from None
        if len(data) > SEED_LENGTH:
            raise StateError("bad_seed", f"A seed has at most {SEED_LENGTH} bytes.", f"seeds[{index}]")
        message += len(data).to_bytes(2, "big") + data
    return KeyedHash(secret).digest(message)


def _numbers(key: bytes) -> Iterator[int]:
    """32-bit numbers, big end first, from HMAC-SHA256(key, block number as eight bytes)."""
    keyed = KeyedHash(key)
    block = 0
    while True:
        yield from _EIGHT_NUMBERS.unpack(keyed.digest(block.to_bytes(8, "big")))
        block += 1
