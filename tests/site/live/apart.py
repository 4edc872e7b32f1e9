"""One world of two: a live table whose cards a test chooses, and everything that leaves the server from it.

Time stands still and every id is the test's own, so two such worlds differ in nothing but their cards. What
viewers are told comes through the real host and the real telling, and through the real sockets and the HTTP
side's own functions where somebody comes, asks, or is refused.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from moonshot.bots import find_policy
from moonshot.engine import Match, Rules
from moonshot.engine.events import Committed, MoonChosen, Passed, Played, Recalled, Recorded
from moonshot.site.live import service
from moonshot.site.live.clock import TableClock
from moonshot.site.live.codec import encode_entry
from moonshot.site.live.connection import Connection
from moonshot.site.live.directory import Directory, Person
from moonshot.site.live.host import LiveHost
from moonshot.site.live.listing import listed
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.storage import Heard, Stored
from moonshot.site.live.tickets import sign_ticket
from moonshot.tables import ConflictError, Done, Entry, Terms, person
from moonshot.tables import commands as c
from moonshot.tables.events import Opened, TableRecorded
from moonshot.tables.seats import Visitor
from tests.site.live.places import SECRET, Socket

TABLE = "t"
STRANGER = "mallory"
SPECTATOR = "eve"
MOMENT = "2026-11-30T00:00:00+00:00"


class Memory:
    """The log of one table, in memory; everything was stored at the same moment."""

    shared = False
    batches = 0

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.rows = [Stored(entry.seq, encode_entry(entry), MOMENT) for entry in entries]

    def append(self, table_id: str, seq: int, body: bytes, heard: Heard, **_: Any) -> None:
        error = None if seq == len(self.rows) + 1 else ConflictError()
        if error is None:
            self.rows.append(Stored(seq, body, MOMENT))
        asyncio.get_running_loop().call_soon(heard, error)

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        return self.rows[after:] if table_id == TABLE else []

    async def owner(self, table_id: str) -> str | None:
        return "p0" if table_id == TABLE else None

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        return {TABLE: len(self.rows)}

    async def wake(self, wishes: Mapping[str, float | None]) -> None: ...

    async def claim(self, limit: int, seconds: float) -> list[str]:
        return []

    def mark_finished(self, table_id: str, *, finished: bool) -> None: ...

    def busy_for(self) -> float:
        return 0.0

    async def close(self) -> None: ...


class People(Directory):
    """Everybody has been invited but the stranger."""

    async def person(self, account: str, table: str | None = None) -> Person:
        return Person(account, Visitor(account.title(), f"h-{account}", True, account != STRANGER))


class Ear(Connection):
    """A connection that keeps every byte it is sent."""

    def __init__(self, account: str) -> None:
        super().__init__(account)
        self.visitor = Visitor(account.title(), f"h-{account}", True, True)
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def end(self, code: Any, message: str) -> None:
        self.heard.append(f"{code} {message}".encode())


class Log(logging.Handler):
    """Every line that the server writes."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@dataclass
class World:
    """A running table with all its people, and a spectator where they are let in."""

    host: LiveHost
    memory: Memory
    live: LiveTable
    ears: dict[str, Ear]
    log: Log
    commands: int = 0

    def account(self, observer: int | None) -> str:
        return SPECTATOR if observer is None else f"p{observer}"

    def heard(self, observer: int | None) -> list[bytes]:
        return self.ears[self.account(observer)].heard

    async def act(self, event: Recorded) -> bool:
        """Whether the person concerned may do this; the command is in the same words in each world."""
        assert isinstance(event, Passed | Recalled | Played | MoonChosen)
        self.commands += 1
        answer = await self.host.submit(
            self.live, self.ears[f"p{event.seat}"], _command(self.live.table.match, event, str(self.commands))
        )
        for _ in range(1000):
            timer = self.live.timer
            if self.live.driver is None and (timer is None or timer.when() > 0):
                break
            await asyncio.sleep(0)
        return isinstance(answer, Done)

    async def probe(self, observer: int | None) -> dict[str, Any]:
        """What the observer, and people with no business here, find out by every door there is."""
        account, table = self.account(observer), self.live.table
        found: dict[str, Any] = {"due": table.due()}
        found["tries"] = [
            msgspec.json.encode(await self.host.submit(self.live, self.ears[account], command))
            for command in _tries(table.match, own=observer)
        ]
        before = len(self.heard(observer))
        seats = set(range(table.rules.players)) - {observer, table.match.turn}
        for other in (f"p{seat}" for seat in sorted(seats)):
            for card in range(0, 52, 5):
                play = c.PlayCard(f"{other}.{card}", table.ply, card)
                await self.host.submit(self.live, self.ears[other], play)
        found["of others' tries"] = self.heard(observer)[before:]
        found["record"] = await _record(account)
        found["strangers' record"] = await _record(STRANGER)
        row = listed(self.live)
        found["row"] = None if row is None else msgspec.json.encode(row)
        found["waiting"] = msgspec.json.encode(service._waiting(self.live))
        found["reconnect"] = await self._enter(account, junk=True)
        found["watch"] = await self._enter(account, "&watch=1")
        found["stranger"] = await self._enter(STRANGER)
        found["forged"] = await self._enter(account, ticket="forged")
        self.host.drop(self.live)
        found["reloaded"] = await self._enter(account)
        return found

    async def _enter(
        self, account: str, more: str = "", *, ticket: str | None = None, junk: bool = False
    ) -> list[str]:
        """What a socket hears until nothing more comes."""
        signed = sign_ticket(account, TABLE) if ticket is None else ticket
        socket = Socket(self.host, f"/ws/tables/{TABLE}", f"ticket={signed}{more}", {})
        if junk:
            for text in ("{", '{"t":"play","id":"x","ply":0,"card":"XX"}', '{"t":"play","id":"y","ply":999}'):
                socket.send_text(text)
        await socket.accepted()
        heard = [json.dumps(await socket.hear()) for _ in range(4 if junk else 1)]
        await socket.leave()
        while not socket.from_server.empty():
            heard.append(json.dumps(socket.from_server.get_nowait()))
        return heard


def _command(match: Match, event: Recorded, name: str) -> c.Command:
    match event:
        case Passed():
            return c.PassCards(name, match.deal_no, event.cards)
        case Recalled():
            return c.RecallCards(name, match.deal_no)
        case Played():
            assert match.deal is not None
            return c.PlayCard(name, len(match.deal.plays), event.card)
        case _:
            assert isinstance(event, MoonChosen)
            return c.ChooseMoon(name, match.deal_no, event.choice)


def _tries(match: Match, own: int | None) -> list[c.Command]:
    """What the observer can ask for without changing anything: moves that are refused in any case."""
    ply = 0 if match.deal is None else len(match.deal.plays)
    legal = match.legal_mask() if match.phase == "playing" and match.turn == own else 0
    cards = [card for card in range(52) if not legal >> card & 1]
    return [
        *(c.PlayCard(f"try.{card}", ply, card) for card in cards[::3]),
        *(c.PlayCard(f"late.{card}", ply - 1, card) for card in cards[::17]),
        c.PassCards("again", match.deal_no, tuple(cards[:1]) * 3),
        c.ChooseMoon("moon", match.deal_no, "others_plus"),
        c.Continue("go", match.deal_no, ply),
    ]


async def _record(account: str) -> str:
    try:
        return json.dumps(await service.record(account, TABLE))
    except service.UnknownTableError as error:
        return repr(error)


def entries_of(
    rules: Rules, match_id: str, first_dealer: int, events: Sequence[Recorded], terms: Terms
) -> list[Entry]:
    """The log of a table where people have played these events: of whole deals, and the next one dealt."""
    seats = tuple(person(f"P{n}", f"p{n}", f"h-{n}") for n in range(rules.players))
    start = Match(rules, match_id=match_id, first_dealer=first_dealer).started()
    opened = Opened(TABLE, rules.to_dict(), seats, "instant", SECRET.hex(), terms)
    entries: list[tuple[TableRecorded, ...]] = [(opened, start)]
    for event in events:
        if isinstance(event, Committed) or isinstance(entries[-1][-1], Committed):
            entries[-1] = (*entries[-1], event)
        else:
            entries.append((event,))
    return [Entry(number, held) for number, held in enumerate(entries, 1)]


@asynccontextmanager
async def world(entries: Sequence[Entry]) -> AsyncIterator[World]:
    """A world that begins with this log."""
    log = Log()
    ours = logging.getLogger("moonshot")
    level = ours.level
    ours.setLevel(logging.DEBUG)
    ours.addHandler(log)
    memory = Memory(entries)
    host = LiveHost(memory, find_policy)  # type: ignore[arg-type]
    host.clock = TableClock(lambda: 0.0)
    host.directory = People()
    service._service.log, service._service.host = memory, host  # type: ignore[assignment]
    try:
        live = await host.find(TABLE)
        assert live is not None
        players = live.table.rules.players
        accounts = [*(f"p{seat}" for seat in range(players)), SPECTATOR]
        ears = {account: Ear(account) for account in accounts}
        for account, ear in ears.items():
            if account != SPECTATOR or live.table.terms.spectators:
                host.join(live, ear)
        yield World(host, memory, live, ears, log)
    finally:
        service._service.log = service._service.host = None
        await host.close()
        ours.removeHandler(log)
        ours.setLevel(level)
