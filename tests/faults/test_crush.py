"""Crowds that only take up room: sockets that never read, and handshakes that never end.

Honest people at the same server must not notice. With MOONSHOT_FAULTS=full there are 1,000 and 2,000 of them;
without it as many as ./test has time for. What is checked are counts, and times only where they would be
unbearable; the figures themselves are printed.
"""

import asyncio
import contextlib
import json
import os
import resource
import socket
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from websockets.frames import Frame, Opcode

from tests.faults.crowd import Crowd
from tests.faults.fuzz import memory
from tests.faults.servers import Servers, Site

pytestmark = pytest.mark.faults
FULL: Final = os.environ.get("MOONSHOT_FAULTS") == "full"
DEAF: Final = 1000 if FULL else 60
HALF_OPEN: Final = 2000 if FULL else 300
GROUP: Final = 100
"""So many of them at a time call forth what they will not read: as a flood, it would be another test."""
ROUNDS: Final = 16 if FULL else 6
SPARE: Final = 20
"""Sockets of honest people that may have come meanwhile."""
UNBEARABLE: Final = 30.0
MEGABYTES: Final = 300 * DEAF // 1000 + 20
STALE: Final = Frame(Opcode.TEXT, b'{"t":"play","id":"x","ply":9999,"card":"2C"}').serialize(mask=True)
"""It is answered with a whole view, which is the most that a short message can call forth."""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    many = {"MOONSHOT_TABLES_PER_MINUTE": "1000000"}
    with Servers(tmp_path_factory.mktemp("crush") / "data", fixed=False, environ=many) as servers:
        servers.start()
        yield servers
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def open_sockets(pid: int) -> int:
    found = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            found += str(link.readlink()).startswith("socket:")
    return found


async def until_sockets(pid: int, most: int, seconds: float) -> float:
    """Wait until a process has no more than so many sockets open; how long it took."""
    began = time.monotonic()
    while open_sockets(pid) > most:
        assert time.monotonic() - began < seconds, (open_sockets(pid), most)
        await asyncio.sleep(0.1)
    return time.monotonic() - began


@dataclass
class Honest:
    """Somebody who asks again and again, and notes how long each answer takes."""

    servers: Servers
    waits: list[float] = field(default_factory=list)

    async def ask(self, times: int) -> list[float]:
        """A fresh connection and one command, so many times; the seconds of each."""
        site = Site(self.servers.address)
        await asyncio.to_thread(site.call, "/api/me")
        wish = {"rules": "standard", "level": "random", "pace": "slow"}
        table = (await asyncio.to_thread(site.call, "/api/tables", wish))["table"]
        waits = []
        for number in range(times):
            began = time.monotonic()
            await asyncio.to_thread(self._once, site, table, number)
            waits.append(time.monotonic() - began)
        self.waits += waits
        return waits

    def _once(self, site: Site, table: str, number: int) -> None:
        with site.dial(table) as link:
            link.send(json.dumps({"t": "pause", "id": f"n{number}", "on": number % 2 == 0}))
            while json.loads(link.recv(timeout=UNBEARABLE))["t"] != "done":
                pass


def failures(servers: Servers) -> list[str]:
    """What looks like a failure in a server's log; that it stood still on a busy machine is none."""
    words = ("Traceback", "ERROR", "Exception")
    return [line for line in servers.errors.read_text().splitlines() if any(word in line for word in words)]


def milliseconds(waits: list[float]) -> str:
    return f"p50 {1000 * statistics.median(waits):.0f} ms, longest {1000 * max(waits):.0f} ms"


def deaf(servers: Servers) -> socket.socket:
    """A guest's socket with hardly any room for what comes in, which is never read."""
    site = Site(servers.address)
    site.call("/api/me")
    wish = {"rules": "standard", "level": "random", "pace": "slow"}
    table = site.call("/api/tables", wish)["table"]
    ticket = site.call(f"/api/tables/{table}/ticket", {})["ticket"]
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.connect(("127.0.0.1", servers.port))
    link.sendall(
        f"GET /ws/tables/{table}?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1:{servers.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert link.recv(12) == b"HTTP/1.1 101"
    link.setblocking(False)
    return link


def test_those_who_never_read_cost_nobody_else_anything(
    servers: Servers, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        honest = Honest(servers)
        quiet = await honest.ask(10)
        before, sockets = memory(servers.pid), open_sockets(servers.pid)
        async with Crowd([servers.address], 2, pace="fast") as crowd:
            links = [await asyncio.to_thread(deaf, servers) for _ in range(DEAF)]
            try:
                most = memory(servers.pid)
                for first in range(0, DEAF, GROUP):
                    for _ in range(ROUNDS):
                        for link in links[first : first + GROUP]:
                            with contextlib.suppress(OSError):  # cut off already
                                link.send(STALE * 10)
                        most = max(most, memory(servers.pid))
                        await honest.ask(1)
                crowded = honest.waits[len(quiet) :]
                longest = await crowd.all_answered(UNBEARABLE)
                # Cut off, a message to say so not taken in ten seconds, and then not even the end of it. That
                # each step happens is seen in tests/site/test_protocol.py as well, in less time.
                gone = await until_sockets(servers.pid, sockets + SPARE, 4 * UNBEARABLE) if FULL else 0.0
                most = max(most, memory(servers.pid))
            finally:
                for link in links:
                    link.close()
            await crowd.all_answered(UNBEARABLE)
        grown = (most - before) / 2**20
        with capsys.disabled():
            print(
                f"\n{DEAF} that never read: memory +{grown:.0f} MiB; another's answers {milliseconds(quiet)}"
                f" before, {milliseconds(crowded)} meanwhile; players waited {longest:.1f} s;"
                f" all cut off {gone:.0f} s later"
            )
        assert grown < MEGABYTES
        assert max(crowded) < UNBEARABLE

    asyncio.run(run())
    assert failures(servers) == []


def test_handshakes_that_never_end_keep_nobody_out(
    servers: Servers, capsys: pytest.CaptureFixture[str]
) -> None:
    beginnings = (
        b"",
        b"GET /ws/tables/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websock",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n",
        b"G",
    )

    async def run() -> None:
        honest = Honest(servers)
        quiet = await honest.ask(10)
        before, sockets = memory(servers.pid), open_sockets(servers.pid)
        links: list[socket.socket] = []
        try:
            for number in range(HALF_OPEN):
                link = socket.create_connection(("127.0.0.1", servers.port), timeout=UNBEARABLE)
                link.sendall(beginnings[number % len(beginnings)])
                links.append(link)
                if number % 100 == 0:
                    await asyncio.sleep(0)
            crowded = await honest.ask(15)
            grown = (memory(servers.pid) - before) / 2**20
            gone = await until_sockets(servers.pid, sockets + SPARE, 2 * UNBEARABLE)
        finally:
            for link in links:
                link.close()
        with capsys.disabled():
            print(
                f"\n{HALF_OPEN} half-open: memory +{grown:.0f} MiB; another's connections"
                f" {milliseconds(quiet)} before, {milliseconds(crowded)} meanwhile;"
                f" all closed {gone:.0f} s later"
            )
        assert grown < MEGABYTES
        assert max(crowded) < UNBEARABLE

    asyncio.run(run())
    assert failures(servers) == []
