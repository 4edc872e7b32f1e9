"""Learning by doing, by keys alone: the lessons, and the guided first hand."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.player import cards, hand, playable
from tests.browser.server import Server

pytestmark = pytest.mark.browser

THEMES = (
    "What to pass",
    "Ducking",
    "Beware of the queen",
    "An empty suit",
    "Shooting the moon",
    "Stopping a moon",
)


def press(target: Locator) -> None:
    """Go there and press Enter, as somebody without a pointer does."""
    target.focus()
    expect(target).to_be_focused()
    target.press("Enter")


def test_a_lesson_of_every_kind_is_done_by_keys(server: Server, visit: Visit) -> None:
    page = visit(320, 640)
    page.goto(f"{server.url}/learn/lessons")
    assert faults(page) == []
    for theme in THEMES:
        press(page.get_by_role("link", name=f"{theme}, Hand 1", exact=True))
        expect(page.get_by_role("heading", name=theme, level=1)).to_be_visible()
        choices = page.locator("form[aria-labelledby=ask] button")
        assert choices.count() >= 2
        looked = theme in THEMES[:2]  # cards to pass, a card to play; the others look the same
        assert not looked or faults(page) == []
        press(choices.first)
        costs = page.get_by_role("table", name="What each choice costs you")
        expect(costs).to_be_visible()
        assert not looked or faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        press(page.get_by_role("link", name="Choose again"))
        expect(costs).to_have_count(0)
        expect(choices).not_to_have_count(0)
        press(page.get_by_role("link", name="Lessons"))


def test_a_first_hand_is_guided(server: Server, visit: Visit) -> None:
    """From the first page of the learning rooms to the second trick; then no more of it."""
    page = visit(390, 844)
    page.goto(f"{server.url}/learn")
    assert faults(page) == []
    press(page.get_by_role("button", name="A guided first hand"))
    page.wait_for_url(re.compile(r"/table/[\w-]+#first-hand$"))
    tip = page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text("First of all, 3 cards change hands")
    expect(page.locator("[data-live]")).to_contain_text("First of all, 3 cards change hands")
    expect(page.locator("html")).to_have_attribute("data-coach", "hand")
    assert faults(page) == []

    for number in range(3):
        card = hand(page).get_by_role("button", pressed=False).first
        card.focus()
        card.press("Space")
        expect(hand(page).get_by_role("button", pressed=True)).to_have_count(number + 1)
    expect(tip).to_have_count(0)  # whoever has begun needs the room
    press(page.get_by_role("button", name=re.compile("^Pass ")))
    for held in (13, 12):
        expect(page).to_have_title(re.compile("^● Your turn"))
        expect(cards(page)).to_have_count(held)
        if held == 12:
            expect(tip).to_contain_text("The first trick went to")
        press(playable(page).first)
        expect(cards(page)).to_have_count(held - 1)

    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(tip).to_be_visible()
    press(tip.get_by_role("button", name="No more tips"))
    expect(tip).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/table/[\w-]+$"))
