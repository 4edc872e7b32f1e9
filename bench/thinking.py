"""Tables full of bots that search: do people wait, do bots, and how deep do they still think?

    python -m bench.thinking [--tables 200] [--level expert] [--seconds 120] [--pace normal] [--thinkers N]
                             [--arrive 20] [--kill]

Starts a server of its own and waits until it can search. At each table one person answers at once, by the
book; they come one after the other within ``--arrive`` seconds, and are counted from then on. With ``--kill``
a process in which bots think is killed in the middle.

Prints how long a person's move took until it was stored and answered, how late bots were after the longest
wait of their pace, how many playouts their moves got, and for how many the rule-based bot had to stand in.
Then what the machine did: processor seconds and memory of the server and of the processes in which bots
think, and how long their threads stood in line for a processor (another program's work shows there).
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import websockets

from moonshot.tables.pace import PACES


@dataclass
class Seen:
    """What the people saw: moments and seconds."""

    echoes: list[tuple[float, float]] = field(default_factory=list)
    bots: list[tuple[float, float]] = field(default_factory=list)
    """From the moment a bot could move until it had, less the longest that its pace lets it wait."""


class Person:
    """One person at one table."""

    def __init__(self, address: str, seen: Seen, pace: str) -> None:
        self.address = address
        self.seen = seen
        self.pace = PACES[pace]
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.view: dict[str, Any] = {}
        self.sent: dict[str, float] = {}
        self.asked = ""

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """One request of the HTTP API."""
        data, headers = json.dumps(body).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers)
        with self.opener.open(request) as answer:
            return json.load(answer)

    def open_table(self, level: str, pace: str) -> str:
        """Open a table; returns its id."""
        with self.opener.open(self.address + "/api/me"):
            pass
        return str(self.post("/api/tables", {"level": level, "pace": pace})["table"])

    def sit(self, level: str, pace: str) -> str:
        """Open a table; returns the address of its socket."""
        table = self.open_table(level, pace)
        ticket = self.post(f"/api/tables/{table}/ticket", {})
        return f"{self.address.replace('http', 'ws')}{ticket['socket']}?ticket={ticket['ticket']}"

    async def play(self, socket: str, begin: float, until: float) -> None:
        """Come at ``begin``, and play until the time is up."""
        await asyncio.sleep(begin - time.monotonic())
        async with websockets.connect(socket, max_size=None) as line:
            since = time.monotonic()
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(line.recv(), 1.0))
                    now = time.monotonic()
                    if message["t"] == "done":
                        self.seen.echoes.append((now, now - self.sent.pop(message["id"])))
                    elif message["t"] == "update":
                        self._note(message, now, now - since)
                        self.view |= message["view"]
                        since = now
                        await self._answer(line)

    def _note(self, message: dict[str, Any], now: float, gap: float) -> None:
        moved = [event for event in message["events"] if event["kind"] in ("played", "passed")]
        if self.view and moved and moved[0]["seat"] != self.view["seat"] and self.view["phase"] == "playing":
            self.seen.bots.append((now, gap - self.pace.longest))

    async def _answer(self, line: Any) -> None:
        view = self.view
        place = f"{view['match']}-{view['deal']}-{view['phase']}-{view['ply']}"
        command: dict[str, Any] | None = None
        if view["phase"] == "passing" and not view["has_passed"][view["seat"]]:
            command = {"t": "pass", "deal": view["deal"], "cards": view["hand"][-view["pass_count"] :]}
        elif view["legal"]:
            command = {"t": "play", "ply": view["ply"], "card": view["legal"][0]}
        elif "continue" in view["waiting"]:
            command = {"t": "continue", "deal": view["deal"], "ply": view["ply"]}
        if command is not None and place != self.asked:
            self.asked = place
            name = re.sub(r"[^\w-]", "", place)[-60:]
            self.sent[name] = time.monotonic()
            await line.send(json.dumps({**command, "id": name}))


def wait_for_search(person: Person) -> None:
    """A hint has numbers once there is a process that searches; compiling may take minutes the first time."""
    began = time.monotonic()
    table = person.open_table("steady", "slow")
    while person.post(f"/api/tables/{table}/hint", {})["best"]["points"] is None:
        if time.monotonic() - began > 600:
            sys.exit("The server cannot search.")
        time.sleep(1)
    print(f"The search was ready after {time.monotonic() - began:.0f} s.")


def spread(values: Sequence[float], scale: float = 1.0) -> str:
    """Median, 99th percentile and most."""
    if not values:
        return "none"
    ranked = sorted(values)
    points = (ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100], ranked[-1])
    middle, high, most = (f"{value * scale:.1f}" for value in points)
    return f"median {middle}, p99 {high}, most {most} ({len(ranked)} of them)"


def processes(server: int) -> dict[int, str]:
    """The server and its workers with the names that they go by here."""
    found = {server: "server"}
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server and "multiprocessing.spawn" in (folder / "cmdline").read_text():
                found[int(folder.name)] = "thinker"
    return found


def used(pid: int) -> tuple[float, float, int]:
    """Processor seconds of a process, seconds that its threads stood in line, and its memory in MB."""
    ran = waited = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        one, other, _ = (thread / "schedstat").read_text().split()
        ran, waited = ran + int(one), waited + int(other)
    status = Path(f"/proc/{pid}/status").read_text()
    return ran / 1e9, waited / 1e9, int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024


def machine(server: int, seconds: float) -> str:
    """What the server and its workers took of the machine."""
    lines = []
    for pid, name in processes(server).items():
        ran, waited, size = used(pid)
        lines.append(f"{name}: {ran:.1f} s of a processor, {waited:.1f} s in line for one, {size} MB")
    client = time.process_time()
    lines.append(
        f"people: {client:.1f} s of a processor; all of it in {seconds:.0f} s; load {os.getloadavg()[0]:.1f}"
    )
    return "\n".join(lines)


def thoughts(data: Path) -> str:
    """How the bots' moves were found, from the log."""
    count: Counter[str] = Counter()
    instead: Counter[str] = Counter()
    playouts = []
    with contextlib.closing(sqlite3.connect(data / "moonshot.sqlite3")) as database:
        for (body,) in database.execute("SELECT body FROM live_entry"):
            for event in json.loads(body)["events"]:
                if event["kind"] == "thought":
                    count[event["policy"]] += 1
                    instead += Counter([event["instead"]] if event.get("instead") else [])
                    playouts += [event["playouts"]] if event["playouts"] else []
                elif event["kind"] == "incident":
                    count["INCIDENT " + event["fault"]] += 1
    late = ", ".join(f"{moves} for {level}" for level, moves in instead.items()) or "none"
    return f"moves by {dict(count)}; stood in: {late}; playouts: {spread(playouts)}"


async def run(address: str, server: int, given: argparse.Namespace) -> Seen:
    """Let everybody play; what was seen from the last arrival on."""
    seen = Seen()
    await asyncio.to_thread(wait_for_search, Person(address, seen, given.pace))
    people = [Person(address, seen, given.pace) for _ in range(given.tables)]
    sockets = [await asyncio.to_thread(person.sit, given.level, given.pace) for person in people]
    first = time.monotonic()
    all_here = first + given.arrive
    until = all_here + given.seconds
    playing = [
        person.play(socket, first + given.arrive * place / given.tables, until)
        for place, (person, socket) in enumerate(zip(people, sockets, strict=True))
    ]
    if given.kill:
        playing.append(kill_a_thinker(server, all_here + given.seconds / 2))
    for found in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(found, BaseException):
            print(f"A person had to leave: {found!r}")
    print(machine(server, time.monotonic() - first))
    rows = (seen.echoes, seen.bots)
    return Seen(*([(at, seconds) for at, seconds in row if at >= all_here] for row in rows))


async def kill_a_thinker(server: int, moment: float) -> None:
    """Then, without a warning."""
    await asyncio.sleep(moment - time.monotonic())
    pid = next(pid for pid, name in processes(server).items() if name == "thinker")
    os.kill(pid, signal.SIGKILL)
    print(f"Killed {pid}, in which bots thought.")


def worst_moments(rows: Sequence[tuple[float, float]], seconds: float = 5.0) -> str:
    """The 99th percentile of each five seconds."""
    first = min((at for at, _ in rows), default=0.0)
    parts: dict[int, list[float]] = {}
    for at, value in rows:
        parts.setdefault(int((at - first) / seconds), []).append(value)
    highs = (sorted(part)[len(part) * 99 // 100] for _, part in sorted(parts.items()))
    return " ".join(f"{high * 1000:.0f}" for high in highs)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.thinking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--pace", default="normal")
    parser.add_argument("--thinkers", type=int)
    parser.add_argument("--arrive", type=float, default=20.0)
    parser.add_argument("--kill", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        thinkers = {} if given.thinkers is None else {"MOONSHOT_THINKERS": str(given.thinkers)}
        limits = {"MOONSHOT_TABLES_PER_MINUTE": "100000", "MOONSHOT_SOCKETS_PER_ADDRESS": "100000"}
        server = subprocess.Popen(
            [sys.executable, "-m", "moonshot.cli.main", "serve", "--port", "0", "--data", folder],
            env={**os.environ, **limits, **thinkers},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            seen = asyncio.run(run(address, server.pid, given))
        finally:
            server.terminate()
            server.wait(60)
        echoes, bots = ([seconds for _, seconds in row] for row in (seen.echoes, seen.bots))
        print(f"a person's move until it is stored and answered, ms: {spread(echoes, 1000)}")
        print(f"    p99 of each 5 s: {worst_moments(seen.echoes)}")
        print(f"a bot's move after the longest wait of its pace, ms: {spread(bots, 1000)}")
        print(f"    p99 of each 5 s: {worst_moments(seen.bots)}")
        print(thoughts(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
