"""A proxy between clients and a server that delays, cuts, doubles and reorders whole messages."""

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException


@dataclass
class Mischief:
    """How often each thing happens to a message on its way, in both directions."""

    delay: float = 0.2
    longest_delay: float = 0.03
    double: float = 0.1
    reorder: float = 0.1
    cut: float = 0.004
    swallow_and_cut: float = 0.004
    counted: Counter[str] = field(default_factory=Counter)


class Proxy:
    """Listens on a free port and passes every websocket on to the server at ``upstream`` (ws://host:port)."""

    def __init__(self, upstream: str, seed: int, mischief: Mischief | None = None) -> None:
        self._upstream = upstream
        self._chance = random.Random(seed)
        self.mischief = mischief or Mischief()
        self._server: Server | None = None

    @property
    def address(self) -> str:
        """Where clients connect to."""
        assert self._server is not None
        return f"ws://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def __aenter__(self) -> "Proxy":
        self._server = await serve(self._pass_on, "127.0.0.1", 0, max_size=None, compression=None)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._server.wait_closed(), 5)

    async def _pass_on(self, client: ServerConnection) -> None:
        assert client.request is not None
        url = self._upstream + client.request.path
        with contextlib.suppress(WebSocketException, OSError, TimeoutError):
            async with connect(url, max_size=None, compression=None, close_timeout=0.2) as server:
                ways = [
                    asyncio.create_task(self._carry(client, server)),
                    asyncio.create_task(self._carry(server, client)),
                ]
                _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in left:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        client.transport.abort()

    async def _carry(self, source: Any, target: Any) -> None:
        """Carry messages one way; returns when the connection is to be cut."""
        held: Any = None
        while True:
            try:
                message = await asyncio.wait_for(source.recv(), 0.05 if held is not None else None)
            except TimeoutError:
                await target.send(held)
                held = None
                continue
            except WebSocketException:
                return
            draw, what = self._chance.random(), self.mischief
            if draw < what.swallow_and_cut:
                what.counted["swallowed and cut"] += 1
                return
            if self._chance.random() < what.delay:
                what.counted["delayed"] += 1
                await asyncio.sleep(self._chance.random() * what.longest_delay)
            if held is None and self._chance.random() < what.reorder:
                what.counted["reordered"] += 1
                held = message
                continue
            with contextlib.suppress(WebSocketException):
                await target.send(message)
                if self._chance.random() < what.double:
                    what.counted["doubled"] += 1
                    await target.send(message)
                if held is not None:
                    await target.send(held)
                    held = None
            if self._chance.random() < what.cut:
                what.counted["cut"] += 1
                return
