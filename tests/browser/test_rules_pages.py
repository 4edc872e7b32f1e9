"""The rules pages in a real browser: without scripts, at every width, on paper; the same text at a table."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.player import hand, open_table
from tests.browser.server import Server

pytestmark = pytest.mark.browser

LONG = (
    "/rules/custom?players=6&moon=choice&sun=double&exact=50:0,100:50&no_trick_bonus=-5&bonus_card=JD"
    "&penalties=QS:13,KS:10,AS:7&qs_lead=after_break&qs_breaks=discard&first_trick_fallback=redeal"
)


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (390, "dark"), (1280, "dark")])
def test_pages_fit_and_are_accessible(server: Server, visit: Visit, width: int, theme: str) -> None:
    page = visit(width, 800, color_scheme=theme, reduced_motion="reduce")
    noises: list[str] = []
    page.on("console", lambda message: noises.append(message.text))
    for path in ("/rules", "/rules/deniro", LONG):
        page.goto(server.url + path)
        assert faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert noises == []  # nothing that the content security policy forbids, either


def test_the_page_needs_no_script(server: Server, visit: Visit) -> None:
    """The trick is shown card by card, questions open, and a table is opened by a plain form."""
    page = visit(390, 844, java_script_enabled=False)
    page.goto(server.url + "/rules/omnibus")
    steps = page.get_by_role("group", name="A trick, step by step")
    cards = steps.locator(".play")
    expect(steps.get_by_text("leads the")).to_be_visible()
    expect(cards.nth(0)).to_be_visible()
    expect(cards.nth(1)).to_be_hidden()
    steps.get_by_role("radio", name="Card 2").check(force=True)
    expect(cards.nth(1)).to_be_visible()
    expect(cards.nth(3)).to_be_hidden()
    expect(steps.get_by_text("leads the")).to_be_hidden()
    steps.get_by_role("radio", name="Taken").check(force=True)
    expect(cards.nth(3)).to_be_visible()
    expect(steps.get_by_text("takes the trick")).to_be_visible()
    page.get_by_text("What is shooting the moon?").click()
    expect(page.locator("#questions").get_by_text("After a moon the shooter chooses")).to_be_visible()
    page.get_by_role("button", name="Play these rules now").first.click()
    page.wait_for_url(re.compile("/table/"))


@pytest.mark.parametrize("path", ["/rules/standard", "/rules/deniro", "/rules/omnibus_bicycle"])
def test_a_page_prints_on_two_sheets(server: Server, browser: Browser, visit: Visit, path: str) -> None:
    page = visit()
    page.goto(server.url + path)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Shooting the moon", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play these rules now").first).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2


def test_the_home_page_leads_to_the_rules(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("link", name="Learn the rules").click()
    page.get_by_role("heading", name="Hearts rules: how to play, score and win").wait_for()


def rules_sheet(page: Page) -> None:
    page.get_by_role("button", name=re.compile("rules in force")).click()


def test_the_table_opens_what_matters_now(server: Server, visit: Visit) -> None:
    """S2.41, S0.2: the same sentences as on the page; while passing, the pass is open."""
    page = visit(390, 844)
    open_table(page, server.url, {"preset": "gnome"})
    rules_sheet(page)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("Passed cards go left, then across, then right")).to_be_visible()
    expect(sheet.get_by_text("26 comes off the shooter's own score")).to_be_hidden()
    sheet.get_by_text("Shooting the moon", exact=True).click()
    expect(sheet.get_by_text("26 comes off the shooter's own score")).to_be_visible()
    assert faults(page) == []
    link = sheet.get_by_role("link", name="The whole page")
    expect(link).to_have_attribute("href", "/rules/gnome")


def test_the_table_says_so_when_the_rules_cannot_be_looked_up(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    open_table(page, server.url)
    expect(hand(page)).to_be_visible()
    page.route("**/api/rules/text", lambda route: route.abort())
    rules_sheet(page)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("alert")).to_contain_text("cannot be looked up")
    page.unroute("**/api/rules/text")
    sheet.get_by_role("button", name="Try again").click()
    expect(sheet.get_by_text("Shooting the moon", exact=True)).to_be_visible()
