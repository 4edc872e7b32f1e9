"""Answers of the database that come when things have changed already: nobody loses a seat to one."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any

import pytest

from moonshot.site.asking import in_database
from moonshot.site.live import queue
from moonshot.site.live.directory import SiteDirectory
from moonshot.site.live.lobby import Lobby, LobbyPeer
from moonshot.site.live.lobby_models import Wish
from moonshot.site.people.ids import new_account_id
from tests.site.live.places import Place, in_a_place

pytestmark = pytest.mark.usefixtures("people")

ENOUGH = 30.0


class Window:
    """A window that shows the lobby, with everything it was told."""

    def __init__(self, peer: LobbyPeer) -> None:
        self.peer = peer
        self.kinds: list[str] = []
        self._told = asyncio.Event()
        self._writer = asyncio.create_task(peer.outbox.run(self._hear))

    async def _hear(self, message: dict[str, Any]) -> None:
        if "text" in message:
            self.kinds.append(json.loads(message["text"])["t"])
            self._told.set()

    async def told(self, kind: str) -> None:
        async with asyncio.timeout(ENOUGH):
            while kind not in self.kinds:
                self._told.clear()
                await self._told.wait()

    async def close(self) -> None:
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)


class Pause:
    """Holds back one answer about the wishes that the lobby's own turn asks for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._loop = asyncio.get_running_loop()
        self._look = queue.wishes_of
        self._armed = False
        self._before: Callable[[], object] = lambda: None
        self._read = asyncio.Event()
        self._go_on = threading.Event()
        monkeypatch.setattr(queue, "wishes_of", self._wishes_of)

    def _wishes_of(self, accounts: Collection[str]) -> tuple[dict[str, Wish], dict[str, int]]:
        if not self._armed:
            return self._look(accounts)
        self._armed = False
        self._before()
        answer = self._look(accounts)
        self._loop.call_soon_threadsafe(self._read.set)
        assert self._go_on.wait(ENOUGH)
        return answer

    async def until_read(self, before: Callable[[], object] = lambda: None) -> None:
        """Return when the next answer has been read, after something else, and waits to be heard."""
        self._before = before
        self._armed = True
        await asyncio.wait_for(self._read.wait(), ENOUGH)

    def end(self) -> None:
        self._go_on.set()


Test = Callable[[Lobby, list[Window], Pause], Awaitable[None]]


def in_a_lobby(path: Path, monkeypatch: pytest.MonkeyPatch, people: int, test: Test) -> None:
    async def prepared(place: Place) -> None:
        place.host.directory = SiteDirectory()
        await in_database(Wish.objects.all().delete)
        pause = Pause(monkeypatch)
        hall = Lobby(place.host)
        windows = []
        try:
            for number in range(people):
                peer = await hall.welcome(new_account_id(), f"192.0.2.{number + 1}")
                windows.append(Window(peer))
                await hall.enter(peer)
            await test(hall, windows, pause)
        finally:
            pause.end()
            await hall.close()
            for window in windows:
                await window.close()
            await in_database(Wish.objects.all().delete)

    in_a_place(path, prepared)


def test_who_asks_while_the_wishes_are_read_is_not_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hall: Lobby, windows: list[Window], pause: Pause) -> None:
        first, *others = windows
        await hall.quick(first.peer, "fast", "wait")
        await pause.until_read()
        for other in others[:2]:
            await hall.quick(other.peer, "fast", "wait")
        pause.end()
        for other in others[:2]:
            await other.told("waiting")
        await hall.quick(others[2].peer, "fast", "wait")
        for window in windows:
            await window.told("seated")
            assert "cancelled" not in window.kinds

    in_a_lobby(tmp_path, monkeypatch, 4, test)


def test_an_answer_about_a_wish_that_was_taken_back_is_not_about_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hall: Lobby, windows: list[Window], pause: Pause) -> None:
        (window,) = windows
        await hall.quick(window.peer, "fast", "wait")
        await window.told("waiting")
        # The wish goes before it is looked for, and whoever took it back hears of it later.
        await pause.until_read(lambda: queue.cancel(window.peer.account))
        assert await hall.cancel(window.peer)
        await window.told("cancelled")
        await hall.quick(window.peer, "deniro", "now")
        pause.end()
        await window.told("seated")
        assert window.kinds.count("cancelled") == 1

    in_a_lobby(tmp_path, monkeypatch, 1, test)
