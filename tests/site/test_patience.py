"""What a client may do to a connection, with a real one: pieces, pings, noise, and not reading."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from moonshot.site import protocol
from moonshot.site.live.limits import UVICORN_SOCKET
from moonshot.site.protocol import PIECES, PatientHttp, PatientSocket

BIG = b"x" * 20_000_000
HELLO = (
    b"GET /%b HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Place(NamedTuple):
    """A server in this process."""

    port: int
    state: ServerState
    heard: list[Any]


async def app(scope: Any, receive: Any, send: Any, heard: list[Any]) -> None:
    """Answers every request with far too much; at sockets, notes what comes and does what the path says."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": BIG})
        return
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/flood":
        await send({"type": "websocket.send", "bytes": BIG})
    if scope["path"] in ("/flood", "/close"):
        await send({"type": "websocket.close", "code": 4000})
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        heard.append(message)
    heard.append(message)


@asynccontextmanager
async def place(**options: Any) -> AsyncIterator[Place]:
    heard: list[Any] = []

    async def with_notes(scope: Any, receive: Any, send: Any) -> None:
        await app(scope, receive, send, heard)

    config = Config(with_notes, lifespan="off", log_config=None, ws=PatientSocket, **UVICORN_SOCKET | options)
    config.load()
    loop, state = asyncio.get_running_loop(), ServerState()
    server = await loop.create_server(lambda: PatientHttp(config, state, {}, loop), "127.0.0.1", 0)
    try:
        yield Place(server.sockets[0].getsockname()[1], state, heard)
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()
        for _ in range(3):
            await asyncio.sleep(0.01)


async def dial(there: Place, path: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """An open socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
    writer.write(HELLO % path)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101")
    assert b"sec-websocket-extensions" not in head.lower()
    return reader, writer


def deaf(there: Place) -> socket.socket:
    """A connection with hardly any room for what comes in."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.connect(("127.0.0.1", there.port))
    return link


async def all_gone(there: Place) -> None:
    async with asyncio.timeout(20):
        while there.state.connections or there.state.tasks:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(0.01)


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def in_a_place(check: Callable[[Place], Awaitable[None]], **options: Any) -> None:
    async def run() -> None:
        async with place(**options) as there, asyncio.timeout(40):
            await check(there)

    asyncio.run(run())


async def close_code(reader: asyncio.StreamReader) -> int:
    """The code in the close frame, after whatever comes before it."""
    data = await reader.read()
    while data[0] != 0x88:  # short frames only
        data = data[2 + data[1] :]
    return int.from_bytes(data[2:4])


PINGS = frame(Opcode.PING, b"hello")
PIECE = frame(Opcode.CONT, b"", fin=False)
BEGUN = frame(Opcode.TEXT, b"{", fin=False)


ENDS = {
    "too many pings": (PINGS * 60, 1008),
    "too many pongs": (frame(Opcode.PONG, b"unasked") * 60, 1008),
    "too many pieces": (BEGUN + PIECE * PIECES, 1009),
    "no characters": (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
    "half a character": (frame(Opcode.TEXT, b"\xe2\x99", fin=False) + frame(Opcode.CONT, b"x"), 1007),
    "a piece of nothing": (frame(Opcode.CONT, b"out of nowhere"), 1002),
    "a reserved bit": (b"\xf1\x80\x00\x00\x00\x00", 1002),
}


# Frames are masked at random, so they cannot name their tests.
@pytest.mark.parametrize(("sent", "code"), ENDS.values(), ids=ENDS)
def test_what_ends_a_socket(sent: bytes, code: int, caplog: pytest.LogCaptureFixture) -> None:
    async def check(there: Place) -> None:
        reader, writer = await dial(there)
        writer.write(sent)
        assert await close_code(reader) == code
        await all_gone(there)
        assert [message["type"] for message in there.heard] == ["websocket.disconnect"]
        writer.close()

    with caplog.at_level(logging.WARNING):
        in_a_place(check)
    assert caplog.records == []


def test_some_pings_and_pieces_are_fine() -> None:
    async def check(there: Place) -> None:
        reader, writer = await dial(there)
        writer.write(PINGS * 5 + BEGUN + PIECE * (PIECES - 2) + frame(Opcode.CONT, b"\xe2\x99\xa5}"))
        pong = b"\x8a\x05hello"
        assert await reader.readexactly(5 * len(pong)) == 5 * pong
        async with asyncio.timeout(20):
            while not there.heard:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert there.heard == [{"type": "websocket.receive", "text": "{♥}"}]
        writer.close()

    in_a_place(check)


def test_texts_that_come_together_are_heard_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short ones are taken past the library, which sees the others, and all that comes after half a frame."""
    taken = []
    take = PatientSocket._take_text

    def note(protocol: PatientSocket, mask: bytes, masked: bytes) -> bool:
        taken.append(len(masked))
        return take(protocol, mask, masked)

    monkeypatch.setattr(PatientSocket, "_take_text", note)
    texts = ["a", "b" * 125, "c" * 126, "d", "e" * 5000, "f", "g"]
    halves = frame(Opcode.TEXT, b"h" * 50)

    async def heard(there: Place, number: int) -> list[str]:
        async with asyncio.timeout(20):
            while len(there.heard) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return [message["text"] for message in there.heard]

    async def check(there: Place) -> None:
        reader, writer = await dial(there)
        writer.write(b"".join(frame(Opcode.TEXT, text.encode()) for text in texts[:-1]) + PINGS)
        assert await heard(there, len(texts) - 1) == texts[:-1]
        assert await reader.readexactly(7) == b"\x8a\x05hello"
        writer.write(frame(Opcode.TEXT, texts[-1].encode()) + halves[:20])
        assert await heard(there, len(texts)) == texts
        assert taken == [1, 125, 1, 1, 1]
        writer.write(halves[20:] + frame(Opcode.TEXT, b"i"))
        assert await heard(there, len(texts) + 2) == [*texts, "h" * 50, "i"]
        assert taken == [1, 125, 1, 1, 1], "from now on the library reads everything"
        writer.close()

    in_a_place(check)


REFUSED = {
    "another method": HELLO.replace(b"GET", b"POST") % b"",
    "a path that is no ASCII": HELLO % "ä".encode(),
    "another version": HELLO.replace(b"13", b"8") % b"",
    "a short key": HELLO.replace(b"Key: A", b"Key: ") % b"",
    "a long header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
    "a long path": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: %b\r\n" % (b"y" * 90) * 100 + b"\r\n",
}


@pytest.mark.parametrize("hello", REFUSED.values(), ids=REFUSED)
def test_handshakes_and_heads_that_are_refused(hello: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def check(there: Place) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
        writer.write(hello)
        assert (await reader.read())[9:12] in (b"400", b"405", b"426")
        await all_gone(there)
        writer.close()

    with caplog.at_level(logging.ERROR):
        in_a_place(check)
    assert caplog.records == []


def test_a_client_that_does_not_answer_a_close_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "CLOSE_SECONDS", 0.1)

    async def check(there: Place) -> None:
        reader, writer = await dial(there, b"close")
        assert await close_code(reader) == 4000
        await all_gone(there)
        writer.close()

    in_a_place(check)


def test_a_client_that_answers_no_ping_is_given_up() -> None:
    async def check(there: Place) -> None:
        reader, writer = await dial(there)
        assert await close_code(reader) == 1011
        await all_gone(there)
        assert there.heard[-1]["type"] == "websocket.disconnect"
        writer.close()

    in_a_place(check, ws_ping_interval=0.1, ws_ping_timeout=0.1)
    assert (UVICORN_SOCKET["ws_ping_interval"], UVICORN_SOCKET["ws_ping_timeout"]) == (20.0, 20.0)


@pytest.mark.parametrize(
    "opening", [HELLO % b"flood", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["socket", "request"]
)
def test_a_client_that_never_reads_is_given_up_with_all_that_waits_for_it(
    opening: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.1)
    monkeypatch.setattr(protocol, "CLOSE_SECONDS", 0.1)
    monkeypatch.setattr(protocol, "STALL_SECONDS", 0.3)

    async def check(there: Place) -> None:
        link = deaf(there)
        link.sendall(opening)
        async with asyncio.timeout(20):
            while not there.state.connections:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await all_gone(there)
        link.close()

    in_a_place(check, ws_ping_interval=0.2, ws_ping_timeout=0.2)
