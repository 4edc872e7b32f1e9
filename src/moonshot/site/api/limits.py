"""How often one address may ask for what costs something. Kept in memory: a restart forgives everybody."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from django.http import HttpRequest

from moonshot.site.errors import ApiError
from moonshot.site.live.entrance import household

MOST_ADDRESSES: Final = 10_000


class PerAddress:
    """A bucket per address that holds a minute's worth (or ``most``) and refills steadily.

    >>> now = 0.0
    >>> limit = PerAddress(2, clock=lambda: now)
    >>> [limit.wait("192.0.2.1") for _ in range(3)]
    [0.0, 0.0, 30.0]
    """

    def __init__(
        self, per_minute: float, clock: Callable[[], float] = time.monotonic, *, most: float | None = None
    ) -> None:
        self._per_minute = per_minute
        self._most = float(per_minute if most is None else most)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()
        """Some requests are answered in threads."""

    def wait(self, address: str) -> float:
        """Take one; the seconds to wait first, 0 when there is no need to."""
        now = self._clock()
        with self._lock:
            left, at = self._left.pop(address, (self._most, now))
            left = min(self._most, left + (now - at) * self._per_minute / 60)
            allowed = left >= 1
            self._left[address] = (left - 1 if allowed else left, now)
            self._forget(now)
        return 0.0 if allowed else (1 - left) * 60 / self._per_minute

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again, and where there are too many the oldest."""
        seconds = self._most * 60 / self._per_minute
        while now - next(iter(self._left.values()))[1] >= seconds or len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)

    def give_back(self, address: str) -> None:
        """Undo the last `wait` that was allowed: what it was for did not cost anything."""
        with self._lock:
            found = self._left.get(address)
            if found is not None:
                self._left[address] = (min(self._most, found[0] + 1), found[1])

    def check(self, request: HttpRequest) -> None:
        """Raises ApiError with status 429 when the sender has to wait."""
        self.check_key(address_of(request))

    def check_key(self, key: str) -> None:
        """Raises ApiError with status 429 when this key, an account perhaps, has to wait."""
        seconds = self.wait(key)
        if seconds:
            raise ApiError(
                429,
                "too_many_requests",
                "Too many requests. Wait a little and try again.",
                retry_after=int(seconds) + 1,
            )


class WrongTries:
    """Guessing is limited by address, by network and by account; whoever guesses right has not guessed.

    Taken before the answer is known and given back after a right one, so that a thousand tries at once do not
    slip through. One customer of an IPv6 provider may have 65,536 addresses by our count: they share what
    three have.
    """

    def __init__(
        self,
        per_address_minute: float,
        per_account_hour: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._addresses = PerAddress(per_address_minute, clock)
        self._networks = PerAddress(3 * per_address_minute, clock)
        self._accounts = PerAddress(per_account_hour / 60, clock, most=per_account_hour)

    def take(self, request: HttpRequest, account: str) -> None:
        """Count a try. Raises ApiError with status 429."""
        taken: list[tuple[PerAddress, str]] = []
        try:
            for limit, key in self._limits(request, account):
                limit.check_key(key)
                taken.append((limit, key))
        except ApiError:
            for limit, key in taken:
                limit.give_back(key)
            raise

    def was_right(self, request: HttpRequest, account: str) -> None:
        """The try that was counted last was no guess."""
        for limit, key in self._limits(request, account):
            limit.give_back(key)

    def _limits(self, request: HttpRequest, account: str) -> tuple[tuple[PerAddress, str], ...]:
        address = address_of(request)
        network = ":".join(address.split(":")[:3])
        return (self._addresses, address), (self._networks, network), (self._accounts, account)


def address_of(request: HttpRequest) -> str:
    """The sender: one IPv4 address, or one IPv6 network, which a single household has as a whole."""
    return household(str(request.META.get("REMOTE_ADDR") or ""))
