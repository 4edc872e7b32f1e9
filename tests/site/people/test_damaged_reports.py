"""Whoever is reported at a table whose log is damaged is reported all the same."""

import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from moonshot.site.asking import in_database
from moonshot.site.live import evidence, rooms
from moonshot.site.live.host import LiveHost
from moonshot.site.live.lobby_models import Invite
from moonshot.site.live.upkeep import Upkeep
from moonshot.site.people.ids import handle_of, new_account_id
from moonshot.site.people.models import Account
from moonshot.site.people.naming import set_name
from moonshot.tables import Done, Visitor
from moonshot.tables.commands import Say, Start
from tests.site.people.halls import Guest, run
from tests.site.people.test_idle import in_a_room
from tests.site.people.test_reports import evidence_of, friends, said_and_left
from tests.site.running import Running

pytestmark = pytest.mark.usefixtures("people")
NONSENSE = '{"events":[{"kind":"played","seat":0,"card":0}]}'
TORN = '{"events":[{"kind":"'


def change(path: Path, body: str, where: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        changed = database.execute(f"UPDATE live_entry SET body = ? WHERE {where}", (body, *values))
        assert changed.rowcount > 0


@pytest.mark.parametrize(
    ("body", "where", "said"),
    [
        pytest.param(TORN, "seq = 1", ["good luck"], id="the first cannot be read"),
        pytest.param(TORN, "body LIKE '%match_started%'", ["good luck"], id="the start cannot be read"),
        pytest.param(NONSENSE, "body LIKE '%match_started%'", ["good luck"], id="a move out of turn"),
        pytest.param(NONSENSE, "seq = 1", ["good luck"], id="no beginning"),
        pytest.param(TORN, "seq > 0", [], id="nothing can be read"),
    ],
)
def test_a_report_is_taken_with_what_can_be_read(
    tmp_path: Path, body: str, where: str, said: list[str]
) -> None:
    async def test(host: LiveHost, _: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        account = new_account_id()
        bob: Account = await in_database(set_name, account, f"Bob {secrets.token_hex(4)}")
        await rooms.join(host, invite.table, account, invited=True)
        live = await host.find(invite.table)
        assert live is not None
        visitor = Visitor(bob.shown_name, bob.handle, True, True)
        for who, command in (
            (account, Say("b1", phrase="good_luck")),
            (owner.account, Start("s")),
        ):
            assert isinstance(await host.act(live, who, command, visitor), Done)
        host.drop(live)
        change(tmp_path / "live.sqlite3", body, where)
        found = await evidence.collect(host, invite.table, owner.account, bob.handle)
        lines = [line["said"] for line in found.chat]
        assert (found.accused, found.accused_name) == (account, bob.shown_name)
        assert lines == [word.replace(" ", "_") for word in said]
        assert found.record == {}
        stranger = new_account_id()
        with pytest.raises(evidence.NoEvidenceError):
            await evidence.collect(host, invite.table, owner.account, handle_of(stranger))

    in_a_room(tmp_path, test)


def test_it_is_taken_over_http_too(new: Callable[[], Guest], hall: Running) -> None:
    people, table_id = friends(new, "Ann Torn", "Bob Torn", rules="deniro_3")
    ann, bob = people

    handle = bob.me["handle"]
    run(said_and_left(people, table_id))
    path, where = hall.data / "moonshot.sqlite3", "table_id = ? AND seq = ?"
    with closing(sqlite3.connect(path)) as database:
        ask = "SELECT seq, body FROM live_entry WHERE table_id = ? AND body LIKE '%match_started%'"
        seq, whole = database.execute(ask, (table_id,)).fetchone()
    change(path, TORN, where, table_id, seq)
    filed = ann.post("/api/reports", {"table": table_id, "handle": handle, "reason": "insults"})
    change(path, whole, where, table_id, seq)  # other tests have the site's logs checked
    assert filed.status == 201, filed.text
    report = next(row for row in evidence_of(hall) if row["id"] == filed.json["report"])
    assert [line["said"] for line in report["chat"]] == ["see if I care"]
    assert report["record"] == {}
