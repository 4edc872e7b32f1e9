"""The setup card: every rule set and every rule, errors that say how to mend them, the way to the table."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.player import cards
from tests.browser.server import Server
from tests.browser.test_home import BIG_TEXT, SCREENS, sideways

pytestmark = pytest.mark.browser

START = "Start"
VERDICT = "**/api/rules/check"


def open_card(page: Page, server: Server) -> None:
    """Go to the setup card and wait until it is laid out."""
    page.goto(server.url + "/play")
    expect(page.get_by_role("button", name=START)).to_be_visible()


def keep(page: Page, server: Server, changes: dict[str, Any]) -> None:
    """Make the browser remember these rules."""
    page.goto(server.url + "/healthz")
    data = {"preset": "standard", "name": "Standard", "changes": changes, "level": "easy", "pace": "instant"}
    page.evaluate("text => localStorage.setItem('moonshot.setup', text)", json.dumps({"v": 1, "data": data}))


def pick(page: Page, name: str) -> None:
    """Take a rule set from the list beside the card."""
    page.get_by_role("radio", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()


def rule(page: Page, field: str) -> Locator:
    """The part of the card that holds one rule."""
    return page.locator(f"#rule-{field}")


def unfold(page: Page) -> None:
    """Open all the other rules."""
    page.get_by_role("button", name="All the other rules").click()


def test_pick_a_rule_set_and_start(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    pick(page, "Black Maria")
    differs = page.get_by_role("group", name="Differs from Standard")
    expect(differs).to_contain_text("Always right")
    page.get_by_role("button", name=START).click()
    page.wait_for_url(re.compile(r"/table/"))
    expect(cards(page)).to_have_count(17)
    assert page.request.get(server.url + "/api/me").json()["tables"][0]["rules_name"] == "Black Maria"
    open_card(page, server)
    expect(page.get_by_role("radio", name="Black Maria", exact=True)).to_be_checked()


def test_every_rule_set_is_there_and_can_be_started(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    presets = page.request.get(server.url + "/api/presets").json()
    for preset in presets:
        page.locator(f"input[type=radio][value={preset['id']}]").click()
        expect(page.get_by_role("heading", level=2, name=preset["name"], exact=True)).to_be_visible()
        expect(page.get_by_text(preset["about"]).first).to_be_attached()
    with page.expect_response(VERDICT):
        page.locator(f"input[type=radio][value={presets[1]['id']}]").click()
    expect(page.get_by_role("button", name=START)).not_to_have_attribute("aria-disabled", "true")
    standard = page.get_by_role("radio", name="Standard", exact=True)
    first = page.get_by_role("radio").first
    assert standard.get_attribute("value") == first.get_attribute("value"), "recommended rules stand first"


def test_rule_sets_are_searched(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    search = page.get_by_role("searchbox", name="Search the rule sets")
    search.fill("maria right")
    expect(page.get_by_role("radio", name="Black Maria", exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name="Standard", exact=True)).to_have_count(0)
    search.fill("no such thing")
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("radio", name="Standard", exact=True)).to_be_visible()


def test_every_field_of_the_rules_has_its_control(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    unfold(page)
    for field in page.request.get(server.url + "/api/rules/fields").json()["fields"]:
        expect(rule(page, field["field"]), field["field"]).to_have_count(1)
        assert rule(page, field["field"]).locator("input, select, button").count() > 0
    assert faults(page) == []


def test_a_chip_goes_back_to_standard(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    pick(page, "Jack bonus, clever moon")
    chips = page.get_by_role("group", name="Differs from Standard").get_by_role("button")
    expect(chips).to_have_count(3)
    page.get_by_role("button", name=re.compile("^Bonus card Jack of diamonds")).click()
    expect(chips).to_have_count(2)
    expect(chips.last).to_be_focused()
    expect(page.get_by_role("heading", level=2, name="Jack bonus, clever moon, changed")).to_be_visible()
    for _ in range(2):
        chips.first.click()
    expect(page.get_by_text("Exactly Standard")).to_be_visible()
    expect(page.get_by_role("heading", level=2, name="Standard", exact=True)).to_be_visible()


def test_what_cannot_be_played_says_how_to_mend_it(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    pick(page, "Jack bonus, clever moon")
    rule(page, "players").get_by_role("radio", name="3").check()
    passing = rule(page, "pass_cycle")
    expect(passing).to_contain_text("Nobody sits across at a table of 3.")
    choice = passing.get_by_role("combobox", name="Passing")
    expect(choice).to_have_attribute("aria-invalid", "true")
    start = page.get_by_role("button", name=START)
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(start).to_have_accessible_description(re.compile("One thing to mend"))
    assert faults(page) == []
    start.click(force=True)
    expect(choice).to_be_focused()
    assert page.url.endswith("/play")
    passing.get_by_role("button", name="Set “Passing” to Taking turns").click()
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    expect(cards(page)).to_have_count(17)


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"removed": ["2C", "2D"], "players": 3}, "removed"),
    ({"removed": ["QS", "2D", "3D", "4D"]}, "removed"),
    ({"kitty": "last_trick"}, "kitty"),
    ({"pass_cycle": ["L2"]}, "pass_cycle"),
    ({"pass_cycle": ["S"], "pass_count": 4}, "pass_count"),
    ({"pass_count": 13}, "pass_count"),
    ({"opening_leader": "left_of_dealer"}, "opening_card"),
    ({"lead_hearts": "anytime", "break_by": "heart_discarded"}, "lead_hearts"),
    ({"lead_hearts": "anytime", "qs_lead": "after_break"}, "qs_lead"),
    ({"penalties": {"KS": 10}, "qs_lead": "never"}, "penalties"),
    ({"bonus_card": "QS"}, "bonus_card"),
    ({"bonus_floor": "hand_zero"}, "bonus_card"),
    ({"moon": "off", "sun": "double"}, "moon"),
    ({"moon": "others_plus_unless_it_ends", "end_score": 0, "end_hands": 0}, "end_score"),
    ({"heart_points": "zero", "penalties": {}}, "penalties"),
    ({"end_score": 0}, "end_score"),
    ({"exact": [{"at": 200, "to": 100}]}, "exact"),
]


@pytest.mark.parametrize(("changes", "field"), BROKEN, ids=lambda value: str(value)[:40])
def test_every_error_can_be_mended_by_its_button(
    server: Server, visit: Visit, changes: dict[str, Any], field: str
) -> None:
    page = visit()
    keep(page, server, changes)
    open_card(page, server)
    checked = page.request.post(
        server.url + "/api/rules/check", data={"rules": changes}, headers={"Origin": server.url}
    ).json()
    problem = checked["problems"][0]
    assert field in {found["field"] for found in checked["problems"]}
    expect(rule(page, problem["field"])).to_contain_text(problem["message"])
    for _ in range(len(checked["problems"]) + 2):
        first = checked["problems"][0]
        expect(rule(page, first["field"])).to_contain_text(first["message"])
        with page.expect_response(VERDICT) as said:
            rule(page, first["field"]).get_by_role("button", name=re.compile("^Set “")).first.click()
        checked = said.value.json()
        if not checked["problems"]:
            break
    expect(page.get_by_role("button", name=START)).not_to_have_attribute("aria-disabled", "true")


def test_a_number_of_ones_own(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    rule(page, "end_score").get_by_role("radio", name="Other").check()
    number = rule(page, "end_score").get_by_role("textbox", name="Play to: own number")
    number.fill("eighty")
    expect(rule(page, "end_score")).to_contain_text("Write a whole number from 0 to 10000.")
    expect(page.get_by_role("button", name=START)).to_have_attribute("aria-disabled", "true")
    number.fill("80")
    expect(page.get_by_role("group", name="Differs from Standard")).to_contain_text("Play to 80")
    number.fill("20")
    expect(page.get_by_text("One deal can end a match this short.")).to_be_visible()
    page.get_by_role("button", name=START).click()
    expect(cards(page)).to_have_count(13)


def test_lists_and_boards(server: Server, visit: Visit) -> None:
    page = visit()
    open_card(page, server)
    unfold(page)
    rule(page, "pass_cycle").get_by_role("combobox").select_option(label="Own")
    rule(page, "pass_cycle").get_by_role("button", name="Take out hand 3, Across").click()
    rule(page, "pass_cycle").get_by_role("button", name="Add scatter").click()
    rule(page, "no_pass_cards").get_by_role("radio", name="Own").check()
    page.get_by_role("checkbox", name="Ace of hearts").check()
    rule(page, "penalties").get_by_role("button", name="Add a card").click()
    rule(page, "penalties").get_by_role("combobox", name="Penalty card 2").select_option(label="7 of clubs")
    rule(page, "penalties").get_by_role("textbox", name="Points of the 7 of clubs").fill("7")
    rule(page, "exact").get_by_role("button", name="Add an exact score").click()
    differs = page.get_by_role("group", name="Differs from Standard")
    for words in (
        "left, right, hold, scatter",
        "ace of hearts",
        "queen of spades 13, 7 of clubs 7",
        "100 becomes 50",
    ):
        expect(differs).to_contain_text(words)
    assert faults(page) == []
    start = page.get_by_role("button", name=START)
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    expect(cards(page)).to_have_count(13)


def test_a_phone_has_the_list_in_a_sheet(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    open_card(page, server)
    page.get_by_role("button", name="Change").click()
    sheet = page.get_by_role("dialog", name="Rule sets")
    expect(sheet).to_be_visible()
    assert faults(page) == []
    sheet.get_by_role("radio", name="Hearts to 50").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("heading", level=2, name="Hearts to 50")).to_be_visible()


def test_by_keyboard_alone(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url + "/")
    page.get_by_role("link", name="Choose rules").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=START)).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Choose rules")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "radio":
            break
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("heading", level=2, name="Jack bonus, clever moon")).to_be_visible()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == START:
            break
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(13)


def test_without_the_server_it_says_so_and_tries_again(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/api/presets", lambda route: route.abort())
    page.goto(server.url + "/play")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    assert faults(page) == []
    page.unroute("**/api/presets")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name=START)).to_be_visible()


def test_it_fits_every_screen(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_card(page, server)
    pick(page, "Omnibus slam")
    unfold(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert sideways(page) == 0, width
    page.evaluate(BIG_TEXT)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) == 0, f"{width} with 200% text"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    open_card(page, server)
    pick(page, "Omnibus slam")
    assert faults(page) == []
