"""Thousands who come and go leave nothing behind: every collection that a node holds is as long as before."""

import asyncio
import gc
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MethodType
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from moonshot.engine import Rules
from moonshot.site.live import keeper, lobby
from moonshot.site.live.entrance import Entrance
from moonshot.site.live.lobby import Lobby
from moonshot.site.people.ids import new_account_id
from moonshot.tables import bot, opening, person
from tests.site.live.places import SECRET, Place, in_a_place, until
from tests.site.people.test_lobby_answers import Window
from tests.tables.company import PRIVATE, QUICK

pytestmark = pytest.mark.usefixtures("people")
TABLES = 100
TIMES = 20
"""So often somebody connects to each table."""
WINDOWS = 30
GROUP = 50
COLLECTIONS = (dict, set, frozenset, list, deque, WeakKeyDictionary)
MOVED = 4001
COLLECTED = 300.0
"""Seconds after which used tickets are forgotten."""


def attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(thing, "__dict__", {}).items()
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if hasattr(thing, name):
                yield name, getattr(thing, name)


def lengths(*roots: Any) -> Counter[str]:
    """How long all collections are that these objects of ours hold, and those that they hold in turn."""
    found: Counter[str] = Counter()
    seen: set[int] = set()
    todo = [("", root) for root in roots]
    while todo:
        name, thing = todo.pop()
        if isinstance(thing, MethodType):
            thing = thing.__self__
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        if isinstance(thing, COLLECTIONS):
            found[name] += len(thing)
        elif type(thing).__module__.startswith("moonshot."):
            todo += [(f"{type(thing).__name__}.{key}", value) for key, value in attributes(thing)]
    return found


def ours() -> Counter[str]:
    """How many objects of our own classes there are in this process, without those that are only values."""
    gc.collect()
    names = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
    live = ("moonshot.site.", "moonshot.tables.table.")
    return Counter({name: number for name, number in names.items() if name.startswith(live)})


async def visit(place: Place, number: int) -> None:
    """One table, whose person comes and goes."""
    account = new_account_id()
    terms = replace((QUICK, PRIVATE)[number % 2], clock="none")  # a clock that runs would still run out
    seats = [person("Ann", account), *(bot(f"Bot {seat}", "random") for seat in range(3))]
    name = f"t{number}"
    entry = opening(name, Rules(), seats, pace="slow", secret=SECRET, terms=terms)
    await place.host.create(name, account, entry)
    sockets = [(await place.enter(name, account=account))[0] for _ in range(TIMES)]
    for socket in sockets[:-1]:
        assert await socket.closed() == MOVED
    await sockets[-1].leave()


async def look_in(hall: Lobby, number: int) -> None:
    """One window of the lobby; every fifth asks for a match, and thinks better of it."""
    peer = await hall.welcome(new_account_id(), f"198.18.{number // 250}.{number % 250}")
    window = Window(peer)
    await hall.enter(peer)
    if number % 5 == 0:
        await hall.quick(peer, "fast", "wait")
        await window.told("waiting")
        await hall.cancel(peer)
        await window.told("cancelled")
    hall.part(peer)
    await window.close()


def test_thousands_who_come_and_go_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "WAKE_MARGIN", 10.0)
    monkeypatch.setattr(lobby, "TURN_SECONDS", 0.05)

    async def test(place: Place) -> None:
        hall = Lobby(place.host)
        clock = place.host.tickets._clock
        try:

            async def quiet(number: int) -> tuple[Counter[str], Counter[str]]:
                """What is held when one more has come and gone and nothing is left to do."""
                await visit(place, number)
                await until(lambda: not (place.host.tables or hall._dirty or hall._written))
                await look_in(hall, 0)  # who finds an empty list
                return lengths(place.host, hall), ours()

            await quiet(TABLES)
            before, counted = await quiet(TABLES + 1)
            for first in range(0, TABLES, GROUP):
                await asyncio.gather(*[visit(place, number) for number in range(first, first + GROUP)])
            for number in range(WINDOWS):
                await look_in(hall, number)
            await until(lambda: not place.host.tables)
            monkeypatch.setattr(place.host.tickets, "_clock", lambda: clock() + COLLECTED)
            await quiet(TABLES + 2)
            after, left = await quiet(TABLES + 3)
            assert before.keys() >= {"LiveHost.tables", "Windows._open", "Tickets._used", "Lobby._waiting"}
            before["Tickets._used"] = 2 * TIMES  # those of this minute
            assert after == before
            assert left - counted == Counter()
        finally:
            await hall.close()

    in_a_place(tmp_path, test)


def test_addresses_that_have_gone_are_not_counted() -> None:
    entrance = Entrance(per_address=2)
    for number in range(TABLES):
        address = f"198.18.{number // 250}.{number % 250}"
        assert [entrance.enter(address) for _ in range(3)] == [True, True, False]
    for number in range(TABLES):
        for _ in range(2):
            entrance.leave(f"198.18.{number // 250}.{number % 250}")
    assert lengths(entrance) == Counter({"Entrance._open": 0})
