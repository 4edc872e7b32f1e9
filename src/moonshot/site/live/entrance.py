"""How many sockets may be open: in this process, from one address, and for one account."""

from collections import Counter
from collections.abc import MutableMapping
from ipaddress import ip_address
from typing import Any, Final

from moonshot.site.live.connection import Connection

MOST_SOCKETS: Final = 20_000
SOCKETS_PER_ADDRESS: Final = 200
"""A school behind one address still finds room."""
TABLE_SOCKETS_PER_ACCOUNT: Final = 6
_TOO_MANY: Final = "You have tables open in too many windows."


class Entrance:
    """Counts the sockets of this process."""

    def __init__(self, per_address: int = SOCKETS_PER_ADDRESS, most: int = MOST_SOCKETS) -> None:
        self._per_address = per_address
        self._most = most
        self._open: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> bool:
        """Count one more socket; False when there is no room for it.

        Loopback is this machine itself, or a proxy that is not trusted to say who asks: nobody can be told
        from anybody there.
        """
        if self._all >= self._most or (self._open[address] >= self._per_address and not _is_here(address)):
            return False
        self._all += 1
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A socket that was counted is closed."""
        self._all -= 1
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Windows:
    """The open table sockets of each account; where there are too many, the oldest gives way."""

    def __init__(self, most: int = TABLE_SOCKETS_PER_ACCOUNT) -> None:
        self._most = most
        self._open: dict[str, list[Connection]] = {}

    def opened(self, peer: Connection) -> None:
        """One more."""
        own = self._open.setdefault(peer.account, [])
        own.append(peer)
        there = [other for other in own if not other.outbox.is_closing]
        for oldest in there[: max(0, len(there) - self._most)]:
            oldest.end("moved", _TOO_MANY)

    def closed(self, peer: Connection) -> None:
        """One less."""
        own = self._open.get(peer.account, [])
        if peer in own:
            own.remove(peer)
        if not own:
            self._open.pop(peer.account, None)


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Who opens a socket: one IPv4 address, or one IPv6 network, which a single household has as a whole."""
    return household(str((scope.get("client") or ("",))[0]))


def household(address: str) -> str:
    """One IPv4 address, or the first half of an IPv6 address.

    >>> household("192.0.2.7"), household("2001:db8:1:2:3:4:5:6"), household("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2', '192.0.2.7')
    >>> household("2001:db8::1") == household("2001:db8:0:0:9::2"), household("a proxy's word")
    (True, "a proxy's word")
    """
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if read.version == 4:
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    if read.is_loopback:
        return str(read)
    return ":".join(part.lstrip("0") or "0" for part in read.exploded.split(":")[:4])


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
