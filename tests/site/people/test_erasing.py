"""Words that could not be noted when they were said are found in the log, and erased like all others."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.live import erasing
from moonshot.site.live.codec import decode_entry, encode_entry
from moonshot.site.live.erasing import Words
from moonshot.site.live.farewell import tables_with
from moonshot.site.live.lobby_models import ChatLine
from moonshot.site.live.models import Entry as Row
from moonshot.site.live.models import Table as Stored
from moonshot.site.people.ids import new_account_id
from moonshot.tables import EMPTY, Entry, LogError, Table, Terms, invitation, person
from moonshot.tables.events import Said


@pytest.fixture(autouse=True)
def _nothing_left(people: None) -> Iterator[None]:
    yield
    ChatLine.objects.all().delete()
    Row.objects.all().delete()
    Stored.objects.all().delete()


def spoken_at(table: str, account: str, *said: Said) -> list[Entry]:
    """A table in the database where somebody has said this, and nothing else remembers it."""
    seats = [person("Ann", new_account_id(), "h"), EMPTY, EMPTY, EMPTY]
    terms = Terms(kind="private", spectators=True)
    entries = [invitation(table, Rules(), seats, pace="normal", secret=b"s" * 32, terms=terms)]
    entries += [Entry(2 + number, (event,), account, f"c{number}") for number, event in enumerate(said)]
    stored = Stored.objects.create(id=table, owner="a")
    for entry in entries:
        Row.objects.create(table=stored, seq=entry.seq, body=encode_entry(entry).decode())
    return entries


def bodies(table: str) -> str:
    return "\n".join(Row.objects.filter(table_id=table).order_by("seq").values_list("body", flat=True))


def a_week_later(monkeypatch: pytest.MonkeyPatch) -> None:
    later = timezone.now() + erasing.KEPT + timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)


def test_what_could_not_be_noted_for_a_locked_database_is_noted_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    account = new_account_id()
    entries = spoken_at("locked", account, Said(0, "Ann", "h", text="so it was"))
    really: Callable[[str, int, str], None] = erasing.note_line

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    async def said() -> None:
        words = Words()
        words._after = "~"  # far from this table
        monkeypatch.setattr(erasing, "note_line", locked)
        await words.note("locked", entries[1])
        monkeypatch.setattr(erasing, "note_missing", locked)
        with pytest.raises(LogError):
            await words.turn()
        monkeypatch.undo()
        assert erasing.note_line is really
        await words.turn()

    asyncio.run(said())
    line = ChatLine.objects.get(table="locked")
    assert (line.seq, line.account) == (2, account)
    assert line.at == Row.objects.get(table_id="locked", seq=2).stored_at
    assert tables_with(account) == ["locked"]
    a_week_later(monkeypatch)
    while erasing.erase_old_words():
        pass
    assert "so it was" not in bodies("locked")


def test_all_logs_are_looked_through_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "LOOKED_AT_ONCE", 3)
    names = [f"{letter}-crashed" for letter in "0AMZaz"]
    for name in names:
        spoken_at(name, new_account_id(), Said(0, "Ann", "h", text="so it was"))
    turns = Stored.objects.count() // 3 + 2

    async def look() -> None:
        words = Words()
        for _ in range(turns):
            await words.turn()

    asyncio.run(look())
    assert ChatLine.objects.filter(table__in=names).count() == len(names)


def test_what_has_been_erased_is_not_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    account, onlooker = new_account_id(), new_account_id()
    spoken_at(
        "erased",
        account,
        Said(0, "Ann", "h", phrase="hello"),
        Said(0, "Ann", "h", text="what a **** deal", original="what a foul deal"),
    )
    spoken_at(
        "watched", onlooker, Said(None, "Olga", "o", phrase="hello"), Said(None, "Olga", "o", text="hm")
    )
    assert erasing.note_missing(["erased", "watched"]) == 3  # a phrase says nothing about whoever sits there
    assert erasing.note_missing(["erased", "watched"]) == 0
    a_week_later(monkeypatch)
    while erasing.erase_old_words():
        pass
    assert erasing.note_missing(["erased", "watched"]) == 0
    assert 'deal"' not in bodies("erased")
    assert account in bodies("erased")
    # Nothing else would lead to that table when they delete themselves.
    assert onlooker not in bodies("watched")
    assert "Olga" not in bodies("watched")
    assert "hello" in bodies("watched")
    for table in ("erased", "watched"):
        rows = Row.objects.filter(table_id=table).order_by("seq")
        entries = [decode_entry(row.seq, row.body.encode()) for row in rows]
        assert Table.replay(entries, find_policy).seq == 3


def test_a_damaged_entry_is_no_obstacle() -> None:
    spoken_at("torn", new_account_id(), Said(0, "Ann", "h", text="one"), Said(0, "Ann", "h", text="two"))
    Row.objects.filter(table_id="torn", seq=2).update(body='{"events":[{"kind":"said"}')
    assert erasing.note_missing(["torn"]) == 1
