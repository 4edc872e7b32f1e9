"""Real servers that are killed, and a client with a script that comes back whatever happens."""

import contextlib
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from websockets import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tools.services import free_port

SECRET_KEY = "only-for-this-test-" * 3
ENVIRON = {"MOONSHOT_SECRET_KEY": SECRET_KEY, "MOONSHOT_TRUSTED_PROXIES": "127.0.0.1"}
"""So that whoever comes from this machine may say from which address."""
ENDED = "ended"
"""What the nursery says when a server is no more."""
TRIES = 5
"""A server may end as it starts: on a busy machine a database may not answer within three seconds."""
_guests = itertools.count()


def own_address() -> str:
    """An address that nobody has had before: those who share one share its limits."""
    number = next(_guests)
    return f"198.19.{number // 250 % 250}.{number % 250 + 1}"


class Servers:
    """Servers on one port and one data folder, started one after the other."""

    def __init__(
        self, data: Path, *, fixed: bool = True, environ: Mapping[str, str] | None = None, name: str = ""
    ) -> None:
        self.data = data
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.errors = data.parent / f"{data.name}{name}.stderr"
        with self.errors.open("wb") as errors:
            self._nursery = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.faults.nursery",
                    str(self.port),
                    str(data),
                    *(["fixed"] if fixed else []),
                ],
                env={**os.environ, "PYTHONPATH": "src", **ENVIRON, **(environ or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.pid = 0

    def start(self, tries: int = 1) -> None:
        """Start the next server and wait until it is ready.

        One that ends by itself, because its database does not answer for instance, is started again, as by a
        supervisor: so many times in all.
        """
        for _ in range(tries):
            if self._started():
                return
        raise AssertionError("it ended by itself: " + self.errors.read_text())

    def _started(self) -> bool:
        assert self._nursery.stdin is not None
        self._nursery.stdin.write("\n")
        self._nursery.stdin.flush()
        while (line := self._line()) == ENDED:  # the one before
            pass
        self.pid = int(line)
        line = self._line()
        assert line == ENDED or line.startswith("Moonshot is ready"), line + self.errors.read_text()
        return line != ENDED

    def _line(self) -> str:
        assert self._nursery.stdout is not None
        line = self._nursery.stdout.readline().strip()
        assert line, "no server can be started any more: " + self.errors.read_text()
        return line

    def kill(self) -> None:
        """End the running server at once, without a chance to do anything."""
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Ask the running server to end as planned."""
        os.kill(self.pid, signal.SIGTERM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
        self._nursery.kill()
        self._nursery.communicate()


@dataclass
class Site:
    """The HTTP side of one guest."""

    address: str
    cookie: str = ""
    where: str = field(default_factory=own_address)
    """The address it seems to come from, behind a proxy that the server trusts; none: this machine itself."""
    _links: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def call(self, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(self.address + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        if self.where:
            request.add_header("X-Forwarded-For", self.where)
        with urllib.request.urlopen(request, timeout=60) as answer:
            given = answer.headers.get("Set-Cookie")
            if given and not self.cookie:
                self.cookie = given.partition(";")[0]
            return json.load(answer)

    def dial(
        self, table: str, ticket: str | None = None
    ) -> contextlib.AbstractContextManager[ClientConnection]:
        """A connection to open with `with`."""
        if ticket is None:
            ticket = self.call(f"/api/tables/{table}/ticket", {})["ticket"]
        address = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{table}?ticket={ticket}"
        return connect(address, max_size=None, close_timeout=1)

    def connect(self, table: str, ticket: str | None = None) -> ClientConnection:
        """An open connection, until `close`."""
        return self._links.enter_context(self.dial(table, ticket))

    def close(self) -> None:
        """Close every connection that was made."""
        self._links.close()


def scripted(view: dict[str, Any]) -> dict[str, Any] | None:
    """The one thing this person does in this view; the same view, the same command with the same id."""
    seat, deal, ply = view["seat"], view["deal"], view["ply"]
    name = f"{view['match']}.{deal}.{ply}"
    if view["phase"] == "passing" and view["has_passed"] == [number != seat for number in range(4)]:
        return {"t": "pass", "id": f"{name}.pass", "deal": deal, "cards": view["hand"][-3:]}
    if view["legal"]:
        return {"t": "play", "id": f"{name}.play", "ply": ply, "card": view["legal"][0]}
    if "continue" in view["waiting"]:
        return {"t": "continue", "id": f"{name}.go", "deal": deal, "ply": ply, "seed": f"seed {deal}"}
    return None


@dataclass
class Script:
    """Plays one match by the script, through any number of connections."""

    site: Site
    table: str
    connected: threading.Event = field(default_factory=threading.Event)
    answers: list[tuple[str, int]] = field(default_factory=list)
    lives: int = 0
    last_seq: int = 0

    def run(self, is_up: Callable[[], None]) -> dict[str, Any]:
        """The last view of the match. `is_up` waits for a server."""
        unanswered: dict[str, Any] | None = None
        while True:
            is_up()
            try:
                with self.site.dial(self.table) as link:
                    self.lives += 1
                    self.connected.set()
                    if unanswered is not None:
                        link.send(json.dumps(unanswered))
                    view: dict[str, Any] = {}
                    while True:
                        message = json.loads(link.recv(timeout=60))
                        if message["t"] == "done":
                            self.answers.append((message["id"], message["seq"]))
                            if unanswered is not None and message["id"] == unanswered["id"]:
                                unanswered = None
                        elif message["t"] == "refused":
                            assert message["code"] in ("too_fast", "try_again", "stale"), message
                            time.sleep(0.1)
                            if unanswered is not None:
                                link.send(json.dumps(unanswered))
                        elif message["t"] == "bye":
                            assert message["code"] == "resume", message
                        else:
                            self.last_seq = message["seq"]
                            view = {**view, **message["view"]}
                            if view["phase"] == "over":
                                return view
                            command = scripted(view)
                            if command is not None and command != unanswered:
                                unanswered = command
                                link.send(json.dumps(command))
            except (ConnectionClosed, OSError):
                time.sleep(0.005)


@dataclass
class Outcome:
    """What is left of a run."""

    view: dict[str, Any]
    record: dict[str, Any]
    bodies: list[str]
    answers: list[tuple[str, int]]
    lives: int
    kills: int


RULES = {"preset": "standard", "end_score": 200}
"""A match so long that it is not over before the last of a hundred kills, however fast it is played."""


def play(data: Path, kills: int, cookie: str = "", seed: int = 1) -> tuple[Outcome, str]:
    """A whole match by the script, the server being killed so many times at random moments."""
    chance = random.Random(seed)
    with Servers(data) as servers:
        servers.start()
        site = Site(servers.address, cookie)
        site.call("/api/me")
        table = site.call("/api/tables", {"rules": RULES, "level": "steady", "pace": "instant"})["table"]
        script = Script(site, table)
        up = threading.Event()
        up.set()
        done = threading.Event()
        killed = 0

        def kill_at_random() -> None:
            nonlocal killed
            while killed < kills and not done.is_set():
                if not script.connected.wait(5):
                    continue
                time.sleep(chance.random() * chance.choice((0.002, 0.02, 0.06)))
                if done.is_set():
                    return
                up.clear()
                script.connected.clear()
                servers.kill()
                killed += 1
                servers.start()
                up.set()

        killer = threading.Thread(target=kill_at_random)
        killer.start()
        try:
            view = script.run(lambda: _wait(up))
        finally:
            done.set()
            killer.join()
        record = site.call(f"/api/tables/{table}/record")
        with sqlite3.connect(data / "moonshot.sqlite3") as db:
            rows = db.execute("SELECT seq, body FROM live_entry ORDER BY seq").fetchall()
        db.close()
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        assert servers.errors.read_text() == ""
    bodies = [body for _, body in rows]
    return Outcome(view, record, bodies, script.answers, script.lives, killed), site.cookie


def _wait(event: threading.Event) -> None:
    assert event.wait(20)
