"""Days and tries in the database: what is promised, what counts, whose turn it is to be told what."""

import secrets
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from moonshot.engine.record import check_shuffles, read_record
from moonshot.engine.shuffle import commitment
from moonshot.learn import daily
from moonshot.tables.checking import check_moves
from tests.site.dealt import promised, tried

pytestmark = pytest.mark.usefixtures("people")
_days = count()


@pytest.fixture
def day() -> date:
    """A day that no other test has."""
    return date(2027, 1, 1) + timedelta(days=3 * next(_days))


@pytest.fixture
def database() -> Iterator[Path]:
    from django.db import connection

    yield Path(str(connection.settings_dict["NAME"]))
    connection.close()


def somebody() -> str:
    return secrets.token_hex(13)


def at(day: date, hour: float = 12.0) -> datetime:
    return daily.begins(day) + timedelta(hours=hour)


def test_today_and_tomorrow_are_drawn_once_and_nothing_else(day: date) -> None:
    from moonshot.site.daily import days
    from moonshot.site.daily.models import Day

    days.promise_ahead(at(day))
    drawn = {row.day: row.secret for row in Day.objects.filter(day__gte=day, day__lt=day + timedelta(days=3))}
    assert set(drawn) == {day, day + timedelta(days=1)}
    assert len(set(drawn.values())) == 2
    days.promise_ahead(at(day, 23.9))
    days.promise_ahead(at(day, 24.0))
    again = {row.day: row.secret for row in Day.objects.filter(day__gte=day, day__lt=day + timedelta(days=3))}
    assert {key: again[key] for key in drawn} == drawn
    assert len(again) == 3
    assert days.find(day + timedelta(days=1), at(day)) is None


def test_the_promise_is_that_of_every_table_and_its_record_proves_it(day: date, database: Path) -> None:
    from moonshot.site.daily import days
    from moonshot.site.daily.models import Day
    from moonshot.site.live.past import past_match

    table, _ = tried(database, day, somebody(), 1)
    promise = days.promise_of(Day.objects.get(pk=day))
    assert commitment(bytes.fromhex(promise.secret), promise.match, 1) == promise.commitment
    past = past_match(table, 1)
    assert past is not None
    (deal,) = past.record["deals"]
    assert (past.name, deal["commitment"], deal["secret"]) == (
        promise.match,
        promise.commitment,
        promise.secret,
    )
    assert [check.state for check in check_shuffles(past.record)] == ["proven"]
    assert past.match_id == f"{table}-1"


def test_bots_play_it_too_and_all_of_that_can_be_checked(day: date, database: Path) -> None:
    from moonshot.engine.record import write_record
    from moonshot.site.daily import days
    from moonshot.site.daily.models import Day
    from moonshot.site.daily.par import par_of

    promised(database, day)
    row = Day.objects.get(pk=day)
    par = par_of(row)
    assert par.points == par.record["result"]["totals"][daily.SEAT]
    read = read_record(write_record(par.record))
    assert read.error is None
    assert [check.state for check in check_shuffles(par.record)] == ["proven"]
    assert {check.state for check in check_moves(read)} == {"same"}
    assert par.record["deals"][0]["commitment"] == days.promise_of(row).commitment


def test_one_try_counts_and_it_is_gone_on_with(day: date, database: Path) -> None:
    from moonshot.site.daily import tries

    account = somebody()
    promised(database, day)
    first = tries.claim(account, day, at(day))
    assert first.counted
    assert tries.claim(account, day, at(day, 20)).table == first.table
    # The day on which it was begun counts: after midnight it is still the same try.
    assert tries.claim(account, day, at(day, 25)).table == first.table
    assert tries.claim(account, day + timedelta(days=1), at(day, 25)).table != first.table


def test_what_follows_is_practice(day: date, database: Path) -> None:
    from moonshot.site.daily import tries
    from moonshot.site.daily.models import Day

    account = somebody()
    tried(database, day, account, 2)
    second = tries.claim(account, day, at(day))
    assert not second.counted
    assert tries.claim(account, day, at(day)).table == second.table
    row = Day.objects.get(pk=day)
    assert len(tries.field_of(row)) == 1
    tried(database, day, account, 3, counted=False)
    tries.settle_finished()
    assert len(tries.field_of(row)) == 1


def test_nobody_begins_between_the_end_of_a_day_and_the_opening_of_its_cards(
    day: date, database: Path
) -> None:
    from moonshot.site.daily import tries

    promised(database, day)
    with pytest.raises(tries.ClosedDayError):
        tries.claim(somebody(), day, at(day, 24))
    with pytest.raises(tries.ClosedDayError):
        tries.claim(somebody(), day, daily.opens(day) - timedelta(seconds=1))
    assert not tries.claim(somebody(), day, daily.opens(day)).counted
    played = somebody()
    tried(database, day, played, 4)
    assert not tries.claim(played, day, at(day, 24.5)).counted
    for other in (day - timedelta(days=1), day + timedelta(days=2)):
        with pytest.raises(tries.NoDayError):
            tries.claim(somebody(), other, at(day))


def test_a_try_that_is_over_too_late_does_not_count(day: date, database: Path) -> None:
    from moonshot.site.daily import tries
    from moonshot.site.daily.models import Day, Try

    early, late = somebody(), somebody()
    tried(database, day, early, 5, after=timedelta(hours=25))
    tried(database, day, late, 5, after=timedelta(hours=26))
    tries.settle_finished()
    assert Try.objects.get(account=early).counted
    assert not Try.objects.get(account=late).counted
    assert len(tries.field_of(Day.objects.get(pk=day))) == 1
    assert tries.finished_days(late) == []
    assert tries.finished_days(early) == [day]


def test_with_other_bots_than_were_promised_nothing_counts(day: date, database: Path) -> None:
    from moonshot.site.daily import tries
    from moonshot.site.daily.models import Day

    promised(database, day)
    Day.objects.filter(pk=day).update(version=0)
    assert not tries.claim(somebody(), day, at(day)).counted


def test_two_windows_at_once_begin_one_try(day: date, database: Path) -> None:
    from django.db import connection

    from moonshot.site.daily import tries
    from moonshot.site.daily.models import Try

    promised(database, day)
    account = somebody()
    start = threading.Barrier(4)
    tables: list[str] = []
    has_day: list[bool] = []

    def begin() -> None:
        start.wait()
        found = tries.claim(account, day, at(day))
        has_day.append(Try._meta.get_field("day").is_cached(found))
        tables.append(found.table)
        connection.close()

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tables) == 4
    assert len(set(tables)) == 1
    assert all(has_day)  # who opens the table has no way to ask for it


def test_a_table_left_for_good_is_not_gone_on_with_and_counts_no_more(day: date, database: Path) -> None:
    from moonshot.site.daily import tries
    from moonshot.site.live.models import Table

    account = somebody()
    table, _ = tried(database, day, account, 6, plays=9)
    assert tries.claim(account, day, at(day)).table == table
    Table.objects.filter(pk=table).update(closed=True)
    after = tries.claim(account, day, at(day))
    assert after.table != table
    assert not after.counted


def test_the_log_says_what_came_of_it(day: date, database: Path) -> None:
    from moonshot.site.daily import tries
    from moonshot.site.daily.models import Try
    from moonshot.site.live.past import past_match

    account = somebody()
    table, _ = tried(database, day, account, 7)
    unfinished, _ = tried(database, day, somebody(), 7, plays=20)
    tries.settle_finished()
    one = Try.objects.get(table=table)
    past = past_match(table, 1)
    assert past is not None
    assert one.points == past.record["result"]["totals"][0]
    assert one.ended_at == past.ended
    passed = [made["cards"] for made in past.record["deals"][0]["passes"] if made["seat"] == 0]
    assert sorted(one.passed.split()) == sorted(" ".join(passed).split())
    assert Try.objects.get(table=unfinished).ended_at is None
    assert tries.table_of(account, f"{daily.name_of(day)}-1") == table
    assert tries.table_of(account, f"{table}-1") is None
    assert tries.table_of(somebody(), f"{daily.name_of(day)}-1") is None


def test_it_is_taken_along_and_forgotten(day: date, database: Path) -> None:
    from moonshot.site.daily import kept, tries

    account, other = somebody(), somebody()
    tried(database, day, account, 8)
    tried(database, day, other, 8)
    tries.settle_finished()
    (told,) = kept.about(account)
    assert told["day"] == day.isoformat()
    assert told["counted"] is True
    assert isinstance(told["points"], int)
    kept.forget(account)
    assert kept.about(account) == []
    assert len(kept.about(other)) == 1


def test_public_counts_of_deals_leave_it_out(day: date, database: Path) -> None:
    """They would say which seat holds which card, the more so the more people have played."""
    from moonshot.site.live import keeping

    account = somebody()
    before = keeping.all_counts()
    first, _ = tried(database, day, account, 9)
    again, _ = tried(database, day, account, 10, counted=False)
    assert keeping.keep(first) == keeping.keep(again) == 1
    assert keeping.all_counts() == before
    assert keeping.counts_of_account(account).deals == 1
    assert len(keeping.seats_of(account)) == 2


def test_the_archive_goes_back_in_steps(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from moonshot.site.daily import looking

    monkeypatch.setattr(looking, "LISTED", 3)
    start = date(2026, 3, 1)
    account = somebody()
    for number in range(5):
        promised(database, start + timedelta(days=number))
    tried(database, start + timedelta(days=1), account, 11)
    looking.look(account, start + timedelta(days=1), at(start, 96 + 12))
    now = datetime(2026, 3, 5, 12, tzinfo=UTC)
    lines, older = looking.archive(account, None, now)
    assert [line.day.day for line in lines] == [5, 4, 3]
    assert lines[0].running
    rest, end = looking.archive(account, older, now)
    assert [line.day.day for line in rest][:2] == [2, 1]
    assert rest[0].points is not None
    assert rest[0].average == rest[0].points
    assert rest[1].points is None
    assert end is None
