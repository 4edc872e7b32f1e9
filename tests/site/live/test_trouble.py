"""Trouble behind a table's socket: a log that cannot store, silent bots, faults, idle tables, the end."""

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Move, Rules, View
from moonshot.site.live import keeper, saving, thinkers
from moonshot.site.live.storage import Heard
from moonshot.tables import LogError
from tests.site.live.places import PATIENCE, Place, appending, in_a_place, until
from tests.tables.build import Lowest


def first_pass(view: dict[str, Any]) -> dict[str, Any]:
    return {"t": "pass", "id": "p", "deal": view["deal"], "cards": view["hand"][:3]}


def test_no_acknowledgement_while_the_log_cannot_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "RETRY_SECONDS", 0.05)

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()

        async def full(*_: Any, **__: Any) -> None:
            raise LogError("no space left")

        monkeypatch.setattr(place.log, "append", appending(full))
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

        def flaky(table_id: str, seq: int, body: bytes, heard: Heard, **named: Any) -> None:
            nonlocal failures
            failures += 1
            if failures <= 3:
                asyncio.get_running_loop().call_soon(heard, LogError("locked"))
            else:
                working(table_id, seq, body, heard, **named)

        monkeypatch.setattr(place.log, "append", flaky)
        await place.table()
        socket, _ = await place.enter()
        await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        assert failures == 6

    in_a_place(tmp_path, test)


def test_a_silent_bot_does_not_hold_up_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "BOT_SECONDS", 0.2)

    end = threading.Event()

    class Silent(Lowest):
        def choose(self, view: View, seed: int) -> Move:
            end.wait(PATIENCE)
            return super().choose(view, seed)

    async def test(place: Place) -> None:  # user report B15
        await place.table()
        socket, _ = await place.enter()
        started = time.monotonic()
        await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        assert time.monotonic() - started < PATIENCE
        end.set()
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

        monkeypatch.setattr(place.log, "append", appending(broken))
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
        await until(lambda: not place.host.tables)
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
