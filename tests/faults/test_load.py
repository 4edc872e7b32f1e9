"""Servers killed under load: whatever was acknowledged is stored, once, and legal.

With MOONSHOT_FAULTS=full there are 200 kills; without it as many as ./test has time for.
"""

import asyncio
import os
import random
import time
from pathlib import Path

import pytest

from moonshot.site.live.log_source import PostgresSource, SqliteSource
from tests.faults.crowd import ENVIRON, Crowd, judge
from tests.faults.servers import TRIES, Servers
from tests.services import Databases, started
from tools.services import Postgres, Redis

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
KILLS = 200 if FULL else 12
ALONE, TABLES = (4, 3) if FULL else (2, 1)
"""So many people with bots, and so many tables of four people."""

pytestmark = [pytest.mark.faults, pytest.mark.slow]


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with capsys.disabled():
        print(f"\n    {text}", flush=True)


def test_one_node_killed_at_random_moments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(7)
    returns: list[float] = []

    async def run(servers: Servers) -> Crowd:
        async with Crowd([servers.address], ALONE, TABLES) as crowd:
            await crowd.all_answered()
            for _ in range(KILLS):
                await asyncio.sleep(chance.random() * chance.choice((0.02, 0.2, 0.8)))
                servers.kill()
                await asyncio.to_thread(servers.start, TRIES)
                if chance.random() < 0.3:
                    returns.append(await crowd.all_answered())
            await crowd.all_answered()
        return crowd

    with Servers(tmp_path / "data", fixed=False, environ=ENVIRON) as servers:
        servers.start()
        crowd = asyncio.run(run(servers))
        assert "Traceback" not in servers.errors.read_text()
    verdict = judge(crowd.people, SqliteSource(tmp_path / "data" / "moonshot.sqlite3"))
    slowest = max(returns, default=0.0)
    report(capsys, f"{KILLS} kills, one node: {verdict}; everybody answered again within {slowest:.1f} s")
    assert verdict.faults == ()
    assert (verdict.lost, verdict.doubled, verdict.illegal) == (0, 0, 0)
    assert verdict.acknowledged > 10 * len(crowd.people)


class Cluster:
    """Two nodes over one PostgreSQL and one Redis."""

    def __init__(self, folder: Path, url: str, redis: Redis) -> None:
        environ = {**ENVIRON, "MOONSHOT_DATABASE_URL": url, "MOONSHOT_REDIS_URL": redis.url}
        self.nodes = [
            Servers(folder / name, fixed=False, environ={**environ, "MOONSHOT_NODE": name})
            for name in ("one", "two")
        ]

    def start(self) -> None:
        for node in self.nodes:
            node.start(TRIES)

    @property
    def addresses(self) -> list[str]:
        return [node.address for node in self.nodes]

    def errors(self) -> str:
        return "".join(node.errors.read_text() for node in self.nodes)

    def __enter__(self) -> "Cluster":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.__exit__()


@pytest.fixture
def own_postgres() -> "Postgres":
    """One that may be restarted without harm to other tests."""
    return started(Postgres)


def test_two_nodes_and_either_killed(
    tmp_path: Path, databases: Databases, redis_server: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(8)
    url = databases.make()
    kills = 200 if FULL else 8

    async def run(cluster: Cluster) -> Crowd:
        async with Crowd(cluster.addresses, ALONE, TABLES) as crowd:
            await crowd.all_answered()
            for _ in range(kills):
                await asyncio.sleep(chance.random() * chance.choice((0.05, 0.4, 1.0)))
                node = chance.choice(cluster.nodes)
                node.kill()
                if chance.random() < 0.4:
                    await crowd.all_answered()  # the other one alone goes on
                await asyncio.to_thread(node.start, TRIES)
            await crowd.all_answered()
        return crowd

    with Cluster(tmp_path, url, redis_server) as cluster:
        crowd = asyncio.run(run(cluster))
        assert "Traceback" not in cluster.errors()
    verdict = judge(crowd.people, PostgresSource(url))
    report(capsys, f"{kills} kills, two nodes: {verdict}")
    assert verdict.faults == ()
    assert (verdict.lost, verdict.doubled, verdict.illegal) == (0, 0, 0)


def test_two_nodes_without_redis_and_with_postgresql_restarted(
    tmp_path: Path, own_postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    redis = started(Redis)
    url = Databases(own_postgres).make()
    figures: dict[str, float] = {}

    async def run(cluster: Cluster) -> Crowd:
        async with Crowd(cluster.addresses, ALONE, TABLES) as crowd:
            await crowd.all_answered()
            redis.kill()
            began = time.monotonic()
            longest = 0.0
            while time.monotonic() - began < (60 if FULL else 6):
                longest = max(longest, await crowd.all_answered())
            figures["longest wait without Redis"] = longest
            await asyncio.to_thread(redis.start)
            await crowd.all_answered()
            await asyncio.to_thread(own_postgres.stop)
            await asyncio.sleep(35 if FULL else 2)  # longer than the lobby stays open without a database
            assert sum(person.saving_seen for person in crowd.people) > 0
            await asyncio.to_thread(own_postgres.start)
            figures["back after a restart of PostgreSQL"] = await crowd.all_answered()
            await asyncio.to_thread(own_postgres.kill)
            await asyncio.to_thread(own_postgres.start)
            figures["back after its crash"] = await crowd.all_answered()
            own_postgres.pause()
            await asyncio.sleep(60 if FULL else 4)
            own_postgres.go_on()
            figures["back after it hung"] = await crowd.all_answered()
        return crowd

    try:
        with Cluster(tmp_path, url, redis) as cluster:
            crowd = asyncio.run(run(cluster))
            errors = cluster.errors()
        verdict = judge(crowd.people, PostgresSource(url))
        told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in figures.items())
        report(capsys, f"two nodes, services gone: {verdict}; {told}")
        assert verdict.faults == ()
        assert (verdict.lost, verdict.doubled, verdict.illegal) == (0, 0, 0)
        assert "Traceback" not in errors
    finally:
        redis.close()
        own_postgres.close()
