"""Planned restarts under load: no play is lost, nobody waits for long, and no clock is charged.

With MOONSHOT_FAULTS=full there are 50; without it as many as ./test has time for.
"""

import asyncio
import os
import random
import time
from pathlib import Path

import pytest

from moonshot.site.live.log_source import SqliteSource
from tests.faults.crowd import BANK_MS, ENVIRON, Crowd, judge
from tests.faults.servers import TRIES, Servers

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
RESTARTS = 50 if FULL else 3
ALONE, TABLES = (4, 3) if FULL else (2, 1)
GAP_SECONDS = 10.0 if FULL else 60.0
"""From the announcement until everybody plays again; more on a machine that does much else."""

pytestmark = [pytest.mark.faults, pytest.mark.slow]


def test_planned_restarts_under_load(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(9)
    gaps: list[float] = []

    async def run(servers: Servers) -> Crowd:
        async with Crowd([servers.address], ALONE, TABLES) as crowd:
            await crowd.all_answered()
            for _ in range(RESTARTS):
                await asyncio.sleep(chance.random())
                began = time.monotonic()
                servers.end()
                await asyncio.to_thread(servers.start, TRIES)  # as soon as the one before has ended
                await crowd.all_answered()
                gaps.append(time.monotonic() - began)
        return crowd

    with Servers(tmp_path / "data", fixed=False, environ={**ENVIRON, "MOONSHOT_DRAIN": "0.3"}) as servers:
        servers.start()
        crowd = asyncio.run(run(servers))
        assert "Traceback" not in servers.errors.read_text()
    verdict = judge(crowd.people, SqliteSource(tmp_path / "data" / "moonshot.sqlite3"))
    with capsys.disabled():
        told = f"{RESTARTS} planned restarts: {verdict}; everybody answered within {max(gaps):.1f} s,"
        told += f" in the median {sorted(gaps)[len(gaps) // 2]:.1f} s"
        print(f"\n    {told}", flush=True)
    assert verdict.faults == ()
    assert (verdict.lost, verdict.doubled, verdict.illegal) == (0, 0, 0)
    assert max(gaps) <= GAP_SECONDS
    assert sum(person.timed_out for person in crowd.people) == 0
    assert {person.least_bank for person in crowd.people} == {BANK_MS}
