"""The quiz as anybody gets it: plain forms, no script, and no answer before one is given."""

import html
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest

from moonshot.learn.quiz import Row, of_the_day, unpacked
from tests.site.running import Answer, Browser


def state_of(answer: Answer) -> str:
    found = re.search(r'name="s" value="([^"]+)"', answer.text)
    assert found is not None
    return html.unescape(found[1])


def reply(browser: Browser, state: str, answer: str) -> Answer:
    """Send an answer and follow to the page that says whether it is right."""
    body = urlencode({"s": state, "answer": answer}).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": browser.address.rstrip("/")}
    sent = browser.ask("POST", "/learn/quiz/ask", body, form)
    assert sent.status == 302
    return browser.get(sent.headers["location"].partition("#")[0])


def test_S2_1_a_whole_day_without_scripts(browser: Browser) -> None:
    """Ten questions, each answered, explained and counted, and nothing stored."""
    day = datetime.now(UTC).date()
    questions = of_the_day(day)
    page = browser.get(browser.get(f"/learn/quiz/daily/{day}").headers["location"])
    for place, question in enumerate(questions):
        assert page.status == 200
        assert page.headers["x-robots-tag"] == "noindex"
        before = page.text.partition("<main")[2]
        assert "verdict-" not in before
        assert "quiz-why" not in before
        assert before.count('name="answer"') == len(question.options)
        given = question.right if place != 2 else (question.right + 1) % len(question.options)
        told = reply(browser, state_of(page), str(given))
        assert told.text.count("verdict-right") == 1
        assert ("Not quite." in told.text) == (place == 2)
        following = re.search(r'href="(/learn/quiz/ask\?s=[^"]+)"', told.text)
        if place < 9:
            assert following is not None
            page = browser.get(html.unescape(following[1]))
        else:
            assert following is None
            assert "9 of 10 right" in told.text
            assert "Longest run: 7" in told.text


def test_a_day_is_the_same_for_all_and_days_to_come_are_shut(browser: Browser) -> None:
    day = datetime.now(UTC).date()
    first = browser.get(f"/learn/quiz/daily/{day.isoformat()}").headers["location"]
    again = browser.get(f"/learn/quiz/daily/{day.isoformat()}").headers["location"]
    assert browser.get("/learn/quiz/daily").headers["location"].startswith("/learn/quiz/ask?s=")
    questions = [
        re.sub(r'value="[^"]*"', "", browser.get(one).text.partition("<main")[2]) for one in (first, again)
    ]
    assert questions[0] == questions[1]
    for other in (day + timedelta(2), "2025-12-31", "never"):
        assert browser.get(f"/learn/quiz/daily/{other}").status == 404


def test_level_and_rules_are_chosen_in_a_form(browser: Browser) -> None:
    start = browser.get("/learn/quiz")
    assert start.status == 200
    assert start.text.count('name="level"') == 4
    page = browser.get(browser.get("/learn/quiz?level=expert&rules=deniro").headers["location"])
    assert "Jack bonus, clever moon" in page.text
    assert browser.get("/learn").text.count("/learn/quiz") >= 1


@pytest.mark.parametrize("state", ["", "forged", "WzFd:1xXxtu:9xW9xC0SNLAk1lUXNQH0ISYjS44rne0V13uK5A2rwC8"])
def test_a_forged_place_leads_back_to_the_start(browser: Browser, state: str) -> None:
    assert browser.get(f"/learn/quiz/ask?s={state}").headers["location"] == "/learn/quiz"


def test_an_answer_that_is_none_of_them_changes_nothing_and_the_first_one_counts(browser: Browser) -> None:
    page = browser.get(browser.get("/learn/quiz?level=beginner&rules=standard").headers["location"])
    state = state_of(page)
    for answer in ("", "9", "-1", "00000", "٣"):
        assert "quiz-why" not in reply(browser, state, answer).text.partition("<main")[2]


def test_a_row_goes_on_and_counts() -> None:
    row = Row(level="regular", rules_id="standard", seed=5)
    right = row.question().right
    told = row.answered(right)
    assert (told.right, told.streak, told.best, told.is_right) == (1, 1, 1, True)
    assert told.answered(right + 1) == told
    missed = told.following().answered(99)
    assert (missed.right, missed.streak, missed.best, missed.number) == (1, 0, 1, 2)
    assert unpacked(missed.packed()) == missed
    assert missed.following().question().kind != missed.question().kind


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        ["beginner"],
        [*Row(level="none").packed()],
        [*Row(day="x").packed()],
        [*Row(rules_id="none").packed()],
        [*Row(number=0).packed()],
    ],
)
def test_what_was_never_a_row_is_none(value: object) -> None:
    with pytest.raises(ValueError, match="row|isoformat"):
        unpacked(value)
