"""The home page: one button to a deal, matches that wait, the look; on every size of screen."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, settle
from tests.browser.conftest import Visit
from tests.browser.player import cards, names, open_table
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
BIG_TEXT = "document.documentElement.style.fontSize = '200%'"


def sideways(page: Page) -> int:
    """By how much the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def open_home(page: Page, server: Server) -> None:
    """Go to the home page and wait until the client has taken over."""
    page.goto(server.url + "/")
    expect(page.get_by_role("group", name="Opponents")).to_be_visible()


def test_play_now_deals_at_once(server: Server, visit: Visit) -> None:
    page = visit()
    open_home(page, server)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/table/[^/]+$"))
    expect(cards(page)).to_have_count(13)


def test_opponents_are_chosen_and_remembered(server: Server, visit: Visit) -> None:
    page = visit()
    open_home(page, server)
    expect(page.get_by_role("radio", name="Steady")).to_be_checked()
    page.get_by_role("radio", name="Easy").check()
    page.reload()
    expect(page.get_by_role("radio", name="Easy")).to_be_checked()
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Play now").click()
    assert json.loads(sent.value.post_data or "")["level"] == "easy"
    page.wait_for_url(re.compile(r"/table/"))


def test_a_waiting_match_goes_on_where_it_was(server: Server, visit: Visit) -> None:
    page = visit()
    open_home(page, server)
    expect(page.get_by_role("heading", name="waiting")).to_have_count(0)
    table = open_table(page, server.url, "black_maria")
    hand = names(page)
    open_home(page, server)
    expect(page.get_by_role("heading", name="A match is waiting")).to_be_visible()
    page.get_by_role("link", name=re.compile("Black Maria.*Continue", re.DOTALL)).click()
    page.wait_for_url(f"**/table/{table}")
    expect(cards(page)).to_have_count(17)
    assert names(page) == hand


def test_older_matches_are_one_press_away(server: Server, visit: Visit) -> None:
    page = visit()
    for rules in ("standard", "deniro", "spot"):
        open_table(page, server.url, rules)
    open_home(page, server)
    expect(page.get_by_role("heading", name="3 matches are waiting")).to_be_visible()
    links = page.get_by_role("link", name=re.compile("Continue"))
    expect(links).to_have_count(1)
    page.get_by_role("button", name="Show 2 more").click()
    expect(links).to_have_count(3)


def test_it_says_where_matches_are_kept(server: Server, visit: Visit) -> None:
    page = visit()
    open_home(page, server)
    expect(page.get_by_text("guest cookie")).to_contain_text("Clearing the site’s data loses them.")


@pytest.mark.parametrize("garbage", ["{", "null", '{"v":1,"data":{"level":5,"changes":["x"]}}', '{"v":9}'])
def test_a_garbled_memory_is_forgotten(server: Server, visit: Visit, garbage: str) -> None:
    page = visit()
    page.goto(server.url + "/healthz")
    for name in ("setup", "look", "table"):
        page.evaluate("([name, text]) => localStorage.setItem('moonshot.' + name, text)", [name, garbage])
    open_home(page, server)
    page.get_by_role("button", name="Play now").click()
    expect(cards(page)).to_have_count(13)


def test_rules_that_cannot_be_played_any_more_lead_to_the_card(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url + "/healthz")
    kept = {
        "v": 1,
        "data": {"preset": "standard", "name": "Odd", "changes": {"end_score": 0}, "level": "easy"},
    }
    page.evaluate("text => localStorage.setItem('moonshot.setup', text)", json.dumps(kept))
    open_home(page, server)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/play")
    expect(page.get_by_text("Set an end score or a number of hands.")).to_be_visible()


def test_the_look_is_kept(server: Server, visit: Visit) -> None:
    page = visit(color_scheme="light")
    open_home(page, server)
    page.get_by_role("button", name="How it looks").click()
    sheet = page.get_by_role("dialog", name="Look")
    diamond = sheet.locator("[data-card=KD] .card-rank").first
    red = diamond.evaluate("path => getComputedStyle(path).fill")
    sheet.get_by_role("radio", name="Evening").check()
    sheet.get_by_role("radio", name="Four", exact=True).check()
    sheet.get_by_role("switch", name="Large figures").click()
    assert faults(page) == []
    assert diamond.evaluate("path => getComputedStyle(path).fill") != red
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="How it looks")).to_be_focused()
    page.reload()
    root = page.locator("html")
    for name, value in (("theme", "dark"), ("suits", "four"), ("index", "large")):
        expect(root).to_have_attribute(f"data-{name}", value)


def test_nothing_jumps_when_the_client_takes_over(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    open_home(page, server)
    page.wait_for_load_state("networkidle")
    settle(page)
    shift = page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(
            list.getEntries().reduce((sum, entry) => sum + entry.value, 0)
        )).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 500))"""
    )
    assert shift < 0.02


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    open_table(page, server.url)
    open_home(page, server)
    expect(page.get_by_role("link", name=re.compile("Continue"))).to_be_visible()
    assert faults(page) == []


def test_it_fits_every_screen(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_table(page, server.url, "omnibus_bicycle")
    open_home(page, server)
    expect(page.get_by_role("link", name=re.compile("Continue"))).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert sideways(page) == 0, width
        button = page.get_by_role("button", name="Play now").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= height, "the one button is in the first view"
        assert button["height"] >= 44
    page.evaluate(BIG_TEXT)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) == 0, f"{width} with 200% text"


def test_by_keyboard_alone(server: Server, visit: Visit) -> None:
    page = visit()
    open_home(page, server)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Play now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/table/"))
    expect(cards(page)).to_have_count(13)


def test_cards_can_be_read_before_their_figures_come(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/CourtFigure-*.js", lambda route: route.abort())
    open_home(page, server)
    page.get_by_role("button", name="How it looks").click()
    queen = page.get_by_role("dialog", name="Look").locator("[data-card=QS]")
    expect(queen.locator(".card-full .card-rank")).to_have_count(2)
    expect(queen.locator(".p-hair")).to_have_count(0)
    page.unroute("**/CourtFigure-*.js")
    page.reload()
    page.get_by_role("button", name="How it looks").click()
    expect(queen.locator(".p-hair").first).to_be_attached()
