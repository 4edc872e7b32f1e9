"""The list of open tables is right again after the database was away, and while tables move between nodes."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Rules
from moonshot.site.asking import in_database
from moonshot.site.live import listing, lobby, rooms
from moonshot.site.live.connection import Connection
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby import Lobby
from moonshot.site.people.ids import handle_of, new_account_id
from moonshot.tables import LogError, Terms
from tests.site.live.places import Place, in_a_place, until

pytestmark = pytest.mark.usefixtures("people")


async def stands(table: str) -> bool:
    return table in await in_database(listing.read)


def with_a_listed_table(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    test: Callable[[LiveHost, Lobby, LiveTable], Awaitable[None]],
) -> None:
    """Run a test where a table stands in the list, its host at it."""
    monkeypatch.setattr(lobby, "TURN_SECONDS", 0.02)

    async def prepared(place: Place) -> None:
        hall = Lobby(place.host)
        account = new_account_id()
        owner = rooms.Guest(account, "Host", handle_of(account))
        try:
            terms = Terms(kind="private", listed=True)
            invite = await rooms.open_private(place.host, owner, Rules(), [], terms)
            live = await place.host.find(invite.table)
            assert live is not None
            place.host.join(live, Connection(account))
            await until(lambda: invite.table in hall._written)
            assert await stands(invite.table)
            await test(place.host, hall, live)
        finally:
            await hall.close()

    in_a_place(path, prepared)


def test_what_could_not_be_written_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, failures = listing.write, [LogError("locked"), LogError("locked")]

    def fails_at_first(rows: dict[str, Any]) -> None:
        if failures:
            raise failures.pop()
        write(rows)

    async def test(host: LiveHost, hall: Lobby, live: LiveTable) -> None:
        monkeypatch.setattr(listing, "write", fails_at_first)
        host.part(live, live.connections[0])
        await until(lambda: live.table.id not in hall._written)
        assert not failures
        assert not await stands(live.table.id)

    with_a_listed_table(tmp_path, monkeypatch, test)


def test_a_table_that_goes_on_at_another_node_stays_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(host: LiveHost, hall: Lobby, live: LiveTable) -> None:
        live.elsewhere["other"] = frozenset({1})
        host.drop(live)
        await until(lambda: live.table.id not in hall._written)
        assert await stands(live.table.id)

    with_a_listed_table(tmp_path, monkeypatch, test)


def test_a_table_that_nobody_has_any_more_leaves_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(host: LiveHost, hall: Lobby, live: LiveTable) -> None:
        host.drop(live)
        await until(lambda: live.table.id not in hall._written)
        assert not await stands(live.table.id)

    with_a_listed_table(tmp_path, monkeypatch, test)
