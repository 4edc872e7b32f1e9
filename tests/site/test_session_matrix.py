"""Who may do what from where: origins, cookies, tickets and methods, all against all.

For every case it is said beforehand whether it has to work. Nothing may be accepted that should not be, and
nothing refused that should not be either: a guest whose evening ends at a wrong refusal is a fault as well.
"""

import asyncio
import json
import time
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.core import signing

from moonshot.site.live import lobby_socket, service
from moonshot.site.live.tickets import sign_ticket
from moonshot.site.people.ids import new_account_id
from moonshot.site.people.visitors import KEPT_FOR, cookie_name, new_pass, signed

HOST = "localhost"
OWNER, OTHER = new_account_id(), new_account_id()
OWN_PAGE = (f"http://{HOST}", f"https://{HOST}")
ORIGINS: tuple[tuple[str, ...], ...] = (
    (),
    (OWN_PAGE[0],),
    (OWN_PAGE[1],),
    (OWN_PAGE[0].upper(),),
    ("https://evil.example",),
    ("null",),
    ("",),
    (f"http://{HOST}:81",),
    (f"http://{HOST}.evil.example",),
    (f"http://evil.example/{HOST}",),
    (f"ftp://{HOST}",),
    (OWN_PAGE[0], "https://evil.example"),
    ("https://evil.example", OWN_PAGE[0]),
)
WELCOME = ORIGINS[:4]
SITES = (None, "same-origin", "same-site", "cross-site", "none")
METHODS = ("POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")


class Answer(NamedTuple):
    """What an HTTP request got."""

    status: int
    body: bytes


async def ask(method: str, path: str, headers: list[tuple[str, str]], client: str) -> Answer:
    """One request through the whole application."""
    from moonshot.site.asgi import application

    sent: list[Any] = []
    waiting = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else await asyncio.Event().wait()  # type: ignore[return-value]

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": _bytes([("host", HOST), *headers]),
        "client": (client, 1234),
        "server": (HOST, 80),
    }
    await application(scope, receive, send)
    return Answer(sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]))


async def enter(
    path: str, ticket: str | None, origins: tuple[str, ...], host: str = HOST, more: str = ""
) -> str:
    """Knock at a socket: ``refused``, the code of a farewell, or ``in``."""
    from moonshot.site.asgi import application

    sent: asyncio.Queue[Any] = asyncio.Queue()
    given: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    given.put_nowait({"type": "websocket.connect"})
    scope = {
        "type": "websocket",
        "path": path,
        "scheme": "ws",
        "query_string": (more if ticket is None else f"ticket={ticket}{more}").encode(),
        "headers": _bytes([("host", host), *(("origin", origin) for origin in origins)]),
        "client": ("192.0.2.1", 1234),
    }

    async def send(message: Any) -> None:
        sent.put_nowait(message)

    served = asyncio.ensure_future(application(scope, given.get, send))
    try:
        first = await asyncio.wait_for(sent.get(), 20)
        if first["type"] == "websocket.close":
            return "refused"
        told = json.loads((await asyncio.wait_for(sent.get(), 20))["text"])
        return str(told["code"]) if told["t"] == "bye" else "in"
    finally:
        given.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(served, 20)


def _bytes(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers]


def cookies() -> Iterator[tuple[str, list[tuple[str, str]], bool]]:
    """What a request may show of its sender, and whether it is the owner's."""
    name = cookie_name()
    good = signed(OWNER)
    with mock.patch("time.time", return_value=time.time() - KEPT_FOR.total_seconds() - 60):
        old = signed(OWNER)
    yield "nothing", [], False
    yield "the owner's cookie", [("cookie", f"{name}={good}")], True
    yield "another's cookie", [("cookie", f"{name}={signed(OTHER)}")], False
    yield "a tampered cookie", [("cookie", f"{name}={good.replace(OWNER, OTHER)}")], False
    yield "a cut cookie", [("cookie", f"{name}={good[:-2]}")], False
    yield "an old cookie", [("cookie", f"{name}={old}")], False
    yield "a cookie by another name", [("cookie", f"x{name}={good}")], False
    yield "a ticket as cookie", [("cookie", f"{name}={sign_ticket(OWNER, 'lobby')}")], False
    yield "a bare id", [("cookie", f"{name}={OWNER}")], False
    yield "a pass", [("moonshot-visitor", new_pass(OWNER))], True
    yield "a forged pass", [("moonshot-visitor", signed(OWNER))], False
    yield "a cookie as pass beside another's", [
        ("moonshot-visitor", "x"), ("cookie", f"{name}={signed(OTHER)}")
    ], False  # fmt: skip


def tickets(table: str, other_table: str) -> Iterator[tuple[str, str | None, bool]]:
    """What may be shown at a table's socket, and whether it lets in."""
    with mock.patch("time.time", return_value=time.time() - 120):
        old = sign_ticket(OWNER, table)
    yield "none", None, False
    yield "empty", "", False
    yield "forged", "x" * 80, False
    yield "tampered", sign_ticket(OWNER, table)[:-1] + "_", False
    yield "for another table", sign_ticket(OWNER, other_table), False
    yield "for the lobby", sign_ticket(OWNER, lobby_socket.TICKET_FOR), False
    yield "too old", old, False
    yield "signed for something else", signing.dumps([OWNER, table, "x"], salt="other"), False
    yield "a cookie", signed(OWNER), False
    yield "a stranger's", sign_ticket(OTHER, table), False
    yield "the owner's", sign_ticket(OWNER, table), True


@pytest.mark.usefixtures("people")
def test_origins_cookies_tickets_and_methods_all_against_all() -> None:
    wrong: list[str] = []
    cases = 0

    def judge(case: str, found: object, wanted: object) -> None:
        nonlocal cases
        cases += 1
        if found != wanted:
            wrong.append(f"{case}: {found}, not {wanted}")

    async def run() -> None:
        from moonshot.engine import Rules

        await service.startup()
        try:
            table = await service.create_table(OWNER, "Ann", Rules(), "random", "slow")
            other = await service.create_table(OWNER, "Ann", Rules(), "random", "slow")
            await requests(table, judge)
            await sockets(table, other, judge)
        finally:
            await service.end(0.0)
            await service.shutdown()

    asyncio.run(run())
    assert wrong == []
    assert cases >= 400, cases


async def requests(table: str, judge: Any) -> None:
    """HTTP: a ticket comes out when the page is our own, and it is worth what the sender's cookie is."""
    path = f"/api/tables/{table}/ticket"
    for number, (origin, (name, shown, is_owner)) in enumerate(product(ORIGINS, cookies())):
        headers = [*shown, *(("origin", value) for value in origin)]
        answer = await ask("POST", path, headers, f"198.51.100.{number % 250}")
        case = f"POST, origin {origin}, {name}"
        judge(case, answer.status, 200 if origin in WELCOME else 403)
        if answer.status == 200 and origin == ():
            ticket = json.loads(answer.body)["ticket"]
            judge(f"{case}, its ticket", await enter(f"/ws/tables/{table}", ticket, ()),
                  "in" if is_owner else "gone")  # fmt: skip
    for number, (site, method) in enumerate(product(SITES, METHODS)):
        headers = [("cookie", f"{cookie_name()}={signed(OWNER)}")]
        headers += [] if site is None else [("sec-fetch-site", site)]
        answer = await ask(method, path, headers, f"203.0.113.{number}")
        changes = method not in ("GET", "HEAD", "OPTIONS")
        wanted = 403 if changes and site not in (None, "same-origin") else 200 if method == "POST" else 405
        judge(f"{method}, sec-fetch-site {site}", answer.status, wanted)
        if method != "POST":
            judge(f"{method} gives no ticket", b'"ticket"' in answer.body, False)
    for name, shown, is_owner in cookies():
        answer = await ask("GET", f"/api/tables/{table}/record", shown, "203.0.113.200")
        judge(f"the record for {name}", answer.status, 200 if is_owner else 404)


async def sockets(table: str, other: str, judge: Any) -> None:
    """Sockets: in with a good ticket, once, from our own pages and from plain programs."""
    path = f"/ws/tables/{table}"
    for origin in ORIGINS:
        for name, ticket, lets_in in tickets(table, other):
            found = await enter(path, ticket, origin)
            wanted = "in" if lets_in else "gone" if name == "a stranger's" else "bad_ticket"
            judge(
                f"socket, origin {origin}, ticket {name}", found, wanted if origin in WELCOME else "refused"
            )
            if ticket and lets_in and origin in WELCOME:
                judge(f"the same ticket again, {origin}", await enter(path, ticket, origin), "bad_ticket")
            elif ticket and lets_in:
                judge(f"a foreign page uses up nothing, {origin}", await enter(path, ticket, ()), "in")
        lobby = sign_ticket(OWNER, lobby_socket.TICKET_FOR)
        found = await enter(lobby_socket.PATH, lobby, origin)
        judge(f"lobby, origin {origin}", found, "in" if origin in WELCOME else "refused")
    for host in ("evil.example", "", f"{HOST}.evil.example"):
        judge(f"host {host}", await enter(path, sign_ticket(OWNER, table), (), host), "refused")
    for odd in ("/ws/tables/", f"{path}/", "/ws/tables/..%2Ft", "/ws", "/"):
        judge(f"path {odd}", await enter(odd, sign_ticket(OWNER, table), ()), "refused")
