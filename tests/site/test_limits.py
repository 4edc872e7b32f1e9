"""How often one address may ask, and how many addresses are remembered."""

from pathlib import Path

import pytest

from moonshot.site.api import limits
from moonshot.site.api.limits import PerAddress
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
