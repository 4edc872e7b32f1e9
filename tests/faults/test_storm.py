"""Everybody's line breaks at once: all come back by themselves, whatever is in their way.

The driver of `python -m bench.live --storm` against a server that fails in every way, and, at a small size,
against the real one.
"""

import json
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from bench.live_crowd import Crowd
from bench.live_players import Dialect, Player
from bench.live_sites import MoonshotDialect
from bench.live_storm import Storm, patience, ticket_path, ticket_request, wait_before

pytestmark = pytest.mark.faults
ROOT = Path(__file__).resolve().parents[2]
VIEW = {
    "phase": "passing",
    "deal": 1,
    "ply": 0,
    "hand": ["2C", "3C", "4C"],
    "legal": [],
    "has_passed": [False] * 4,
}


def frame(message: object, opcode: int = 1) -> bytes:
    """A server's short frame."""
    text = message if isinstance(message, bytes) else json.dumps(message, separators=(",", ":")).encode()
    assert len(text) < 65536
    return bytes((0x80 | opcode, 126)) + len(text).to_bytes(2) + text


class Grumpy:
    """Takes one connection after the other, and lets nobody in before it has failed them in every way."""

    UPGRADE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
    BYE = ({"t": "bye", "code": "bad_ticket", "message": "x"}, {"t": "bye", "code": "resume", "message": "x"})

    def __init__(self) -> None:
        self.calm = False
        self.asked = 0
        self._dialled: Counter[str] = Counter()
        self._links: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address: tuple[str, int] = self._listener.getsockname()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(30)
        for link in self._links:
            link.close()

    def _serve(self) -> None:
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            self._links.append(link)
            link.settimeout(30)
            request = b""
            while b"\r\n\r\n" not in request or (request.startswith(b"POST") and not request.endswith(b"{}")):
                more = link.recv(65536)
                if not more:
                    break
                request += more
            if request.startswith(b"POST"):
                self._ticket(link)
            elif request:
                self._socket(link, request.split()[1].decode())

    def _ticket(self, link: socket.socket) -> None:
        self.asked += 1
        if not self.calm and self.asked % 5 == 1:
            link.sendall(b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}")
        elif not self.calm and self.asked % 5 == 2:
            link.close()
        else:
            body = json.dumps(
                {"socket": "/ws/tables/t", "ticket": f"{self.asked}", "expires_in": 60}
            ).encode()
            link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
            link.sendall(body)

    def _socket(self, link: socket.socket, path: str) -> None:
        self._dialled[path] += 1
        kind = sum(self._dialled.values()) % 5
        if self.calm or kind == 0:
            link.sendall(self.UPGRADE)
            seat = int(path.rpartition("seat=")[2]) if "seat=" in path else 0
            link.sendall(frame({"t": "update", "seq": 1, "view": {**VIEW, "seat": seat}, "events": []}))
        elif kind == 1:
            link.sendall(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
        elif kind == 4:
            link.close()
        else:
            link.sendall(self.UPGRADE + frame(self.BYE[kind - 2]))

    @property
    def every_ticket_once(self) -> bool:
        """Whether no path with a ticket was dialled twice."""
        return all(count == 1 for path, count in self._dialled.items() if "ticket" in path)


class Visitor(MoonshotDialect):
    """People of that server."""

    def path(self, table: str, seat: int) -> str:
        return f"/ws/tables/{table}?first&seat={seat}"

    def ask(self, table: str, seat: int) -> bytes:
        return ticket_request(self.address, table, "a:b", f"192.0.2.{seat}")

    def way(self, body: bytes) -> str:
        return ticket_path(body)


@pytest.fixture
def grumpy() -> Iterator[Grumpy]:
    server = Grumpy()
    yield server
    server.close()


def test_everybody_comes_back_through_every_failure(grumpy: Grumpy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.live_storm.FIRST_WAIT", 0.01)
    monkeypatch.setattr("bench.live_storm.LONGEST_WAIT", 0.05)
    visitor = Visitor(grumpy.address)
    crowd = Crowd(grumpy.address, cast("Dialect", visitor))
    grumpy.calm = True
    crowd.join(["t"])
    grumpy.calm = False
    before: list[Player] = list(crowd.tables[0].players)
    storm = Storm(crowd, visitor)
    storm.begin()
    assert not storm.is_over
    crowd._serve_until(lambda: storm.is_over, 60.0)
    assert all(player.ready for player in before)
    assert crowd.tables[0].players == before
    assert len(storm.took) == 4
    assert crowd.result.errors == []
    assert grumpy.every_ticket_once
    met = " ".join(storm.setbacks)
    for trouble in ("ticket: 429", "asks: ECONN", "socket: 503", "bye: bad_ticket"):
        assert trouble in met, met
    crowd.close()


def test_waits_are_those_of_the_client() -> None:
    assert [wait_before(tries, 1.0) for tries in range(7)] == [0.25, 0.5, 1, 2, 4, 8, 8]
    assert wait_before(3, 0.0) == 1.0
    assert [patience(tries) for tries in range(4)] == [6, 12, 24, 24]


@pytest.mark.slow
def test_a_small_storm_at_the_real_server() -> None:
    """Everybody is back, nobody's card was played for them, and play goes on."""
    command = [sys.executable, "-m", "bench.live", "--storm", "--tables", "12", "--seconds", "1"]
    done = subprocess.run(
        command, cwd=ROOT, env=None, capture_output=True, text=True, timeout=300, check=False
    )
    assert "48 sockets broken and back" in done.stdout, done.stderr
    assert "0 made by the server, 0 errors" in done.stdout
    assert done.stderr == ""
