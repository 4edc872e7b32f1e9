"""The logs on both databases: who is first, group commit, and what happens when one does not play along."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from moonshot.engine import Rules
from moonshot.site.live import sqlite_log
from moonshot.site.live.codec import BadEntryError, decode_entry, encode_entry
from moonshot.site.live.postgres_log import PostgresLog
from moonshot.site.live.sqlite_log import SqliteLog
from moonshot.site.live.storage import Log, RestoredError
from moonshot.tables import ConflictError, LogError
from moonshot.tables import commands as c
from tests.site.live.places import appended, make_database
from tests.tables.build import World

Make = Callable[[], Log]
AnyLog = TypeVar("AnyLog", bound=Log)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_database(tmp_path / "log.sqlite3")


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Opens logs over one new database."""
    if request.param == "sqlite":
        path = make_database(tmp_path / "log.sqlite3")
        return lambda: SqliteLog(path)
    url = request.getfixturevalue("databases").make()
    return lambda: PostgresLog(url)


def with_log(make: Callable[[], AnyLog], test: Callable[[AnyLog], Awaitable[None]]) -> None:
    async def run() -> None:
        log = make()
        try:
            await asyncio.wait_for(test(log), 120)
        finally:
            await log.close()

    asyncio.run(run())


def test_entries_come_back_in_order(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "owner", b'"one"')
        await appended(log, "t", 2, b'"two"')
        assert [(row.seq, row.body) for row in await log.read("t")] == [(1, b'"one"'), (2, b'"two"')]
        assert [row.seq for row in await log.read("t", after=1)] == [2]
        assert await log.read("u") == []
        assert await log.owner("t") == "owner"
        assert await log.owner("u") is None

    with_log(make, test)


def test_a_listener_that_fails_spoils_nothing_for_others(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "owner", b"1")

        def fails(_: Exception | None) -> None:
            raise ZeroDivisionError

        log.append("t", 2, b"2", fails)
        await appended(log, "t", 3, b"3")
        assert [row.body for row in await log.read("t")] == [b"1", b"2", b"3"]

    with_log(make, test)


def test_the_second_to_write_a_number_is_told_and_spoils_nothing_for_others(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "owner", b"1")
        answers = await asyncio.gather(
            appended(log, "t", 2, b"first"),
            appended(log, "t", 2, b"second"),
            appended(log, "t", 3, b"third"),
            log.create("t", "thief", b"4"),
            log.create("u", "owner", b"5"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [
            type(None),
            ConflictError,
            type(None),
            ConflictError,
            type(None),
        ]
        assert [row.body for row in await log.read("t")] == [b"1", b"first", b"third"]
        assert await log.owner("t") == "owner"

    with_log(make, test)


def test_two_processes_agree_on_who_was_first(make: Make) -> None:
    async def test(log: Log) -> None:
        other = make()
        await log.create("t", "owner", b"1")
        wins = 0
        for seq in range(2, 40):
            answers = await asyncio.gather(
                appended(log, "t", seq, b"a"), appended(other, "t", seq, b"b"), return_exceptions=True
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["ConflictError", "NoneType"]
            wins += answers[0] is None
        assert len(await other.read("t")) == 39
        await other.close()

    with_log(make, test)


def test_what_waits_is_stored_in_one_transaction(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "owner", b"1")
        before = log.batches
        await asyncio.gather(*(appended(log, "t", seq, b"x") for seq in range(2, 302)))
        assert log.batches - before <= 10
        assert len(await log.read("t")) == 301

    with_log(make, test)


def test_entries_that_come_together_are_one_statement(path: Path) -> None:
    class Told(SqliteLog):
        def _connect(self) -> sqlite3.Connection:
            db = super()._connect()
            db.set_trace_callback(lambda statement: statements.append(statement.split()[0]))
            return db

    statements: list[str] = []

    async def test(log: SqliteLog) -> None:
        for table in "abc":
            await log.create(table, "owner", b"1")
        statements.clear()
        await asyncio.gather(*(appended(log, table, 2, b"2") for table in "abc"))
        assert statements == ["INSERT"]
        statements.clear()
        await asyncio.gather(*(appended(log, table, 3, b"3", wake_in=10) for table in "abc"))
        assert statements.count("INSERT") == 1  # with what is to be noted of the tables
        statements.clear()
        answers = await asyncio.gather(
            *(appended(log, table, seq, b"4") for table, seq in [("a", 4), ("b", 5), ("c", 3)]),
            return_exceptions=True,
        )
        assert [answer is None for answer in answers] == [True, False, False]
        assert statements.count("INSERT") > 3  # one by one, after all of them together could not be stored
        assert [len(await log.read(table)) for table in "abc"] == [4, 3, 3]

    with_log(lambda: Told(path), test)


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    async def test(log: SqliteLog) -> None:
        db = log._connect()
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        db.close()

    with_log(lambda: SqliteLog(path), test)


def test_a_locked_database_stores_nothing_acknowledges_nothing_and_recovers(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "BUSY_SECONDS", 0.1)

    async def test(log: SqliteLog) -> None:
        await log.create("t", "owner", b"1")
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogError, match="locked"):
            await appended(log, "t", 2, b"2")
        lock.execute("ROLLBACK")
        lock.close()
        assert len(await log.read("t")) == 1
        await appended(log, "t", 2, b"2")
        assert len(await log.read("t")) == 2

    with_log(lambda: SqliteLog(path), test)


def test_a_full_disk_stores_nothing_acknowledges_nothing_and_recovers(path: Path) -> None:
    class SmallDisk(SqliteLog):
        pages = 0

        def _connect(self) -> sqlite3.Connection:
            db = super()._connect()
            if self.pages:
                db.execute(f"PRAGMA max_page_count = {self.pages}")
            return db

    async def run() -> None:
        log = SmallDisk(path)
        log.pages = 1
        body = b"x" * 200_000
        with pytest.raises(LogError, match="full"):
            await log.create("t", "owner", body)
        assert await log.read("t") == []
        log.pages = 0
        await log.create("t", "owner", body)
        assert len(await log.read("t")) == 1
        await log.close()

    asyncio.run(run())


def test_a_missing_database_is_an_error_of_the_log(tmp_path: Path) -> None:
    async def test(log: SqliteLog) -> None:
        with pytest.raises(LogError, match="no such table"):
            await log.read("t")
        with pytest.raises(LogError, match="no such table"):
            await log.create("t", "owner", b"1")

    with_log(lambda: SqliteLog(tmp_path / "empty.sqlite3"), test)


def test_closing_stores_what_waits_and_refuses_what_comes_later(make: Make) -> None:
    async def run() -> None:
        log = make()
        creating = asyncio.create_task(log.create("t", "o", b"1"))
        await asyncio.sleep(0)
        waiting = asyncio.gather(creating, appended(log, "t", 2, b"2"))
        await log.close()
        await waiting
        with pytest.raises(LogError):
            await appended(log, "t", 3, b"3")
        again = make()
        assert len(await again.read("t")) == 2
        await again.close()

    asyncio.run(run())


def test_a_caller_that_gives_up_does_not_stop_its_entry(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "o", b"1")
        writing = asyncio.ensure_future(appended(log, "t", 2, b"2"))
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        await appended(log, "t", 3, b"3")
        assert [row.seq for row in await log.read("t")] == [1, 2, 3]

    with_log(make, test)


def test_closed_tables_are_not_found_any_more(make: Make) -> None:
    async def test(log: Log) -> None:
        for table in ("a", "b", "c"):
            await log.create(table, "o", b"1")
        await appended(log, "b", 2, b"2", closes=True)
        assert await log.owner("b") is None
        assert await log.tables_of("o", 5) == ["c", "a"]
        assert await log.tables_of("o", 1) == ["c"]
        assert await log.tables_of("p", 5) == []
        log.mark_finished("c", finished=True)
        await log.create("d", "o", b"1")
        assert await log.tables_of("o", 5) == ["d", "a"]
        log.mark_finished("c", finished=False)
        log.mark_finished("nowhere", finished=True)
        await appended(log, "a", 2, b"2")
        assert await log.tables_of("o", 5) == ["d", "c", "a"]

    with_log(make, test)


def test_an_entry_that_does_not_follow_is_refused(make: Make) -> None:
    async def test(log: Log) -> None:
        await log.create("t", "o", b"1")
        for table, seq in (("t", 3), ("t", 1), ("nowhere", 2)):
            with pytest.raises(ConflictError):
                await appended(log, table, seq, b"x")
        assert await log.newest(["t", "nowhere"]) == {"t": 1}

    with_log(make, test)


def test_tables_are_woken_when_they_wished(make: Make) -> None:
    async def test(log: Log) -> None:
        for table in ("a", "b", "c", "d"):
            await log.create(table, "o", b"1")
        assert await log.claim(9, 60) == []
        await appended(log, "a", 2, b"2", wake_in=-1)
        await appended(log, "b", 2, b"2", wake_in=60)
        await log.wake({"c": -5, "d": -3, "nowhere": -1})
        assert await log.claim(2, 60) == ["c", "d"]
        assert await log.claim(9, -1) == ["a"]
        await log.wake({"a": None})
        assert await log.claim(9, 60) == []
        await appended(log, "d", 2, b"2", closes=True)
        await log.wake({"d": -1})
        assert await log.claim(9, 60) == []

    with_log(make, test)


def test_two_nodes_never_claim_the_same_table(make: Make) -> None:
    async def test(log: Log) -> None:
        other = make()
        names = [f"t{number}" for number in range(60)]
        await asyncio.gather(*(log.create(name, "o", b"1", wake_in=-1) for name in names))
        claimed: list[str] = []
        while any(found := await asyncio.gather(*(each.claim(4, 60) for each in (log, other) * 2))):
            claimed += [name for part in found for name in part]
        assert sorted(claimed) == sorted(names)
        await other.close()

    with_log(make, test)


def test_a_node_refuses_to_go_on_over_a_restored_database(make: Make) -> None:
    async def test(log: Log) -> None:
        other = make()
        await log.create("t", "o", b"1")
        await mark_restored(log)
        with pytest.raises(RestoredError):
            await appended(log, "t", 2, b"2")
        with pytest.raises(RestoredError):
            await log.create("u", "o", b"1")
        await appended(other, "t", 2, b"3")  # a node that had stored nothing yet remembers nothing
        log.adopt()
        await appended(log, "t", 3, b"4")
        assert [row.body for row in await log.read("t")] == [b"1", b"3", b"4"]
        await other.close()

    with_log(make, test)


async def mark_restored(log: Log) -> None:
    moment = "2026-01-01 00:00:00"
    if isinstance(log, SqliteLog):
        with sqlite3.connect(log._path) as db:
            db.execute("INSERT INTO live_restored (at) VALUES (?)", (moment,))
        db.close()
    elif isinstance(log, PostgresLog):
        with psycopg.connect(log._url) as remote:
            remote.execute("INSERT INTO live_restored (at) VALUES (%s)", (moment,))


def test_every_entry_of_a_match_survives_the_codec() -> None:
    world = World(rules=Rules(moon="choice"), pace="click")
    world.play_until(lambda view: len(view.match.results) == 2)
    world.send(c.SetPause("p", on=True))
    world.send(c.SetPace("q", "fast"))
    world.send(c.NewMatch("r"))
    world.send(c.Leave("s"))
    for entry in world.log.entries("t"):
        assert decode_entry(entry.seq, encode_entry(entry)) == entry


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"events":[{"kind":"miracle"}]}', b'{"events":[{}]}', b'{"events":[{"kind":"played"}]}'],
)
def test_damaged_rows_are_named(body: bytes) -> None:
    with pytest.raises(BadEntryError, match="entry 7 cannot be read"):
        decode_entry(7, body)
