"""Tables full of bots that search: do people wait, do bots, and how deep do they still think?

    python -m bench.thinking [--tables 200] [--level expert] [--seconds 120] [--pace normal] [--thinkers N]

Starts a server of its own and waits until it can search. At each table one person answers at once, by the
book. Prints how long a person's move took until it was echoed, how long bots were late after their pace, how
many playouts their moves got, for how many the rule-based bot had to stand in, and how much memory it takes.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
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
    """What the people saw, in seconds."""

    echoes: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
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

    async def play(self, socket: str, until: float) -> None:
        """Play until the time is up."""
        async with websockets.connect(socket, max_size=None) as line:
            since = time.monotonic()
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(line.recv(), 1.0))
                    now = time.monotonic()
                    if message["t"] == "done":
                        self.seen.echoes.append(now - self.sent.pop(message["id"]))
                    elif message["t"] == "update":
                        self._note(message, now - since)
                        self.view |= message["view"]
                        since = now
                        await self._answer(line)

    def _note(self, message: dict[str, Any], gap: float) -> None:
        moved = [event for event in message["events"] if event["kind"] in ("played", "passed")]
        if self.view and moved and moved[0]["seat"] != self.view["seat"] and self.view["phase"] == "playing":
            self.seen.bots.append(gap - self.pace.longest)

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


def memory(server: int) -> str:
    """Resident memory of the server and of its workers, in MB."""
    sizes = {}
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if server in (parent, int(folder.name)):
                status = (folder / "status").read_text()
                sizes[int(folder.name)] = int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024
    own = sizes.pop(server, 0)
    return f"server {own} MB, its other processes {sorted(sizes.values(), reverse=True)} MB"


def thoughts(data: Path) -> str:
    """How the bots' moves were found, from the log."""
    count: Counter[str] = Counter()
    playouts = []
    with contextlib.closing(sqlite3.connect(data / "moonshot.sqlite3")) as database:
        for (body,) in database.execute("SELECT body FROM live_entry"):
            for event in json.loads(body)["events"]:
                if event["kind"] == "thought":
                    count[event["policy"]] += 1
                    playouts += [event["playouts"]] if event["playouts"] else []
                elif event["kind"] == "incident":
                    count["INCIDENT " + event["fault"]] += 1
    return f"moves by {dict(count)}; playouts: {spread(playouts)}"


async def run(address: str, given: argparse.Namespace) -> Seen:
    """Let everybody play."""
    seen = Seen()
    await asyncio.to_thread(wait_for_search, Person(address, seen, given.pace))
    people = [Person(address, seen, given.pace) for _ in range(given.tables)]
    sockets = [await asyncio.to_thread(person.sit, given.level, given.pace) for person in people]
    until = time.monotonic() + given.seconds
    playing = [person.play(socket, until) for person, socket in zip(people, sockets, strict=True)]
    for found in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(found, BaseException):
            print(f"A person had to leave: {found!r}")
    return seen


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.thinking", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--pace", default="normal")
    parser.add_argument("--thinkers", type=int)
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
            seen = asyncio.run(run(address, given))
            print(memory(server.pid))
        finally:
            server.terminate()
            server.wait(60)
        print(f"a person's move until it is stored and answered, ms: {spread(seen.echoes, 1000)}")
        print(f"a bot's move after the longest wait of its pace, ms: {spread(seen.bots, 1000)}")
        print(thoughts(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
