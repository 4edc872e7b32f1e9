"""News at a bad moment: while a log is read, while Redis falters, from a node that is new again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.live import redis_news
from moonshot.site.live.codec import encode_entry
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import News, NewsBus
from moonshot.site.live.redis_news import RedisNews
from moonshot.site.live.sqlite_log import SqliteLog
from moonshot.site.live.storage import Stored
from moonshot.tables import Entry, opening, person
from moonshot.tables.events import PaceSet
from tests.site.live.places import PATIENCE, SECRET, appended, make_database, until


class OfTwo(NewsBus):
    """The bus of one node of two, as far as this one knows; what it tells is kept."""

    shared = True

    def __init__(self) -> None:
        super().__init__("here")
        self.told: list[News] = []

    def _send(self, told: list[News]) -> None:
        self.told += told

    def say(self, kind: Any, about: str = "", seq: int = 0, more: str = "") -> None:
        """News of the other node."""
        self._receive(News(kind, about, seq, more, "there"))


def at_a_node(path: Path, test: Callable[[LiveHost, OfTwo, SqliteLog], Awaitable[None]]) -> None:
    """Run a test with a node that has a table of four people, and with the log that another one writes to."""
    database = make_database(path / "live.sqlite3")

    async def run() -> None:
        mine, theirs = SqliteLog(database), SqliteLog(database)
        news = OfTwo()
        host = LiveHost(mine, find_policy, news)
        seats = [person(name, name.lower()) for name in ("Ann", "Bob", "Cyd", "Dan")]
        await host.create("t", "ann", opening("t", Rules(), seats, pace="slow", secret=SECRET))
        try:
            await asyncio.wait_for(test(host, news, theirs), 4 * PATIENCE)
        finally:
            await host.close()
            await mine.close()
            await theirs.close()

    asyncio.run(run())


async def found(host: LiveHost) -> LiveTable:
    live = await host.find("t")
    assert live is not None
    return live


def test_what_is_stored_while_the_log_is_read_is_read_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(host: LiveHost, news: OfTwo, theirs: SqliteLog) -> None:
        live = await found(host)
        first = live.table.seq

        async def store(seq: int, pace: str) -> None:
            body = encode_entry(Entry(seq, (PaceSet(pace),), "ann", f"c{seq}"))
            await appended(theirs, "t", seq, body)
            news.say("entry", "t", seq)

        read = host._log.read

        async def slow(table_id: str, after: int = 0) -> list[Stored]:
            rows = await read(table_id, after)
            if after == first:  # they were read, and before anybody here sees them there are more
                await store(first + 2, "fast")
            return rows

        monkeypatch.setattr(host._log, "read", slow)
        await store(first + 1, "instant")
        await until(lambda: live.table.seq == first + 2)
        assert live.table.pace == "fast"
        await until(lambda: live.catching_up is None)

    at_a_node(tmp_path, test)


def test_who_was_at_a_node_is_forgotten_when_it_starts_again_under_its_name(tmp_path: Path) -> None:
    async def test(host: LiveHost, news: OfTwo, _: SqliteLog) -> None:
        live = await found(host)
        news.say("node", more="first life")
        news.say("presence", "t", more="1;2")
        assert (live.connected, live.spectators) == (frozenset({1}), 2)
        news.say("node", more="first life")
        assert live.connected == {1}
        news.told.clear()
        news.say("node", more="second life")
        assert (live.connected, live.spectators) == (frozenset(), 0)
        await until(
            lambda: any(one.kind == "presence" and one.seq == 1 for one in news.told)
        )  # who is there?
        news.say("presence", "t", more="0;0")
        assert live.connected == {0}
        news.say("node", more="second life")
        assert live.connected == {0}

    at_a_node(tmp_path, test)


class Faltering:
    """A connection to Redis of which some publications fail."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.heard: list[list[list[Any]]] = []

    async def publish(self, channel: str, data: bytes) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise RedisConnectionError
        self.heard.append(msgspec.json.decode(data)[1])

    async def aclose(self) -> None:
        pass


def test_news_that_could_not_be_told_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_news, "RETRY_SECONDS", 0.01)

    async def run() -> None:
        news = RedisNews("redis://127.0.0.1:1/0", "channel", "here")
        redis = Faltering(3)
        news._redis = redis
        news.tell("account", "ann", more="gone")
        news.tell("entry", "t", 7)
        news.tell("presence", "t", more="0;0")
        await until(lambda: redis.failures < 3)
        news.tell("presence", "t", more="0,1;0")
        news.tell("entry", "t", 6)
        await until(lambda: redis.failures == 0 and bool(redis.heard))
        told = {(kind, about): (seq, more) for batch in redis.heard for kind, about, seq, more in batch}
        assert told == {
            ("account", "ann"): (0, "gone"),
            ("entry", "t"): (7, ""),
            ("presence", "t"): (0, "0,1;0"),
        }
        assert news.published == len(redis.heard)
        await news.close()

    asyncio.run(asyncio.wait_for(run(), 4 * PATIENCE))


def test_a_table_that_cannot_be_shown_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(host: LiveHost, _: OfTwo, __: SqliteLog) -> None:
        live = await found(host)
        shown: list[LiveTable] = []

        def broken(one: LiveTable, except_for: object = None) -> None:
            shown.append(one)
            raise ValueError

        monkeypatch.setattr(host, "refresh_all", broken)
        monkeypatch.setattr("moonshot.site.live.rounds.AT_ONCE", 0)
        for count in (1, 2):
            host.rounds._left = {"t": live}
            host.rounds.begin()
            await until(lambda: len(shown) == count and not host.rounds._left)  # noqa: B023
            await until(lambda: host.rounds._going is None)

    at_a_node(tmp_path, test)
    assert "cannot be shown" in caplog.text
