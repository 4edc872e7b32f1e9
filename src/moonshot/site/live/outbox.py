"""What waits to be sent to one socket: bounded, so that a slow reader costs nobody else anything."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from moonshot.site.live.limits import DRAIN_SECONDS, QUEUED_BYTES, QUEUED_MESSAGES

Send = Callable[[dict[str, Any]], Awaitable[None]]
SendNow = Callable[[Sequence[bytes]], bool]
"""Sends texts if that needs no waiting, and says whether it has."""
Hear = Callable[[str], bool]
"""Takes a text that has come if it can without waiting, and says whether it has."""
AT_ONCE: Final = "moonshot.at_once"
"""The ASGI extension with a `SendNow` as ``send``, and ``hear`` to be given a `Hear`: the usual way, through
queues and tasks, costs several times as much."""

_NORMAL_CLOSE: Final = 1000


class Outbox:
    """The outgoing queue of one socket. `put` never waits; `run` sends in order until the end.

    With `send_now`, what needs no waiting is sent by `put` itself.
    """

    def __init__(self) -> None:
        self.send_now: SendNow | None = None
        self._sending = False
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._close_code: int | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self._runner: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()
        """Set when nothing will be sent any more."""

    @property
    def is_closing(self) -> bool:
        """Whether the socket's end has been decided; nothing more can be put then."""
        return self._close_code is not None

    @property
    def is_running(self) -> bool:
        """Whether somebody sends what is put here."""
        return self._runner is not None and not self.ended.is_set()

    def put(self, *messages: bytes) -> bool:
        """Queue messages. False when they do not fit any more: the caller has to cut the socket."""
        if self._close_code is not None:
            return True
        if self.send_now is not None and not (self._waiting or self._sending) and self.send_now(messages):
            return True
        for message in messages:
            if len(self._waiting) >= QUEUED_MESSAGES or self._bytes + len(message) > QUEUED_BYTES:
                return False
            self._waiting.append(message.decode())
            self._bytes += len(message)
        self._wake.set()
        return True

    def close(self, last: bytes | None = None, code: int = _NORMAL_CLOSE, *, drop: bool = False) -> None:
        """Close the socket after what waits and a last message; with `drop` what waits is forgotten.

        A client that does not read its last messages within some seconds is given up.
        """
        if self.is_closing:
            return
        if drop:
            self._waiting.clear()
        if last is not None:
            self._waiting.append(last.decode())
        self._close_code = code
        self._wake.set()
        if self._runner is not None:
            self._giving_up = asyncio.get_running_loop().call_later(DRAIN_SECONDS, self._runner.cancel)

    async def run(self, send: Send) -> None:
        """Send until `close`, then close the socket. Ends quietly when the client is gone."""
        self._runner = asyncio.current_task()
        try:
            while True:
                while self._waiting:
                    text = self._waiting.popleft()
                    self._bytes = max(0, self._bytes - len(text))
                    self._sending = True
                    await send({"type": "websocket.send", "text": text})
                    self._sending = False
                if self._close_code is not None:
                    await send({"type": "websocket.close", "code": self._close_code})
                    return
                self._wake.clear()
                await self._wake.wait()
        except OSError:  # the client is gone; uvicorn's ClientDisconnected is one of these
            return
        finally:
            self.ended.set()
            self._runner = None  # which would keep its own error, and this with it, until it is collected
            self._close_code = self._close_code or _NORMAL_CLOSE
            if self._giving_up is not None:
                self._giving_up.cancel()
            with contextlib.suppress(IndexError):
                self._waiting.clear()
