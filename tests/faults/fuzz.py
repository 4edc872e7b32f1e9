"""Junk at a real server for as long as one likes, while honest people play there and must not notice.

`python -m tests.faults.fuzz --minutes 60` prints what was sent and a verdict. The server has to be alive at
the end, with nothing in its log that looks like a failure, no answer with status 500, no socket closed as if
the server had failed, and memory as before.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from moonshot.site.live.log_source import SqliteSource
from tests.faults.crowd import ENVIRON, Crowd, Verdict, given_up, judge
from tests.faults.junk import Junk
from tests.faults.servers import Servers, Site

PAGE: Final = os.sysconf("SC_PAGE_SIZE")
PATIENCE: Final = 180.0
"""So many seconds without an answer are too many, however busy the machine is."""
GONE: Final = (OSError, WebSocketException, TimeoutError, EOFError)
FAILED: Final = 1011
"""The close code of a server that fails."""


def memory(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


@dataclass
class Report:
    """What was sent, what came back, and how the server is."""

    seconds: float = 0.0
    frames: int = 0
    sockets: int = 0
    requests: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    honest: Verdict | None = None
    longest_wait: float = 0.0
    memory: list[tuple[float, int]] = field(default_factory=list)
    log: str = ""

    @property
    def growth(self) -> float:
        """How much memory grew from the second quarter of the time to the last, as a part of one."""
        if len(self.memory) < 8:
            return 0.0
        quarter = len(self.memory) // 4
        parts = [
            statistics.median(size for _, size in self.memory[part * quarter : (part + 1) * quarter])
            for part in (1, 3)
        ]
        return parts[1] / parts[0] - 1

    def __str__(self) -> str:
        first, last = (self.memory[0][1], self.memory[-1][1]) if self.memory else (0, 0)
        curve = [size / 2**20 for _, size in self.memory[:: max(1, len(self.memory) // 12)]]
        lines = [
            f"{self.seconds:.0f} s, {self.requests} requests",
            f"{self.frames} frames over {self.sockets} sockets",
            f"answers on sockets: {dict(self.codes.most_common(30))}",
            f"answers to requests: {dict(self.statuses.most_common())}",
            f"memory {first / 2**20:.1f} -> {last / 2**20:.1f} MiB, later growth {self.growth:+.2%}",
            f"memory in twelve parts of the time: {', '.join(f'{size:.1f}' for size in curve)}",
            f"honest players: {self.honest}; longest wait {self.longest_wait:.2f} s",
            f"lines in the server's log: {self.log.splitlines()[:3]}",
            *self.failures[:20],
        ]
        return "\n".join(lines)


class Fuzz:
    """Some attackers at one server, at a pace that leaves the machine for others."""

    def __init__(self, servers: Servers, seed: int, rest: float) -> None:
        self._servers = servers
        self._seed = seed
        self._rest = rest
        self._host = urlsplit(servers.address).netloc
        self._tables: list[str] = []
        self._own: dict[str, list[str]] = {}
        self.report = Report()

    async def run(self, seconds: float) -> Report:
        """Attack for so long; never raises for what the server does."""
        began = time.monotonic()
        report = self.report
        crowd = Crowd([self._servers.address], 2, pace="fast")
        for person in crowd.people:
            person.level = "random"  # others remember much of what they have thought: that is memory as well
        async with crowd:
            work = (self._socket, self._socket, self._lobby, self._http, self._raw)
            attackers = [
                asyncio.create_task(attack(self._seed * 10 + number)) for number, attack in enumerate(work)
            ]
            try:
                ended = asyncio.Event()
                asyncio.get_running_loop().add_signal_handler(signal.SIGINT, ended.set)
                while (gone := time.monotonic() - began) < seconds and not ended.is_set():
                    await asyncio.sleep(min(2.0, seconds / 40))
                    report.memory.append((gone, memory(self._servers.pid)))
                    try:
                        waited = await crowd.all_answered(PATIENCE)
                    except AssertionError as error:  # what was found so far is told all the same
                        report.failures.append(f"after {gone:.0f} s, load {os.getloadavg()}: {error}")
                        break
                    report.longest_wait = max(report.longest_wait, waited)
                    for attacker in attackers:
                        if attacker.done():
                            attacker.result()
            finally:
                await given_up(attackers)
        report.seconds = time.monotonic() - began
        if not Site(self._servers.address).call("/api/me")["name"]:
            report.failures.append("no answer at the end")
        report.log = self._servers.errors.read_text()
        for word in ("Traceback", "ERROR", "incident", "Exception"):
            report.failures += [f"log: {line}" for line in report.log.splitlines() if word in line][:5]
        report.honest = judge(crowd.people, SqliteSource(self._servers.data / "moonshot.sqlite3"))
        if report.honest.lost or report.honest.doubled or report.honest.illegal:
            report.failures.append(f"honest players: {report.honest}")
        return report

    # -- sockets ----------------------------------------------------------------------------------------

    async def _socket(self, seed: int) -> None:
        """Tables: own practice ones, and one with friends, entered anew for each piece of junk."""
        junk = Junk(seed)
        site = await asyncio.to_thread(self._guest)
        while True:
            table = await asyncio.to_thread(self._table, site, junk)
            with contextlib.suppress(*GONE):
                ticket = (await asyncio.to_thread(site.call, f"/api/tables/{table}/ticket", {}))["ticket"]
                await self._talk(junk, f"/ws/tables/{table}?ticket={ticket}", "Command")
            await asyncio.sleep(self._rest)

    async def _lobby(self, seed: int) -> None:
        junk = Junk(seed)
        site = await asyncio.to_thread(self._guest)
        while True:
            with contextlib.suppress(*GONE):
                ticket = (await asyncio.to_thread(site.call, "/api/lobby/ticket", {}))["ticket"]
                await self._talk(junk, f"/ws/lobby?ticket={ticket}", "LobbyCommand")
            await asyncio.sleep(self._rest * 3)

    def _guest(self) -> Site:
        site = Site(self._servers.address, where="203.0.113.66")  # limits of theirs are nobody else's
        site.call("/api/me")
        return site

    def _table(self, site: Site, junk: Junk) -> str:
        """One of the guest's tables; a new one now and then."""
        own = self._own.setdefault(site.cookie, [])
        if len(own) < 3 or junk.chance.random() < 0.02:
            wish: dict[str, Any] = {"rules": "standard", "level": "random", "pace": "instant"}
            path = "/api/tables"
            if junk.chance.random() < 0.5:
                people = [{"kind": "person"}, *[{"kind": "bot", "level": "easy"}] * 3]
                path, wish = "/api/tables/private", {"rules": "standard", "seats": people, "text_chat": True}
            with contextlib.suppress(OSError):  # too many: the old ones do as well
                own.append(site.call(path, wish)["table"])
                self._tables = [*self._tables[-11:], own[-1]]
                del own[:-6]
        return junk.chance.choice(own if own and junk.chance.random() < 0.9 else self._tables or ["x"])

    async def _talk(self, junk: Junk, path: str, kind: str) -> None:
        """One connection with up to some dozens of frames; three bad ones end it."""
        url = self._servers.address.replace("http", "ws", 1) + path
        view: dict[str, Any] = {}
        async with connect(url, max_size=None, open_timeout=30, close_timeout=1) as link:
            self.report.sockets += 1
            try:
                for _ in range(junk.chance.choice((1, 5, 40))):
                    await self._send(link, junk, kind, view)
                    self.report.frames += 1
                    with contextlib.suppress(TimeoutError):
                        while True:
                            self._hear(json.loads(await asyncio.wait_for(link.recv(), self._rest)), view)
            except WebSocketException:
                self._closed(link, path)
                raise

    async def _send(self, link: ClientConnection, junk: Junk, kind: str, view: dict[str, Any]) -> None:
        match junk.chance.randrange(12):
            case 0:
                with contextlib.suppress(RuntimeError):  # closed already
                    link.transport.write(junk.raw_frames())
            case 1:
                await link.send(junk.chance.randbytes(junk.chance.randrange(3000)))
            case 2:
                text = junk.text(junk.command(kind, view))
                cut = junk.chance.randrange(len(text) + 1)
                with contextlib.suppress(UnicodeError):
                    await link.send(part for part in (text[:cut], text[cut:]))
            case _:
                with contextlib.suppress(UnicodeError):
                    await link.send(junk.text(junk.command(kind, view)))

    def _hear(self, message: dict[str, Any], view: dict[str, Any]) -> None:
        said = message["t"] if "code" not in message else f"{message['t']} {message['code']}"
        self.report.codes[said] += 1
        if message["t"] == "update":
            view.update(message["view"])
        if "went wrong" in message.get("message", "") or "Traceback" in json.dumps(message):
            self.report.failures.append(f"socket: {message}")

    def _closed(self, link: ClientConnection, path: str) -> None:
        code = link.close_code
        self.report.codes[f"closed {code}"] += 1
        if code == FAILED:
            self.report.failures.append(f"closed as failed: {path}")

    # -- requests ---------------------------------------------------------------------------------------

    async def _http(self, seed: int) -> None:
        """Requests with anything wrong, one connection each."""
        junk = Junk(seed)
        site = await asyncio.to_thread(self._guest)
        while True:
            with contextlib.suppress(*GONE):
                await self._ask(junk.request(self._host, self._tables, site.cookie))
            await asyncio.sleep(self._rest)

    async def _raw(self, seed: int) -> None:
        """Bytes that are no request at all."""
        junk = Junk(seed)
        while True:
            with contextlib.suppress(*GONE):
                await self._ask(junk.chance.randbytes(junk.chance.choice((1, 20, 300))) + b"\r\n\r\n")
            await asyncio.sleep(self._rest * 3)

    async def _ask(self, data: bytes) -> None:
        reader, writer = await asyncio.open_connection(*self._host.split(":"))
        try:
            self.report.requests += 1
            writer.write(data)
            await writer.drain()
            answer = await asyncio.wait_for(reader.read(65536), 0.5)
            status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "none"
            self.report.statuses[status] += 1
            if status == "500" or b"Traceback" in answer:
                self.report.failures.append(f"request {data[:300]!r}: {answer[:300]!r}")
        except TimeoutError:
            self.report.statuses["waits"] += 1
        finally:
            writer.transport.abort()


def attack(data: Path, seconds: float, seed: int = 1, rest: float = 0.02) -> Report:
    """Start a server and attack it."""
    with Servers(data, fixed=False, environ=ENVIRON) as servers:
        servers.start()
        return asyncio.run(Fuzz(servers, seed, rest).run(seconds))


def main(arguments: list[str] | None = None) -> int:
    """Attack for some minutes and print what came of it; 1 when anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rest", type=float, default=0.02, help="seconds between two pieces of junk")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="moonshot-fuzz-") as folder:
        report = attack(Path(folder) / "data", given.minutes * 60, given.seed, given.rest)
    if report.growth > 0.02:
        report.failures.append(f"memory grew by {report.growth:.2%}")
    print(report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
