"""A running site and the people who visit it, each from an address of their own."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from tests.site.closing import PATIENCE, all_closed
from tests.site.running import Answer, Browser, Running

_addresses = itertools.count(1)
_open: list[ClientConnection] = []

ENVIRON = {"MOONSHOT_TRUSTED_PROXIES": "127.0.0.1", "MOONSHOT_TABLES_PER_MINUTE": "100000"}


def next_address() -> str:
    number = next(_addresses)
    return f"198.18.{number // 250}.{number % 250 + 1}"


@dataclass
class Guest(Browser):
    """A browser behind a proxy that tells the server its address."""

    where: str = field(default_factory=next_address)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return super().ask(method, path, body, {"X-Forwarded-For": self.where, **(headers or {})})

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/me").json
        return found

    def named(self, name: str) -> "Guest":
        answer = self.post("/api/name", {"name": name})
        assert answer.status == 200, answer.text
        return self

    def open(self, **given: Any) -> dict[str, Any]:
        """A private table of this guest."""
        answer = self.post("/api/tables/private", given)
        assert answer.status == 201, answer.text
        found: dict[str, Any] = answer.json
        return found


def guest(running: Running) -> Guest:
    visitor = Guest(running.address)
    visitor.get("/api/me")
    return visitor


class Line:
    """One end of a socket, with what it has heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = itertools.count(1)
        self.view: dict[str, Any] = {}

    async def send(self, t: str, **fields: Any) -> str:
        command_id = f"c{next(self.ids)}"
        await self.socket.send(json.dumps({"t": t, "id": command_id, **fields}))
        return command_id

    async def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        async with asyncio.timeout(seconds):
            found: dict[str, Any] = json.loads(await self.socket.recv())
        self.view |= found.get("view", {})
        return found

    async def seen(
        self, wanted: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE
    ) -> dict[str, Any]:
        """The view as soon as it is as wanted."""
        async with asyncio.timeout(seconds):
            while not wanted(self.view):
                await self.hear(seconds)
        return self.view

    async def until(self, kind: str, seconds: float = PATIENCE, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind with these fields."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear(seconds)
                if message["t"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                    return message

    async def said(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next thing that somebody says."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear(seconds)
                for event in message.get("events", ()):
                    if event["kind"] == "said":
                        found: dict[str, Any] = event
                        return found

    async def close_code(self, seconds: float = PATIENCE) -> int | None:
        """The code with which the server closes, whatever it says before."""
        async with asyncio.timeout(seconds):
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    await self.socket.recv()
        return self.socket.close_code

    async def close(self) -> None:
        await self.socket.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test and close every socket that it leaves open."""

    async def closing() -> None:
        try:
            await test
        finally:
            while _open:
                await _open.pop().close()
            await all_closed()

    asyncio.run(closing())


async def connect(visitor: Guest, ticket: dict[str, Any], **headers: str) -> Line:
    address = visitor.address.replace("http", "ws", 1)
    sent = {"X-Forwarded-For": visitor.where, **headers}
    url = f"{address}{ticket['socket']}?ticket={ticket['ticket']}"
    # No limits of its own, which would find out only that the machine is busy.
    socket = await websockets.connect(
        url,
        additional_headers=sent,
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
        close_timeout=PATIENCE,
        ping_interval=None,
    )
    _open.append(socket)
    return Line(socket)


async def lobby(visitor: Guest) -> Line:
    """The lobby, before its first message."""
    return await connect(visitor, visitor.post("/api/lobby/ticket", {}).json)


async def table(visitor: Guest, table_id: str) -> Line:
    """A table, before its first message."""
    return await connect(visitor, visitor.post(f"/api/tables/{table_id}/ticket", {}).json)
