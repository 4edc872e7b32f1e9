"""uvicorn's HTTP protocol with the patience it lacks: a request has to arrive whole, small and in time.

Without this, one client can hold thousands of half-sent requests open, or send headers without end.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_LIMIT: Final = 16 * 1024
"""Bytes of request line and headers."""
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 20.0


class PatientHttp(HttpToolsProtocol):
    """Closes connections whose requests are too long in the head or too slow to come."""

    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _moved_on = False  # the piece of data being read ended a head or a body
    _head_bytes = 0
    _idle = False  # between two requests, where uvicorn's keep-alive watches

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for the first request."""
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._wait(None)
        super().connection_lost(exc)

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
        super().handle_websocket_upgrade()

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
