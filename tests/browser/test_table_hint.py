"""Hints in practice: a tool and a key, a slip of paper that can be read, heard and followed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults, settle
from tests.browser.conftest import Visit
from tests.browser.player import cards, hand, names, open_table
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_a_hint_on_a_phone(server: Server, visit: Visit) -> None:
    """Asked for by a tap, it chooses the cards to pass; asked for by a key, it plays the card it names."""
    page = visit(390, 844)
    open_table(page, server.url)
    tool = page.get_by_role("button", name="Hint", exact=True)
    slip = page.get_by_role("region", name="Hint")
    tool.click()
    expect(slip.get_by_role("heading", name=re.compile("^Pass .+ and .+"))).to_be_visible()
    expect(page.locator("[data-live]")).to_contain_text("Pass ")  # spoken too
    box = slip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    settle(page)
    assert faults(page) == []
    slip.get_by_role("button", name="Choose these").click()
    expect(slip).to_have_count(0)
    expect(hand(page).get_by_role("button", pressed=True)).to_have_count(3)
    page.keyboard.press("p")
    expect(page).to_have_title(re.compile("^● Your turn"))
    held = cards(page).count()
    before = set(names(page))
    page.keyboard.press("i")
    expect(slip.get_by_role("heading", name=re.compile("^Play "))).to_be_visible()
    expect(slip.get_by_text(re.compile(r"\.$")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    page.keyboard.press("i")
    slip.get_by_role("button", name="Play it").click()
    expect(cards(page)).to_have_count(held - 1)
    assert len(before - set(names(page))) == 1
