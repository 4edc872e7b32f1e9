"""The pages of matches: who may see which, what is in them, and that nothing hidden ever is."""

import json
import re
import secrets
from dataclasses import dataclass

import pytest

from moonshot.engine import card_text, cards_of
from moonshot.engine.events import Dealt
from moonshot.engine.record import check_shuffles, read_record, write_record
from moonshot.learn.retelling import retell
from moonshot.tables import Entry
from moonshot.tables.history import match_histories
from tests.site.played import played, put
from tests.site.running import Browser, Running


@dataclass
class Place:
    """A match on the running server, its players' browsers, and a stranger's."""

    table: str
    entries: list[Entry]
    people: list[Browser]
    stranger: Browser

    def path(self, more: str = "", no: int = 1) -> str:
        return f"/matches/{self.table}-{no}{more}"


def visitor(running: Running) -> tuple[Browser, str]:
    browser = running.browser()
    browser.get("/me")
    return browser, browser.cookies["moonshot"].split(":")[0]


def place(running: Running, *, people: int = 1, deals: int = 0, plies: int = 0, **more: object) -> Place:
    table = secrets.token_urlsafe(12)
    browsers, accounts = zip(*(visitor(running) for _ in range(people)), strict=True)
    names = dict(zip(accounts, ("Ann <b>", "Bea", "Cai", "Dan"), strict=False))
    entries = played(table, names, deals=deals, plies=plies, **more)  # type: ignore[arg-type]
    put(running.data / "moonshot.sqlite3", table, accounts[0], entries, finished=not deals)
    return Place(table, entries, list(browsers), running.browser())


@pytest.fixture(scope="module")
def practice(running: Running) -> Place:
    return place(running)


@pytest.fixture(scope="module")
def private(running: Running) -> Place:
    return place(running, people=2, kind="private")


@pytest.fixture(scope="module")
def quick(running: Running) -> Place:
    return place(running, people=2, kind="quick")


def test_a_finished_match_is_shown_to_whoever_has_its_address(practice: Place, quick: Place) -> None:
    for where in (practice, quick):
        for browser in (*where.people, where.stranger):
            for more in ("", "/record", "/embed"):
                assert browser.get(where.path(more)).status == 200


def test_a_private_match_is_shown_to_those_who_played_it_alone(private: Place) -> None:
    for browser in private.people:
        assert browser.get(private.path()).status == 200
        assert browser.get(private.path("/record")).status == 200
    for more in ("", "/record", "/embed"):
        answer = private.stranger.get(private.path(more))
        assert answer.status == 404
        assert "No such match" in answer.text
        assert "Bea" not in answer.text
    # Frames of other sites know no visitor, and must not find one.
    assert private.people[0].get(private.path("/embed")).status == 404


@pytest.mark.parametrize("kind", ["practice", "private", "quick"])
def test_a_running_match_is_shown_to_its_players_up_to_its_last_finished_hand(
    running: Running, kind: str
) -> None:
    where = place(running, people=1 if kind == "practice" else 2, deals=1, plies=9, kind=kind)
    for more in ("", "/record", "/embed"):
        assert where.stranger.get(where.path(more)).status == 404
    for browser in where.people:
        page = browser.get(where.path())
        assert page.status == 200
        assert told(page.text)["deals"][0]["no"] == 1
        assert len(told(page.text)["deals"]) == 1
        assert [deal["deal"] for deal in browser.get(where.path("/record")).json["deals"]] == [1]
        assert browser.get(where.path("/embed")).status == 404


def test_nothing_of_a_hand_is_in_any_byte_before_it_is_over(running: Running) -> None:
    where = place(running, people=2, deals=1, plies=5, kind="quick")
    (moments,) = match_histories(where.entries)
    dealt = [moment.event for moment in moments if isinstance(moment.event, Dealt)]
    secrets_ = [event.secret for m in moments if (event := m.event).kind == "committed"]
    assert len(dealt) == len(secrets_) == 2
    for browser in where.people:
        for more in ("", "/record"):
            text = browser.get(where.path(more)).text
            assert secrets_[1] not in text
            for hand in dealt[1].hands:
                cards = [card_text(card) for card in cards_of(hand)]
                assert " ".join(cards) not in text
                assert json.dumps(cards, separators=(",", ":")) not in text


def test_a_match_that_was_given_up_stays_with_its_players(running: Running) -> None:
    where = place(running, again=True)
    assert where.stranger.get(where.path(no=1)).status == 200
    assert where.stranger.get(where.path(no=2)).status == 404
    page = where.people[0].get(where.path(no=2))
    assert page.status == 200
    assert "No hand is finished yet" in page.text
    assert 'id="told"' not in page.text


@pytest.mark.parametrize(
    "name", ["x-1", "x", "-1", "x-0", "x-01", "x" * 60 + "-1", "x-9999999", "x-1.5", "%20-1"]
)
def test_what_is_no_match_is_said_kindly(browser: Browser, name: str) -> None:
    answer = browser.get(f"/matches/{name}")
    assert answer.status == 404
    assert "Back to the start" in answer.text


def test_the_next_number_is_no_match(practice: Place) -> None:
    assert practice.people[0].get(practice.path(no=2)).status == 404


def test_the_record_is_read_back_checked_and_is_what_the_page_tells(practice: Place) -> None:
    answer = practice.stranger.get(practice.path("/record"))
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="moonshot-{practice.table}-1.json"'
    )
    read = read_record(answer.text)
    assert read.error is None
    assert read.match is not None
    assert read.match.phase == "over"
    assert write_record(read.record) == answer.text
    assert all(check.state == "proven" for check in check_shuffles(read.record))
    page = told(practice.stranger.get(practice.path()).text)
    again = retell(read.record)
    assert [deal["totals"] for deal in page["deals"]] == [list(deal.totals) for deal in again.deals]
    assert [row.points for row in read.match.results] == [deal.points for deal in again.deals]


def test_the_page_can_be_read_without_scripts(practice: Place) -> None:
    text = practice.stranger.get(practice.path()).text
    record = practice.stranger.get(practice.path("/record")).json
    assert "Ann &lt;b&gt;" in text
    assert "<b>" not in text
    assert " style=" not in text
    deals = record["deals"]
    assert text.count('<details class="match-deal"') == len(deals)
    assert text.count('<table class="match-tricks">') == len(deals)
    row = re.search(r"<tbody>\n(<tr>.*)", text)
    assert row is not None
    assert row[1].count("<td>") == 4
    # Every card of the first deal is written once as dealt and once as played.
    first = text.split('id="deal-1"')[1].split('id="deal-2"')[0]
    plays = first.split('<table class="match-tricks">')[1]
    assert len(re.findall(r'<span class="pc pc-[CDSH]', plays)) == 52
    assert f"{len(deals)} hand" in text


def test_only_the_page_for_frames_may_be_framed(practice: Place, private: Place) -> None:
    framed = practice.stranger.get(practice.path("/embed"))
    assert "frame-ancestors *;" in framed.headers["content-security-policy"]
    assert framed.headers["cross-origin-resource-policy"] == "cross-origin"
    others = [practice.path(), practice.path("/record"), private.path("/embed"), "/matches/x/y/embed"]
    for path in others:
        headers = practice.stranger.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_nobody_keeps_a_copy_and_no_crawler_comes(practice: Place) -> None:
    page = practice.stranger.get(practice.path(), Accept_Encoding="gzip")
    assert page.headers["cache-control"] == "private, no-store"
    assert page.headers["content-encoding"] == "gzip"
    assert "Disallow: /matches/" in practice.stranger.get("/robots.txt").text
    assert '<meta name="robots" content="noindex">' in practice.stranger.get(practice.path()).text


def told(text: str) -> dict[str, list[dict[str, object]]]:
    """The data of the stepper on a page."""
    found = re.search(r'<script id="told" type="application/json">(.*?)</script>', text)
    assert found is not None
    data: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return data
