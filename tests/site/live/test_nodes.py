"""Several nodes over one database: news, its loss, who wakes a table, whose people are where."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.live import host, keeper, presence, redis_news
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.news import News, NewsBus
from moonshot.site.live.postgres_log import PostgresLog
from moonshot.site.live.redis_news import RedisNews
from moonshot.site.live.sqlite_log import SqliteLog
from moonshot.site.live.storage import Log, Stored
from moonshot.tables import LogError, bot, opening, person
from tests.services import Databases
from tests.site.live.places import PATIENCE, SECRET, Place, Socket, in_a_place
from tests.tables.company import QUICK
from tools.services import Redis

Test = Callable[["Node", "Node"], Awaitable[None]]


class Node(Place):
    """A place over a database that others use as well."""

    def __init__(self, log: Log, news: NewsBus, *, drives: bool = True) -> None:
        self.log = log
        self.news = news
        self.host = LiveHost(log, find_policy, news, drives=drives)
        self.host.news.hear("entry", self._count, own=True)
        self.stored = 0
        """Entries that this node has stored, as far as it has told of them."""

    def _count(self, news: News) -> None:
        self.stored += news.node == self.news.node

    async def table_for_two(self, pace: str = "slow") -> None:
        seats = [person("Ann", "ann"), person("Bob", "bob"), bot("C", "steady"), bot("D", "steady")]
        entry = opening("t", Rules(), seats, pace=pace, secret=SECRET)
        await self.host.create("t", "ann", entry)

    async def die(self) -> None:
        """Stop at once, as far as that goes inside one process: nothing is said or stored any more."""
        self.host.keeper.close()
        self.host._closing = True
        for live in self.host.tables.values():
            live.stop_timer()

    async def close(self) -> None:
        await self.host.close()
        await self.news.close()
        await self.log.close()


@asynccontextmanager
async def two_nodes(url: str, redis: Redis | None) -> AsyncIterator[tuple[Node, Node]]:
    nodes = []
    for name in ("one", "two"):
        news = NewsBus(name) if redis is None else RedisNews(redis.url, f"test-{url[-12:]}", name)
        nodes.append(Node(PostgresLog(url), news))
    await until(lambda: all(node.news.is_up for node in nodes))
    try:
        yield nodes[0], nodes[1]
    finally:
        for node in nodes:
            await node.close()


def on_two_nodes(url: str, redis: Redis | None, test: Test) -> None:
    async def run() -> None:
        async with two_nodes(url, redis) as (one, two):
            await asyncio.wait_for(test(one, two), 4 * PATIENCE)

    asyncio.run(run())


async def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    for _ in range(6000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


def is_update(**wanted: Any) -> Callable[[dict[str, Any]], bool]:
    def check(message: dict[str, Any]) -> bool:
        return message["t"] == "update" and all(
            message["view"][name] == value for name, value in wanted.items()
        )

    return check


async def both_at(one: Node, two: Node) -> tuple[Socket, Socket]:
    ann, _ = await one.enter(account="ann")
    bob, _ = await two.enter(account="bob")
    return ann, bob


def test_what_happens_at_one_node_is_seen_at_the_other(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "POLL_SECONDS", 3600.0)  # by news alone

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, bob = await both_at(one, two)
        ann.send(t="pause", id="1", on=True)
        await bob.until(is_update(paused=True))
        bob.send(t="pace", id="2", pace="fast")
        await ann.until(is_update(pace="fast"))
        assert isinstance(one.news, RedisNews)
        assert one.host.tables["t"].following
        assert not two.host.tables["t"].following

    on_two_nodes(databases.make(), redis_server, test)


def test_lost_news_is_found_by_looking(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.1)
    monkeypatch.setattr(keeper, "POLL_SECONDS_WITHOUT_NEWS", 0.1)

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, bob = await both_at(one, two)
        ann.send(t="pause", id="1", on=True)
        await bob.until(is_update(paused=True))

    on_two_nodes(databases.make(), None, test)


def test_redis_may_go_and_come_back(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.services import started

    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.1)
    monkeypatch.setattr(keeper, "POLL_SECONDS", 1000.0)
    redis = started(Redis)

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, bob = await both_at(one, two)
        redis.kill()
        for number in range(4):
            (ann, bob)[number % 2].send(t="pause", id=str(number), on=number % 2 == 0)
            for socket in (ann, bob):
                await socket.until(is_update(paused=number % 2 == 0))
        redis.start()
        await until(lambda: one.news.is_up and two.news.is_up)
        ann.send(t="pace", id="9", pace="fast")
        await bob.until(is_update(pace="fast"))

    try:
        on_two_nodes(databases.make(), redis, test)
    finally:
        redis.close()


def test_a_redis_that_hangs_is_found_out_and_takes_nobody_from_a_table(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections stay, so nothing but its silence tells."""
    from tests.services import started

    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.1)
    monkeypatch.setattr(keeper, "POLL_SECONDS", 1000.0)
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(presence, "SILENT_SECONDS", 2.5)
    monkeypatch.setattr(redis_news, "SILENT_SECONDS", 0.5)
    monkeypatch.setattr(redis_news, "DEAF_SECONDS", 1.5)
    redis = started(Redis)

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, bob = await both_at(one, two)
        await until(lambda: all(len(node.host.tables["t"].connected) == 2 for node in (one, two)))
        redis.pause()
        await until(lambda: not (one.news.is_up or two.news.is_up))
        ann.send(t="pause", id="1", on=True)
        await bob.until(is_update(paused=True))  # found by looking, which is what nodes without news do
        silent_since = asyncio.get_running_loop().time()
        await until(lambda: asyncio.get_running_loop().time() - silent_since > presence.SILENT_SECONDS)
        assert all(len(node.host.tables["t"].connected) == 2 for node in (one, two))
        redis.go_on()
        await until(lambda: one.news.is_up and two.news.is_up)
        bob.send(t="pace", id="2", pace="fast")
        await ann.until(is_update(pace="fast"))
        await until(lambda: all(len(node.host.tables["t"].connected) == 2 for node in (one, two)))

    try:
        on_two_nodes(databases.make(), redis, test)
    finally:
        redis.go_on()
        redis.close()


def test_the_tables_of_a_dead_node_are_taken_up(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.1)
    monkeypatch.setattr("moonshot.site.live.host.WAKE_SECONDS", 1.0)

    async def test(one: Node, two: Node) -> None:
        await one.die()
        await one.table_for_two("fast")
        await one.die()
        assert two.host.tables == {}
        await until(lambda: "t" in two.host.tables)
        live = two.host.tables["t"]
        await until(lambda: not [seat for seat in live.table.match.acting if seat > 1])
        # Now it waits for people, and nobody is woken for nothing.
        await until(lambda: live.wakes_at is None)
        assert await two.log.claim(5, 60) == []

    on_two_nodes(databases.make(), None, test)


def test_the_node_that_stored_last_lets_bots_move(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever follows leaves the bots to the other node for so long that here it never moves them.
    monkeypatch.setattr(host, "FOLLOW_SECONDS", 3600.0)

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two("fast")
        ann, bob = await both_at(one, two)
        view = (await ann.until(is_update(has_passed=[False, False, True, True])))["view"]
        ann.send(t="pass", id="a", deal=1, cards=view["hand"][-3:])  # she keeps the two of clubs, and leads
        view = (await bob.until(is_update(has_passed=[True, False, True, True])))["view"]
        bob.send(t="pass", id="b", deal=1, cards=view["hand"][:3])
        ann.send(t="play", id="c", ply=0, card=(await ann.until(is_update(turn=0)))["view"]["legal"][0])
        view = (await bob.until(is_update(turn=1)))["view"]
        before = one.stored
        bob.send(t="play", id="d", ply=1, card=view["legal"][0])
        await ann.until(is_update(ply=4))  # the bots have played behind Bob
        assert one.host.tables["t"].following
        assert not two.host.tables["t"].following
        assert one.stored == before

    on_two_nodes(databases.make(), redis_server, test)


def test_a_table_that_somebody_is_about_to_enter_is_kept_up(
    databases: Databases, redis_server: Redis
) -> None:
    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        found = await two.host.find("t")  # as for somebody whose name is being looked up
        ann, _ = await one.enter(account="ann")
        ann.send(t="pause", id="1", on=True)
        await ann.until(is_update(paused=True))
        await until(lambda: found is not None and found.table.paused)
        assert two.host.tables["t"] is found

    on_two_nodes(databases.make(), redis_server, test)


def test_nobody_sees_less_at_another_node_than_before(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, _ = await both_at(one, two)

        async def gone(*_: object) -> list[Stored]:
            raise LogError("the database is gone")

        monkeypatch.setattr(two.log, "read", gone)
        ann.send(t="pause", id="1", on=True)
        await ann.until(is_update(paused=True))
        await until(lambda: two.host.tables["t"].heard_of > two.host.tables["t"].table.seq)
        ann = await two.connect(account="ann").accepted()
        assert (await ann.message())["code"] == "resume"
        monkeypatch.undo()
        _, view = await two.enter(account="ann")
        assert view["paused"]

    on_two_nodes(databases.make(), redis_server, test)


def test_nobody_is_left_at_a_table_that_was_dropped_meanwhile(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        find = two.host.find

        async def find_and_drop(table_id: str) -> LiveTable | None:
            live = await find(table_id)
            assert live is not None
            two.host.drop(live)
            return live

        monkeypatch.setattr(two.host, "find", find_and_drop)
        bob = await two.connect(account="bob").accepted()
        assert (await bob.message())["code"] == "resume"
        monkeypatch.undo()
        await two.enter(account="bob")

    on_two_nodes(databases.make(), redis_server, test)


def test_people_are_seen_across_nodes_until_their_node_falls_silent(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(presence, "SILENT_SECONDS", 1.5)

    def here(message: dict[str, Any]) -> list[bool]:
        return [player["connected"] for player in message["view"]["players"][:2]]

    async def test(one: Node, two: Node) -> None:
        await one.table_for_two()
        ann, _ = await one.enter(account="ann")
        bob, _ = await two.enter(account="bob")
        await ann.until(lambda message: here(message) == [True, True])
        await bob.until(lambda message: here(message) == [True, True])
        await bob.leave()
        await ann.until(lambda message: here(message) == [True, False])
        bob, _ = await two.enter(account="bob")
        await ann.until(lambda message: here(message) == [True, True])
        two.host._presence._beat.cancel()  # type: ignore[union-attr]
        await ann.until(lambda message: here(message) == [True, False])
        two.host._presence._tell_node()
        await ann.until(lambda message: here(message) == [True, True])

    on_two_nodes(databases.make(), redis_server, test)


def test_spectators_are_counted_across_nodes(
    databases: Databases, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(presence, "SILENT_SECONDS", 1.5)

    def seen(number: int) -> Callable[[dict[str, Any]], bool]:
        return lambda message: message["t"] == "update" and message["view"]["spectators"] == number

    async def test(one: Node, two: Node) -> None:
        seats = [person("Ann", "ann"), person("Bob", "bob"), bot("C", "steady"), bot("D", "steady")]
        entry = opening("t", Rules(), seats, pace="slow", secret=SECRET, terms=QUICK)
        await one.host.create("t", "ann", entry)
        ann, bob = await both_at(one, two)
        eve, _ = await two.enter(account="eve")
        await ann.until(seen(1))
        fay, _ = await one.enter(account="fay")
        await bob.until(seen(2))
        await ann.until(seen(2))
        late, view = await two.enter(account="late")
        assert view["spectators"] == 3
        await eve.leave()
        await late.leave()
        await ann.until(seen(1))
        await fay.leave()
        await bob.until(seen(0))
        await two.enter(account="eve")
        await ann.until(seen(1))
        two.host._presence._beat.cancel()  # type: ignore[union-attr]
        await ann.until(seen(0))

    on_two_nodes(databases.make(), redis_server, test)


def test_a_web_node_shows_what_is_true_and_drives_nothing(databases: Databases) -> None:
    async def test(one: Node, two: Node) -> None:
        web = Node(PostgresLog(databases.server.url(two_url)), NewsBus("web"), drives=False)
        await one.table_for_two()
        seen = await web.host.find("t")
        assert seen is not None
        ann, _ = await one.enter(account="ann")
        ann.send(t="pause", id="1", on=True)
        await ann.until(is_update(paused=True))
        again = await web.host.find("t")
        assert again is not None
        assert again.table.paused
        assert again.timer is None
        await web.close()

    url = databases.make()
    two_url = url.rpartition("/")[2]
    on_two_nodes(url, None, test)


def test_one_publish_for_all_news_of_a_turn(redis_server: Redis) -> None:
    async def run() -> None:
        one, two = (RedisNews(redis_server.url, "turns", name) for name in ("one", "two"))
        heard: list[News] = []
        own: list[News] = []
        two.hear("entry", heard.append)
        one.hear("entry", own.append, own=True)
        await until(lambda: one.is_up and two.is_up)
        for seq in range(1, 501):
            one.tell("entry", f"t{seq % 10}", seq)
        await until(lambda: len(heard) >= 10)
        assert one.published == 1
        assert sorted(news.seq for news in heard) == list(range(491, 501))
        assert {news.node for news in heard} == {"one"}
        assert len(own) == 10
        await one.close()
        await two.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_news_stays_within_the_process_and_listeners_do_not_harm_each_other() -> None:
    async def run() -> None:
        bus = NewsBus("here")
        heard: list[News] = []

        def broken(news: News) -> None:
            raise ValueError

        bus.hear("lobby", broken, own=True)
        bus.hear("lobby", heard.append, own=True)
        bus.hear("account", heard.append)
        bus.tell("lobby")
        bus.tell("lobby")
        bus.tell("account", "ann")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert heard == [News("lobby", node="here")]
        await bus.close()

    asyncio.run(run())


def test_a_restored_database_sends_everybody_back(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        import sqlite3

        await place.table(pace="slow")
        socket, _ = await place.enter()
        with sqlite3.connect(place.path) as db:
            db.execute("INSERT INTO live_restored (at) VALUES ('2026-01-01 00:00:00')")
        db.close()
        socket.send(t="pause", id="1", on=True)
        assert (await socket.until(lambda message: message["t"] == "bye"))["code"] == "resume"
        again, view = await place.enter()
        assert not view["paused"]
        again.send(t="pause", id="1", on=True)
        await again.until(is_update(paused=True))

    in_a_place(tmp_path, test)


def test_a_hanging_database_stops_the_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "TURN_SECONDS", 0.05)
    monkeypatch.setattr("moonshot.site.live.saving.RETRY_SECONDS", 0.05)

    async def test(place: Place) -> None:
        await place.table(pace="slow")
        assert isinstance(place.log, SqliteLog)
        monkeypatch.setattr(place.log, "busy_for", lambda: 5.0)
        await until(lambda: place.host.saving.is_on)
        assert not place.host.clock.runs
        monkeypatch.undo()
        await until(lambda: not place.host.saving.is_on)
        assert place.host.clock.runs

    in_a_place(tmp_path, test)
