"""A real server that cannot save for a while, and one that ends as planned."""

import contextlib
import json
import resource
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.faults.servers import Servers, Site

pytestmark = [pytest.mark.faults, pytest.mark.slow]


class Guest:
    """One guest with a table of slow bots, who merges what is shown."""

    def __init__(self, servers: Servers) -> None:
        self.site = Site(servers.address)
        self.table = self.site.call("/api/tables", {"pace": "slow"})["table"]
        self.link: ClientConnection = self.site.connect(self.table)
        self.view: dict[str, Any] = {}
        self.until(lambda message: message["t"] == "update")

    def send(self, **command: Any) -> None:
        self.link.send(json.dumps(command))

    def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 15.0) -> dict[str, Any]:
        """The next message that is wanted."""
        while True:
            message: dict[str, Any] = json.loads(self.link.recv(timeout=seconds))
            if message["t"] == "update":
                self.view = {**self.view, **message["view"]}
            if wanted(message):
                return message

    def saving(self, on: bool) -> None:
        """Wait until it is shown that nothing can be saved, or that it can again."""
        if self.view["saving"] != on:
            self.until(lambda message: self.view["saving"] == on)

    def insist(self, **command: Any) -> dict[str, Any]:
        """Send until it is answered with other words than *try again*."""
        while True:
            self.send(**command)
            answer = self.until(lambda message: message["t"] in ("done", "refused"))
            if answer.get("code") != "try_again":
                return answer
            time.sleep(0.2)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    with Servers(tmp_path / "data", fixed=False) as running:
        running.start()
        yield running
        assert "Traceback" not in running.errors.read_text()


def stored(servers: Servers) -> list[str | None]:
    """The command ids in the log."""
    with sqlite3.connect(servers.data / "moonshot.sqlite3") as db:
        rows = db.execute("SELECT body FROM live_entry ORDER BY seq").fetchall()
    db.close()
    return [json.loads(body).get("command_id") for (body,) in rows]


def cannot_save(servers: Servers, guest: Guest, mend: Callable[[], object]) -> None:
    """What has to hold while nothing can be saved, and after it has been mended."""
    guest.send(t="pace", id="lost?", pace="fast")
    guest.saving(True)
    refused = guest.until(lambda message: message["t"] in ("done", "refused"))
    assert (refused["t"], refused["code"]) == ("refused", "try_again")
    before = len(stored(servers))
    guest.send(t="pace", id="other", pace="click")
    assert guest.until(lambda message: message["t"] != "update")["code"] == "try_again"
    assert len(stored(servers)) == before
    mend()
    began = time.monotonic()
    guest.saving(False)
    assert time.monotonic() - began < 5
    answer = guest.insist(t="pace", id="lost?", pace="fast")
    assert answer["t"] == "done"
    assert stored(servers)[answer["seq"] - 1] == "lost?"
    assert stored(servers).count("lost?") == 1
    assert "other" not in stored(servers)


def test_a_locked_database(servers: Servers) -> None:
    guest = Guest(servers)
    lock = sqlite3.connect(servers.data / "moonshot.sqlite3", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    cannot_save(servers, guest, lambda: lock.execute("ROLLBACK"))
    lock.close()


def test_a_full_disk(servers: Servers) -> None:
    guest = Guest(servers)
    _, hard = resource.prlimit(servers.pid, resource.RLIMIT_FSIZE)
    # No file of this one process may grow: the kernel answers as on a full disk.
    resource.prlimit(servers.pid, resource.RLIMIT_FSIZE, (1, hard))
    room = (hard, hard)
    cannot_save(servers, guest, lambda: resource.prlimit(servers.pid, resource.RLIMIT_FSIZE, room))


def test_a_planned_end_tells_everybody_and_loses_nothing(servers: Servers) -> None:
    guest = Guest(servers)
    done: list[dict[str, Any]] = []
    threading.Timer(0.5, servers.end).start()
    told: dict[str, Any] = {}
    with contextlib.suppress(ConnectionClosed):
        while True:
            message = guest.until(lambda message: True)
            if any(event["kind"] == "closing" for event in message.get("events", ())):
                told = message
                guest.send(t="pause", id="last", on=True)
            if message["t"] in ("done", "bye"):
                done.append(message)
    assert told["events"][0]["in_ms"] == 2000
    assert [message["t"] for message in done] == ["done", "bye"]
    assert done[1]["code"] == "resume"
    assert guest.link.close_code == 4000
    servers.start()
    guest.link = guest.site.connect(guest.table)
    guest.until(lambda message: message["t"] == "update")
    assert guest.view["paused"]
