"""The door of the live tables for the rest of the site."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Rules, preset
from moonshot.engine.record import read_record, write_record
from moonshot.site.live import service
from moonshot.site.live.tickets import read_ticket
from moonshot.tables import LogError, TableError
from tests.faults.servers import scripted
from tests.site.live.places import ME, Socket, make_database

pytestmark = pytest.mark.usefixtures("people")
SHORT = Rules(end_hands=2, end_score=0, tie="shared")


def serving(path: Path, test: Callable[[], Awaitable[None]]) -> None:
    database = make_database(path / "live.sqlite3")

    async def run() -> None:
        await service.startup(database)
        try:
            await asyncio.wait_for(test(), 60)
        finally:
            await service.shutdown()

    asyncio.run(run())


async def play(table_id: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play by the script until a view is as wanted."""
    ticket = service.issue_ticket(ME, table_id)
    socket = Socket(service._service.host, f"/ws/tables/{table_id}", f"ticket={ticket}", {})
    await socket.accepted()
    sent = None
    while True:
        message = await socket.message()
        if message["t"] == "refused":
            await asyncio.sleep(0.05)
            socket.send(**(sent or {}))
        if message["t"] != "update":
            continue
        if until(message["view"]):
            await socket.leave()
            return message["view"]  # type: ignore[no-any-return]
        command = scripted(message["view"])
        if command is not None and command != sent:
            sent = command
            socket.send(**command)


def test_a_table_from_beginning_to_end(tmp_path: Path) -> None:
    async def test() -> None:
        table_id = await service.create_table(ME, "Ann", SHORT, "steady", "instant")
        assert [row.table for row in await service.waiting_tables(ME)] == [table_id]
        view = await play(table_id, lambda view: view["phase"] == "playing" and view["ply"] > 8)
        assert [player["name"] for player in view["players"]] == ["Ann", "Mira", "Otto", "Juno"]
        running = await service.record(ME, table_id)
        assert (running["deals"], running["result"]) == ([], None)
        await play(table_id, lambda view: view["phase"] == "playing" and view["deal"] == 2)
        one_deal = await service.record(ME, table_id)
        assert [deal["deal"] for deal in one_deal["deals"]] == [1]
        waiting = (await service.waiting_tables(ME))[0]
        assert (waiting.rules_name, waiting.deal, waiting.phase) == ("House rules", 2, "playing")
        assert waiting.totals == one_deal["deals"][0]["totals"]
        view = await play(table_id, lambda view: view["phase"] == "over")
        record = await service.record(ME, table_id)
        assert record["result"] == {"totals": view["totals"], "winners": view["winners"]}
        assert record["players"][0] == {"name": "Ann", "bot": False, "level": None}
        times = record["deals"][0]["times"]
        assert (len(times["passes"]), len(times["plays"])) == (4, 52)
        assert times["plays"] == sorted(times["plays"])
        assert read_record(write_record(record)).error is None
        assert await service.waiting_tables(ME) == []

    serving(tmp_path, test)


def test_nobody_else_gets_near_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        table_id = await service.create_table(ME, "Ann", Rules(), "easy", "slow")
        assert await service.waiting_tables("stranger") == []
        for owner, table in (("stranger", table_id), (ME, "nowhere")):
            with pytest.raises(service.UnknownTableError):
                await service.record(owner, table)
        assert read_ticket(service.issue_ticket(ME, table_id), table_id)[0] == ME

    serving(tmp_path, test)


@pytest.mark.parametrize(
    ("rules", "level", "pace", "code", "at"),
    [
        (Rules(), "genius", "slow", "bad_level", "level"),
        (Rules(), "easy", "warp", "bad_pace", "pace"),
        (Rules(end_score=0), "easy", "slow", "E_NEVER_ENDS", "rules.end_score"),
    ],
)
def test_tables_that_cannot_be_made(
    tmp_path: Path, rules: Rules, level: str, pace: str, code: str, at: str
) -> None:
    async def test() -> None:
        with pytest.raises(TableError) as caught:
            await service.create_table(ME, "Ann", rules, level, pace)
        assert (caught.value.code, caught.value.at) == (code, at)

    serving(tmp_path, test)


def test_every_number_of_players_finds_names(tmp_path: Path) -> None:
    async def test() -> None:
        for players in (3, 4, 5, 6):
            table_id = await service.create_table(ME, "Ann", Rules(players=players), "easy", "slow")
            view = await play(table_id, lambda view: True)
            names = [player["name"] for player in view["players"]]
            assert len(set(names)) == len(names) == players
        assert [row.rules_name for row in await service.waiting_tables(ME)][2] == "Standard"

    serving(tmp_path, test)


def test_one_damaged_table_does_not_hide_the_others(tmp_path: Path) -> None:
    async def test() -> None:
        good = await service.create_table(ME, "Ann", preset("deniro"), "easy", "slow")
        bad = await service.create_table(ME, "Ann", Rules(), "easy", "slow")
        with sqlite3.connect(tmp_path / "live.sqlite3") as db:
            db.execute("UPDATE live_entry SET body = '{}' WHERE table_id = ?", (bad,))
        db.close()
        log, host = service._service.running()
        await host.close()
        service._service.host = type(host)(log, host._policies)
        assert [row.table for row in await service.waiting_tables(ME)] == [good]

    serving(tmp_path, test)


def test_a_finished_match_that_was_not_marked_is_marked_when_seen(tmp_path: Path) -> None:
    async def test() -> None:
        table_id = await service.create_table(ME, "Ann", SHORT, "easy", "instant")
        await play(table_id, lambda view: view["phase"] == "over")
        log, _ = service._service.running()
        log.mark_finished(table_id, finished=False)
        await service.create_table(ME, "Ann", Rules(), "easy", "slow")
        assert table_id in await log.tables_of(ME, 5)
        assert len(await service.waiting_tables(ME)) == 1
        await service.create_table(ME, "Ann", Rules(), "easy", "slow")
        assert table_id not in await log.tables_of(ME, 5)

    serving(tmp_path, test)


def test_before_the_start_and_without_a_schema(tmp_path: Path) -> None:
    async def test() -> None:
        with pytest.raises(LogError):
            await service.waiting_tables(ME)
        with pytest.raises(RuntimeError, match="Run the migrations first"):
            await service.startup(tmp_path / "empty.sqlite3")
        scope = {"type": "websocket", "path": "/ws/tables/t", "headers": [], "query_string": b""}
        heard: list[Any] = []

        async def connect() -> Any:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            heard.append(message)

        await service.socket_app(scope, connect, send)
        assert heard == [{"type": "websocket.close", "code": 1008}]

    asyncio.run(test())


def test_secrets_and_ids_are_fresh_and_long() -> None:
    secrets = {service.new_secret() for _ in range(100)}
    ids = {service.new_table_id() for _ in range(100)}
    assert (len(secrets), {len(secret) for secret in secrets}) == (100, {32})
    assert (len(ids), {len(table_id) for table_id in ids}) == (100, {16})
