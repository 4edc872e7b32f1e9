"""uvicorn's protocols with the patience and the limits they lack.

A request has to arrive whole, small and in time; an answer has to be taken; a socket may not be filled with
pieces that never end or with pings. Without this, one client can hold thousands of half-sent requests open,
send headers without end, or let answers pile up that it never reads.
"""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from moonshot.site.live.limits import Rate
from moonshot.site.live.outbox import AT_ONCE, Hear

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

HEAD_LIMIT: Final = 8 * 1024
"""Bytes of request line and headers."""
HEAD_SECONDS: Final = 5.0
BODY_SECONDS: Final = 20.0
STALL_SECONDS: Final = 30.0
"""In so long, a client has to take some of an answer that waits for it."""
LINGER_SECONDS: Final = 5.0
"""How long a connection that has been closed may take for what was still to be sent."""
CLOSE_SECONDS: Final = 4.0
"""How long a client may take to answer that a socket is closed."""
LATE_SECONDS: Final = 1.0
LAST_LOOK_SECONDS: Final = 0.05
_LONG: Final = 126
"""This stands for the size of a frame when the size itself comes after it, in two bytes."""
PIECES: Final = 64
"""In so many frames one message may be cut."""
CONTROLS_A_SECOND: Final = 1.0
CONTROLS_BURST: Final = 20.0


@lru_cache(maxsize=4096)
def _head(size: int) -> bytes:
    """The head of a whole text frame of a server."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2) if size < 65536 else b"\x81\x7f" + size.to_bytes(8)


def _forget_way(error: BaseException | None) -> None:
    """Let an error that is kept no longer hold what it came through, which may well hold the error."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


class CertainEnd:
    """A transport that ends soon after `close`, even when the client takes nothing of what is left."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self.write = transport.write
        self.is_closing = transport.is_closing

    def close(self) -> None:
        """Close once everything is sent, or in a few seconds."""
        if self._transport.is_closing():
            return
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._loop.call_later(LINGER_SECONDS, self._transport.abort)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class PatientHttp(HttpToolsProtocol):
    """Closes connections whose requests are too long in the head or too slow to come, or that do not read."""

    _timer: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _in_head = True
    _moved_on = False  # the piece of data being read ended a head or a body
    _head_bytes = 0
    _parsed_bytes = 0
    _idle = False  # between two requests, where uvicorn's keep-alive watches

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for the first request."""
        super().connection_made(cast("asyncio.Transport", CertainEnd(transport, self.loop)))
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._wait(None)
        self._stop_stall()
        super().connection_lost(exc)
        # What was asked refers to this, and only whoever still answers to it: so both are freed now, or then.
        self.cycle = cast("Any", None)
        self.pipeline.clear()

    def data_received(self, data: bytes) -> None:
        """Count what comes before the head is complete; the parser itself would collect it without end."""
        if self._idle:
            self._idle = False
            self._wait(HEAD_SECONDS)
        self._moved_on = False
        super().data_received(data)
        if self._in_head and not self._moved_on:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_LIMIT and not self.transport.is_closing():
                self.send_400_response("The request line and headers are too long.")

    def on_message_begin(self) -> None:
        """A new head begins."""
        self._parsed_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A head that comes in one piece is counted as well."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the header."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is here; now wait for the body."""
        self._in_head = False
        self._moved_on = True
        self._head_bytes = 0
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole; how long the answer takes is not the client's fault."""
        super().on_message_complete()
        self._in_head = True
        self._moved_on = True
        self._idle = True
        self._wait(None)

    def handle_websocket_upgrade(self) -> None:
        """From here on the socket's own limits hold."""
        self._wait(None)
        self._stop_stall()
        super().handle_websocket_upgrade()
        self.parser = cast("Any", None)

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        if self._stall is None:
            self._watch_stall()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._stop_stall()
        super().resume_writing()

    def _count(self, more: int) -> None:
        self._parsed_bytes += more
        if self._parsed_bytes > HEAD_LIMIT:
            raise ValueError("the head is too long")  # the parser makes an answer with status 400 of it

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if seconds is None:
            self._timer = None
        else:
            self._timer = self.loop.call_later(seconds, self._too_slow, self.loop.time() + seconds)

    def _too_slow(self, due: float) -> None:
        if self.loop.time() - due > LATE_SECONDS:
            self._wait(LATE_SECONDS)  # this process stood still: what came meanwhile is read first
        else:
            # In a turn of the loop timers come before what is to be read, and with thousands of connections a
            # turn takes seconds. So whatever has come by now is read before anybody is blamed.
            self._timer = self.loop.call_later(LAST_LOOK_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def _watch_stall(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._stall = self.loop.call_later(STALL_SECONDS, self._look_at_stall, waiting)

    def _look_at_stall(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self._watch_stall()
        else:
            self.transport.abort()

    def _stop_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class PatientSocket(WebSocketsSansIOProtocol):
    """Ends sockets that cut messages into too many pieces, send noise, or flood it with control frames."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = CLOSE_SECONDS
        self._controls = Rate(CONTROLS_A_SECOND, CONTROLS_BURST)
        self._hear: Hear | None = None
        """Takes a text at once, for the application."""
        self._in_frames = True
        """Whether what came so far since the handshake came in whole frames."""
        self._is_served = False
        """Whether the application has it."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket has ended; the application has, or will."""
        super().connection_lost(exc)
        if not self._is_served:
            self._come_apart()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The application has ended; the socket has, or will."""
        super().on_task_complete(task)
        self._is_served = False
        if self.disconnected:
            self._come_apart()

    def _come_apart(self) -> None:
        """Nothing of it refers to itself any more, so that it is freed now: the collector comes seldom."""
        self.conn.parser.close()
        for error in (self.conn.handshake_exc, self.conn.parser_exc):
            _forget_way(error)
        vars(self).clear()
        self.close_sent = self.disconnected = True

    def data_received(self, data: bytes) -> None:
        """Take what has come; a handshake that cannot be understood is answered."""
        if self.handshake_complete and self._in_frames:
            data = self._take_short_texts(data)
            if not data:
                return
        try:
            super().data_received(data)
        except UnicodeError:  # an address that is no ASCII
            self._refuse()

    def _take_short_texts(self, data: bytes) -> bytes:
        """Take short texts in whole frames, as clients send them; all else is the library's.

        The library must have no piece of a frame when something is taken past it, so this ends for good with
        the first piece of one, which is returned. Taking a text here costs a tenth of the library's way.
        """
        at, there = 0, len(data)
        while at < there:
            size = data[at + 1] ^ 0x80 if there > at + 1 else there
            end = at + 6 + size
            if size == _LONG:
                end = at + 8 + int.from_bytes(data[at + 2 : at + 4])
            if size > _LONG or end > there:
                self._in_frames = False
                break
            is_short = data[at] == 0x81 and size < _LONG and not (self.frames or self.close_sent)
            if not (is_short and self._take_text(data[at + 2 : at + 6], data[at + 6 : end])):
                super().data_received(data[at:end])
            at = end
        return data[at:]

    def _take_text(self, mask: bytes, masked: bytes) -> bool:
        try:
            text = apply_mask(masked, mask).decode()
        except UnicodeDecodeError:
            return False
        if self._hear is not None and self.queue.empty() and self._hear(text):
            return True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def handle_connect(self, event: Request) -> None:
        """Let the application send and hear texts without waiting, where it can."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._is_served = True
            self.scope["extensions"][AT_ONCE] = {"send": self.send_now, "hear": self.hear_by}

    def hear_by(self, hear: Hear) -> None:
        """From now on ask the application whether it takes a text at once; otherwise it is queued."""
        self._hear = hear

    def send_now(self, texts: Iterable[bytes]) -> bool:
        """Send texts, a frame for each, unless the client lags behind or the socket is about to end.

        In one piece: each write is a call of the system, and takes longer than all that is done here.
        """
        if self.close_sent or self.disconnected or not (self.handshake_complete and self.writable.is_set()):
            return False
        frames = b""
        for text in texts:
            frames += _head(len(text)) + text
        self.transport.write(frames)
        return True

    def handle_parser_exception(self) -> None:
        """The client breaks the protocol; before the handshake there is no frame to tell it in."""
        if self.conn.close_sent is None:
            self._refuse()
        else:
            super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 ends the socket without further ado."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                (self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message."""
        if len(self.frames) >= PIECES:
            self.frames = []
            self._fail(CloseCode.MESSAGE_TOO_BIG)
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many, or the answers are not read."""
        if self.writable.is_set() and self._controls.take():
            super().handle_ping()
        else:
            self._fail(CloseCode.POLICY_VIOLATION)

    def handle_pong(self, event: Frame) -> None:
        """Pongs that nobody asked for are welcome in small numbers."""
        if self.pending_ping_payload is None and not self._controls.take():
            self._fail(CloseCode.POLICY_VIOLATION)
            return
        super().handle_pong(event)

    def _fail(self, code: CloseCode) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.fail(code)
        super().handle_parser_exception()

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            self.transport.close()
