"""The daily deal on a telephone: begun, left, gone on with, played to its end, looked at, shared."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.player import hand, play_on
from tests.browser.server import Server
from tests.site.dealt import wait_past_midnight

pytestmark = pytest.mark.browser


def is_told(page: Page) -> bool:
    return bool(page.get_by_role("link", name="See how others did").count())


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_daily_deal_from_the_first_page_to_the_result(server: Server, visit: Visit) -> None:
    wait_past_midnight()
    page = visit(320, 640, permissions=["clipboard-read", "clipboard-write"])
    page.goto(server.url)
    page.get_by_role("link", name="Daily deal").click()
    begin = page.get_by_role("button", name="Play today’s deal")
    expect(begin).to_be_visible()
    assert faults(page) == []
    assert fits(page)
    begin.focus()
    page.keyboard.press("Enter")
    hand(page).wait_for()
    table = page.url

    # Away and back again: the same try.
    page.go_back()
    page.reload()
    page.get_by_role("button", name="Go on with your hand").click()
    hand(page).wait_for()
    assert page.url == table
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("radio", name=re.compile("^Instant")).check()
    page.keyboard.press("Escape")
    play_on(page, is_told)
    points = page.get_by_role("heading", name=re.compile(r"^\d+ points?$")).inner_text()
    assert page.get_by_role("button", name="Play again").count() == 0
    page.get_by_role("link", name="See how others did").click()

    day = page.url.rsplit("/", 1)[1]
    result = page.get_by_role("region", name="Your result")
    expect(result).to_contain_text(points.split()[0])
    expect(page.get_by_role("region", name="How everybody did").get_by_role("listitem")).to_have_count(8)
    assert faults(page) == []
    assert fits(page)
    copy = page.get_by_role("button", name="Copy")
    copy.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Copied.")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith("Moonshot daily deal ")
    assert f"\n{points}, " in shared
    assert shared.endswith(f"/daily/{day}")

    page.get_by_role("link", name="Card by card").click()
    expect(page.get_by_role("region", name="The match, card by card")).to_be_visible()
    page.goto(f"{server.url}/daily/archive")
    expect(page.get_by_role("link").filter(has_text=points)).to_have_count(1)
    assert faults(page) == []
    assert fits(page)

    # Whoever gets the link and has not played sees neither cards nor results.
    other = visit(320, 640)
    other.goto(f"{server.url}/daily/{day}")
    expect(other.get_by_role("button", name="Play today’s deal")).to_be_visible()
    expect(other.get_by_role("region", name="How everybody did")).to_have_count(0)
