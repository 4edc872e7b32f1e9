"""People at two nodes over PostgreSQL and Redis meet as if there were one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import SECRET_KEY, Databases
from tests.site.people.halls import ENVIRON, Guest, guest, lobby, run, table
from tests.site.people.test_lobby import inside, listed
from tests.site.running import Running
from tools.services import Redis


@pytest.fixture
def two(tmp_path: Path, databases: Databases, redis_server: Redis) -> Iterator[tuple[Running, Running]]:
    environ = ENVIRON | {
        "MOONSHOT_DATABASE_URL": databases.make(),
        "MOONSHOT_REDIS_URL": redis_server.url,
        "MOONSHOT_SECRET_KEY": SECRET_KEY,
    }
    nodes = [Running(tmp_path / name, environ=environ, args=("--node", name)) for name in ("one", "two")]
    yield nodes[0], nodes[1]
    for node in nodes:
        node.stop()
        assert node.errors() == ""


def test_quick_play_the_list_codes_and_mutes_across_nodes(two: tuple[Running, Running]) -> None:
    one, other = two
    homes = {"Ann": one, "Bea": one, "Cid": other, "Dan": other}
    people = [guest(node).named(name) for name, node in homes.items()]
    onlooker = guest(other)

    async def play() -> None:
        watching = await inside(onlooker)
        lines = [await inside(person) for person in people]
        for line in lines:
            await line.send("quick", mode="standard", when="wait")
        told = [await line.until("seated") for line in lines]
        assert len({message["table"] for message in told}) == 1
        table_id = told[0]["table"]
        at_table = [await table(person, table_id) for person in people]
        for line in at_table:
            await line.until("update")
        row = await listed(watching, table_id, state="playing")
        assert sorted(seat["name"] for seat in row["seats"]) == ["Ann", "Bea", "Cid", "Dan"]
        await at_table[0].seen(lambda view: all(seat["connected"] for seat in view["players"]))
        # a mute made at one node holds at the other, where the muted one's words arrive
        elsewhere = Guest(other.address, dict(people[0].cookies))
        handle = people[2].me["handle"]
        await asyncio.to_thread(elsewhere.post, "/api/mutes", {"handle": handle})
        await asyncio.sleep(0.5)
        await at_table[2].send("say", phrase="hello")
        assert (await at_table[3].said())["handle"] == handle
        with pytest.raises(TimeoutError):
            await at_table[0].said(seconds=2)
        # who deletes themselves at one node is gone from the other as well, and a bot sits there
        dan = Guest(one.address, dict(people[3].cookies))
        gone = await asyncio.to_thread(dan.post, "/api/me/delete", {"delete": True})
        assert gone.status == 204, gone.text
        assert await at_table[3].close_code() == 4004
        await at_table[2].seen(lambda view: sum(seat["bot"] for seat in view["players"]) == 1)
        assert all(seat["name"] != "Dan" for seat in at_table[2].view["players"])

    run(play())
    opened = people[0].open()
    assert people[2].post("/api/join", {"code": opened["code"]}).json["seat"] == 1
    late = Guest(other.address, dict(people[0].cookies))

    async def wait_elsewhere() -> None:
        """A wish made at one node is known at the other, and fulfilled there when the first is gone."""
        eve = await asyncio.to_thread(lambda: guest(one).named("Eve"))
        here = await inside(eve)
        await here.send("quick", mode="fast", when="soon")
        await here.until("waiting")
        await here.close()
        there = await lobby(Guest(other.address, dict(eve.cookies)))
        await asyncio.to_thread(one.stop)
        await there.until("seated", seconds=25)

    run(wait_elsewhere())
    assert late.me["name"] == "Ann"
