"""The lobby, the setup of a private table and the pages that say why there is no seat."""

import re
import threading

import pytest
from playwright.sync_api import Route, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.people import joined, known, named, post, private_table
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (390, "dark"), (1280, "dark")])
def test_pages_fit_and_are_accessible(server: Server, visit: Visit, width: int, theme: str) -> None:
    """No side scrolling, nothing for axe to find."""
    page = visit(width, 800, color_scheme=theme, reduced_motion="reduce")
    for path, heading in (
        ("/lobby", "Play with people"),
        ("/lobby/private", "A private table"),
        ("/join", "Join with a code"),
        ("/join/AAAAAA", "You are invited"),
        ("/me", "What is kept about you"),
    ):
        page.goto(server.url + path)
        page.get_by_role("heading", name=heading).wait_for()
        assert faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_listed_table_appears_and_an_empty_seat_is_taken(server: Server, visit: Visit) -> None:
    """The list is live: a seat is one press away."""
    host = known(visit(), server.url, "Nadia")
    guest = named(visit(390, 844), server.url, "Oskar")
    opened = private_table(host, server.url, "standard", listed=True)
    table = guest.get_by_role("listitem").filter(has_text="Nadia").first
    table.get_by_role("button", name=re.compile("^Sit here")).first.click()
    guest.wait_for_url("**" + opened["url"])
    expect(host.get_by_text("Oskar", exact=True)).to_be_visible()


def test_the_name_is_asked_once_and_can_be_changed(server: Server, visit: Visit) -> None:
    """The dialog comes before the first seat; a kept name is shown."""
    page = visit()
    held: list[Route] = []
    pressed = threading.Event()
    page.route("**/api/me", lambda route: route.continue_() if pressed.is_set() else held.append(route))
    page.goto(server.url + "/lobby")
    page.get_by_role("button", name="Create a private table").click()  # before it is known who this is
    pressed.set()
    for route in held:
        route.continue_()
    page.get_by_label("Your name").fill("Tilda")
    page.get_by_role("button", name="Use this name").click()
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_text("Tilda (you)")).to_be_visible()
    page.goto(server.url + "/lobby")
    page.get_by_role("button", name="Change name").click()
    assert faults(page) == []
    page.get_by_label("Your name").fill("Ulrike")
    page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_text("You are Ulrike")).to_be_visible()


def test_friendly_pages_for_codes_that_lead_nowhere(server: Server, visit: Visit) -> None:
    """Unknown, locked, full and removed: each says what to do."""
    host = known(visit(), server.url, "Viktor")
    guest = known(visit(390, 844), server.url, "Wanda")
    guest.goto(server.url + "/join/ZZZZZZ")
    expect(guest.get_by_role("heading", name="No table has that code")).to_be_focused()
    assert faults(guest) == []

    opened = private_table(host, server.url)
    host.get_by_role("switch", name="Lock the table").check()
    expect(host.get_by_role("switch", name="Lock the table")).to_be_checked()
    guest.goto(server.url + opened["link"])
    guest.get_by_role("heading", name="The table is locked").wait_for()
    assert faults(guest) == []
    host.get_by_role("switch", name="Lock the table").uncheck()
    guest.get_by_role("button", name="Try again").click()
    expect(guest.get_by_text("Wanda (you)")).to_be_visible()
    host.get_by_role("button", name="Remove Wanda").click()
    guest.get_by_role("heading", name="The host removed you").wait_for()
    assert faults(guest) == []

    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "easy"}] * 3]
    full = post(host, server.url, "/api/tables/private", {"rules": "standard", "seats": seats})
    guest.goto(server.url + full["link"])
    guest.get_by_role("heading", name="Every seat is taken").wait_for()


def test_the_host_hands_on_and_sets_bots(server: Server, visit: Visit) -> None:
    """Seats: move, put a bot there, give the role away."""
    host = known(visit(), server.url, "Xaver")
    guest = known(visit(320, 640), server.url, "Yvonne")
    opened = private_table(host, server.url)
    joined(guest, server.url, opened["link"])
    host.get_by_role("button", name="Put a bot on seat 4").click()
    host.get_by_label(re.compile("^Level of")).select_option("easy")
    expect(guest.get_by_text("bot, Easy")).to_be_visible()
    host.get_by_role("button", name="Seat 3: Move here").click()
    host.get_by_role("button", name="Make host: Yvonne").click()
    expect(guest.get_by_role("button", name=re.compile("^Start"))).to_be_visible()
    assert faults(guest) == []
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
