"""Letters of twice the usual size, chosen in the browser: nothing is cut, nothing with focus is covered."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.people import named
from tests.browser.player import choose_and_pass, hand, my_turn, open_table, play_on
from tests.browser.server import Server

pytestmark = pytest.mark.browser

WIDER = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"
OUTSIDE = """() => [...document.querySelectorAll('.hand-card, .tool, .bar button, .plate-name-text')]
    .filter((part) => {
        const box = part.getBoundingClientRect();
        const low = part.matches('.hand-card') ? 24 : 1; // a fan hangs a little over the edge
        return box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + low
            || part.scrollWidth > part.clientWidth + 1;
    })
    .map((part) => part.className + ' ' + part.textContent)"""
COVERED = """() => {
    const focused = document.activeElement;
    const box = focused.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return focused.contains(there) || there?.contains(focused) ? null : focused.textContent;
}"""


def twice(page: Page) -> Page:
    """Set the browser's own size of letters."""
    tools = page.context.new_cdp_session(page)
    tools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    return page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_letters_of_twice_the_size(server: Server, visit: Visit, width: int, height: int) -> None:
    page = twice(visit(width, height, reduced_motion="reduce"))
    open_table(page, server.url)
    assert page.evaluate(OUTSIDE) == []
    choose_and_pass(page)
    play_on(page, my_turn)
    hand(page).wait_for()
    page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
    page.goto(server.url + "/")
    page.get_by_text("Continue").first.wait_for()
    assert page.evaluate(WIDER) == 0
    named(page, server.url, "Ludmila")
    assert page.evaluate(WIDER) == 0
    page.goto(server.url + "/lobby/private")
    page.get_by_role("button", name="Create the table").wait_for()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(WIDER) == 0
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        page.wait_for_function(f"() => ({COVERED})() === null")
    else:
        raise AssertionError("the page has no end")
