"""The quiz on a phone: answered by touch and by keys, and accessible before and after."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_the_daily_quiz_on_a_phone(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    page.goto(f"{server.url}/learn/quiz")
    assert faults(page) == []
    page.get_by_role("link", name="Today's ten").click()
    for number in (1, 2):
        expect(page.get_by_text(f"Question {number} of 10")).to_be_visible()
        choices = page.locator("button[name=answer]")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert all((box := one.bounding_box()) and box["height"] >= 44 for one in choices.all())
        choices.first.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("img", name="Right answer")).to_have_count(1)
        assert faults(page) == []
        page.get_by_role("link", name="Next question").click()
    expect(page.get_by_text("Question 3 of 10")).to_be_visible()
