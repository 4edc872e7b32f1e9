"""The small parts: chance, pace, seats, answers, the log in memory."""

import gc
import hashlib
import hmac
import sys

import pytest

from moonshot.tables import PACES, ConflictError, Done, Entry, MemoryLog, bot, person
from moonshot.tables.answers import NEWEST, Answers
from moonshot.tables.chance import Chance
from moonshot.tables.events import TrickCleared
from moonshot.tables.pace import thinking_time


def test_draws_are_known_answers() -> None:
    chance = Chance(bytes(32))
    assert chance.secret("deal", "m", 1, 1).hex() == (
        "b46d1abecaa6691577031e53debf712861241953869f329d48f6e48f73f0be63"
    )
    assert chance.seed("bot", "m", 1, "playing", 7, 2) == 5671494552363777658
    assert chance.number(4, "dealer", 1) == 0
    assert 0 <= chance.fraction("thinking", "m", 1) < 1


@pytest.mark.parametrize("secret", [b"", bytes(32), bytes(range(64)), bytes(range(100))])
def test_draws_are_hmacs_of_their_purpose_and_place(secret: bytes) -> None:
    expected = hmac.digest(secret, b"deal\x1fm\x1f1", hashlib.sha256)
    assert Chance(secret).secret("deal", "m", 1) == expected


def test_purpose_and_place_cannot_be_confused() -> None:
    chance = Chance(bytes(32))
    assert chance.secret("a", "b", "c") != chance.secret("a", "bc")
    assert chance.secret("a", 1, 11) != chance.secret("a", 11, 1)
    assert chance.secret("deal", "m", 1) != Chance(bytes([1] * 32)).secret("deal", "m", 1)


@pytest.mark.parametrize(
    ("pace", "shortest", "longest", "stay"),
    [
        ("slow", 1.2, 2.0, 1.6),
        ("normal", 0.5, 0.9, 1.0),
        ("fast", 0.2, 0.35, 0.5),
        ("instant", 0.0, 0.0, 0.0),
        ("click", 0.5, 0.9, None),
    ],
)
def test_paces(pace: str, shortest: float, longest: float, stay: float | None) -> None:
    chance = Chance(b"x" * 32)
    times = [thinking_time(PACES[pace], chance, "m", 1, ply, 2) for ply in range(200)]
    assert shortest <= min(times) <= max(times) <= longest
    if shortest < longest:
        assert len(set(times)) == 200
        assert min(times) < shortest + (longest - shortest) / 10
        assert max(times) > longest - (longest - shortest) / 10
    assert PACES[pace].stay == stay


def test_seats() -> None:
    seats = (person("Ann", "a1"), bot("Mira", "easy"))
    assert [seat.is_bot for seat in seats] == [False, True]
    assert [seat.is_person for seat in seats] == [True, False]


def test_answers_belong_to_their_sender_and_are_never_forgotten() -> None:
    answers = Answers()
    answers.remember("a", "x", 7)
    assert answers.find("a", "x") == Done(7)
    assert answers.find("b", "x") is None
    assert answers.find("a", "y") is None
    for number in range(10 * NEWEST + 5):
        answers.remember("b", f"n{number}", 8 + number)
    assert answers.find("a", "x") == Done(7)
    for number in range(10 * NEWEST + 5):
        assert answers.find("b", f"n{number}") == Done(8 + number)
    assert answers.find("b", "x") is None
    assert answers.find("b", f"n{10 * NEWEST + 5}") is None


def test_old_answers_take_little_memory() -> None:
    answers = Answers()
    for number in range(40 * NEWEST):
        answers.remember("a", f"an id of twenty and some {number}", number)
    seen: dict[int, object] = {}
    found: list[object] = [answers]
    while found:
        held = found.pop()
        if id(held) not in seen and not isinstance(held, type):
            seen[id(held)] = held
            found += gc.get_referents(held)
    assert sum(sys.getsizeof(held) for held in seen.values()) / (40 * NEWEST) < 24


def test_memory_log_takes_the_next_number_only() -> None:
    log = MemoryLog()
    first, second = Entry(1, (TrickCleared(),)), Entry(2, ())
    log.append("t", first)
    log.append("t", second)
    with pytest.raises(ConflictError, match="t has 2 entries, 2 does not follow"):
        log.append("t", second)
    with pytest.raises(ConflictError):
        log.append("u", second)
    assert log.entries("t") == (first, second)
    assert log.entries("t", after=1) == (second,)
    assert log.entries("nobody") == ()
