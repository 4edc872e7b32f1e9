"""Who gets in at the socket of a table: tickets, origins, strangers, and how many may look on."""

import asyncio
import time
from pathlib import Path

import pytest
from django.core import signing

from moonshot.site.live import limits, news, tickets
from moonshot.site.live.socket import same_origin
from tests.site.live.places import ME, Place, Socket, in_a_place


@pytest.mark.parametrize("ticket", ["", "nonsense", "a:b:c"])
def test_bad_tickets(tmp_path: Path, ticket: str) -> None:
    async def test(place: Place) -> None:
        await place.table()
        socket = await place.connect(ticket=ticket).accepted()
        bye = await socket.message()
        assert (bye["t"], bye["code"]) == ("bye", "bad_ticket")
        assert await socket.closed() == 4002

    in_a_place(tmp_path, test)


def test_tickets_are_for_one_table_and_one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = tickets.sign_ticket("ann", "t1")
    assert tickets.read_ticket(ticket, "t1")[0] == "ann"
    with pytest.raises(tickets.BadTicketError):
        tickets.read_ticket(ticket, "t2")
    with pytest.raises(tickets.BadTicketError):
        tickets.read_ticket(signing.dumps("ann", salt="moonshot.live.ticket"), "t1")
    with pytest.raises(tickets.BadTicketError):
        tickets.read_ticket(signing.dumps(["ann", "t1", "x"], salt="other"), "t1")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 59)
    assert tickets.read_ticket(ticket, "t1")[0] == "ann"
    monkeypatch.setattr(time, "time", lambda: now + 62)
    with pytest.raises(tickets.BadTicketError):
        tickets.read_ticket(ticket, "t1")


def test_a_ticket_is_good_for_one_entry(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        ticket = tickets.sign_ticket(ME, "t")
        first, _ = await place.enter(ticket=ticket)
        again = await place.connect(ticket=ticket).accepted()
        assert (await again.message())["code"] == "bad_ticket"
        assert await again.closed() == 4002
        assert first.from_server.empty()  # who has read a ticket somewhere does not end its owner's socket
        await place.enter(ticket=tickets.sign_ticket(ME, "t"))

    in_a_place(tmp_path, test)


def test_other_nodes_know_which_tickets_are_used_and_forget_them() -> None:
    async def check() -> None:
        now = 0.0
        bus = news.NewsBus("one")
        taking = tickets.Tickets(bus, clock=lambda: now)
        ticket = tickets.sign_ticket("ann", "t")
        _, mark = tickets.read_ticket(ticket, "t")
        bus._receive(news.News("ticket", mark, node="two"))
        with pytest.raises(tickets.BadTicketError, match="used"):
            taking.take(ticket, "t")
        for _ in range(3):
            now += 50.0
            assert taking.take(tickets.sign_ticket("ann", "t"), "t") == "ann"
        assert len(taking._used) == 2

    asyncio.run(check())


def test_a_table_is_gone_for_strangers_and_after_leaving(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table()
        for account, table in (("stranger", "t"), (ME, "nowhere")):
            socket = await place.connect(table, account=account).accepted()
            assert (await socket.message())["code"] == "gone"
            assert await socket.closed() == 4003
        mine, _ = await place.enter()
        mine.send(t="leave", id="l")
        bye = await mine.until(lambda message: message["t"] == "bye")
        assert bye["code"] == "left"
        assert await mine.closed() == 4004
        socket = await place.connect().accepted()
        assert (await socket.message())["code"] == "gone"

    in_a_place(tmp_path, test)


def test_watchers_are_limited(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        watchers = [(await place.enter(watch=True))[0] for _ in range(limits.WATCHERS_PER_ACCOUNT + 1)]
        assert await watchers[0].closed() == 4001
        assert watchers[1].from_server.empty()

    in_a_place(tmp_path, test)


@pytest.mark.parametrize(
    ("origin", "host", "good"),
    [
        (None, b"a.example", True),
        (b"https://a.example", b"a.example", True),
        (b"http://A.example:81", b"a.example:81", True),
        (b"https://cards.example", b"inner:8000", True),
        (b"https://evil.example", b"a.example", False),
        (b"https://a.example.evil.example", b"a.example", False),
        (b"null", b"a.example", False),
        (b"", b"", False),
    ],
)
def test_origins(origin: bytes | None, host: bytes, good: bool) -> None:
    headers = [(b"host", host)] + ([] if origin is None else [(b"origin", origin)])
    assert same_origin({"headers": headers}, ("https://cards.example",)) == good


def test_a_foreign_page_or_path_does_not_get_a_socket(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table()
        foreign = place.connect(headers={b"host": b"a.example", b"origin": b"https://evil.example"})
        assert await foreign.hear() == {"type": "websocket.close", "code": 1008}
        for path in ("/ws/tables/", "/ws/tables/../t", "/elsewhere", "/ws/tables/" + "x" * 33):
            lost = Socket(place.host, path, "", {})
            assert await lost.hear() == {"type": "websocket.close", "code": 1008}
        early = Socket(None, "/ws/tables/t", "", {})
        assert await early.hear() == {"type": "websocket.close", "code": 1008}

    in_a_place(tmp_path, test)
