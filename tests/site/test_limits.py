"""How often one address may ask, and how many addresses are remembered."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from moonshot.site.api import limits
from moonshot.site.api.limits import PerAddress, WrongTries
from moonshot.site.errors import ApiError
from moonshot.site.live.codes import ALPHABET, CODE_LENGTH
from tests.site.running import Running


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_minutes_worth_at_once_then_steadily() -> None:
    clock = Clock()
    limit = PerAddress(60, clock)
    assert [limit.wait("a") for _ in range(60)] == [0.0] * 60
    assert limit.wait("a") == 1.0
    assert limit.wait("b") == 0.0
    clock.now += 2
    assert [limit.wait("a") for _ in range(3)] == [0.0, 0.0, 1.0]
    clock.now += 3600
    assert [limit.wait("a") for _ in range(61)] == [0.0] * 60 + [1.0]


def test_asking_while_waiting_does_not_make_it_longer() -> None:
    clock = Clock()
    limit = PerAddress(1, clock)
    limit.wait("a")
    for _ in range(6):
        clock.now += 9
        assert limit.wait("a") > 0
    clock.now += 7
    assert limit.wait("a") == 0.0


def test_memory_is_bounded() -> None:
    limit = PerAddress(1, Clock())
    for number in range(limits.MOST_ADDRESSES + 500):
        limit.wait(str(number))
    assert len(limit._left) == limits.MOST_ADDRESSES


def test_whoever_has_not_asked_for_long_is_forgotten() -> None:
    clock = Clock()
    limit = PerAddress(2, clock)
    for number in range(2000):
        assert limit.wait(f"198.51.{number // 250}.{number % 250}") == 0
    clock.now += 59
    assert limit.wait("192.0.2.1") == 0
    assert len(limit._left) == 2001
    clock.now += 1
    assert limit.wait("192.0.2.1") == 0
    assert len(limit._left) == 1


def test_too_many_tables_are_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    running = Running(tmp_path / "data", environ={"MOONSHOT_TABLES_PER_MINUTE": "3"})
    try:
        browser = running.browser()
        answers = [browser.post("/api/tables", {}) for _ in range(5)]
        assert [answer.status for answer in answers] == [201, 201, 201, 429, 429]
        assert answers[4].json["error"]["code"] == "too_many_requests"
        assert 15 <= int(answers[4].headers["retry-after"]) <= 21
        assert len(browser.get("/api/me").json["tables"]) == 3
    finally:
        assert running.stop() == 0


@pytest.mark.parametrize(("trusted", "expected"), [("", [201, 429, 429]), ("127.0.0.1", [201, 201, 429])])
def test_only_a_trusted_proxy_may_say_who_asks(tmp_path: Path, trusted: str, expected: list[int]) -> None:
    environ = {"MOONSHOT_TABLES_PER_MINUTE": "1", "MOONSHOT_TRUSTED_PROXIES": trusted}
    running = Running(tmp_path / "data", environ=environ)
    try:
        asked = [
            running.browser().post("/api/tables", {}, X_Forwarded_For=address)
            for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
        ]
        assert [answer.status for answer in asked] == expected
    finally:
        assert running.stop() == 0


LIVE_TABLES = 2_000
HOUR = 3600
DAY = 24


def tries_in_an_hour(address: Callable[[int], str], account: Callable[[int], str]) -> int:
    """How many codes somebody can try in a first hour who tries all the time, once a second."""
    from moonshot.site.api.rooms import wrong_tries

    clock = Clock()
    per_minute, per_hour = wrong_tries._addresses._per_minute, wrong_tries._accounts._most
    tries = WrongTries(per_minute, per_hour, clock)
    allowed = 0
    for number in range(HOUR):
        request = cast("Any", SimpleNamespace(META={"REMOTE_ADDR": address(number)}))
        try:
            tries.take(request, account(number))
        except ApiError as refused:
            assert refused.status == 429
        else:
            allowed += 1
        clock.now += 1
    return allowed


def expected_hits(tries: int) -> float:
    return tries * LIVE_TABLES / len(ALPHABET) ** CODE_LENGTH


def test_a_day_of_guessing_codes_finds_nothing() -> None:
    """2,000 live tables, one address, a fresh guest for every try (F28)."""
    tries = tries_in_an_hour(lambda _: "192.0.2.1", lambda number: f"guest {number}")
    assert 600 <= tries <= 610, "ten a minute, and ten at once in the beginning"
    assert expected_hits(DAY * tries) < 0.05


def test_a_guest_on_many_addresses_finds_less() -> None:
    tries = tries_in_an_hour(lambda number: f"192.0.{number % 200}.{number % 251}", lambda _: "guest")
    assert tries <= 60, "thirty an hour, and thirty at once in the beginning"


def test_a_provider_of_addresses_does_not_help_either() -> None:
    """All the addresses of an IPv6 customer together get what three get."""
    tries = tries_in_an_hour(lambda number: f"2001:db8:1:{number:x}::1", lambda number: f"guest {number}")
    assert tries <= 3 * 610
    assert expected_hits(DAY * tries) < 0.1


def test_a_try_that_one_limit_refuses_costs_nothing_at_the_others() -> None:
    clock = Clock()
    tries = WrongTries(per_address_minute=2, per_account_hour=3, clock=clock)
    here, there = (cast("Any", SimpleNamespace(META={"REMOTE_ADDR": address})) for address in "ab")
    for request in (here, there, here):
        tries.take(request, "guest")
    for _ in range(5):
        with pytest.raises(ApiError):
            tries.take(there, "guest")
    tries.take(there, "another")
    tries.was_right(there, "another")
    tries.take(there, "another")
