"""The shuffle: its known answers, its limits, and that it is fair over a million deals."""

import hashlib
import hmac
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from moonshot.engine import Rules, StateError, cards_text, commitment, deal_hands
from moonshot.engine.cards import SUIT_MASKS
from moonshot.engine.shuffle import shuffled

SECRET = bytes(range(32))
FULL = (1 << 52) - 1
PLAIN = (
    "6H 4S TC JH 5C JC 5D 8H 4D 2H AC 9S JD 8D AS 4H KC AD 6S 7H QS 7S KH 9C 6C KD 9H 2S 7D 2C 8S 3H 3D QD "
    "JS 7C 3C 4C 9D TH 5H TS QH 6D AH KS 2D TD 8C 5S 3S QC"
)
SEEDED = (
    "8H TS 8D 4H 7H QH KS 6H 2S 5C QD 6D 3S 9S 5H 4C TH JC 4S 3D 8C JD 4D JH QC 2C TC 9H AH JS 2D 7D 2H AC "
    "7C 6S KH 6C 3C 9C 8S 3H TD 5D 5S QS KD 7S AD KC AS 9D"
)


def test_commitments_have_known_answers() -> None:
    assert (
        commitment(SECRET, "evening", 1) == "e90d4fcab409e8230de95eabdd168d9784761620b76cd3732f5722c3325857f3"
    )
    assert (
        commitment(SECRET, "Ära", 258) == "38be00e58bd51356f4aa51cb3f12d975ad359894c637460e9e993ca9a5f36596"
    )
    by_hand = hashlib.sha256(SECRET + b"evening" + b"\x00\x00\x00\x01").hexdigest()
    assert commitment(SECRET, "evening", 1) == by_hand


def test_shuffled_packs_have_known_answers() -> None:
    assert cards_text(shuffled(FULL, SECRET)) == PLAIN
    assert cards_text(shuffled(FULL, SECRET, ("alpha", "βeta"))) == SEEDED


def test_hands_have_known_answers() -> None:
    hands, kitty = deal_hands(Rules(), 3, SECRET)
    assert [cards_text(hand) for hand in hands] == [
        "3C 5C 6C 8C KC 3D 4D 7D JD QS 5H 6H AH",
        "2C 4C JC 8D QD KD AD 4S 5S 7S TS KS 2H",
        "TC AC 2D 5D 9D 3S 6S 8S JS AS 9H QH KH",
        "7C 9C QC 6D TD 2S 9S 3H 4H 7H 8H TH JH",
    ]
    assert kitty == 0
    hands, kitty = deal_hands(Rules(players=3, kitty="last_trick"), 0, SECRET)
    pack = PLAIN.split()
    assert [set(cards_text(hand).split()) for hand in hands] == [
        set(pack[2:51:3]),
        set(pack[0:51:3]),
        set(pack[1:51:3]),
    ]
    assert cards_text(kitty) == "QC"


def test_a_second_reading_of_the_description_gives_the_same_pack() -> None:
    """With hmac and hashlib alone, numbers as bytes, and a deck that takes many rejections to deal."""
    for tag in range(200):
        secret = hashlib.sha256(bytes([tag])).digest()
        seeds = ("ß" * (tag % 5), "x" * (tag % 60)) if tag % 3 else ()
        assert shuffled(FULL, secret, seeds) == by_the_book(secret, seeds)


def by_the_book(secret: bytes, seeds: tuple[str, ...]) -> list[int]:
    message = b"moonshot-shuffle-1"
    for seed in seeds:
        message += bytes([0, len(seed.encode())]) + seed.encode()
    key = hmac.new(secret, message, hashlib.sha256).digest()
    stream = b""
    for block in range(40):
        stream += hmac.new(key, bytes(7) + bytes([block]), hashlib.sha256).digest()
    pack = list(range(52))
    at = 0
    for last in reversed(range(1, 52)):
        while True:
            number = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if number < (1 << 32) // (last + 1) * (last + 1):
                break
        pack[last], pack[number % (last + 1)] = pack[number % (last + 1)], pack[last]
    return pack


def test_numbers_that_would_favour_a_card_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^32 - 1 is one too high for a fair choice of three."""

    def numbers(key: bytes) -> Iterator[int]:
        while True:
            yield 2**32 - 1
            yield 1

    monkeypatch.setattr("moonshot.engine.shuffle._numbers", numbers)
    assert shuffled(0b111, SECRET) == [0, 2, 1]


def test_secrets_and_seeds_have_their_length() -> None:
    for secret in (b"", bytes(31), bytes(33)):
        with pytest.raises(StateError) as caught:
            shuffled(FULL, secret)
        assert (caught.value.code, caught.value.at) == ("bad_secret", "secret")
        with pytest.raises(StateError):
            commitment(secret, "evening", 1)
    assert len(shuffled(FULL, SECRET, ("x" * 64, "ß" * 32))) == 52
    for seeds in (("", "x" * 65), ("ok", "ß" * 33), ("ok", "\ud800")):
        with pytest.raises(StateError) as caught:
            shuffled(FULL, SECRET, seeds)
        assert (caught.value.code, caught.value.at) == ("bad_seed", "seeds[1]")


def test_every_seed_secret_and_its_place_change_the_deal() -> None:
    packs = [
        shuffled(FULL, secret, seeds)
        for secret in (SECRET, bytes(32))
        for seeds in ((), ("",), ("a",), ("a", "b"), ("b", "a"), ("ab",), ("a", "b", ""))
    ]
    assert len({tuple(pack) for pack in packs}) == len(packs)


# -- a million deals -----------------------------------------------------------------------------------------

LANE = 24
"""Bits for one counter; thirteen counters, one a rank, are added at once inside one big int."""


def spread() -> tuple[int, ...]:
    """For each thirteen bits of a suit, an int with the ranks held in lanes of their own."""
    lanes = [0]
    for rank in range(13):
        lanes += [value | 1 << rank * LANE for value in lanes]
    return tuple(lanes)


def count_deals(first: int, count: int) -> list[int]:
    """How often each seat (13 counters a suit) got each card in deals number ``first`` and following."""
    rules, lanes = Rules(), spread()
    totals = [[0, 0, 0, 0] for _ in range(4)]
    for number in range(first, first + count):
        hands, _ = deal_hands(rules, number & 3, hashlib.sha256(number.to_bytes(8, "big")).digest())
        for suits, hand in zip(totals, hands, strict=True):
            suits[0] += lanes[hand & 0x1FFF]
            suits[1] += lanes[hand >> 13 & 0x1FFF]
            suits[2] += lanes[hand >> 26 & 0x1FFF]
            suits[3] += lanes[hand >> 39]
    lane = (1 << LANE) - 1
    return [value >> rank * LANE & lane for suits in totals for value in suits for rank in range(13)]


@pytest.mark.slow
def test_a_million_deals_give_every_card_to_every_seat_alike() -> None:
    """Chi-square of card by seat; the secrets are fixed, so the answer is always the same."""
    deals, batch = 1_000_000, 50_000
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(count_deals, range(0, deals, batch), [batch] * (deals // batch)))
    counts = [sum(column) for column in zip(*parts, strict=True)]
    assert sum(counts) == 52 * deals
    expected = deals / 4
    # Every seat gets thirteen cards of each deal, which makes the cards of a seat lean against each other.
    chi_square = sum((count - expected) ** 2 / expected for count in counts) * 51 / 52
    freedom = 51 * 3
    z = (math.cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    assert -3.5 < z < 3.5, (chi_square, z)
    assert max(abs(count - expected) for count in counts) < 5 * math.sqrt(deals * 3 / 16)


@pytest.mark.slow
def test_hands_are_as_often_odd_as_chance_makes_them() -> None:
    """The numbers published for players, each within four standard deviations."""
    deals = 50_000
    found = {"queen": 0, "void": 0, "long": 0, "top spades": 0, "lone queen": 0, "harmless": 0}
    chances = {"queen": 0.25, "void": 0.01279 * 4, "long": 0.0403, "top spades": 0.01294}
    chances |= {"lone queen": 0.00616, "harmless": 0.00853}
    queen, tops = 1 << 36, 7 << 36
    rules = Rules()
    for number in range(deals):
        hands, _ = deal_hands(rules, 0, hashlib.sha256(b"odd" + number.to_bytes(8, "big")).digest())
        hand = hands[number & 3]
        suits = [hand & mask for mask in SUIT_MASKS]
        found["queen"] += hand & queen != 0
        found["void"] += suits.count(0)
        found["long"] += any(suit.bit_count() >= 7 for suit in suits)
        found["top spades"] += hand & tops == tops
        found["lone queen"] += suits[2] == queen
        found["harmless"] += not suits[3] and not hand & queen
    for name, chance in chances.items():
        sigma = math.sqrt(deals * chance * (1 - chance))
        assert abs(found[name] - deals * chance) < 4 * sigma, (name, found[name], deals * chance)
