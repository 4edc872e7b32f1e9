"""A database with many tables of four people in the middle of a match, and somebody who plays there."""

import json
import secrets
import sqlite3
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core import signing
from websockets.sync.client import ClientConnection, connect

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.live.codec import encode_entry
from moonshot.tables import Entry, Table, Terms, opening, person
from moonshot.tables import commands as c
from moonshot.tables.bots import fallback_move
from tests.faults.servers import SECRET_KEY, Servers

SEATS = 4
_MARK = "qqqqqqqq"
"""Stands for the number of the table in the log that all are copied from."""


def table_name(number: int) -> str:
    return f"house-{number:08}"


def account_name(number: int, seat: int) -> str:
    return f"guest-{seat}-{number:08}"


def template(deals: int, cards: int) -> list[Entry]:
    """The log of a table after so many deals and so many cards of the next."""
    terms = Terms(kind="private", clock="online", code="K7M2QX", link="/join/abc")
    seats = [person(f"Guest {seat}", f"guest-{seat}-{_MARK}", f"h{seat}") for seat in range(SEATS)]
    rules = Rules.from_dict({"preset": "standard", "end_score": 1000})
    entries = [opening(f"house-{_MARK}", rules, seats, pace="normal", secret=bytes(range(32)), terms=terms)]
    table = Table.replay(entries, find_policy)
    ids = iter(range(1, 100_000))
    while table.match.deal_no <= deals or table.ply < cards:
        command_id = f"c{next(ids)}"
        match, ply = table.match, table.ply
        command: c.Command
        if table.phase in ("passing", "playing", "trick_done"):
            seat = match.acting[0]
            move = fallback_move(match, seat)
            if table.phase == "passing":
                command = c.PassCards(command_id, match.deal_no, move.cards)  # type: ignore[union-attr]
            else:
                command = c.PlayCard(command_id, ply, move.card)  # type: ignore[union-attr]
        else:
            seat = next(seat for seat in range(SEATS) if "continue" in table.waiting_for(seat))
            command = c.Continue(command_id, match.deal_no, ply)
        entry = table.handle(f"guest-{seat}-{_MARK}", command, 0.0)
        assert isinstance(entry, Entry), entry
        table.apply(entry)
        entries.append(entry)
    return entries


def fill(database: Path, tables: int, entries: list[Entry]) -> None:
    """Write the logs of so many tables, each as a node leaves it that dies: to be taken up at once."""
    now = datetime.now(UTC).isoformat(sep=" ")
    bodies = [(entry.seq, encode_entry(entry).decode()) for entry in entries]
    with sqlite3.connect(database) as db:
        for number in range(tables):
            db.execute(
                "INSERT INTO live_table (id, owner, created_at, closed, finished, due_at)"
                " VALUES (?, ?, ?, 0, 0, ?)",
                (table_name(number), account_name(number, 0), now, now),
            )
            db.executemany(
                "INSERT INTO live_entry (table_id, seq, stored_at, body) VALUES (?, ?, ?, ?)",
                [(table_name(number), seq, now, body.replace(_MARK, f"{number:08}")) for seq, body in bodies],
            )
    db.close()


@dataclass(frozen=True)
class House:
    """A filled database, and the one command that is next at each of its tables."""

    servers: Servers
    tables: int
    entries: list[Entry]

    @classmethod
    def build(cls, servers: Servers, tables: int, *, deals: int = 2, cards: int = 6) -> "House":
        """Let a server make the schema, then fill it."""
        servers.start()
        servers.kill()
        entries = template(deals, cards)
        fill(servers.data / "moonshot.sqlite3", tables, entries)
        return cls(servers, tables, entries)

    def path(self, number: int, seat: int) -> str:
        """A socket's address with a ticket."""
        signer = signing.TimestampSigner(key=SECRET_KEY, salt="moonshot.live.ticket", fallback_keys=[])
        table = table_name(number)
        ticket = signer.sign_object([account_name(number, seat), table, secrets.token_urlsafe(12)])
        return f"{self.servers.address.replace('http', 'ws', 1)}/ws/tables/{table}?ticket={ticket}"

    def dial(self, number: int, seat: int) -> ClientConnection:
        """A connection of a person."""
        return connect(self.path(number, seat), max_size=None, open_timeout=60, close_timeout=1)

    def play_one(self, number: int) -> float:
        """Let whose turn it is at a table play a card; returns when that was acknowledged."""
        table = Table.replay(self.entries, find_policy)
        seat = table.match.acting[0]
        with self.dial(number, seat) as link:
            view = json.loads(link.recv(timeout=60))["view"]
            assert view["seat"] == seat
            if not view["legal"]:
                raise AssertionError(view["phase"])
            play: dict[str, Any] = {"t": "play", "id": f"first-{number}", "ply": view["ply"]}
            link.send(json.dumps({**play, "card": view["legal"][0]}))
            while True:
                message = json.loads(link.recv(timeout=60))
                if message["t"] == "done":
                    return time.monotonic()
                assert message["t"] in ("update", "history"), message
