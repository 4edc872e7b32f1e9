"""The other end of the sockets: many tables of four people who play by a script, in one plain epoll loop.

Made to cost little beside the servers it drives: no tasks, no client library, one system call for each
message. Per deal there are 64 moves: each seat chooses its pass, takes it back and chooses again (12 moves),
then 52 cards. Every message that tells a seat of a move is timed, from the moment the move was sent; a move
is made as soon as its seat has been told of the one before, or when its time has come at a given rate.
"""

import contextlib
import heapq
import os
import random
import re
import select
import socket
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench.live_players import (
    DEAL_MOVES,
    NOWHERE,
    PASSES,
    SEATS,
    SENT,
    Broken,
    Dialect,
    Player,
    Seats,
    Weather,
)

AT_ONCE = 25
"""So many tables come in at the same moment: a hundred sockets, as after a break in the line."""
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10


@dataclass
class Result:
    """What one run brought."""

    moves: int = 0
    seconds: float = 0.0
    told: "array[float]" = field(default_factory=lambda: array("d"))
    """From sending a move to each seat's being told of it."""
    acked: "array[float]" = field(default_factory=lambda: array("d"))
    """From sending a move to its sender's answer, for servers that answer."""
    messages: int = 0
    own_cpu: float = 0.0
    """The share of its core that this process used."""
    errors: list[str] = field(default_factory=list)

    def told_ms(self, part: float) -> float:
        """A percentile of all tellings, in milliseconds."""
        return percentile(self.told, part)

    def acked_ms(self, part: float) -> float:
        """A percentile of all answers, in milliseconds."""
        return percentile(self.acked, part)


def percentile(values: Sequence[float], part: float) -> float:
    """A percentile of seconds, in milliseconds."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Crowd:
    """Everybody at one server."""

    def __init__(
        self, address: tuple[str, int], dialect: Dialect, company: "list[Crowd] | None" = None
    ) -> None:
        self._company = [] if company is None else company
        """All crowds of this process: those that wait for their turn still answer pings."""
        self._company.append(self)
        self._looked_at = 0.0
        self.address = address
        self._dialect = dialect
        self.poll = select.epoll()
        self.storm: Weather | None = None
        self._players: dict[int, Player] = {}
        self.tables: list[Seats] = []
        self._due: list[tuple[float, int, Player]] = []
        self._period = 0.0
        self._going = False
        self.result = Result()
        self._chance = random.Random(1)

    def close(self) -> None:
        """Hang up."""
        self._company.remove(self)
        for player in self._players.values():
            player.link.close()
        self.poll.close()

    # -- coming in -------------------------------------------------------------------------------------

    def join(self, ids: Sequence[str]) -> None:
        """Four people sit down at each of these tables; returns when all have been dealt their hands."""
        new = [Seats(table_id) for table_id in ids]
        self.tables += new
        for first in range(0, len(new), AT_ONCE):
            self._dial([(table, seat) for table in new[first : first + AT_ONCE] for seat in range(SEATS)])
        self._serve_until(lambda: all(player.fresh for table in new for player in table.players), 60.0)
        for table in new:
            table.turn = table.players[PASSES[0][0]]

    def hang_up(self) -> list[Player]:
        """Break every connection at once, without a word; returns who had one."""
        players = list(self._players.values())
        for player in players:
            player.link.close()
        self._players.clear()
        return players

    def forget(self, player: Player) -> None:
        """Close somebody's connection."""
        self._players.pop(player.link.fileno(), None)
        player.link.close()

    def adopt(self, player: Player, link: socket.socket, rest: bytes) -> None:
        """Somebody has a new connection, on which this has come already."""
        player.link, player.rest = link, b""
        self._players[link.fileno()] = player
        if rest:
            self._feed(player, rest, time.perf_counter())

    def _dial(self, seats: "Sequence[tuple[Seats, int]]") -> list[Player]:
        """Connect these seats at the same time; returns when the server has let all of them in."""
        calls = [self._call(table, seat) for table, seat in seats]
        players = [
            self._connected(table, seat, link) for (table, seat), link in zip(seats, calls, strict=True)
        ]
        for player in players:
            player.table.players.append(player)
        self._serve_until(lambda: all(player.ready for player in players), 60.0)
        return players

    def _call(self, table: Seats, seat: int) -> socket.socket:
        link = socket.create_connection(self.address, timeout=60)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.sendall(self.handshake(self._dialect.path(table.id, seat)))
        return link

    def handshake(self, path: str) -> bytes:
        """What opens a socket."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def _connected(self, table: Seats, seat: int, link: socket.socket) -> Player:
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = link.recv(65536)
            if not more:
                raise ConnectionError(f"{self._dialect.name} hung up: {answer[:300]!r}")
            answer += more
        head, _, rest = answer.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0] + b" ":
            raise ConnectionError(f"{self._dialect.name} refused: {head[:300]!r}")
        link.setblocking(False)
        player = Player(table, seat, link)
        self._players[link.fileno()] = player
        self.poll.register(link.fileno(), select.EPOLLIN)
        for message in self._dialect.greet(player):
            self._send(player, message)
        if rest:
            self._feed(player, rest, time.perf_counter())
        return player

    def _serve_until(self, done: Callable[[], bool], seconds: float) -> None:
        deadline = time.perf_counter() + seconds
        while not done():
            if time.perf_counter() > deadline:
                raise TimeoutError(f"{self._dialect.name}: not everybody got in: {self.result.errors[:3]}")
            self._turn(0.05)

    # -- playing ---------------------------------------------------------------------------------------

    def play(
        self, seconds: float, rate: float | None = None, until: Callable[[], bool] = lambda: False
    ) -> Result:
        """Play for so long, as fast as the server can or at a rate of moves a second over all tables.

        Ends earlier when ``until`` says so.
        """
        self.result = result = Result()
        self._period = 0.0 if rate is None else len(self.tables) / rate
        began = time.perf_counter()
        self._going = True
        for table in self.tables:
            table.due = began + self._period * self._chance.random()
            turn, table.turn = table.turn, None
            if turn is not None:
                self._ready(turn)
        cpu = time.process_time()
        end = began + seconds
        while (now := time.perf_counter()) < end and not until():
            self._turn(min(0.1, end - now))
        result.own_cpu = (time.process_time() - cpu) / (time.perf_counter() - began)
        result.seconds = time.perf_counter() - began
        self._going = False
        self._park()
        return result

    def spread(self) -> None:
        """Play every table to a place of its own in a deal: real tables are not dealt at the same moment."""
        for table in self.tables:
            table.goal = table.moves + self._chance.randrange(DEAL_MOVES)
        self.play(600.0, until=lambda: all(table.moves == table.goal for table in self.tables))
        for table in self.tables:
            table.goal = None

    def _park(self) -> None:
        """Let what is under way arrive; nobody moves on."""
        for _, _, player in self._due:
            if player.asked == player.table.moves:
                player.table.turn = player
        self._due.clear()
        counted = self.result.moves
        deadline = time.perf_counter() + 10
        while any(table.turn is None for table in self.tables) and time.perf_counter() < deadline:
            self._turn(0.05)
        stuck = sum(table.turn is None for table in self.tables)
        if stuck:
            self.result.errors.append(f"{stuck} tables stand still")
        assert self.result.moves == counted

    def idle(self, seconds: float) -> None:
        """Only read, and answer pings."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            self._turn(min(0.2, end - now))

    def keep_alive(self, now: float) -> None:
        """Read what has come, and answer pings, while another crowd has its turn."""
        self._looked_at = now
        self._turn(0.0)

    def _turn(self, patience: float) -> None:
        due = self._due
        now = time.perf_counter()
        if now - self._looked_at > 1.0:
            self._looked_at = now
            for other in self._company:
                if other is not self:
                    other.keep_alive(now)
        while due and due[0][0] <= now:
            self._move(heapq.heappop(due)[2])
        if due:
            patience = min(patience, max(0.0, due[0][0] - now))
        if self.storm is not None:
            patience = min(patience, max(0.0, self.storm.turn(now) - now))
        for descriptor, _ in self.poll.poll(patience):
            player = self._players.get(descriptor)
            if player is not None:
                self._receive(player)
            elif self.storm is not None:  # not at a table yet, or closed a moment ago
                self.storm.feed(descriptor)

    def _receive(self, player: Player) -> None:
        try:
            data = player.link.recv(262144)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._feed(player, data, time.perf_counter())
        else:
            self._lost(player, "the server hung up")

    def _lost(self, player: Player, why: str) -> None:
        self.forget(player)
        if self.storm is None:
            self.result.errors.append(f"{player.table.id} seat {player.seat}: {why}")
        else:
            self.storm.lost(player, why)

    def _feed(self, player: Player, data: bytes, now: float) -> None:
        """Split what came into frames."""
        if player.rest:
            data = player.rest + data
        at, size = 0, len(data)
        while size - at >= 2:
            length, head = data[at + 1], 2
            if length == 126:
                length, head = int.from_bytes(data[at + 2 : at + 4]), 4
            elif length == 127:
                length, head = int.from_bytes(data[at + 2 : at + 10]), 10
            end = at + head + length
            if end > size:
                break
            kind = data[at] & 15
            if kind in (_TEXT, _BINARY):
                try:
                    self._take(player, data[at + head : end], now)
                except Broken as error:
                    self._lost(player, str(error))
                    return
            elif kind == _PING:
                with contextlib.suppress(OSError):  # noticed when it is read
                    player.link.send(
                        bytes((0x80 | _PONG, 0x80 | length)) + b"\0\0\0\0" + data[at + head : end]
                    )
            elif kind == _CLOSE:
                code = int.from_bytes(data[at + head : at + head + 2])
                self._lost(player, f"closed with {code}")
                return
            at = end
        player.rest = data[at:]

    def _take(self, player: Player, data: bytes, now: float) -> None:
        result = self.result
        result.messages += 1
        was = player.at
        was_there = player.ready
        told, answers = self._dialect.read(player, data)
        if was and not player.at:
            result.acked.append(now - was)
        for answer in answers:
            self._send(player, answer)
        table = player.table
        for _ in range(told):
            player.seen += 1
            result.told.append(now - table.sent[player.seen % SENT])
        if player.place != NOWHERE:
            player.seen, player.place = player.place, NOWHERE
        if player.seen > table.moves:  # somebody's time was over
            table.moves = player.seen
        if self.storm is not None and player.ready and not was_there:
            self._back(player)
        if player.seen == table.moves and player.asked != table.moves:
            step = table.moves % DEAL_MOVES
            if step < len(PASSES):
                mine = PASSES[step][0] == player.seat and (step > 0 or player.fresh)
            else:
                mine = player.legal != ""
            if mine:
                player.asked = table.moves
                self._ready(player)

    def _ready(self, player: Player) -> None:
        """A player has been told that it is its turn."""
        if not self._going or player.table.moves == player.table.goal:
            player.table.turn = player
        elif not self._period:
            self._move(player)
        else:
            heapq.heappush(self._due, (player.table.due, id(player), player))

    def _back(self, player: Player) -> None:
        """Somebody sees the table again, and sends again what was not answered."""
        assert self.storm is not None
        self.storm.arrived(player)
        table = player.table
        if player.at:
            self._send(player, player.last)
        elif table.turn is player and player.asked == table.moves:
            table.turn = None
            table.due = time.perf_counter() + self._period * self._chance.random()
            self._ready(player)

    def _move(self, player: Player) -> None:
        table = player.table
        if player.asked != table.moves:  # the server has moved
            return
        if not player.ready:  # moves when it is back
            table.turn = player
            return
        step = table.moves % DEAL_MOVES
        player.fresh = False
        message = self._dialect.move(player, step)
        table.moves += 1
        self.result.moves += 1
        table.due = max(table.due + self._period, time.perf_counter() - self._period)
        player.at = table.sent[table.moves % SENT] = time.perf_counter()
        player.last = message
        self._send(player, message)

    def _send(self, player: Player, message: bytes) -> None:
        """One frame, masked with zeros: that changes nothing and is allowed."""
        size = len(message)
        if size < 126:
            head = bytes((0x80 | self._dialect.opcode, 0x80 | size))
        else:
            head = bytes((0x80 | self._dialect.opcode, 0xFE)) + size.to_bytes(2)
        with contextlib.suppress(OSError):  # noticed when it is read
            player.link.send(head + b"\0\0\0\0" + message)


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used so far, all threads."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()


def memory_kb(pid: int) -> int:
    """The resident memory of a process."""
    with open(f"/proc/{pid}/status") as file:  # noqa: PTH123
        found = re.search(r"VmRSS:\s+(\d+)", file.read())
    return int(found[1]) if found else 0
