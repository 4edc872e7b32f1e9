"""How much one connection may ask of the server."""

import time
from collections.abc import Callable
from typing import Any, Final

FRAME_BYTES: Final = 4 * 1024
"""The longest message a client may send."""
QUEUED_MESSAGES: Final = 64
QUEUED_BYTES: Final = 256 * 1024
"""What may wait for a client that reads slowly; more, and it is cut off and told to resume."""
DRAIN_SECONDS: Final = 10.0
"""How long a connection that is being closed may take to read its last messages."""
MESSAGES_A_SECOND: Final = 20.0
BURST: Final = 40.0
HELD_BEFORE_CLOSE: Final = 1200
"""Messages in a row above the rate, each read only when its time has come: a minute of them."""
REFUSED_BEFORE_CLOSE: Final = 40
"""Messages above the rate that are answered with a refusal before the connection is closed."""
BAD_FRAMES_BEFORE_CLOSE: Final = 3
WATCHERS_PER_ACCOUNT: Final = 4
"""Windows of one account that only watch one table; the oldest gives way."""
SPECTATORS_PER_TABLE: Final = 64
"""People without a seat who look on at one table."""

MOST_CONNECTIONS: Final = 25_000
"""Connections of all kinds at one process; beyond that, requests are answered with 503."""

UVICORN_SOCKET: Final[dict[str, Any]] = {
    "ws_max_size": 64 * 1024,
    "ws_per_message_deflate": False,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
}
"""How uvicorn must be configured: nothing larger ever reaches memory, no compression over secrets, and who is
gone without a word is noticed."""


class Rate:
    """A bucket that fills steadily and empties by one for each message.

    >>> now = 0.0
    >>> rate = Rate(per_second=1, burst=2, clock=lambda: now)
    >>> [rate.take() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("_burst", "_clock", "_filled_at", "_left", "_per_second")

    def __init__(
        self,
        per_second: float = MESSAGES_A_SECOND,
        burst: float = BURST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._filled_at = clock()

    def take(self) -> bool:
        """Whether one more message is within the limit."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def hold(self) -> float:
        """How many seconds one more message has to wait to be within the limit.

        >>> rate = Rate(per_second=4, burst=1, clock=lambda: 0.0)
        >>> [rate.hold() for _ in range(3)]
        [0.0, 0.25, 0.5]
        """
        self._fill()
        self._left -= 1
        return max(0.0, -self._left / self._per_second)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._per_second)
        self._filled_at = now
