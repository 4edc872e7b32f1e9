"""A place to run live tables in a test: a database with the real schema, a loop, a host."""

import asyncio
import io
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from moonshot.bots import Policy, find_policy
from moonshot.engine import Rules
from moonshot.site.live.group_log import settle
from moonshot.site.live.host import LiveHost
from moonshot.site.live.outbox import AT_ONCE, Hear
from moonshot.site.live.socket import serve_socket
from moonshot.site.live.sqlite_log import SqliteLog
from moonshot.site.live.storage import Heard, Log
from moonshot.site.live.tickets import sign_ticket
from moonshot.tables import bot, opening, person

ME = "me"
PATIENCE = 30.0
"""Seconds that nothing takes, on the slowest machine, unless it fails."""
SECRET = bytes(range(32))


def appended(log: Log, table_id: str, seq: int, body: bytes, **named: Any) -> "asyncio.Future[None]":
    """Append to a log now; done when it is known what became of it."""
    heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    log.append(table_id, seq, body, partial(settle, heard), **named)
    return heard


def appending(append: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A log's `append` that does what this awaitable does instead."""

    def call_back(table_id: str, seq: int, body: bytes, heard: Heard, **named: Any) -> None:
        def told(task: asyncio.Task[None]) -> None:
            error = task.exception()
            assert error is None or isinstance(error, Exception)
            heard(error)

        asyncio.ensure_future(append(table_id, seq, body, **named)).add_done_callback(told)

    return call_back


async def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - whatever becomes true has no event
            await asyncio.sleep(0.01)


@cache
def schema() -> str:
    """The SQL of the migrations."""
    sql = io.StringIO()
    graph = MigrationLoader(None).graph
    for leaf in graph.leaf_nodes("live"):
        for app, name in graph.forwards_plan(leaf):
            call_command("sqlmigrate", app, name, stdout=sql)
    return sql.getvalue()


def make_database(path: Path) -> Path:
    """A database file with the schema of the migrations."""
    with sqlite3.connect(path) as db:
        db.executescript(schema())
    db.close()
    return path


class Socket:
    """The test's end of one table socket, without a network; ``at_once`` past queues and tasks."""

    def __init__(
        self,
        host: LiveHost | None,
        path: str,
        query: str,
        headers: dict[bytes, bytes],
        *,
        at_once: bool = False,
    ) -> None:
        self.view: dict[str, Any] = {}
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.from_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": list(headers.items()),
            "extensions": {AT_ONCE: {"send": self._send_now, "hear": self._hear_by}} if at_once else {},
        }
        self.takes: Hear | None = None
        self.hears = asyncio.Event()
        self.taken = 0
        """Texts that were taken in the moment in which they came."""
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(
            serve_socket(host, scope, self.to_server.get, self._hear, trusted=("https://cards.example",))
        )

    async def _hear(self, message: Any) -> None:
        await self.reading.wait()
        self.from_server.put_nowait(message)

    def _hear_by(self, hear: Hear) -> None:
        self.takes = hear
        self.hears.set()

    def _send_now(self, texts: Sequence[bytes]) -> bool:
        for text in texts:
            self.from_server.put_nowait({"type": "websocket.send", "text": text.decode()})
        return True

    async def hear(self) -> dict[str, Any]:
        """The next ASGI message."""
        return await asyncio.wait_for(self.from_server.get(), PATIENCE)

    async def accepted(self) -> "Socket":
        assert await self.hear() == {"type": "websocket.accept"}
        return self

    async def message(self) -> dict[str, Any]:
        """The next table message."""
        heard = await self.hear()
        assert heard["type"] == "websocket.send", heard
        found: dict[str, Any] = json.loads(heard["text"])
        if found["t"] == "update":
            self.view = found["view"] = {**self.view, **found["view"]}
        return found

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next table message that is wanted."""
        while not wanted(found := await self.message()):
            pass
        return found

    async def closed(self) -> int:
        """The close code, whatever comes before it."""
        while (heard := await self.hear())["type"] != "websocket.close":
            pass
        await asyncio.wait_for(self.task, PATIENCE)
        return int(heard["code"])

    def send(self, **command: Any) -> None:
        self.send_text(json.dumps(command))

    def send_text(self, text: str) -> None:
        if self.takes is not None and self.to_server.empty() and self.takes(text):
            self.taken += 1
            return
        self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    def send_bytes(self, data: bytes) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "bytes": data})

    async def leave(self) -> None:
        """Go away as a browser does."""
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, PATIENCE)


class Place:
    """A host over a database."""

    def __init__(self, path: Path, policies: Callable[[str], Policy] = find_policy) -> None:
        self.path = path
        self.log: Log = SqliteLog(path)
        self.host = LiveHost(self.log, policies)

    async def table(
        self, table_id: str = "t", *, owner: str = ME, pace: str = "instant", rules: Rules | None = None
    ) -> str:
        rules = rules or Rules()
        seats = (person("Me", owner), *(bot(f"Bot {n}", "steady") for n in range(rules.players - 1)))
        await self.host.create(table_id, owner, opening(table_id, rules, seats, pace=pace, secret=SECRET))
        return table_id

    def connect(
        self,
        table_id: str = "t",
        *,
        account: str = ME,
        ticket: str | None = None,
        watch: bool = False,
        headers: dict[bytes, bytes] | None = None,
        at_once: bool = False,
    ) -> Socket:
        signed = sign_ticket(account, table_id) if ticket is None else ticket
        query = f"ticket={signed}" + ("&watch=1" if watch else "")
        return Socket(self.host, f"/ws/tables/{table_id}", query, headers or {}, at_once=at_once)

    async def enter(self, table_id: str = "t", **options: Any) -> tuple[Socket, dict[str, Any]]:
        """A connection and its first view."""
        socket = await self.connect(table_id, **options).accepted()
        first = await socket.message()
        assert (first["t"], first["events"]) == ("update", [])
        return socket, first["view"]

    async def close(self) -> None:
        await self.host.close()
        await self.log.close()


def in_a_place(
    path: Path, test: Callable[[Place], Awaitable[None]], policies: Callable[[str], Policy] = find_policy
) -> None:
    """Run a test with a place of its own."""

    database = make_database(path / "live.sqlite3")

    async def run() -> None:
        place = Place(database, policies)
        try:
            await asyncio.wait_for(test(place), 4 * PATIENCE)
        finally:
            await place.close()

    asyncio.run(run())
