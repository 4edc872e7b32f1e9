"""What has ended is freed at once: the collector goes through old objects too seldom to leave them to it."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from uvicorn import Config, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.server import ServerProtocol

from moonshot.site.live.outbox import AT_ONCE, Outbox
from moonshot.site.protocol import PatientHttp, PatientSocket

MADE: "list[weakref.ref[PatientSocket]]" = []
SPOKEN: "list[weakref.ref[ServerProtocol]]" = []
ASKED: "list[weakref.ref[PatientHttp]]" = []


JUNK = {
    "no frame": b"\xff" * 20,
    "no text": b"\x81\x84\0\0\0\0\xff\xff\xff\xff",
    "no code": b"\x88\x81\0\0\0\0\x01",
    "no mask": b"\x81\x01x",
    "too long": b"\x82\xff" + b"\x7f" * 12,
    "half of one": b"\x82\x90\0\0\0\0half",
}
"""What a client may send in place of frames; the last of them and then goes."""
UPGRADE = b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
UNHEARD = {
    "no key": UPGRADE + b"Sec-WebSocket-Version: 13\r\n\r\n",
    "no version": UPGRADE + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "no header": UPGRADE + b"Sec-WebSocket-Key: \xff\r\nSec-WebSocket-Version: 13\r\n\r\n",
}
"""Handshakes that lead to nothing."""


class Noted(PatientSocket):
    """Notes which there were."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        MADE.append(weakref.ref(self))
        SPOKEN.append(weakref.ref(self.conn))


class NotedHttp(PatientHttp):
    """Likewise."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        ASKED.append(weakref.ref(self))


class Listener:
    """An application that holds on to the server, as a session at a table does."""

    def __init__(self, receive: Any, send: Any) -> None:
        self._receive = receive
        self._send = send
        self.outbox = Outbox()

    async def run(self, extension: dict[str, Any]) -> None:
        """Answer the first word, and end when the client says so or goes."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        self.outbox.send_now = extension["send"]
        extension["hear"](partial(self._hear, "ears"))
        writer = asyncio.create_task(self.outbox.run(self._send))
        while (message := await self._receive())["type"] != "websocket.disconnect":
            if message["text"] == "end":
                self.outbox.close(b'"bye"')
                await writer
                return
            self._hear("ears", message["text"])
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)

    def _hear(self, _ears: str, text: str) -> bool:
        return text != "end" and self.outbox.put(text.encode())


async def listen(scope: Any, receive: Any, send: Any) -> None:
    """The application."""
    if scope["type"] == "websocket":
        await Listener(receive, send).run(scope["extensions"][AT_ONCE])
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def all_gone() -> None:
    def are_left() -> bool:
        noted: list[weakref.ref[Any]] = [*MADE, *SPOKEN, *ASKED]
        return any(made() is not None for made in noted)

    while are_left():  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.01)


async def visit(end: str) -> None:
    """Start a server, come, speak, and part in one of several ways."""
    MADE.clear()
    SPOKEN.clear()
    ASKED.clear()
    config = Config(listen, port=0, http=NotedHttp, ws=Noted, lifespan="off", log_config=None)
    server = Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    if end == "asked":
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.transport.abort()
    elif end in UNHEARD:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UNHEARD[end])
        while await reader.read(1000):
            pass
        writer.transport.abort()
    else:
        await talk(port, end)
    await all_gone()
    server.should_exit = True
    await serving


async def talk(port: int, end: str) -> None:
    """Come by a socket."""
    client: ClientConnection = await connect(f"ws://127.0.0.1:{port}/")
    await client.send("hello")
    assert await client.recv() == "hello"
    if end == "told":
        await client.send("end")
        assert await client.recv() == '"bye"'
    elif end == "cut" or end in JUNK:
        client.transport.write(JUNK.get(end, b""))
        if end in ("cut", "half of one"):
            client.transport.abort()
        await client.wait_closed()
    await client.close()


@pytest.mark.parametrize("end", ["closed", "told", "cut", *JUNK, *UNHEARD])
def test_a_socket_leaves_nothing_to_the_collector(end: str, without_collector: None) -> None:
    asyncio.run(asyncio.wait_for(visit(end), 60))
    assert (len(MADE), len(ASKED)) == (1, 1)


def test_a_connection_that_is_kept_open_leaves_nothing_to_the_collector(without_collector: None) -> None:
    asyncio.run(asyncio.wait_for(visit("asked"), 60))
    assert (len(MADE), len(ASKED)) == (0, 1)


def test_an_outbox_that_is_given_up_leaves_nothing_to_the_collector(without_collector: None) -> None:
    async def never(_message: object) -> None:
        await asyncio.Event().wait()

    async def given_up() -> "weakref.ref[Outbox]":
        outbox = Outbox()
        outbox.put(b"hello")
        runner = asyncio.create_task(outbox.run(never))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        runner.cancel()
        await asyncio.gather(runner, return_exceptions=True)
        assert not outbox.is_running
        return weakref.ref(outbox)

    async def look() -> bool:
        left = await asyncio.create_task(given_up())
        return left() is None

    assert asyncio.run(look())
