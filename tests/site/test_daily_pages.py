"""The pages of the daily deal: who is told what and when, and that no page tells a card too early."""

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from moonshot.engine.record import check_shuffles, read_record
from moonshot.engine.shuffle import commitment
from moonshot.learn import daily
from moonshot.learn.review import cards_of_move, decisions
from tests.site.dealt import promised, tried, wait_past_midnight
from tests.site.played import stored, text_of
from tests.site.running import Browser, Running
from tests.site.test_matches import visitor

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PAST = date(2026, 2, 3)
ROUTES = ("", "/record", "/embed", "/review/0", "/review/1")


@dataclass
class Day:
    """A day on the running server."""

    running: Running
    day: date

    @property
    def path(self) -> str:
        return f"/daily/{self.day.isoformat()}"

    @property
    def database(self) -> Path:
        return self.running.data / "moonshot.sqlite3"

    def somebody(self, seed: int | None = None, **more: object) -> tuple[Browser, str]:
        """A visitor; with a seed, one who has played: their browser and their table."""
        browser, account = visitor(self.running)
        if seed is None:
            return browser, ""
        table, _ = tried(self.database, self.day, account, seed, **more)  # type: ignore[arg-type]
        return browser, table


@pytest.fixture
def today(running: Running) -> Day:
    """The day that the server says it is."""
    wait_past_midnight()
    text = running.browser().get("/daily").text
    found = re.search(r'<time datetime="(\d{4}-\d\d-\d\d)">', text)
    assert found is not None
    return Day(running, date.fromisoformat(found[1]))


@pytest.fixture
def past(running: Running) -> Day:
    return Day(running, PAST)


def cards_on(text: str) -> list[str]:
    return re.findall(r'class="pc pc-[CDSH]', text)


def begin(browser: Browser, day: Day) -> str:
    answer = browser.ask("POST", f"{day.path}/play", b"", {**FORM, "Origin": browser.address})
    assert answer.status == 302, answer.text
    return answer.headers["location"]


def test_whoever_has_not_played_is_told_nothing_but_how_many_have(today: Day) -> None:
    for seed in range(3):
        today.somebody(seed)
    browser, _ = today.somebody()
    page = browser.get(today.path)
    assert page.status == 200
    assert page.headers["cache-control"] == "private, no-store"
    assert "Play today’s deal" in page.text
    assert "people have finished it so far" in page.text
    assert cards_on(page.text) == []
    for word in ("How everybody did", "What was passed", "average", "A bot in"):
        assert word not in page.text
    assert promised(today.database, today.day).hex() not in page.text
    assert "average" not in browser.get("/daily/archive").text.split(today.path)[1].split("</li>")[0]


def test_one_table_for_each_person_and_day_and_no_help_at_it(today: Day) -> None:
    browser, _ = today.somebody()
    table = begin(browser, today)
    assert begin(browser, today) == table
    assert "Go on with your hand" in browser.get(today.path).text
    assert any(f"/table/{one['table']}" == table for one in browser.get("/api/me").json["tables"])
    where = f"/api{table.replace('table', 'tables')}"
    for help_ in ("hint", "tip"):
        answer = browser.post(f"{where}/{help_}", {} if help_ == "hint" else {"after": "", "guide": False})
        assert (answer.status, answer.json["error"]["code"]) == (403, "not_practice")
    record = browser.get(f"{where}/record")
    assert record.json["deals"] == []
    stranger, _ = today.somebody()
    assert stranger.get(f"{where}/record").status == 404
    assert begin(stranger, today) != table


def test_a_try_whose_table_could_not_be_stored_gets_it_when_it_is_asked_for_again(today: Day) -> None:
    browser, account = visitor(today.running)
    promised(today.database, today.day)
    table = secrets.token_urlsafe(12)
    with stored(today.database) as run:
        run(
            'INSERT INTO daily_try (day_id, account, "table", counted, began_at, moon, passed)'
            " VALUES (?, ?, ?, ?, ?, ?, '')",
            (
                today.day.isoformat(),
                account,
                table,
                True,
                text_of(daily.begins(today.day) + timedelta(seconds=1)),
                False,
            ),
        )
    assert begin(browser, today) == f"/table/{table}"
    assert browser.get(f"/api/tables/{table}/record").status == 200
    assert begin(browser, today) == f"/table/{table}"


def test_tables_begin_with_the_promise_that_the_page_shows(today: Day) -> None:
    from moonshot.tables.chance import Chance
    from moonshot.tables.opening import new_match

    browser, _ = today.somebody()
    begin(browser, today)
    secret = promised(today.database, today.day)
    _, committed, *_ = new_match(daily.name_of(today.day), daily.rules_of(today.day), Chance(secret), 1)
    page = browser.get(today.path).text
    assert getattr(committed, "commitment") in page  # noqa: B009 - one of several kinds of event
    assert getattr(committed, "secret") not in page  # noqa: B009


def test_while_the_day_runs_a_finished_deal_is_for_whoever_played_it(today: Day) -> None:
    """Not for strangers, not for those in the middle of it, by no address of it."""
    mine, table = today.somebody(4)
    stranger, _ = today.somebody()
    halfway, _ = today.somebody()
    begin(halfway, today)
    for more in ("", "/record"):
        assert mine.get(f"/matches/{table}-1{more}").status == 200
        assert mine.get(f"/matches/{daily.name_of(today.day)}-1{more}").status == 200
    assert mine.get(f"/matches/{table}-1/embed").status == 404
    for other in (stranger, halfway):
        for name in (f"{table}-1", f"{table}-2"):
            for more in ROUTES:
                answer = other.get(f"/matches/{name}{more}")
                assert answer.status == 404, (name, more)
                assert cards_on(answer.text) == []
        asked = other.ask("POST", f"/matches/{table}-1/review", b"seat=0", {**FORM, "Origin": other.address})
        assert asked.status == 404
        assert other.get(f"/api/tables/{table}/record").status == 404
        assert other.get(f"{today.path}/record").status == 404
    assert stranger.get(f"/matches/{daily.name_of(today.day)}-1").status == 404
    own = halfway.get(f"/matches/{daily.name_of(today.day)}-1")
    assert "No hand is finished yet" in own.text
    assert cards_on(own.text) == []


def test_the_result_is_told_with_the_field_and_without_a_script(today: Day) -> None:
    for seed in (5, 6, 7):
        today.somebody(seed)
    browser, table = today.somebody(8)
    text = browser.get(today.path).text
    points = re.search(r'daily-points"><strong>([−\d]+)</strong>', text)
    assert points is not None
    record = browser.get(f"/matches/{table}-1/record").json
    assert int(points[1]) == record["result"]["totals"][0]
    chart = re.findall(
        r'<li( class="mine")?><span class="sr">([\d–]+) points?: (\d+) (?:person|people)', text
    )
    assert len(chart) == len(daily.GROUPS)
    assert sum(int(count) for _, _, count in chart) >= 4
    assert sum(bool(mine) for mine, _, _ in chart) == 1
    share = re.search(r"readonly[^>]*>([^<]*)</textarea>", text)
    assert share is not None
    assert share[1].splitlines()[0].startswith(f"Moonshot daily deal {daily.number_of(today.day)} · ")
    assert share[1].endswith(f"{today.path}")
    assert " style=" not in text
    assert f"/matches/{table}-1/review" in text
    asked = browser.ask("POST", f"/matches/{table}-1/review", b"seat=0", {**FORM, "Origin": browser.address})
    assert asked.status == 302
    assert "Read the review" in browser.get(today.path).text
    assert begin(browser, today) != f"/table/{table}"
    assert "Go on practising" in browser.get(today.path).text


def test_what_the_review_says_stands_beside_the_points(past: Day) -> None:
    browser, table = past.somebody(12)
    record = browser.get(f"/matches/{table}-1/record").json
    body = [
        [[["2C"], 4.0, 0.1], [list(cards_of_move(one.move)), 5.0, 0.1]]
        for one in decisions(record, daily.SEAT)
    ]
    at = text_of(daily.begins(PAST) + timedelta(hours=12))
    with stored(past.database) as run:
        run(
            'INSERT INTO live_review ("table", no, seat, state, decisions, body, asked_at, touched_at)'
            " VALUES (?, 1, ?, 'done', ?, ?, ?, ?)",
            (table, daily.SEAT, len(body), json.dumps(body), at, at),
        )
    text = browser.get(past.path).text
    lost = sum(one[1][0] != ["2C"] for one in body)
    assert f"you lost {lost}.0 points in all" in text
    assert re.search(r"<dt>Lost in a choice</dt><dd>(1\.00|0\.9\d)</dd>", text)
    assert f"/matches/{table}-1/review/0" in text


def test_a_past_day_is_open_to_everybody_and_can_be_checked(past: Day) -> None:
    _, table = past.somebody(1)
    stranger, _ = past.somebody()
    text = stranger.get(past.path).text
    assert "Play it as practice" in text
    assert "How everybody did" in text
    assert stranger.get(f"/matches/{table}-1").status == 200
    answer = stranger.get(f"{past.path}/record")
    read = read_record(answer.text)
    assert read.error is None
    (deal,) = read.record["deals"]
    assert [check.state for check in check_shuffles(read.record)] == ["proven"]
    assert commitment(bytes.fromhex(deal["secret"]), read.record["match"], 1) == deal["commitment"]
    assert deal["commitment"] in text
    assert deal["secret"] in text
    table_of_practice = begin(stranger, past)
    hint = stranger.post(f"/api{table_of_practice.replace('table', 'tables')}/hint", {})
    assert hint.status in (200, 409)
    listed = stranger.get("/daily/archive").text
    assert past.path in listed


def test_a_day_without_results_says_so(running: Running) -> None:
    day = Day(running, PAST - timedelta(days=30))
    promised(day.database, day.day)
    browser, _ = day.somebody()
    assert "Nobody finished it in time." in browser.get(day.path).text
    mine, _ = day.somebody(3)
    text = mine.get(day.path).text
    assert "Nobody else has finished this deal in time." in text
    assert "the first to finish" in text


@pytest.mark.parametrize(
    "day", ["2026-13-01", "2025-12-31", "yesterday", "20261130", "2026-01-05", "2999-01-01"]
)
def test_other_days_are_not_there(browser: Browser, day: str) -> None:
    assert browser.get(f"/daily/{day}").status == 404
    assert browser.get(f"/daily/{day}/record").status == 404
    answer = browser.ask("POST", f"/daily/{day}/play", b"", {**FORM, "Origin": browser.address})
    assert answer.status == 404


def test_tomorrow_cannot_be_looked_at(today: Day) -> None:
    browser, _ = today.somebody()
    tomorrow = Day(today.running, today.day + timedelta(days=2))  # whatever the hour, it has not begun
    promised(tomorrow.database, tomorrow.day)
    assert browser.get(tomorrow.path).status == 404
    assert browser.get(f"{tomorrow.path}/record").status == 404
    answer = browser.ask("POST", f"{tomorrow.path}/play", b"", {**FORM, "Origin": browser.address})
    assert answer.status == 404
    assert tomorrow.path not in browser.get("/daily/archive").text


def test_pages_of_other_sites_begin_nothing(today: Day) -> None:
    browser, _ = today.somebody()
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert browser.ask("POST", f"{today.path}/play", b"", {**FORM, **headers}).status == 403
    assert browser.get("/api/me").json["tables"] == []


def test_it_is_in_the_file_to_take_along(past: Day) -> None:
    browser, table = past.somebody(2)
    browser.get(past.path)
    (told,) = browser.get("/api/me/data").json["daily_deals"]
    assert (told["day"], told["table"], told["counted"]) == (PAST.isoformat(), table, True)


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    from django.db import connection

    yield
    connection.close()


@pytest.mark.usefixtures("people", "nothing_kept")
def test_two_worlds_with_other_cards_look_the_same_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything but the promise, byte for byte, for somebody who has not finished, by every address."""
    from django.db import connection
    from django.test import AsyncClient

    from moonshot.site.daily import days, tries
    from moonshot.site.daily.models import Day as Row
    from moonshot.site.live.models import Table
    from moonshot.site.live.review_models import Review
    from moonshot.tables.chance import Chance

    day = date(2028, 5, 1)  # far ahead, so its cards are secret by the clock of every page
    monkeypatch.setattr(days, "clock", lambda: daily.begins(day) + timedelta(hours=12))
    monkeypatch.setattr(days, "new_secret", lambda: bytes(32))
    tables = [f"two-worlds-{number}" for number in range(4)]
    names = [*(f"{table}-1" for table in tables), f"{daily.name_of(day)}-1"]
    addresses = [
        "/daily",
        f"/daily/{day.isoformat()}",
        f"/daily/{day.isoformat()}/record",
        "/daily/archive",
        "/fair",
        *(f"/matches/{name}{more}" for name in names for more in ROUTES),
    ]
    client = AsyncClient()

    async def look() -> list[tuple[int, bytes]]:
        found = []
        for address in addresses:
            answer = await client.get(address)
            found.append((answer.status_code, b"" if answer.status_code == 302 else answer.content))
        return found

    def world(secret: bytes, *, cookie: str) -> list[tuple[int, bytes]]:
        database = Path(str(connection.settings_dict["NAME"]))
        promised(database, day, secret)
        for number, table in enumerate(tables[:3]):
            tried(database, day, secrets.token_hex(13), number, table=table)
        tried(database, day, cookie, 9, table=tables[3], plays=12)  # the visitor is in the middle of it
        Review.objects.create(table=tables[0], no=1, seat=0)
        tries.settle_finished()
        told = asyncio.run(look())
        promise = days.promise_of(Row.objects.get(pk=day)).commitment.encode()
        Table.objects.filter(pk__in=tables).delete()
        Review.objects.filter(table=tables[0]).delete()
        Row.objects.filter(day__gte=day).delete()
        return [
            (status, re.sub(rb"\d\d:\d\d", b"", body.replace(promise, b"promise"))) for status, body in told
        ]

    asyncio.run(look())  # the visitor gets a cookie
    Row.objects.filter(day__gte=day).delete()
    account = client.cookies["moonshot"].value.split(":")[0]
    # Who deals first is drawn too, but everybody at a table sees that from the beginning.
    drawn = [bytes([number]) * 32 for number in range(1, 40)]
    same_dealer = [secret for secret in drawn if Chance(secret).number(4, "dealer", 1) == 2]
    one, other = (world(secret, cookie=account) for secret in same_dealer[:2])
    for address, here, there in zip(addresses, one, other, strict=True):
        assert here == there, address
    by_address = dict(zip(addresses, one, strict=True))
    assert b"3 people have finished it so far" in by_address["/daily"][1]
    assert b"Go on with your hand" in by_address["/daily"][1]
    assert {by_address[f"/matches/{table}-1"][0] for table in tables[:3]} == {404}
    assert by_address[f"/matches/{daily.name_of(day)}-1"][0] == 200
