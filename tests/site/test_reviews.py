"""Reviews on the site: asked for, made in the background, kept, read, and tried without the answers."""

import asyncio
import json
import secrets
from typing import Any

import pytest

from moonshot.bots.policy import NotReadyError
from moonshot.engine import Move, Pass, Play, cards_of
from moonshot.site.live.bot_pool import LostError
from moonshot.site.live.bot_worker import Decided
from tests.site.played import played, put, stored
from tests.site.running import Browser, Running
from tests.site.test_matches import Place, place

pytestmark = pytest.mark.usefixtures("people")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Weigher:
    """Finds every card a point dearer than the one before. Fails as often as it is told to first."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.asked: list[Decided] = []

    async def review(
        self, question: Decided, most: int, seconds: float
    ) -> tuple[tuple[Move, float, float], ...]:
        if self.failures:
            raise self.failures.pop(0)
        self.asked.append(question)
        if question.view.phase == "passing":
            return ((Pass(cards_of(question.view.hand)[:3]), 5.0, 0.1),)
        return tuple((Play(card), float(at), 0.1) for at, card in enumerate(cards_of(question.view.legal)))


def match_in_database() -> str:
    from django.db import connection

    table, account = secrets.token_urlsafe(12), secrets.token_hex(13)
    put(connection.settings_dict["NAME"], table, account, played(table, {account: "Ann"}))
    connection.close()
    return table


async def turns(weigher: Weigher | None, count: int = 1) -> list[bool]:
    from moonshot.site.live.reviewing import Reviewer

    reviewer = Reviewer(lambda: None)  # it does nothing by itself
    await reviewer.close()
    reviewer._pool = lambda: weigher
    return [await reviewer.turn() for _ in range(count)]


def review_of(table: str) -> Any:
    from moonshot.site.live import reviewing

    return reviewing.find(table, 1, 0)


@pytest.fixture
def empty() -> None:
    from moonshot.site.live.review_models import Review

    Review.objects.all().delete()


def test_a_review_is_made_once_from_the_views_of_its_seat(empty: None) -> None:
    from moonshot.learn.review import decisions
    from moonshot.site.live import reviewing
    from moonshot.site.live.past import past_match

    table = match_in_database()
    reviewing.ask(table, 1, 0)
    reviewing.ask(table, 1, 0)
    weigher = Weigher()
    assert asyncio.run(turns(weigher, 2)) == [True, False]
    found = review_of(table)
    past = past_match(table, 1)
    assert past is not None
    body = json.loads(found.body)
    assert (found.state, found.decisions) == ("done", len(body))
    assert len(body) == len(weigher.asked) > 13 * (len(past.record["deals"]) - 1) // 2
    assert {question.view.seat for question in weigher.asked} == {0}
    assert [question.made for question in weigher.asked] == [one.move for one in decisions(past.record, 0)]
    assert "Ann" not in found.body


def test_nothing_is_done_where_nobody_can_weigh(empty: None) -> None:
    from moonshot.site.live import reviewing

    table = match_in_database()
    reviewing.ask(table, 1, 0)
    assert asyncio.run(turns(None)) == [False]
    assert asyncio.run(turns(Weigher(NotReadyError("expert")))) == [False]
    assert review_of(table).state == "waiting"
    assert asyncio.run(turns(Weigher(LostError(), TimeoutError()))) == [True]
    assert review_of(table).state == "done"


def test_what_was_weighed_is_not_weighed_again_after_a_crash(empty: None) -> None:
    from django.utils import timezone

    from moonshot.site.live import reviewing
    from moonshot.site.live.review_models import Review

    table = match_in_database()
    reviewing.ask(table, 1, 0)
    weigher = Weigher()
    asyncio.run(turns(weigher))
    whole = json.loads(review_of(table).body)
    # As a node leaves it that dies in the middle.
    half = json.dumps(whole[:10])
    Review.objects.filter(table=table).update(state=Review.RUNNING, body=half, touched_at=timezone.now())
    assert asyncio.run(turns(Weigher())) == [False], "its node may still be there"
    Review.objects.filter(table=table).update(touched_at=timezone.now() - reviewing.LEFT * 2)
    again = Weigher()
    assert asyncio.run(turns(again)) == [True]
    assert json.loads(review_of(table).body) == whole
    assert len(again.asked) == len(whole) - 10


def test_a_review_that_fails_is_said_to_and_may_be_asked_for_again(empty: None) -> None:
    from moonshot.site.live import reviewing

    reviewing.ask("nowhere", 1, 0)
    assert asyncio.run(turns(Weigher())) == [True]
    assert review_of("nowhere").state == "failed"
    table = match_in_database()
    reviewing.ask(table, 1, 0)
    assert asyncio.run(turns(Weigher(RuntimeError("broken")))) == [True]
    assert review_of(table).state == "failed"
    reviewing.ask(table, 1, 0)
    assert asyncio.run(turns(Weigher())) == [True]
    assert review_of(table).state == "done"


def ask(browser: Browser, where: Place, seat: str = "0", **headers: str) -> Any:
    sent = {**FORM, "Origin": browser.address, **headers}
    return browser.ask("POST", where.path("/review"), f"seat={seat}".encode(), sent)


def test_a_review_is_asked_for_on_the_page_of_the_match(running: Running) -> None:
    where = place(running)
    browser = where.people[0]
    assert browser.get(where.path("/review/0")).status == 404
    assert ask(browser, where, Origin="https://evil.example").status == 403
    assert ask(browser, where, seat="4").status == 404
    assert ask(browser, where, seat="x").status == 404
    answer = ask(browser, where)
    assert (answer.status, answer.headers["location"]) == (302, where.path("/review/0"))
    waiting = browser.get(where.path("/review/0"))
    assert waiting.status == 200
    assert 'data-state="waiting" data-done="0" data-due="0"' in waiting.text
    assert "/static/site/review.mjs" in waiting.text
    assert f'href="{where.path("/review/0")}"' in browser.get(where.path()).text


def test_only_those_who_may_see_a_match_may_have_or_read_its_review(running: Running) -> None:
    private = place(running, people=2, kind="private")
    assert ask(private.people[0], private).status == 302
    assert private.people[1].get(private.path("/review/0")).status == 200
    assert private.stranger.get(private.path("/review/0")).status == 404
    assert ask(private.stranger, private).status == 404
    going_on = place(running, deals=1, plies=5)
    assert ask(going_on.people[0], going_on).status == 409


def test_a_review_is_read_with_and_without_the_answers(running: Running) -> None:
    from moonshot.learn.review import decisions, option

    where = place(running)
    browser = where.people[0]
    ask(browser, where)
    due = decisions(browser.get(where.path("/record")).json, 0)
    weigher = Weigher()
    body = [
        [
            option(*one).to_json()
            for one in asyncio.run(weigher.review(Decided("expert", d.view, d.seed, d.move), 1, 1))
        ]
        for d in due
    ]
    with stored(running.data / "moonshot.sqlite3") as run:
        run(
            "UPDATE live_review SET state = 'done', body = ?, decisions = ? WHERE \"table\" = ?",
            (json.dumps(body), len(due), where.table),
        )
    text = browser.get(where.path("/review/0")).text
    assert "choices as good as the best" in text
    assert text.count('<div class="review-one') >= len(due)
    assert " style=" not in text
    hidden = browser.get(where.path("/review/0?try=1")).text
    assert hidden.count('<div class="review-one') == len(due)
    assert hidden.count("Show the answer") == len(due)
    assert "review-bad" not in hidden
    assert "choices as good" not in hidden
