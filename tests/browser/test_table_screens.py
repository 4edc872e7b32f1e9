"""The table on small and large screens, by its sizes and by axe."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.ahead import hand_over, last_tricks, play_ahead
from tests.browser.axe import faults, settle
from tests.browser.conftest import Visit
from tests.browser.player import (
    cards,
    choose_and_pass,
    hand,
    hand_is_done,
    is_over,
    my_turn,
    open_table,
    play_on,
)
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (360, 640), (390, 844), (844, 390), (640, 360), (640, 400), (568, 320)]
SCREENS += [(768, 1024), (1280, 720), (1920, 1080)]
SIX = {"players": 6}

TOO_LARGE = """() => {
    const page = document.scrollingElement;
    return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight];
}"""

UNCOVERED = """() => [...document.querySelectorAll('.hand-card')].map((card) => {
    const box = card.getBoundingClientRect();
    const mine = (x, y) => card.contains(document.elementFromPoint(x, y));
    let wide = 0, high = 0;
    for (let y = box.top + 2; y < box.bottom && y < innerHeight && high < 44; y += 4) {
        let run = 0;
        for (let x = box.left + 1; x < box.right && run < 24; x += 3) { if (mine(x, y)) run += 3; }
        if (run >= 24) { high += 4; wide = Math.max(wide, run); }
    }
    return [card.getAttribute('aria-label'), wide, high];
})"""


@pytest.mark.parametrize("rules", ["standard", "deniro_3", SIX], ids=["standard", "deniro_3", "six"])
def test_every_card_can_be_hit_on_every_screen(server: Server, visit: Visit, rules: Any) -> None:
    """U6: at least 24 x 44 px of each card are free, and the page never scrolls."""
    page = visit()
    open_table(page, server.url, rules)
    for phase in ("passing", "playing"):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            for label, wide, high in page.evaluate(UNCOVERED):
                assert wide >= 24, (phase, width, label, wide, high)
                assert high >= 44, (phase, width, label, wide, high)
            size = page.evaluate(TOO_LARGE)
            assert size == [0, 0], (phase, width, height, size)
        if phase == "passing":
            choose_and_pass(page)
            play_on(page, my_turn)


@pytest.mark.parametrize("rules", ["standard", SIX], ids=["standard", "six"])
def test_the_lowest_window_cuts_nothing(server: Server, visit: Visit, rules: Any) -> None:
    """A5: at 400% of a desktop window the whole hand and all players stay in sight."""
    page = visit(320, 256)
    open_table(page, server.url, rules)
    for phase in ("passing", "playing"):
        settle(page)
        assert page.evaluate(TOO_LARGE) == [0, 0], phase
        others = page.get_by_role("list", name="Opponents").get_by_role("listitem")
        for place in [*cards(page).all(), *others.all()]:
            box = place.bounding_box()
            assert box is not None
            assert box["y"] >= 0, phase
            assert box["y"] + box["height"] <= 256, phase
        if phase == "passing":
            page.set_viewport_size({"width": 640, "height": 512})
            choose_and_pass(page)
            play_on(page, my_turn)
            page.set_viewport_size({"width": 320, "height": 256})


def test_six_players_fit_the_score_sheet_of_a_small_phone(server: Server, visit: Visit) -> None:
    """U6: no column of the score sheet hides beyond its edge."""
    page = visit(320, 568)
    play_ahead(page, server.url, open_table(page, server.url, SIX), hand_over)
    play_on(page, hand_is_done)
    sheet = page.get_by_role("region", name="Scores")
    settle(page)
    assert sheet.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_a_phone_plays_a_hand_by_touch(server: Server, visit: Visit) -> None:
    """U6, S3.9: a hand by taps alone, and a score sheet that fits."""
    page = visit(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    open_table(page, server.url)
    play_on(page, hand_is_done)
    sheet = page.get_by_role("dialog", name="Hand 1")
    expect(sheet).to_be_visible()
    settle(page)
    box = sheet.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_turning_the_phone_keeps_the_trick(server: Server, visit: Visit) -> None:
    """U6: turning the phone changes nothing."""
    page = visit(390, 844, has_touch=True, is_mobile=True)
    open_table(page, server.url)
    play_on(
        page, lambda p: my_turn(p) and p.get_by_role("list", name="Trick").get_by_role("listitem").count() > 0
    )
    before = page.get_by_role("list", name="Trick").inner_text()
    page.set_viewport_size({"width": 844, "height": 390})
    settle(page)
    assert page.get_by_role("list", name="Trick").inner_text() == before
    expect(hand(page)).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, visit: Visit, theme: str) -> None:
    """A2, A4: no fault on the table nor on any of its sheets."""
    page = visit(color_scheme=theme)
    table = open_table(page, server.url, {"end_score": 26})
    assert faults(page) == []
    for key, title in (("l", "Last trick"), ("x", "Scores"), ("?", "Help and keys")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert faults(page) == [], title
        page.keyboard.press("Escape")
    for item in ("Rules in force", "Speed", "Settings", "New match", "Leave table"):
        page.get_by_role("button", name="Menu").click()
        if item == "Rules in force":
            assert faults(page) == [], "Menu"
        page.get_by_role("dialog").get_by_role("button", name=item).click()
        assert faults(page) == [], item
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    choose_and_pass(page)
    play_on(page, my_turn)
    assert faults(page) == [], "playing"
    play_ahead(page, server.url, table, hand_over)
    play_on(page, lambda p: hand_is_done(p) or is_over(p))
    assert faults(page) == [], "after the hand"
    play_ahead(page, server.url, table, last_tricks)
    play_on(page, is_over)
    assert faults(page) == [], "over"
