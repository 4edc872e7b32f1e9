"""How often one address may ask for what costs something. Kept in memory: a restart forgives everybody."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

from moonshot.site.errors import ApiError

MOST_ADDRESSES: Final = 10_000


class PerAddress:
    """A bucket per address that holds a minute's worth and refills steadily.

    >>> now = 0.0
    >>> limit = PerAddress(2, clock=lambda: now)
    >>> [limit.wait("192.0.2.1") for _ in range(3)]
    [0.0, 0.0, 30.0]
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one; the seconds to wait first, 0 when there is no need to."""
        now = self._clock()
        left, at = self._left.pop(address, (float(self._per_minute), now))
        left = min(self._per_minute, left + (now - at) * self._per_minute / 60)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) * 60 / self._per_minute

    def check(self, request: HttpRequest) -> None:
        """Raises ApiError with status 429 when the sender has to wait."""
        seconds = self.wait(_address(request))
        if seconds:
            raise ApiError(
                429,
                "too_many_requests",
                "Too many requests. Wait a little and try again.",
                retry_after=int(seconds) + 1,
            )


def _address(request: HttpRequest) -> str:
    """The sender: one IPv4 address, or one IPv6 network, which a single household has as a whole."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    return ":".join(address.split(":")[:4]) if ":" in address else address
