"""The table socket: who gets in, what is answered, and that one client's trouble stays its own."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from django.core import signing

from moonshot.engine import Move, Rules, View
from moonshot.site.live import keeper, limits, news, saving, thinkers, tickets
from moonshot.site.live.socket import same_origin
from moonshot.tables import LogError
from tests.site.live.places import ME, Place, Socket, in_a_place
from tests.tables.build import Lowest


def first_pass(view: dict[str, Any]) -> dict[str, Any]:
    return {"t": "pass", "id": "p", "deal": view["deal"], "cards": view["hand"][:3]}


def test_a_move_is_published_and_answered(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()
        socket.send(**first_pass(view))
        update = await socket.message()
        assert (update["t"], update["seq"]) == ("update", 2)
        assert update["events"] == [{"kind": "passed", "seat": 0}]
        assert update["view"]["passed"] == view["hand"][:3]
        assert await socket.message() == {"t": "done", "id": "p", "seq": 2}
        socket.send(**first_pass(view))
        assert await socket.message() == {"t": "done", "id": "p", "seq": 2}
        socket.send(t="play", id="x", ply=0, card="2C")
        refused = await socket.message()
        assert set(refused) == {"t", "id", "code", "message", "at"}
        assert (refused["t"], refused["id"], refused["code"]) == ("refused", "x", "wrong_phase")
        await socket.leave()

    in_a_place(tmp_path, test)


def test_bots_move_by_themselves(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table()
        socket, _ = await place.enter()
        update = await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        socket.send(**first_pass(update["view"]))
        await socket.until(lambda message: message["t"] == "update" and message["view"]["phase"] == "playing")

    in_a_place(tmp_path, test)


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


def test_the_newest_window_plays_and_the_older_is_told(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report C8
        await place.table(pace="slow")
        first, view = await place.enter()
        second, same = await place.enter()
        assert same["hand"] == view["hand"]
        assert (await first.message())["code"] == "moved"
        assert await first.closed() == 4001
        watcher, seen = await place.enter(watch=True)
        assert seen["hand"] == view["hand"]
        watcher.send(**first_pass(view))
        assert (await watcher.message())["code"] == "watching"
        second.send(**first_pass(view))
        assert (await second.message())["t"] == "update"
        assert (await watcher.message())["t"] == "update"
        back, _ = await place.enter()
        assert await second.closed() == 4001
        back.send(t="pause", id="x", on=True)
        assert (await back.message())["view"]["paused"]

    in_a_place(tmp_path, test)


def test_watchers_are_limited(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        watchers = [(await place.enter(watch=True))[0] for _ in range(limits.WATCHERS_PER_ACCOUNT + 1)]
        assert await watchers[0].closed() == 4001
        assert watchers[1].from_server.empty()

    in_a_place(tmp_path, test)


def test_coming_back_at_any_time_finds_the_same_cards(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user reports C1, C3
        await place.table(pace="slow")
        first, view = await place.enter()
        for _ in range(5):
            await first.leave()
            first, again = await place.enter()
            assert again["hand"] == view["hand"]
            assert [player["name"] for player in again["players"]] == ["Me", "Bot 0", "Bot 1", "Bot 2"]
            assert [player["connected"] for player in again["players"]] == [True] * 4

    in_a_place(tmp_path, test)


def test_a_table_comes_back_from_its_log_alone(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()
        socket.send(**first_pass(view))
        await socket.until(lambda message: message["t"] == "done")
        other = Place(place.path)
        there, same = await other.enter()
        assert (same["hand"], same["passed"]) == (view["hand"], view["hand"][:3])
        there.send(**first_pass(view))
        assert await there.message() == {"t": "done", "id": "p", "seq": 2}
        await other.close()

    in_a_place(tmp_path, test)


def test_two_servers_over_one_database_keep_one_truth(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        here, _ = await place.enter()
        other = Place(place.path)
        there, _ = await other.enter()
        here.send(t="pace", id="1", pace="click")
        await here.until(lambda message: message["t"] == "done")
        there.send(t="pause", id="2", on=True)
        update = await there.until(lambda message: message["t"] == "update" and message["view"]["paused"])
        assert update["view"]["pace"] == "click"
        assert (await there.message())["seq"] == 3
        await other.close()

    in_a_place(tmp_path, test)


BAD_FRAMES = [
    ("{", "not_json"),
    ("", "not_json"),
    ("\ud800", "not_json"),
    ("[]", "bad_message"),
    ("null", "bad_message"),
    ("[" * 4000, "bad_message"),
    ('{"t":"play"}', "bad_message"),
    ('{"t":"fly","id":"x"}', "bad_message"),
    ('{"t":"play","id":"x","ply":0,"card":"2C","seat":1}', "bad_message"),
    ('{"t":"play","id":"x","ply":"0","card":"2C"}', "bad_message"),
    ('{"t":"play","id":"x","ply":NaN,"card":"2C"}', "not_json"),
    ('{"t":"play","id":"x","ply":1e99,"card":"2C"}', "bad_message"),
    ('{"t":"play","id":"x","ply":-1,"card":"2C"}', "bad_message"),
    ('{"t":"play","id":"","ply":0,"card":"2C"}', "bad_message"),
    ('{"t":"play","id":"x","ply":0,"ply":1,"card":"2C"}', "bad_message"),
    ('{"t":"play","id":"x","ply":0,"card":{"a":{"b":[1]}}}', "bad_message"),
    ('{"t":"pass","id":"x","deal":1,"cards":"2C 3C 4C"}', "bad_message"),
    ('{"t":"pace","id":"x","pace":"warp"}', "bad_message"),
    ('{"t":"pace","id":"x","pace":"fast"} {}', "not_json"),
    ('{"t":"pause","id":"x","on":1}', "bad_message"),
    (json.dumps({"t": "leave", "id": "x" * 65}), "bad_message"),
    ('{"t":"leave","id":"' + "x" * 5000 + '"}', "too_long"),
]


@pytest.mark.parametrize(("text", "code"), BAD_FRAMES)
def test_bad_frames_are_refused_and_change_nothing(tmp_path: Path, text: str, code: str) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, _ = await place.enter()
        socket.send_text(text)
        answer = await socket.message()
        assert (answer["t"], answer["code"]) == ("refused", code)
        assert answer["id"] == (
            "x" if '"id":"x"' in text and "NaN" not in text and " {}" not in text else None
        )
        assert "Traceback" not in json.dumps(answer)
        socket.send(t="pause", id="ok", on=True)
        assert (await socket.message())["seq"] == 2

    in_a_place(tmp_path, test)


def test_binary_frames_and_the_third_bad_frame(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, _ = await place.enter()
        socket.send_bytes(b"\x00\xff")
        assert (await socket.message())["code"] == "not_text"
        socket.send_text("{")
        assert (await socket.message())["code"] == "not_json"
        socket.send(t="play", id="x", ply=0, card="1Z")
        assert (await socket.message())["code"] == "bad_card"
        socket.send_text("}")
        assert (await socket.message())["code"] == "not_json"
        assert await socket.closed() == 1007

    in_a_place(tmp_path, test)


def test_a_fast_program_is_slowed_down_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.Rate.__init__, "__defaults__", (100.0, 10.0, lambda: 0.0))

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, _ = await place.enter()
        started = time.monotonic()
        for number in range(40):
            socket.send(t="pause", id=f"n{number}", on=number % 2 == 0)
        answers = [(await socket.until(lambda message: message["t"] != "update"))["t"] for _ in range(40)]
        assert answers == ["done"] * 40
        assert time.monotonic() - started >= 0.28

    in_a_place(tmp_path, test)


def test_far_too_many_messages_end_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonshot.site.live.socket.HELD_BEFORE_CLOSE", 5)
    monkeypatch.setattr(limits.Rate.__init__, "__defaults__", (100.0, 10.0, lambda: 0.0))

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, _ = await place.enter()
        for number in range(100):
            socket.send(t="play", id=f"n{number}", ply=30, card="2C")
        assert (await socket.message())["code"] == "stale"
        assert await socket.closed() in (1008, 4000)

    in_a_place(tmp_path, test)


def test_a_rate_fills_again() -> None:
    now = 0.0
    rate = limits.Rate(per_second=2, burst=3, clock=lambda: now)
    assert [rate.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [rate.take() for _ in range(2)] == [True, False]
    now = 60.0
    assert [rate.take() for _ in range(4)] == [True, True, True, False]


def test_who_does_not_read_is_cut_and_others_do_not_wait(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table("slow", pace="slow")
        await place.table("other", pace="slow")
        slow, _ = await place.enter("slow")
        other, _ = await place.enter("other")
        slow.reading.clear()
        for number in range(70):
            live = await place.host.find("slow")
            assert live is not None
            for peer in live.connections:
                peer.send(b'{"number":%d}' % number)
        other.send(t="pause", id="1", on=True)
        assert (await other.message())["view"]["paused"]
        slow.reading.set()
        last = await slow.until(lambda message: message.get("t") == "bye")
        assert last["code"] == "resume"
        assert await slow.closed() == 4000

    in_a_place(tmp_path, test)


def test_who_never_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonshot.site.live.outbox.DRAIN_SECONDS", 0.2)

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, _ = await place.enter()
        socket.reading.clear()
        live = await place.host.find("t")
        assert live is not None
        for _ in range(70):
            for peer in live.connections:
                peer.send(b"{}" * 3000)
        await asyncio.wait_for(socket.task, 3)
        await asyncio.sleep(0)
        assert live.connections == []

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


def test_no_acknowledgement_while_the_log_cannot_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "RETRY_SECONDS", 0.05)

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()

        async def full(*_: Any, **__: Any) -> None:
            raise LogError("no space left")

        monkeypatch.setattr(place.log, "append", full)
        monkeypatch.setattr(place.log, "wake", full)
        socket.send(**first_pass(view))
        shown = await socket.message()
        assert (shown["t"], shown["seq"], shown["view"]["passed"]) == ("update", 1, None)
        answer = await socket.message()
        assert (answer["id"], answer["code"]) == ("p", "try_again")
        stopped = place.host.clock.now()
        await asyncio.sleep(0.2)
        socket.send(**first_pass(view))
        assert (await socket.message())["code"] == "try_again"
        assert socket.from_server.empty()
        assert place.host.clock.now() == stopped
        monkeypatch.undo()
        assert (await socket.message())["t"] == "update"
        assert stopped <= place.host.clock.now() < stopped + 0.2
        socket.send(**first_pass(view))
        assert (await socket.message())["t"] == "update"
        assert await socket.message() == {"t": "done", "id": "p", "seq": 2}

    in_a_place(tmp_path, test)


def test_bots_go_on_when_the_log_can_store_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "RETRY_SECONDS", 0.05)

    async def test(place: Place) -> None:
        working = place.log.append
        failures = 0

        async def flaky(*given: Any, **named: Any) -> None:
            nonlocal failures
            failures += 1
            if failures <= 3:
                raise LogError("locked")
            await working(*given, **named)

        monkeypatch.setattr(place.log, "append", flaky)
        await place.table()
        socket, _ = await place.enter()
        await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        assert failures == 6

    in_a_place(tmp_path, test)


def test_a_silent_bot_does_not_hold_up_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "BOT_SECONDS", 0.2)

    class Silent(Lowest):
        def choose(self, view: View, seed: int) -> Move:
            time.sleep(1)
            return super().choose(view, seed)

    async def test(place: Place) -> None:  # user report B15
        await place.table()
        socket, _ = await place.enter()
        started = time.monotonic()
        await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        assert time.monotonic() - started < 2.5
        live = await place.host.find("t")
        assert live is not None
        assert [incident.fault for incident in live.table.incidents] == ["no answer within 0.2 s"] * 3

    in_a_place(tmp_path, test, policies=lambda level: Silent())


def test_a_failure_inside_reaches_the_client_as_words_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()

        async def broken(*_: Any, **__: Any) -> None:
            raise ZeroDivisionError("secret detail")

        monkeypatch.setattr(place.log, "append", broken)
        socket.send(**first_pass(view))
        bye = await socket.message()
        assert bye["code"] == "resume"
        assert "secret" not in json.dumps(bye)
        assert await socket.closed() == 4000

    in_a_place(tmp_path, test)


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "WAKE_MARGIN", 10.0)

    async def test(place: Place) -> None:
        await place.table(rules=Rules(pass_cycle=("H",)))
        socket, view = await place.enter()
        await asyncio.sleep(0.2)
        live = await place.host.find("t")
        await socket.leave()
        await asyncio.sleep(0.3)
        assert place.host.tables == {}
        again = await place.host.find("t")
        assert again is not live
        assert again is not None
        assert again.table.match.deal_no == view["deal"]

    in_a_place(tmp_path, test)


def test_closing_the_host_sends_everybody_away_to_come_back(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table()
        socket, _ = await place.enter()
        await place.host.close()
        bye = await socket.until(lambda message: message["t"] == "bye")
        assert bye["code"] == "resume"
        assert await socket.closed() == 4000

    in_a_place(tmp_path, test)
