"""What one client may send, and how much may wait for it: trouble of one stays its own."""

import asyncio
import json
import time
from pathlib import Path

import pytest

from moonshot.site.live import limits
from tests.site.live.places import PATIENCE, Place, in_a_place

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
        await asyncio.wait_for(socket.task, PATIENCE)
        await asyncio.sleep(0)
        assert live.connections == []

    in_a_place(tmp_path, test)
