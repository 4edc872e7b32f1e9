"""The rehearsal on a phone, by keys, as far as the cards of a real table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.player import cards
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_S4_29_from_the_rehearsal_to_a_deal_of_its_own(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    page.goto(f"{server.url}/learn/rehearsal?seed=12")
    real = page.get_by_role("button", name="Deal for real")
    number = 1
    while real.count() == 0:
        assert faults(page) == []
        card = page.locator("a.rehearsal-card")
        step = card.first if card.count() else page.get_by_role("link", name="Go on")
        step.focus()
        page.keyboard.press("Enter")
        number += 1
        expect(page.get_by_text(f"Step {number}", exact=True)).to_be_visible()
    assert faults(page) == []
    real.click()
    page.wait_for_url(re.compile(r"/table/"))
    expect(cards(page)).to_have_count(13)
