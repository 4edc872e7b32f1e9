"""Whoever is barred has to go at every node at once, also when no news of it can come through."""

import asyncio
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from moonshot.site.live.redis_news import RedisNews
from tests.services import SECRET_KEY, Databases, started
from tests.site.people.halls import ENVIRON, Guest, guest, lobby, run, table
from tests.site.running import Running
from tools.services import Redis

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
SECONDS = 2.0 if FULL else 30.0
"""What it may take; much more on a machine that does much else."""
CHANNEL = f"moonshot:{hashlib.sha256(b'news' + SECRET_KEY.encode()).hexdigest()[:16]}"


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    redis = started(Redis)
    yield redis
    redis.close()


def bar(url: str, handle: str) -> str:
    """Bar somebody as the moderators' pages do, without a word to anybody; returns the account."""
    sql = "UPDATE people_account SET barred_until = now() + interval '1 day' WHERE handle = %s RETURNING id"
    with psycopg.connect(url, autocommit=True) as db:
        row = db.execute(sql, (handle,)).fetchone()
    assert row is not None
    return str(row[0])


def test_who_is_barred_has_to_go_at_every_node(
    tmp_path: Path, databases: Databases, own_redis: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    url = databases.make()
    environ = ENVIRON | {
        "MOONSHOT_DATABASE_URL": url,
        "MOONSHOT_REDIS_URL": own_redis.url,
        "MOONSHOT_SECRET_KEY": SECRET_KEY,
    }
    one, two = nodes = [
        Running(tmp_path / name, environ=environ, args=("--node", name)) for name in ("one", "two")
    ]
    ann, bob = guest(one).named("Ann"), guest(one).named("Bob")
    elsewhere = {visitor.where: Guest(two.address, dict(visitor.cookies)) for visitor in (ann, bob)}
    took: dict[str, float] = {}

    async def windows(visitor: Guest) -> list[asyncio.Task[int | None]]:
        """One at a table of one node, one in the lobby of the other; they come to their close codes."""
        opened = await asyncio.to_thread(visitor.open)
        lines = [await table(visitor, opened["table"]), await lobby(elsewhere[visitor.where])]
        for line in lines:
            await line.hear()
        return [asyncio.create_task(line.close_code(60)) for line in lines]

    async def by_news() -> None:
        news = RedisNews(own_redis.url, CHANNEL, "moderators")
        up = asyncio.Event()
        news.on_gap(up.set)  # told when it has subscribed
        closing = await windows(ann)
        await up.wait()
        began = time.monotonic()
        news.tell("account", bar(url, ann.me["handle"]))
        assert await asyncio.gather(*closing) == [4005, 4005]
        took["by news"] = time.monotonic() - began
        await news.close()

    async def without_news() -> None:
        closing = await windows(bob)
        handle = bob.me["handle"]
        own_redis.kill()
        began = time.monotonic()
        bar(url, handle)
        assert await asyncio.gather(*closing) == [4005, 4005]
        took["without Redis"] = time.monotonic() - began

    run(by_news())
    run(without_news())
    for node in nodes:
        node.stop()
        assert "Traceback" not in node.errors()
    with capsys.disabled():
        told = ", ".join(f"{seconds:.2f} s {how}" for how, seconds in took.items())
        print(f"\n    barred, all windows closed after {told}", flush=True)
    assert max(took.values()) <= SECONDS
