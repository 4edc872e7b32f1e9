"""Requests that are too long in the head, or never end, over a real connection."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock
from urllib.parse import urlsplit

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from moonshot.site import protocol
from moonshot.site.protocol import PatientHttp
from tests.site.running import Running


@contextmanager
def connected(running: Running) -> Iterator[socket.socket]:
    parts = urlsplit(running.address)
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as connection:
        yield connection


def rest(connection: socket.socket) -> bytes:
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


def send_without_end(connection: socket.socket) -> None:
    for _ in range(2000):
        connection.sendall(b"x" * 8192)
        time.sleep(0.001)


def test_headers_without_end_are_cut_off(running: Running) -> None:
    with connected(running) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        with pytest.raises((ConnectionError, TimeoutError)):
            send_without_end(connection)


def test_a_long_head_is_told_so(running: Running) -> None:
    with connected(running) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 17_000)
        assert rest(connection).endswith(b"The request line and headers are too long.")


def test_garbage_gets_an_answer_and_the_server_lives(running: Running) -> None:
    for sent in (b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 500):
        with connected(running) as connection:
            connection.sendall(sent)
            assert rest(connection).startswith(b"HTTP/1.1 400 Bad Request")
    assert running.browser().get("/healthz").status == 200


def test_several_requests_on_one_connection(running: Running) -> None:
    body = b'{"rules": "standard"}' + b" " * 12_000
    ask = b"POST /api/rules/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    ask += b"Content-Length: %d\r\n" % len(body)
    with connected(running) as connection:
        connection.sendall((ask + b"\r\n" + body) * 2 + ask + b"Connection: close\r\n\r\n" + body)
        assert rest(connection).count(b"HTTP/1.1 200 OK") == 3


class FakeTransport:
    def __init__(self) -> None:
        self.closed = self.aborted = False
        self.waiting = 0

    def get_extra_info(self, name: str) -> Any:
        return None

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def write(self, data: bytes) -> None: ...

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def never(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.Event().wait()


def new_connection() -> tuple[PatientHttp, FakeTransport]:
    config = Config(cast("Any", never), lifespan="off", log_config=None)
    config.load()
    transport = FakeTransport()
    connection = PatientHttp(config, ServerState(), {}, asyncio.get_running_loop())
    connection.connection_made(cast("asyncio.Transport", transport))
    return connection, transport


@pytest.mark.parametrize(
    ("pieces", "closed"),
    [
        ([], True),
        ([b"GET / HTTP/1.1\r\n"], True),
        ([b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", b"abc"], True),
        ([b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", b"abcde"], False),
        ([b"GET / HTTP/1.1\r\n\r\n"], False),
        ([b"GET / HTTP/1.1\r\n\r\n", b"GET / HT"], True),
    ],
)
def test_slow_requests_are_closed_and_slow_answers_are_not(pieces: list[bytes], closed: bool) -> None:
    async def check() -> None:
        connection, transport = new_connection()
        for piece in pieces:
            connection.data_received(piece)
        await asyncio.sleep(0.1)
        assert transport.closed is closed
        for task in list(connection.tasks):
            task.cancel()
        connection.connection_lost(None)

    limits = SimpleNamespace(HEAD_SECONDS=0.03, BODY_SECONDS=0.03)
    with mock.patch.multiple(protocol, **vars(limits)):
        asyncio.run(check())


def test_who_reads_slowly_may_and_who_does_not_read_may_not() -> None:
    async def check() -> None:
        connection, transport = new_connection()
        transport.waiting = 100_000
        connection.pause_writing()
        for left in (90_000, 70_000, 69_999):
            before, transport.waiting = transport.waiting, left
            connection._look_at_stall(before)
            assert not transport.aborted
        connection.resume_writing()
        connection.pause_writing()
        connection._look_at_stall(transport.waiting)
        assert transport.aborted
        connection.connection_lost(None)

    asyncio.run(check())


def test_a_client_is_not_blamed_when_the_server_stood_still() -> None:
    async def check() -> None:
        connection, transport = new_connection()
        connection._too_slow(asyncio.get_running_loop().time() - 5)
        known = [transport.closed]
        async with asyncio.timeout(20):
            while not transport.closed:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert known == [False]
        connection.connection_lost(None)

    with mock.patch.object(protocol, "LATE_SECONDS", 0.03):
        asyncio.run(check())


def test_what_has_come_is_read_before_anybody_is_blamed() -> None:
    """With thousands of connections a turn of the loop takes seconds; timers come first in it."""

    async def check() -> None:
        connection, transport = new_connection()
        connection._too_slow(asyncio.get_running_loop().time())
        connection.data_received(b"GET / HTTP/1.1\r\n\r\n")
        await asyncio.sleep(3 * protocol.LAST_LOOK_SECONDS)
        assert not transport.closed
        for task in list(connection.tasks):
            task.cancel()
        connection.connection_lost(None)

    asyncio.run(check())
