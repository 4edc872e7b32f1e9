"""The lessons as pages: no answer before a choice, and the cost of every choice after it."""

import pytest

from moonshot.learn.lessons import lessons
from tests.site.running import Browser


@pytest.mark.parametrize("number", range(1, len(lessons()) + 1))
def test_a_lesson_asks_first_and_explains_then(browser: Browser, number: int) -> None:
    lesson = lessons()[number - 1]
    before = browser.get(f"/learn/lessons/{number}").text.partition("<main")[2]
    assert before.count('name="choice"') == len(lesson.options)
    assert "lesson-better" not in before
    for place in range(len(lesson.options)):
        after = browser.get(f"/learn/lessons/{number}?choice={place}").text.partition("<main")[2]
        assert after.count("lesson-better") == 1
        assert ("Well chosen." in after) == (place == lesson.better)


def test_all_lessons_are_listed_and_others_are_not_found(browser: Browser) -> None:
    listed = browser.get("/learn/lessons").text
    assert all(f'href="/learn/lessons/{number}"' in listed for number in range(1, len(lessons()) + 1))
    assert browser.get("/learn/lessons/99").status == 404
    assert "lesson-better" not in browser.get("/learn/lessons/1?choice=9").text
