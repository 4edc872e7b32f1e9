"""The lobby against a running server: its list, quick play, and what it does not put up with."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
import websockets

from moonshot.site.live import limits, lobby_socket, queue
from moonshot.site.live.lobby import SOCKETS_PER_ACCOUNT, SOCKETS_PER_ADDRESS, TURN_SECONDS, Lobby
from moonshot.site.live.socket import BAD_DATA, POLICY_VIOLATION
from tests.site.closing import PATIENCE
from tests.site.live.places import Place, in_a_place
from tests.site.people.halls import Guest, Line, connect, lobby, run, table

New = Callable[[], Guest]


async def inside(visitor: Guest) -> Line:
    line = await lobby(visitor)
    first = await line.hear()
    assert first["t"] == "lobby"
    assert set(first) == {"t", "tables", "people", "closed"}
    assert first["closed"] is None
    return line


def row_of(message: dict[str, Any], table_id: str) -> dict[str, Any] | None:
    return next((row for row in message["tables"] if row["table"] == table_id), None)


async def listed(line: Line, table_id: str, **wanted: Any) -> dict[str, Any]:
    """The lobby's row of a table as soon as it is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await line.hear()
            row = row_of(message, table_id) if message["t"] == "lobby_changed" else None
            if row is not None and all(row[key] == value for key, value in wanted.items()):
                return row


def test_four_people_find_each_other_with_one_button(new: New) -> None:
    people = [new().named(f"Finder {letter}") for letter in "ABCD"]

    async def play() -> None:
        lines = [await inside(person) for person in people]
        began = time.monotonic()
        for line in lines[:3]:
            await line.send("quick", mode="fast", when="wait")
        waiting = await lines[0].until("waiting", people=3)
        assert (waiting["mode"], waiting["when"]) == ("fast", "wait")
        assert 100_000 < waiting["starts_in_ms"] <= 120_000
        await lines[3].send("quick", mode="fast")
        told = [await line.until("seated") for line in lines]
        assert time.monotonic() - began < 10
        assert len({message["table"] for message in told}) == 1
        table_id = told[0]["table"]
        assert told[0]["url"] == f"/table/{table_id}"
        views = []
        for person in people:
            line = await table(person, table_id)
            views.append((await line.until("update"))["view"])
        assert {view["seat"] for view in views} == {0, 1, 2, 3}
        assert (views[0]["kind"], views[0]["rules"]["end_score"]) == ("quick", 50)
        assert views[0]["phase"] in ("passing", "playing")
        assert views[0]["clock"]["kind"] == "online"
        assert not any(seat["bot"] for seat in views[0]["players"])

    run(play())


def test_alone_one_sits_with_labelled_bots_within_ten_seconds(new: New) -> None:
    person = new().named("Alonely")

    async def play() -> None:
        line = await inside(person)
        await line.send("quick", mode="deniro")
        assert (await line.until("waiting"))["starts_in_ms"] <= 8000
        assert queue.PATIENCE["soon"] + TURN_SECONDS < 10
        told = await line.until("seated")
        view = (await (await table(person, told["table"])).until("update"))["view"]
        assert view["rules"]["bonus_card"] == "JD"
        bots = [seat for seat in view["players"] if seat["bot"]]
        assert len(bots) == 3
        assert all(seat["level"] and seat["handle"] is None for seat in bots)

    run(play())


def test_start_now_changes_the_same_wish_and_every_window_hears_it(new: New) -> None:
    person = new().named("Two Tabs")

    async def play() -> None:
        one, two = await inside(person), await inside(person)
        await one.send("quick", mode="standard", when="wait")
        await one.until("waiting")
        await two.until("waiting")
        await two.send("quick", mode="standard", when="now")
        first, second = await one.until("seated"), await two.until("seated")
        assert first == second
        later = await lobby(person)  # a window opened a moment later is told as well
        assert (await later.until("seated"))["table"] == first["table"]
        tables = (await asyncio.to_thread(lambda: person.me))["tables"]
        assert [row["table"] for row in tables] == [first["table"]]

    run(play())


def test_cancel_and_come_back(new: New) -> None:
    person = new().named("Hesitant")

    async def play() -> None:
        line = await inside(person)
        await line.send("quick", mode="standard", when="wait")
        await line.until("waiting")
        await line.close()
        again = await lobby(person)
        assert (await again.until("waiting"))["since_ms"] >= 0  # the wish outlived its window
        await again.send("cancel")
        await again.until("cancelled")

    run(play())


def test_a_person_takes_the_seat_of_a_bot_when_the_match_allows_it(new: New) -> None:
    one, two = new().named("First Here"), new().named("Second Here")

    async def play() -> None:
        line = await inside(one)
        watching = await inside(two)
        await line.send("quick", mode="standard", when="now")
        table_id = (await line.until("seated"))["table"]
        mine = await table(one, table_id)
        await mine.until("update")
        row = await listed(watching, table_id, state="playing")
        assert (row["kind"], row["watch"], row["preset"]) == ("quick", True, "standard")
        assert row["rules_line"] == "4 players · to 100 · pass left, right, across, hold"
        assert sorted(seat["bot"] for seat in row["seats"]) == [False, True, True, True]
        joined = await asyncio.to_thread(two.post, f"/api/tables/{table_id}/join", {})
        assert joined.json == {"table": table_id, "url": f"/table/{table_id}", "seat": None}
        theirs = await table(two, table_id)
        view = (await theirs.until("update"))["view"]
        assert (view["seat"], view["hand"]) == (None, [])
        assert (await listed(watching, table_id, spectators=1))["spectators"] == 1
        bot = next(number for number, seat in enumerate(view["players"]) if seat["bot"])
        await theirs.send("take_seat", seat=bot)
        assert (await theirs.until("refused"))["code"] == "wrong_phase"  # a hand is being played

    run(play())


def test_a_listed_table_is_joined_from_the_list_and_disappears_when_full(new: New) -> None:
    host, guest_, onlooker = new().named("Listing Host"), new().named("From List"), new()
    seats = [{"kind": "person"}] * 2 + [{"kind": "bot"}] * 2

    async def play() -> None:
        line = await inside(onlooker)
        opened = await asyncio.to_thread(lambda: host.open(seats=seats, listed=True))
        hidden = await asyncio.to_thread(lambda: host.open(seats=seats))
        for one in (opened, hidden):
            await (await table(host, one["table"])).until("update")
        row = await listed(line, opened["table"], state="waiting")
        assert [seat["name"] for seat in row["seats"]][:2] == ["Listing Host", ""]
        assert [seat["empty"] for seat in row["seats"]] == [False, True, False, False]
        assert opened["code"] not in json.dumps(row)
        assert opened["link"] not in json.dumps(row)
        answer = await asyncio.to_thread(guest_.post, f"/api/tables/{opened['table']}/join", {})
        assert answer.json["seat"] == 1
        while opened["table"] not in (message := await line.until("lobby_changed"))["gone"]:
            assert hidden["table"] not in json.dumps(message)

    run(play())


def test_changes_come_at_most_once_a_second(new: New) -> None:
    people = [new() for _ in range(6)]

    async def watch() -> None:
        line = await inside(people[0])
        began = time.monotonic()
        heard = 0

        async def listen() -> None:
            nonlocal heard
            while True:
                heard += (await line.hear())["t"] == "lobby_changed"

        listening = asyncio.create_task(listen())
        for person in people[1:]:
            other = await inside(person)
            await asyncio.sleep(0.3)
            await other.close()
        await asyncio.sleep(1.5)
        listening.cancel()
        assert 0 < heard <= time.monotonic() - began + 1

    run(watch())


def test_blocked_people_are_not_put_together_while_others_wait(new: New) -> None:
    ann, bob = new().named("Not With B"), new().named("Not With A")
    ann.post("/api/blocks", {"handle": bob.me["handle"]})

    async def play() -> None:
        lines = [await inside(ann), await inside(bob)]
        for line in lines:
            await line.send("quick", mode="deniro", when="soon")
        first, second = [await line.until("seated") for line in lines]
        assert first["table"] != second["table"]
        # nor may one take a seat beside the other later
        answer = await asyncio.to_thread(bob.post, f"/api/tables/{first['table']}/join", {})
        assert answer.status == 409
        assert answer.json["error"]["code"] == "table_full"

    run(play())


# -- who is let in, and what is not put up with ---------------------------------------------------------


@pytest.mark.parametrize("ticket", ["", "nonsense", "a:b:c"])
def test_bad_tickets(new: New, ticket: str) -> None:
    async def knock() -> None:
        line = await connect(new(), {"socket": "/ws/lobby", "ticket": ticket})
        assert (await line.hear())["code"] == "bad_ticket"
        assert await line.close_code() == 4002

    run(knock())


def test_a_tables_ticket_is_not_the_lobbys_and_the_other_way_round(new: New) -> None:
    visitor = new().named("Ticketed")
    opened = visitor.open()
    for_table = visitor.post(f"/api/tables/{opened['table']}/ticket", {}).json["ticket"]
    for_lobby = visitor.post("/api/lobby/ticket", {}).json["ticket"]

    async def knock() -> None:
        line = await connect(visitor, {"socket": "/ws/lobby", "ticket": for_table})
        assert (await line.hear())["code"] == "bad_ticket"
        line = await connect(visitor, {"socket": f"/ws/tables/{opened['table']}", "ticket": for_lobby})
        assert (await line.hear())["code"] == "bad_ticket"

    run(knock())


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        (None, True),
        ("same", True),
        ("https://evil.example", False),
        ("null", False),
        ("http://localhost.evil.example", False),
    ],
)
def test_pages_of_other_sites_cannot_open_the_lobby(new: New, origin: str | None, welcome: bool) -> None:
    visitor = new()
    ticket = visitor.post("/api/lobby/ticket", {}).json
    headers = {} if origin is None else {"Origin": visitor.address if origin == "same" else origin}

    async def knock() -> None:
        if welcome:
            assert (await (await connect(visitor, ticket, **headers)).hear())["t"] == "lobby"
            return
        with pytest.raises(websockets.InvalidStatus) as refused:
            await connect(visitor, ticket, **headers)
        assert refused.value.response.status_code == 403

    run(knock())


BAD = [
    ("not json", "not_json"),
    ("[]", "bad_message"),
    ("{}", "bad_message"),
    ('{"t":"quick","id":"1"}', "bad_message"),
    ('{"t":"quick","id":"1","mode":"coin"}', "bad_message"),
    ('{"t":"quick","id":"1","mode":"fast","when":"never"}', "bad_message"),
    ('{"t":"quick","id":"1","mode":"fast","seat":0}', "bad_message"),
    ('{"t":"quick","id":"1","mode":"fast","mode":"deniro"}', "bad_message"),
    ('{"t":"play","id":"1","ply":0,"card":"QS"}', "bad_message"),
    ('{"t":"here","id":""}', "bad_message"),
    ('{"t":"here","id":"' + "x" * 65 + '"}', "bad_message"),
    ('{"t":"here","id":"' + "x" * 5000 + '"}', "too_long"),
]


@pytest.mark.parametrize(("frame", "expected"), BAD)
def test_frames_that_are_no_commands(new: New, frame: str, expected: str) -> None:
    async def send() -> None:
        line = await inside(new())
        await line.socket.send(frame)
        assert (await line.until("refused"))["code"] == expected
        await line.send("here")
        for _ in range(2):
            await line.socket.send(frame)
        assert await line.close_code() == BAD_DATA

    run(send())


def test_binary_frames_are_refused(new: New) -> None:
    async def send() -> None:
        line = await inside(new())
        await line.socket.send(b"\x00\xff")
        assert (await line.until("refused"))["code"] == "not_text"

    run(send())


def test_too_many_messages_close_the_connection(new: New) -> None:
    async def send() -> None:
        line = await inside(new())
        for _ in range(20 + limits.REFUSED_BEFORE_CLOSE + 20):
            await line.send("here")
        assert (await line.until("refused"))["code"] == "too_fast"
        assert await line.close_code() == POLICY_VIOLATION

    run(send())


def test_the_oldest_of_too_many_windows_gives_way(new: New) -> None:
    async def open_them() -> None:
        visitor = new()
        lines = [await inside(visitor) for _ in range(SOCKETS_PER_ACCOUNT + 1)]
        assert (await lines[0].until("bye"))["code"] == "moved"
        assert await lines[0].close_code() == 4001
        await lines[-1].send("here")

    run(open_them())


def test_one_address_cannot_fill_the_lobby(new: New) -> None:
    crowd = [new() for _ in range(1 + SOCKETS_PER_ADDRESS // SOCKETS_PER_ACCOUNT)]

    async def fill() -> None:
        for visitor in crowd:
            visitor.where = crowd[0].where
            for _ in range(SOCKETS_PER_ACCOUNT):
                ticket = await asyncio.to_thread(visitor.post, "/api/lobby/ticket", {})
                line = await connect(visitor, ticket.json)
                assert (await line.hear())["t"] == "lobby"

    with pytest.raises(websockets.InvalidStatus) as refused:
        run(fill())
    assert refused.value.response.status_code == 403
    run(anybody_else(new()))


async def anybody_else(visitor: Guest) -> None:
    await inside(visitor)


def test_idle_visitors_are_let_go_and_told_how_to_return(
    tmp_path: Any, people: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_socket, "IDLE_SECONDS", 0.3)

    async def test(place: Place) -> None:
        hall = Lobby(place.host)
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked.put_nowait({"type": "websocket.connect"})
        ticket = lobby_socket.TICKET_FOR
        from moonshot.site.live.tickets import sign_ticket

        scope = {
            "type": "websocket",
            "path": lobby_socket.PATH,
            "query_string": f"ticket={sign_ticket('idler', ticket)}".encode(),
            "headers": [],
            "client": ("192.0.2.1", 1),
        }

        async def hear(message: Any) -> None:
            told.put_nowait(message)

        serving = asyncio.create_task(lobby_socket.serve_lobby(hall, scope, asked.get, hear))
        assert (await told.get())["type"] == "websocket.accept"
        assert json.loads((await told.get())["text"])["t"] == "lobby"
        began = time.monotonic()
        asked.put_nowait({"type": "websocket.receive", "text": '{"t":"here","id":"1"}'})
        texts = []
        while (message := await asyncio.wait_for(told.get(), PATIENCE))["type"] == "websocket.send":
            texts.append(json.loads(message["text"]))
        assert time.monotonic() - began >= 0.3
        assert texts[-1]["t"] == "bye"
        assert texts[-1]["code"] == "idle"
        assert "again" in texts[-1]["message"]
        assert message == {"type": "websocket.close", "code": 4006}
        await serving
        await hall.close()

    in_a_place(tmp_path, test)
