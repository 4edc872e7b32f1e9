"""User report C12: what is tidied away is never in use, and who leaves takes nobody along."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from moonshot.site.asking import in_database
from moonshot.site.live.host import LiveHost
from moonshot.site.live.lobby_models import Invite
from moonshot.site.live.rooms import Guest as Owner
from moonshot.site.live.upkeep import Upkeep
from moonshot.tables import Visitor
from moonshot.tables.commands import Start
from tests.site.people.halls import Guest, Line, run
from tests.site.people.test_idle import in_a_room, used
from tests.site.people.test_reports import entered, friends

New = Callable[[], Guest]


def test_c12_a_slow_match_of_three_hours_is_still_there(tmp_path: Path, people: None) -> None:
    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: Owner) -> None:
        live = await host.find(invite.table)
        assert live is not None
        await host.act(live, owner.account, Start("s"), Visitor())
        played = live.table.seq
        for _ in range(12):  # a quarter of an hour each, and nobody has moved
            await in_database(used, invite, timedelta(minutes=16))
            await keeper.turn()
        kept = live.table.seq  # bots may have passed meanwhile
        host.drop(live)  # out of memory it may go
        again = await host.find(invite.table)
        assert again is not None
        assert not again.table.closed
        assert again.table.seq >= kept >= played
        assert again.table.seat_of(owner.account) == 0

    in_a_room(tmp_path, test)


def names(line: Line) -> list[str]:
    return [player["name"] for player in line.view["players"]]


def test_c12_who_leaves_takes_nobody_along_and_the_last_one_closes_the_table(new: New) -> None:
    people, table_id = friends(new, "Ann Sits", "Bob Goes", "Cat Sits")

    async def evening() -> None:
        ann, bob, cat = [await entered(person, table_id) for person in people]
        await bob.send("leave")
        assert await bob.close_code() == 4004
        for line in (ann, cat):
            await line.seen(lambda view: "Bob Goes" not in [player["name"] for player in view["players"]])
            assert names(line)[0] == "Ann Sits"
            assert names(line)[2] == "Cat Sits"
        for line in (ann, cat):
            await line.send("leave")
            assert await line.close_code() == 4004

    run(evening())
    assert people[0].get("/api/me").json["tables"] == []
    assert people[1].post("/api/tables/" + table_id + "/join", {}).status == 404
