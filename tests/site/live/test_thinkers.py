"""Bots that search at live tables: in processes, ahead of time, in nobody's way (user report M1)."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Rules
from moonshot.site.live import bot_pool, thinkers
from moonshot.site.live.bot_pool import BotPool
from moonshot.site.live.codec import decode_entries
from moonshot.site.live.live_table import LiveTable
from moonshot.tables import bot, opening, person
from moonshot.tables.events import Incident, Thought
from tests.site.live.places import ME, SECRET, Place, in_a_place, until
from tests.site.live.test_trouble import first_pass
from tests.site.live.thinking_bots import find_policy, nothing
from tests.tables.build import World


async def seat(
    place: Place, levels: tuple[str, str, str], pace: str = "instant", table: str = "t"
) -> LiveTable:
    """A table with bots of these levels."""
    seats = (person("Me", ME), *(bot(f"Bot {n}", level) for n, level in enumerate(levels)))
    await place.host.create(table, ME, opening(table, Rules(), seats, pace=pace, secret=SECRET))
    live = await place.host.find(table)
    assert live is not None
    return live


def at_a_table(path: Path, test: Callable[[Place], Awaitable[None]], *, pool: bool = True) -> None:
    """Run a test in a place where bots can search, or where nobody can."""

    async def with_pool(place: Place) -> None:
        if pool:
            place.host.thinkers.employ(workers := BotPool(1, find_policy, ("deep",), nothing))
            await until(lambda: workers.is_ready)
        await test(place)

    in_a_place(path, with_pool, find_policy)


async def thoughts(place: Place) -> list[Any]:
    """What the table's log says about how moves were found."""
    entries = decode_entries(await place.host.read_log("t"))
    return [event for entry in entries for event in entry.events if isinstance(event, Thought | Incident)]


async def all_passed(live: LiveTable) -> None:
    await until(lambda: live.table.match.deal is not None and None not in live.table.match.deal.passes[1:])


def test_the_log_says_how_a_search_found_its_move(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await seat(place, ("deep", "deep", "steady"))
        await all_passed(live)
        found = await thoughts(place)
        assert sorted((each.policy, each.playouts, each.instead) for each in found) == [
            ("deep", 1000, ""),
            ("deep", 1000, ""),
            ("steady", 0, ""),
        ]
        assert all(each.seed > 1 for each in found)

    at_a_table(tmp_path, test)


@pytest.mark.parametrize("level", ["fatal", "broken"])
def test_the_rule_based_bot_moves_where_a_search_fails(tmp_path: Path, level: str) -> None:
    async def test(place: Place) -> None:
        live = await seat(place, (level, "steady", "steady"))
        await all_passed(live)
        found = [(each.policy, each.instead) for each in await thoughts(place)]
        assert sorted(found) == [("steady", ""), ("steady", ""), ("steady", level)]

    at_a_table(tmp_path, test)


def test_nobody_waits_until_a_worker_that_died_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "LATE_SECONDS", 600.0)
    monkeypatch.setattr(bot_pool, "AGAIN_SECONDS", (600.0,))

    async def test(place: Place) -> None:
        live = await seat(place, ("fatal", "deep", "deep"))
        await all_passed(live)
        assert {(each.policy, each.instead) for each in await thoughts(place)} <= {
            ("steady", "fatal"),
            ("steady", "deep"),
            ("deep", ""),  # asked before the worker died
        }

    at_a_table(tmp_path, test)


def test_the_rule_based_bot_moves_where_a_search_is_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "LATE_SECONDS", 0.05)
    monkeypatch.setattr(bot_pool, "STUCK_SECONDS", 0.3)

    async def test(place: Place) -> None:
        live = await seat(place, ("stuck", "stuck", "stuck"))
        await all_passed(live)
        assert [(each.policy, each.instead) for each in await thoughts(place)] == [("steady", "stuck")] * 3

    at_a_table(tmp_path, test)


def test_the_rule_based_bot_moves_where_nobody_can_search(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await seat(place, ("deep", "deep", "deep"))
        await all_passed(live)
        assert [(each.policy, each.instead) for each in await thoughts(place)] == [("steady", "deep")] * 3

    at_a_table(tmp_path, test, pool=False)


def test_a_search_that_talks_nonsense_is_an_incident(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await seat(place, ("garbage", "steady", "steady"))
        await all_passed(live)
        assert [type(each) for each in await thoughts(place)].count(Incident) == 1
        assert [incident.seat for incident in live.table.incidents] == [1]

    at_a_table(tmp_path, test)


def test_when_nobody_can_answer_the_table_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(thinkers, "stand_in", fails)

    async def test(place: Place) -> None:
        live = await seat(place, ("deep", "deep", "deep"))
        await all_passed(live)
        assert {incident.fault for incident in live.table.incidents} == {"no bot could answer"}

    at_a_table(tmp_path, test, pool=False)


def test_people_are_not_held_up_while_a_bot_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "LATE_SECONDS", 600.0)

    async def test(place: Place) -> None:
        live = await seat(place, ("stuck", "steady", "steady"))
        socket, view = await place.enter()
        await until(lambda: place.host.thinkers.pool is not None and place.host.thinkers.pool.load.asked > 0)
        socket.send(**first_pass(view))
        await socket.until(lambda _: socket.view["has_passed"][0])
        assert live.table.match.deal is not None
        assert live.table.match.deal.passes[1] is None  # it still thinks
        socket.send(t="pause", id="q", on=True)
        await socket.until(lambda _: socket.view["paused"])

    at_a_table(tmp_path, test)


def test_a_search_begins_before_its_move_is_due() -> None:
    async def run() -> None:
        world = World(pace="slow")
        world.table.seats[1:] = [bot("Bot", "deep")] * 3
        thinking = thinkers.Thinkers(find_policy)
        thinking.employ(pool := BotPool(1, find_policy, ("deep",), nothing))
        await until(lambda: pool.is_ready)
        due = world.table.due()
        assert due is not None
        thinking.prepare(world.table, due, world.clock.now)  # the table's time stands still in this test
        await until(lambda: len(pool.load.seconds) == 1)
        thinking.prepare(world.table, due, world.clock.now)
        await thinking.search(world.table, due)
        assert await thinking.tick(world.table, due) is not None
        assert pool.load.asked == 1
        await thinking.close()

    asyncio.run(run())


def test_an_answer_without_a_choice_takes_as_long_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads from a bot's haste that it had only one card to play."""

    async def run() -> None:
        world = World(pace="instant")
        world.table.seats[1:] = [bot("Bot", "deep")] * 3
        thinking = thinkers.Thinkers(find_policy)
        thinking.employ(pool := BotPool(1, find_policy, ("deep",), nothing))
        await until(lambda: pool.is_ready)
        monkeypatch.setattr(pool, "usual_seconds", lambda level: 0.3)
        due = world.table.due()
        assert due is not None
        began = time.monotonic()
        await thinking.search(world.table, due)
        assert time.monotonic() - began >= 0.29
        await thinking.close()

    asyncio.run(run())


def test_a_killed_worker_is_not_noticed_at_the_table(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        pool = place.host.thinkers.pool
        assert pool is not None
        [pid] = pool.pids
        os.kill(pid, 9)
        live = await seat(place, ("deep", "deep", "deep"), pace="fast")
        await all_passed(live)
        assert live.table.incidents == []
        await until(lambda: pool.pids != [pid] and pool.is_ready)

    at_a_table(tmp_path, test)


def test_closing_leaves_no_process_and_no_driver_behind(tmp_path: Path) -> None:
    pids: list[int] = []

    async def test(place: Place) -> None:
        live = await seat(place, ("stuck", "stuck", "stuck"))
        pool = place.host.thinkers.pool
        assert pool is not None
        pids.extend(pool.pids)
        await until(lambda: pool.load.asked > 0)
        await place.host.close()
        assert pool.pids == []
        assert live.driver is None or live.driver.done()

    at_a_table(tmp_path, test)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_nobody_is_asked_to_stand_in_while_the_server_closes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(place: Place) -> None:
        pool = place.host.thinkers.pool
        assert pool is not None
        for table in "abc":  # closing drops them before they are due, and they are gone
            await seat(place, ("stuck", "stuck", "stuck"), "slow", table)
        await until(lambda: pool.load.asked > 0)
        await place.host.close()

    at_a_table(tmp_path, test)
    assert [record.getMessage() for record in caplog.records if record.name == "moonshot.live"] == []


def test_a_question_taken_back_is_asked_anew() -> None:
    """What was thought for another moment is never played."""

    async def run() -> None:
        world = World()
        world.table.policies = find_policy
        for number in range(1, 4):
            world.table.seats[number] = bot("Bot", "deep")
        thinking = thinkers.Thinkers(find_policy)
        now = world.clock.now
        due = world.table.due()
        assert due is not None
        thinking.prepare(world.table, due, now)
        assert await thinking.tick(world.table, due) is None  # nobody has answered yet
        await thinking.search(world.table, due)
        entry = await thinking.tick(world.table, due)
        assert entry is not None
        thinking.prepare(world.table, due, now)
        world.table.apply(entry, due)
        assert await thinking.tick(world.table, due + 10) is None  # the answer is to the question before
        await thinking.search(world.table, due + 10)
        assert await thinking.tick(world.table, due + 10) is not None
        await thinking.close()

    asyncio.run(run())
