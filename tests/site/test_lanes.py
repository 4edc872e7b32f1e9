"""However many requests come, the site keeps to a few threads and database connections."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from moonshot.site.lanes import THREADS, Lanes
from tests.site.running import Browser, Running

REQUESTS = 120


def open_databases(running: Running) -> int:
    """How many handles of the database the process has."""
    files = Path(f"/proc/{running.process.pid}/fd").iterdir()
    return sum(file.is_symlink() and file.readlink().name == "moonshot.sqlite3" for file in files)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells what a process has open")
def test_requests_leave_no_database_connections_behind(tmp_path: Path) -> None:
    running = Running(tmp_path / "data")
    for _ in range(REQUESTS):
        visitor = Browser(running.address)  # nobody that the site knows
        assert visitor.get("/api/me").status == 200
        assert visitor.get("/moderation/login/").status in (200, 404)
    assert open_databases(running) <= THREADS + 8  # the log and its readers have some
    assert running.stop() == 0


def test_each_request_keeps_to_one_thread_and_the_least_busy_one_is_taken() -> None:
    seen: dict[str, set[str]] = {}
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(3):
            thread = await sync_to_async(lambda: threading.current_thread().name)()
            seen.setdefault(scope["path"], set()).add(thread)
            if scope["path"] == "slow":
                begun.set()
                await go_on.wait()

    async def ask(lanes: Lanes, path: str) -> None:
        await lanes({"type": "http", "path": path}, None, None)  # type: ignore[arg-type]

    async def run() -> None:
        lanes = Lanes(app, threads=2)
        slow = asyncio.create_task(ask(lanes, "slow"))
        await begun.wait()
        for number in range(4):
            await ask(lanes, f"quick {number}")
        go_on.set()
        await slow

    asyncio.run(run())
    assert all(len(threads) == 1 for threads in seen.values())
    quick = set.union(*(threads for path, threads in seen.items() if path != "slow"))
    assert len(quick) == 1
    assert quick.isdisjoint(seen["slow"])
