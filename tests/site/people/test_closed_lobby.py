"""The lobby closes for new matches while nothing can be saved for long, and opens again by itself."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.site.live import keeper, lobby, lobby_socket, saving, sqlite_log
from tests.site.live.places import PATIENCE, Place, in_a_place

Message = dict[str, Any]


class Window:
    """Somebody who looks at the lobby."""

    def __init__(self, hall: lobby.Lobby) -> None:
        self.asked: asyncio.Queue[Message] = asyncio.Queue()
        self.told: asyncio.Queue[Message] = asyncio.Queue()
        ticket = lobby_socket_ticket(hall)
        scope = {"type": "websocket", "path": lobby_socket.PATH, "query_string": ticket, "headers": []}
        self.asked.put_nowait({"type": "websocket.connect"})

        async def hear(message: Any) -> None:
            self.told.put_nowait(message)

        self.serving = asyncio.create_task(lobby_socket.serve_lobby(hall, scope, self.asked.get, hear))

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.told.get()
                if message["type"] == "websocket.send":
                    found: Message = json.loads(message["text"])
                    if wanted(found):
                        return found

    def send(self, **command: Any) -> None:
        self.asked.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})


def lobby_socket_ticket(hall: lobby.Lobby) -> bytes:
    from moonshot.site.live.tickets import sign_ticket

    return f"ticket={sign_ticket('ann', lobby_socket.TICKET_FOR)}".encode()


def says(closed: str | None) -> Callable[[Message], bool]:
    return lambda message: message["t"] in ("lobby", "lobby_changed") and message["closed"] == closed


@pytest.mark.usefixtures("people")
def test_the_lobby_closes_while_nothing_can_be_saved_and_opens_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert saving.LASTS_SECONDS == 30
    monkeypatch.setattr(saving, "LASTS_SECONDS", 0.3)
    monkeypatch.setattr(saving, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(sqlite_log, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.05)
    monkeypatch.setattr(lobby, "TURN_SECONDS", 0.05)

    async def test(place: Place) -> None:
        hall = lobby.Lobby(place.host)
        window = Window(hall)
        await window.until(says(None))
        lock = sqlite3.connect(place.path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")  # nobody is at a table: the upkeep alone finds it out
        await window.until(says("saving"))
        assert place.host.closed_for == "saving"
        window.send(t="quick", id="1", mode="fast", when="now")
        assert (await window.until(lambda message: message["t"] == "refused"))["code"] == "lobby_closed"
        lock.execute("ROLLBACK")
        lock.close()
        await window.until(says(None))
        assert place.host.begins_new
        await place.host.ending.announce(0.0)
        await window.until(says("restart"))
        window.send(t="quick", id="2", mode="fast", when="now")
        assert (await window.until(lambda message: message["t"] == "refused"))["code"] == "draining"
        await hall.close()
        assert (await window.until(lambda message: message["t"] == "bye"))["code"] == "resume"
        await window.serving

    in_a_place(tmp_path, test)
