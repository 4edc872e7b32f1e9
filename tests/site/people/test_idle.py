"""Rooms that nobody uses are closed after a quarter of an hour, but never in the middle of a match."""

import random
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from moonshot.engine import Rules
from moonshot.site.asking import in_database
from moonshot.site.live import codes, erasing, rooms, upkeep
from moonshot.site.live.directory import SiteDirectory
from moonshot.site.live.farewell import export, say_goodbye
from moonshot.site.live.host import LiveHost
from moonshot.site.live.lobby_models import ChatLine, Invite
from moonshot.site.live.models import Entry, Table
from moonshot.site.live.upkeep import Upkeep
from moonshot.site.people.ids import handle_of, new_account_id
from moonshot.site.people.models import Account
from moonshot.tables import Terms, Visitor
from moonshot.tables.commands import Start
from tests.site.live.places import Place, in_a_place

pytestmark = pytest.mark.usefixtures("people")


def in_a_room(path: Path, test: Callable[[LiveHost, Upkeep, Invite, rooms.Guest], Awaitable[None]]) -> None:
    async def prepared(place: Place) -> None:
        place.host.directory = SiteDirectory()
        keeper = Upkeep(place.host)
        account = new_account_id()
        owner = rooms.Guest(account, "Host", handle_of(account))
        invite = await rooms.open_private(place.host, owner, Rules(), [], Terms(kind="private"))
        try:
            await test(place.host, keeper, invite, owner)
        finally:
            await keeper.close()

    in_a_place(path, prepared)


def used(invite: Invite, ago: timedelta) -> None:
    Invite.objects.filter(pk=invite.pk).update(used_at=timezone.now() - ago)


async def ended(invite: Invite) -> bool:
    found = await in_database(codes.find_invite, invite.code)
    assert found is not None
    return found.ended_at is not None


def test_an_idle_room_is_closed(tmp_path: Path) -> None:
    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        await in_database(used, invite, upkeep.IDLE - timedelta(minutes=1))
        await keeper.turn()
        assert not await ended(invite)
        await in_database(used, invite, upkeep.IDLE + timedelta(minutes=1))
        await keeper.turn()
        assert await ended(invite)
        live = await host.find(invite.table)
        assert live is None or live.table.closed
        with pytest.raises(rooms.NoSeatError, match="table_over"):
            await rooms.join(host, invite.table, owner.account, invited=True)

    in_a_room(tmp_path, test)


def test_a_match_is_never_closed_under_its_players_but_its_code_dies(tmp_path: Path) -> None:
    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        live = await host.find(invite.table)
        assert live is not None
        await host.act(live, owner.account, Start("s"), Visitor())
        await in_database(used, invite, upkeep.IDLE + timedelta(minutes=1))
        await keeper.turn()
        assert await ended(invite)
        assert not live.table.closed
        assert live.table.seat_of(owner.account) == 0

    in_a_room(tmp_path, test)


async def damage(host: LiveHost, path: Path, table: str) -> None:
    live = await host.find(table)
    assert live is not None
    host.drop(live)
    with closing(sqlite3.connect(path / "live.sqlite3")) as database, database:
        database.execute("UPDATE live_entry SET body = '{}' WHERE table_id = ?", (table,))


def test_a_damaged_room_keeps_nothing_else_from_being_done(tmp_path: Path) -> None:
    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        await damage(host, tmp_path, invite.table)
        other = await rooms.open_private(host, owner, Rules(), [], Terms(kind="private"))
        for one in (invite, other):
            await in_database(used, one, upkeep.IDLE + timedelta(minutes=1))
        await keeper.turn()
        assert await ended(invite)
        assert await ended(other)

    in_a_room(tmp_path, test)


def test_a_damaged_room_keeps_nobody_from_being_forgotten(tmp_path: Path) -> None:
    def kept(table: str, account: str) -> str:
        Table.objects.create(pk=table, owner=account)
        spoken = f'{{"events":[{{"kind":"said","text":"hi"}}],"account":"{account}","of":another}}'
        Entry.objects.create(table_id=table, seq=1, body=spoken)
        ChatLine.objects.create(table=table, seq=1, account=account, at=timezone.now())
        return str(export(Account(pk=account))["said"])

    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        await damage(host, tmp_path, invite.table)
        assert await in_database(kept, invite.table, owner.account) == "[]"  # nothing that can be read
        await say_goodbye(host, owner.account)
        left = await in_database(lambda: Entry.objects.get(table_id=invite.table).body)
        assert owner.account not in left
        assert "another" in left

    in_a_room(tmp_path, test)


def test_a_damaged_entry_keeps_no_other_words_from_being_erased(people: None) -> None:
    long_ago = timezone.now() - erasing.KEPT - timedelta(days=1)
    said = '{"account":"a","events":[{"kind":"said","seat":0,"name":"Ann","handle":"h","text":"so it was"}]}'
    for table, body in (("harmed", "{}"), ("whole", said)):
        Table.objects.create(pk=table, owner="a")
        Entry.objects.create(table_id=table, seq=1, body=body)
        ChatLine.objects.create(table=table, seq=1, account="a", at=long_ago)
    assert erasing.erase_old_words() == 2
    assert not ChatLine.objects.filter(table__in=("harmed", "whole")).exists()
    assert "so it was" not in Entry.objects.get(table_id="whole").body


def test_three_tables_are_counted_until_they_end(tmp_path: Path) -> None:
    async def test(host: LiveHost, keeper: Upkeep, invite: Invite, owner: rooms.Guest) -> None:
        for _ in range(codes.OPEN_TABLES - 1):
            await rooms.open_private(host, owner, Rules(), [], Terms(kind="private"))
        with pytest.raises(codes.TooManyTablesError):
            await rooms.open_private(host, owner, Rules(), [], Terms(kind="private"))
        await in_database(codes.end_invite, invite.table)
        await rooms.open_private(host, owner, Rules(), [], Terms(kind="private"))

    in_a_room(tmp_path, test)


def test_dead_codes_are_remembered_for_a_week(people: None, monkeypatch: pytest.MonkeyPatch) -> None:
    first = codes.open_invite("dead", "somebody", listed=False)
    codes.end_invite("dead")
    codes.open_invite("next", "somebody", listed=False)
    assert codes.find_invite(first.code) is not None
    later = timezone.now() + codes.REMEMBERED + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    codes.open_invite("later", "somebody else", listed=False)
    assert codes.find_invite(first.code) is None
    assert codes.find_invite(token=first.token) is None


def test_a_hundred_thousand_codes_are_spread_over_all_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    # Drawn from the system, one run in forty would have ten that are equal.
    monkeypatch.setattr(secrets, "choice", random.Random(1).choice)
    drawn = [codes.new_code() for _ in range(100_000)]
    assert len(set(drawn)) > 99_990  # 30 bits: about five of these are expected to be equal
    for place in range(codes.CODE_LENGTH):
        counts = dict.fromkeys(codes.ALPHABET, 0)
        for code in drawn:
            counts[code[place]] += 1
        assert min(counts.values()) > 2800
        assert max(counts.values()) < 3450
    assert not set("ILOU") & set("".join(drawn))
    assert len({codes.new_token() for _ in range(10_000)}) == 10_000


def test_a_code_that_is_taken_is_drawn_again(people: None, monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter(["AAAAA1", "AAAAA1", "AAAAA2"])
    monkeypatch.setattr(codes, "new_code", lambda: next(draws))
    assert codes.open_invite("t1", "x", listed=False).code == "AAAAA1"
    assert codes.open_invite("t2", "y", listed=False).code == "AAAAA2"
