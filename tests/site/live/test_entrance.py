"""How many may come in: sockets of the process, of an address, of an account, and people who only look on."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Rules
from moonshot.site.live import service, socket
from moonshot.site.live.directory import Directory, Person
from moonshot.site.live.entrance import TABLE_SOCKETS_PER_ACCOUNT, Entrance, address_of, household
from moonshot.site.live.limits import WATCHERS_PER_ACCOUNT
from moonshot.tables import Terms, bot, opening, person
from moonshot.tables.seats import Visitor
from tests.site.live.places import ME, SECRET, Place, in_a_place


def test_one_address_and_the_whole_process_have_their_measure() -> None:
    entrance = Entrance(per_address=3, most=8)
    assert [entrance.enter("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert [entrance.enter("192.0.2.2") for _ in range(3)] == [True] * 3
    entrance.leave("192.0.2.1")
    assert entrance.enter("192.0.2.1")
    assert [entrance.enter(f"192.0.2.{last}") for last in (3, 4, 5)] == [True, True, False]
    for address in ("192.0.2.1",) * 3 + ("192.0.2.2",) * 3 + ("192.0.2.3", "192.0.2.4"):
        entrance.leave(address)
    assert (entrance._all, dict(entrance._open)) == (0, {})


def test_loopback_is_a_proxy_or_the_host_and_only_counted_in_all() -> None:
    entrance = Entrance(per_address=2, most=5)
    assert [entrance.enter("127.0.0.1") for _ in range(6)] == [True] * 5 + [False]
    assert household("::1") == "::1"


def test_an_ipv6_household_is_one_address_however_it_is_written() -> None:
    written = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:0db8:0001:0002:1:2:3:4"]
    assert {household(address) for address in written} == {"2001:db8:1:2"}
    assert household("2001:db8::1") == household("2001:db8::2") != household("2001:db8:0:1::1")
    assert address_of({"client": None}) == ""
    assert household("fe80::1%eth0") == "fe80:0:0:0"


@pytest.mark.parametrize("extension", [True, False])
def test_who_finds_no_room_is_told_to_come_later(extension: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_entrance", Entrance(most=0))

    async def knock() -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope: dict[str, Any] = {"type": "websocket", "path": "/ws/lobby", "client": ("192.0.2.1", 1)}
        if extension:
            scope["extensions"] = {"websocket.http.response": {}}
        await service.socket_app(scope, receive, send)
        return sent

    sent = asyncio.run(knock())
    if extension:
        assert (sent[0]["status"], dict(sent[0]["headers"])[b"retry-after"]) == (503, b"30")
    else:
        assert sent == [{"type": "websocket.close", "code": 1013}]


def test_the_oldest_of_too_many_windows_over_all_tables_gives_way(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        windows = []
        for number in range(TABLE_SOCKETS_PER_ACCOUNT + 1):
            await place.table(f"t{number}", pace="slow")
            windows.append((await place.enter(f"t{number}"))[0])
        await place.table("other", owner="other", pace="slow")
        await place.enter("other", account="other")
        bye = await windows[0].until(lambda message: message["t"] == "bye")
        assert bye["code"] == "moved"
        assert await windows[0].closed() == 4001
        for window in windows[1:]:
            window.send(t="pause", id="x", on=True)
            await window.until(lambda message: message["t"] == "done")
        for window in windows[1:]:
            await window.leave()
        assert list(place.host.windows._open) == ["other"]

    in_a_place(tmp_path, test)


class Invited(Directory):
    """Everybody has been invited; one of them may not play with others any more."""

    async def person(self, account: str, table: str | None = None) -> Person:
        return Person(account, Visitor(account, f"h-{account}", False, True), barred=account == "barred")


async def friends(place: Place) -> None:
    """A private table with two people, open to spectators."""
    place.host.directory = Invited()
    seats = (person("Me", ME, "h-me"), person("B", "barred", "h-b"), bot("X", "steady"), bot("Y", "steady"))
    terms = Terms(kind="private", spectators=True)
    await place.host.create("t", ME, opening("t", Rules(), seats, pace="slow", secret=SECRET, terms=terms))


def test_spectators_have_a_limit_and_players_always_find_their_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "SPECTATORS_PER_TABLE", 3)

    async def test(place: Place) -> None:
        await friends(place)
        for number in range(3):
            await place.enter(account=f"s{number}")
        late = await place.connect(account="s3").accepted()
        assert (await late.message())["code"] == "full"
        assert await late.closed() == 4007
        _, view = await place.enter()
        assert (view["seat"], view["spectators"]) == (0, 3)

    in_a_place(tmp_path, test)


def test_watching_windows_of_one_do_not_push_out_those_of_another(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await friends(place)
        mine, _ = await place.enter(watch=True)
        for _ in range(WATCHERS_PER_ACCOUNT + 2):
            await place.enter(account="nosy", watch=True)
        mine.send(t="recall", id="still", deal=1)
        answer = await mine.until(lambda message: message["t"] in ("refused", "bye"))
        assert answer["code"] == "watching"

    in_a_place(tmp_path, test)


def test_who_was_barred_does_not_come_back_through_the_socket(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await friends(place)
        socket = await place.connect(account="barred").accepted()
        bye = await socket.message()
        assert bye["code"] == "removed"
        assert "hand" not in json.dumps(bye)
        assert await socket.closed() == 4005

    in_a_place(tmp_path, test)
