"""Commands through a proxy that delays, cuts, doubles and reorders: every id has exactly one effect.

With MOONSHOT_FAULTS=full there are 50,000 of them; without it as many as ./test has time for.
"""

import asyncio
import contextlib
import json
import os
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from moonshot.site.live.codec import decode_entry
from moonshot.site.live.log_source import SqliteSource, each
from tests.faults.crowd import GONE
from tests.faults.proxy import Proxy
from tests.faults.servers import Servers, Site

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
COMMANDS = 50_000 if FULL else 2_000
CLIENTS = 40 if FULL else 10
IN_FLIGHT = 4
PACES = ("slow", "normal", "click")

pytestmark = [pytest.mark.faults, pytest.mark.slow]


@dataclass
class Sender:
    """One guest who sends so many commands and repeats each until it is answered."""

    site: Site
    proxy: str
    number: int
    wanted: int
    table: str = ""
    sent: int = 0
    frames: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    _open: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.number)

    async def run(self) -> None:
        opened = await asyncio.to_thread(self.site.call, "/api/tables", {"pace": "slow"})
        self.table = opened["table"]
        while len(self.answers) < self.wanted:
            with contextlib.suppress(*GONE):
                path = f"/api/tables/{self.table}/ticket"
                ticket = await asyncio.to_thread(self.site.call, path, {})
                url = f"{self.proxy}{ticket['socket']}?ticket={ticket['ticket']}"
                async with connect(url, max_size=None, compression=None, close_timeout=0.2) as link:
                    await self._talk(link)
            await asyncio.sleep(0.05)

    async def _talk(self, link: Any) -> None:
        reader = asyncio.create_task(self._read(link))
        try:
            while len(self.answers) < self.wanted and not reader.done():
                while len(self._open) < IN_FLIGHT and self.sent < self.wanted:
                    self.sent += 1
                    name = f"c{self.number}-{self.sent}"
                    self._open[name] = {"t": "pace", "id": name, "pace": self._chance.choice(PACES)}
                for command in list(self._open.values()):
                    self.frames += 1
                    await link.send(json.dumps(command))
                # Twenty messages a second are allowed, and the proxy makes more of them.
                await asyncio.sleep(len(self._open) / 14)
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _read(self, link: Any) -> None:
        with contextlib.suppress(WebSocketException):
            async for text in link:
                message = json.loads(text)
                if message["t"] == "done":
                    before = self.answers.setdefault(message["id"], message["seq"])
                    assert before == message["seq"], message
                    self._open.pop(message["id"], None)
                elif message["t"] == "refused":
                    self.refused[message["code"]] += 1


def test_every_command_has_one_effect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def run(address: str) -> tuple[list[Sender], Counter[str], int]:
        async with Proxy(address.replace("http", "ws", 1), seed=3) as proxy:
            each_sends = COMMANDS // CLIENTS
            senders = [Sender(Site(address), proxy.address, no, each_sends) for no in range(CLIENTS)]
            await asyncio.gather(*(sender.run() for sender in senders))
            return senders, proxy.mischief.counted, sum(sender.frames for sender in senders)

    environ = {"MOONSHOT_TABLES_PER_MINUTE": "100000"}
    with Servers(tmp_path / "data", fixed=False, environ=environ) as servers:
        servers.start()
        senders, mischief, frames = asyncio.run(run(servers.address))
        assert "Traceback" not in servers.errors.read_text()
    effects: Counter[str] = Counter()
    places: dict[str, int] = {}
    with SqliteSource(tmp_path / "data" / "moonshot.sqlite3") as source:
        for _, _, rows in each(source):
            for seq, body in rows:
                command_id = decode_entry(seq, body.encode()).command_id
                if command_id is not None:
                    effects[command_id] += 1
                    places[command_id] = seq
    answers = {name: seq for sender in senders for name, seq in sender.answers.items()}
    with capsys.disabled():
        happened = ", ".join(f"{count} {what}" for what, count in mischief.most_common())
        print(
            f"\n    {len(answers)} commands in {frames} frames ({happened}): {sum(effects.values())} effects"
            f" of {len(effects)} ids",
            flush=True,
        )
    assert len(answers) == COMMANDS
    assert sum(effects.values()) == len(effects) == COMMANDS
    assert places == answers
