"""Those who play in the crowd of bench/live.py: who sits where, what each has been told, and their script."""

import socket
from typing import Protocol

PASSES = (
    *((seat, "pass") for seat in (0, 1, 2)),
    *((seat, "recall") for seat in (0, 1, 2)),
    *((3, kind) for kind in ("pass", "recall")),
    *((seat, "pass") for seat in (0, 1, 2, 3)),
)
"""The first twelve moves of a deal. No first choice is the last one missing, so each can be taken back."""
DEAL_MOVES = len(PASSES) + 52
SEATS = 4
NOWHERE = -1
SENT = 256


class Dialect(Protocol):
    """How one kind of server is spoken to."""

    name: str
    opcode: int

    def path(self, table: str, seat: int) -> str:
        """Where a seat's socket is."""

    def greet(self, player: "Player") -> list[bytes]:
        """What to send first."""

    def read(self, player: "Player", data: bytes) -> tuple[int, list[bytes]]:
        """Take one message in: how many moves it tells, and what to answer at once.

        Keeps ``hand`` (set when a deal begins, with ``fresh``), ``legal``, ``deal`` and ``ready`` up to date.
        """

    def move(self, player: "Player", step: int) -> bytes:
        """The player's next move, for this place in the deal."""


class Player:
    """One seat with its socket."""

    __slots__ = (
        "asked",
        "at",
        "deal",
        "fresh",
        "hand",
        "id",
        "last",
        "late",
        "legal",
        "link",
        "over",
        "place",
        "ply",
        "ready",
        "rest",
        "seat",
        "seen",
        "table",
    )

    def __init__(self, table: "Seats", seat: int, link: socket.socket) -> None:
        self.table = table
        self.seat = seat
        self.link = link
        self.rest = b""
        self.seen = 0
        """Moves of the table this seat has been told of."""
        self.ready = False
        """Whether the server has let this seat in."""
        self.fresh = False
        self.over = False
        """Whether the deal is over, and the next one was wished for."""
        self.hand: list[str] = []
        self.legal = ""
        self.deal = 1
        self.ply = 0
        self.id = 0
        self.at = 0.0
        """When it sent what was not answered yet, for servers that answer."""
        self.asked = -1
        """The count of moves at which it was last this seat's turn."""
        self.last = b""
        """The move that was sent last."""
        self.late = 0
        """Moves that the server made, as their time was over."""
        self.place = NOWHERE
        """How many moves the table has seen, where a message says it; used up when it has been looked at."""


class Weather(Protocol):
    """What becomes of connections that break; without it they are lost."""

    def lost(self, player: "Player", why: str) -> None:
        """A person has no connection any more."""

    def arrived(self, player: "Player") -> None:
        """Somebody who had none sees the table again."""

    def turn(self, now: float) -> float:
        """Do what is due; when the next is."""

    def feed(self, descriptor: int) -> bool:
        """Something came on a connection that is nobody's yet; False when it is not known."""


class Broken(Exception):  # noqa: N818 - nothing that is wrong with the program
    """The server ends a connection, and says why."""


class Seats:
    """One table."""

    __slots__ = ("due", "goal", "id", "moves", "players", "sent", "turn")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.players: list[Player] = []
        self.moves = 0
        self.sent = [0.0] * SENT
        self.due = 0.0
        self.goal: int | None = None
        """After so many moves it waits, while the tables are being spread."""
        self.turn: Player | None = None
        """Who may move, while nothing is to be sent."""
