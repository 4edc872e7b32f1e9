"""Everybody's connection breaks at once, and each person comes back alone, as the client does.

Each asks for a ticket, opens a socket with it and waits for the table; whoever is refused, closed or kept
waiting tries again with a new ticket, ever later and not all at the same time (web/src/net/socket.ts). What
was not answered when the line broke is sent again under the same id. Meanwhile whoever is back plays on.
"""

import errno
import heapq
import json
import random
import select
import socket
import time
from collections import Counter
from typing import Protocol

from bench.live_crowd import Crowd
from bench.live_players import Player

FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
"""Seconds before the second try, and at most before any."""
PATIENCE = 6.0
"""So long a socket may take until the table is seen, at the first tries."""
LONGEST_PATIENCE = 24.0


class Door(Protocol):
    """How a ticket is asked for at a server."""

    def ask(self, table: str, seat: int) -> bytes:
        """The whole request."""

    def way(self, body: bytes) -> str:
        """The socket's path, from the answer."""


def wait_before(tries: int, chance: float) -> float:
    """Between half and all of 250 ms, 500 ms, ... 8 s."""
    ceiling = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(tries, 10))
    return ceiling / 2 * (1 + chance)


def patience(tries: int) -> float:
    """How long a socket may take at this try: a server that is late is not made later by asking anew."""
    return float(min(LONGEST_PATIENCE, PATIENCE * 2**tries))


class Return:
    """One person's way back."""

    __slots__ = ("answer", "link", "player", "state", "tries", "wake")

    def __init__(self, player: Player) -> None:
        self.player = player
        self.tries = 0
        self.state = "waits"
        """Or: asks (for a ticket), dials (the socket), looks (for the table)."""
        self.wake = 0.0
        """When it goes on, or gives up what it waits for."""
        self.link: socket.socket | None = None
        self.answer = b""


class Storm:
    """All people of a crowd on their way back."""

    def __init__(self, crowd: Crowd, door: Door, seed: int = 1) -> None:
        self._crowd = crowd
        self._door = door
        self._chance = random.Random(seed)
        self._times: list[tuple[float, int, Return]] = []
        self._links: dict[int, Return] = {}
        self._coming: dict[Player, Return] = {}
        self._began = 0.0
        self.took: list[float] = []
        """Seconds that each took."""
        self.tries: Counter[int] = Counter()
        self.setbacks: Counter[str] = Counter()
        """Why somebody had to try again."""

    @property
    def is_over(self) -> bool:
        """Whether everybody is back."""
        return not self._coming

    def begin(self) -> None:
        """Break every connection without a word."""
        self._began = time.perf_counter()
        self._crowd.storm = self
        for player in self._crowd.hang_up():
            self.lost(player, "")

    def lost(self, player: Player, why: str) -> None:
        """A person has no connection any more."""
        player.ready = False
        coming = self._coming.get(player)
        if coming is None:
            coming = self._coming[player] = Return(player)
        self._again(coming, why)

    def arrived(self, player: Player) -> None:
        """The table has been seen."""
        coming = self._coming.pop(player)
        coming.wake = -1.0
        self.took.append(time.perf_counter() - self._began)
        self.tries[coming.tries + 1] += 1

    def turn(self, now: float) -> float:
        """Do what is due; when the next is."""
        while self._times and self._times[0][0] <= now:
            wake, _, coming = heapq.heappop(self._times)
            if coming.wake != wake:  # it has gone on meanwhile
                continue
            if coming.state == "waits":
                self._ask(coming)
            else:
                self._give_up(coming, f"waited too long: {coming.state}")
        return self._times[0][0] if self._times else now + 1.0

    def feed(self, descriptor: int) -> bool:
        """Go on with whoever waits for this connection; False when nobody does."""
        coming = self._links.get(descriptor)
        if coming is None or coming.link is None:
            return False
        try:
            if coming.state == "asks":
                self._read_ticket(coming, coming.link)
            else:
                self._read_handshake(coming, coming.link)
        except OSError as error:
            self._give_up(coming, f"{coming.state}: {errno.errorcode.get(error.errno or 0, 'error')}")
        return True

    # -- one person ------------------------------------------------------------------------------------

    def _sleep(self, coming: Return, seconds: float) -> None:
        coming.wake = time.perf_counter() + seconds
        heapq.heappush(self._times, (coming.wake, id(coming), coming))

    def _again(self, coming: Return, why: str) -> None:
        if why:
            self.setbacks[why] += 1
        wait = wait_before(coming.tries, self._chance.random())
        if why:
            coming.tries += 1
        coming.state = "waits"
        self._sleep(coming, wait)

    def _give_up(self, coming: Return, why: str) -> None:
        self._drop(coming)
        if coming.state == "looks":
            self._crowd.forget(coming.player)
        self._again(coming, why)

    def _drop(self, coming: Return) -> None:
        if coming.link is not None:
            self._links.pop(coming.link.fileno(), None)
            coming.link.close()
            coming.link = None

    def _open(self, coming: Return, request: bytes) -> None:
        """A new connection, on which this is said first."""
        self._drop(coming)
        link = coming.link = socket.socket()
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        coming.answer = request
        self._links[link.fileno()] = coming
        try:
            link.connect(self._crowd.address)
        except BlockingIOError:
            pass
        except OSError as error:
            self._give_up(coming, f"{coming.state}: {errno.errorcode.get(error.errno or 0, 'error')}")
            return
        self._crowd.poll.register(link.fileno(), select.EPOLLOUT)

    def _ask(self, coming: Return) -> None:
        coming.state = "asks"
        coming.wake = -1.0  # a browser waits for an answer as long as the line stands
        self._open(coming, self._door.ask(coming.player.table.id, coming.player.seat))

    def _say(self, coming: Return, link: socket.socket) -> bool:
        """Send what is to be said first, once there is a line. Whether it was still to be sent."""
        if not coming.answer or coming.answer[:5] == b"HTTP/":
            return False
        failure = link.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if failure:
            raise OSError(failure, "no line")
        link.send(coming.answer)
        coming.answer = b""
        self._crowd.poll.modify(link.fileno(), select.EPOLLIN)
        return True

    def _read(self, coming: Return, link: socket.socket) -> tuple[bytes, bytes] | None:
        """The answer's head and what comes after it, once the head is whole."""
        if self._say(coming, link):
            return None
        data = link.recv(65536)
        if not data:
            raise ConnectionAbortedError(errno.ECONNABORTED, "hung up")
        coming.answer += data
        head, end, rest = coming.answer.partition(b"\r\n\r\n")
        return (head, rest) if end else None

    def _read_ticket(self, coming: Return, link: socket.socket) -> None:
        found = self._read(coming, link)
        if found is None:
            return
        head, body = found
        if b" 200 " not in head[:20]:
            self._give_up(coming, f"ticket: {head[9:12].decode()}")
            return
        size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        if len(body) < size:
            return
        coming.state = "dials"
        self._sleep(coming, patience(coming.tries))
        self._open(coming, self._crowd.handshake(self._door.way(body)))

    def _read_handshake(self, coming: Return, link: socket.socket) -> None:
        found = self._read(coming, link)
        if found is None:
            return
        head, rest = found
        if b" 101 " not in head[:20]:
            self._give_up(coming, f"socket: {head[9:12].decode()}")
            return
        del self._links[link.fileno()]
        coming.link = None
        coming.state = "looks"
        self._crowd.adopt(coming.player, link, rest)


def ticket_request(address: tuple[str, int], table: str, cookie: str, where: str) -> bytes:
    """What a page sends for a ticket."""
    host = f"{address[0]}:{address[1]}"
    return (
        f"POST /api/tables/{table}/ticket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"X-Forwarded-For: {where}\r\nCookie: moonshot={cookie}\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\n\r\n{}"
    ).encode()


def ticket_path(body: bytes) -> str:
    """Where the socket is, from the answer to that."""
    answer = json.loads(body)
    return f"{answer['socket']}?ticket={answer['ticket']}"
