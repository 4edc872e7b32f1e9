"""A clock on the wall that is set, and a server that is stopped: nobody's time runs out by it (F23).

The wall's clock jumps by a day and by seconds, forwards and back, while people play, gather and wait. With
MOONSHOT_FAULTS=full the server is also stopped for a minute, longer than anybody may think about a card.
"""

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from moonshot.site.live.log_source import SqliteSource
from tests.faults.crowd import BANK_MS, ENVIRON, Crowd, Person, judge
from tests.faults.servers import Servers, Site

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
DAY = 86_400.0
STEPS = (DAY, -DAY, 5.0, -5.0, 600.0, -600.0)

pytestmark = [pytest.mark.faults, pytest.mark.slow]


def verdict_of(crowd: Crowd, folder: Path) -> None:
    """Nobody was charged, nothing was lost."""
    verdict = judge(crowd.people, SqliteSource(folder / "data" / "moonshot.sqlite3"))
    assert verdict.faults == ()
    assert (verdict.lost, verdict.doubled, verdict.illegal) == (0, 0, 0)
    assert sum(person.timed_out for person in crowd.people) == 0
    assert {person.least_bank for person in crowd.people} == {BANK_MS}


def test_the_clock_on_the_wall_is_set(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    wall.write_text("0")

    async def waits(address: str, known: asyncio.Event) -> None:
        """Somebody waits for others all the while, and is not told that the wish is gone."""
        site = Site(address, where="198.18.9.9")
        await asyncio.to_thread(site.call, "/api/me")
        ticket = await asyncio.to_thread(site.call, "/api/lobby/ticket", {})
        url = f"{address.replace('http', 'ws', 1)}{ticket['socket']}?ticket={ticket['ticket']}"
        async with connect(url, compression=None) as link:
            await link.send(json.dumps({"t": "quick", "id": "1", "mode": "standard", "when": "wait"}))
            async for text in link:
                message = json.loads(text)
                assert message["t"] in ("lobby", "lobby_changed", "waiting"), message
                if message["t"] == "waiting":
                    known.set()

    async def run(servers: Servers) -> Crowd:
        gathers = Person([servers.address], 200)
        code = await gathers.invite()
        async with Crowd([servers.address], 1, 1) as crowd:
            await crowd.all_answered()
            known = asyncio.Event()
            waiting = asyncio.create_task(waits(servers.address, known))
            await asyncio.wait_for(known.wait(), 60)
            for step in STEPS:
                new = tmp_path / "new"
                new.write_text(str(float(wall.read_text()) + step))
                new.replace(wall)  # at once: nobody reads half of it
                await asyncio.sleep(1.2)  # a turn of the lobby
                await crowd.all_answered()
                assert not waiting.done(), (step, waiting.exception())
            waiting.cancel()
        friend = Person([servers.address], 201)
        await friend.join(code)  # the table of those who gather is still there
        return crowd

    with Servers(
        tmp_path / "data", fixed=False, environ={**ENVIRON, "MOONSHOT_TEST_WALL": str(wall)}
    ) as servers:
        servers.start()
        crowd = asyncio.run(run(servers))
        assert "Traceback" not in servers.errors.read_text()
    verdict_of(crowd, tmp_path)


@pytest.mark.skipif(
    not FULL, reason="it takes a minute; tests/site/live/test_heartbeat.py has it without a wait"
)
def test_the_server_is_stopped_for_a_minute(tmp_path: Path) -> None:
    async def run(servers: Servers) -> Crowd:
        async with Crowd([servers.address], 2, 2) as crowd:
            await crowd.all_answered()
            os.kill(servers.pid, signal.SIGSTOP)
            await asyncio.sleep(60)
            os.kill(servers.pid, signal.SIGCONT)
            await crowd.all_answered()
        return crowd

    with Servers(tmp_path / "data", fixed=False, environ=ENVIRON) as servers:
        servers.start()
        crowd = asyncio.run(run(servers))
        assert "Traceback" not in servers.errors.read_text()
    verdict_of(crowd, tmp_path)
