"""Tickets without the long way through Django: the same answers, and only for what is plainly all right."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.site.running import Answer, Browser

TABLE = "K7_m-2"
PATH = f"/api/tables/{TABLE}/ticket"
HOST = "cards.example"


def test_both_ways_give_the_same_answer(browser: Browser) -> None:
    browser.get("/api/me")
    json_type = {"Content-Type": "application/json"}
    quick = [browser.post(PATH, {}), browser.ask("POST", PATH), browser.ask("POST", PATH, b"{}", json_type)]
    usual = browser.ask("POST", PATH, b"{ }", json_type)

    def told(answer: Answer) -> tuple[object, ...]:
        kept = {
            name: value for name, value in answer.headers.items() if name not in ("date", "content-length")
        }
        return answer.status, kept, {**answer.json, "ticket": re.sub(r"[\w-]+", "x", answer.json["ticket"])}

    assert [told(answer) for answer in quick] == [told(usual)] * 3
    assert usual.json["socket"] == f"/ws/tables/{TABLE}"


class Asked:
    """One request, and whether it went the usual way with all that it had."""

    def __init__(
        self, *, method: str = "POST", path: str = PATH, body: bytes = b"{}", whole: bool = True
    ) -> None:
        self._messages = [{"type": "http.request", "body": body, "more_body": not whole}]
        self._scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "client": ("192.0.2.1", 1),
        }
        self._sent: list[Any] = []
        self.went_on: list[Any] | None = None

    async def _usual(self, scope: Any, receive: Any, send: Any) -> None:
        self.went_on = [await receive()]

    def run(self, headers: Mapping[bytes, bytes] | list[tuple[bytes, bytes]]) -> "Asked":
        from moonshot.site.ticketing import quick_tickets

        self._scope["headers"] = list(headers.items()) if isinstance(headers, Mapping) else headers
        messages = list(self._messages)

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            self._sent.append(message)

        async def answer() -> None:
            await quick_tickets(self._usual)(self._scope, receive, send)

        asyncio.run(answer())
        assert (self.went_on is None) != (not self._sent)
        if self.went_on is not None:
            assert self.went_on == self._messages
        return self

    @property
    def owner(self) -> str:
        """Whom the ticket is for."""
        from moonshot.site.live.tickets import read_ticket

        return read_ticket(json.loads(self._sent[-1]["body"])["ticket"], TABLE)[0]


@pytest.fixture
def account() -> str:
    from moonshot.site.people.ids import new_account_id

    return new_account_id()


@pytest.fixture
def plain(account: str) -> dict[bytes, bytes]:
    from moonshot.site.people.visitors import signed

    return {
        b"host": HOST.encode(),
        b"cookie": f"a=b; moonshot={signed(account)}".encode(),
        b"content-type": b"application/json",
    }


def test_a_page_and_a_program_are_answered_at_once(account: str, plain: dict[bytes, bytes]) -> None:
    assert Asked().run(plain).owner == account
    assert Asked(body=b"").run(plain).owner == account
    page = plain | {b"origin": f"https://{HOST}".encode(), b"sec-fetch-site": b"same-origin"}
    assert Asked().run(page).owner == account


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"origin", b"https://evil.example"),
        (b"origin", b"null"),
        (b"sec-fetch-site", b"cross-site"),
        (b"sec-fetch-site", b"same-site"),
        (b"content-type", b"text/plain"),
        (b"content-type", b"application/json; charset=latin-1"),
        (b"cookie", b"moonshot=forged:1u:x"),
        (b"cookie", b"other=1"),
        (b"moonshot-visitor", b"somebody's pass"),
    ],
)
def test_whatever_has_to_be_looked_at_goes_the_usual_way(
    plain: dict[bytes, bytes], name: bytes, value: bytes
) -> None:
    assert Asked().run(plain | {name: value}).went_on


def test_so_does_what_is_said_twice_or_not_at_all(plain: dict[bytes, bytes]) -> None:
    for name in (b"cookie", b"sec-fetch-site", b"origin"):
        value = plain.get(name, b"same-origin" if name == b"sec-fetch-site" else f"https://{HOST}".encode())
        assert Asked().run([*(plain | {name: value}).items(), (name, value)]).went_on
    del plain[b"cookie"]
    assert Asked().run(plain).went_on


def test_so_do_other_requests(plain: dict[bytes, bytes]) -> None:
    for asked in (
        Asked(method="GET"),
        Asked(path="/api/lobby/ticket"),
        Asked(path="/api/tables/a b/ticket"),
        Asked(path="/api/tables//ticket"),
        Asked(path=f"/api/tables/{'x' * 33}/ticket"),
        Asked(body=b"[]"),
        Asked(body=b"{ }"),
        Asked(whole=False),
    ):
        assert asked.run(plain).went_on


def test_who_asks_too_often_is_refused_the_usual_way(plain: dict[bytes, bytes], monkeypatch: Any) -> None:
    from moonshot.site import ticketing
    from moonshot.site.api.limits import PerAddress

    monkeypatch.setattr(ticketing, "limit", PerAddress(2, lambda: 0.0))
    assert [Asked().run(plain).went_on is None for _ in range(3)] == [True, True, False]


def test_an_old_cookie_is_renewed_the_usual_way(plain: dict[bytes, bytes], monkeypatch: Any) -> None:
    from datetime import timedelta

    from moonshot.site.people import visitors

    monkeypatch.setattr(visitors, "RENEWED_AFTER", timedelta(seconds=-1))
    assert Asked().run(plain).went_on
