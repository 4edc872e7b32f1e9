"""Seats among people: taken over, kept, watched, closed; and what is done about who sits in one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.people import joined, named, play_together, private_table, start, switch_on
from tests.browser.player import cards, choose_and_pass, hand, open_table, play_on
from tests.browser.server import Server
from tests.browser.test_live_tables import SHORT

pytestmark = pytest.mark.browser

LONG = 30_000
TWO_HANDS = {**SHORT, "end_hands": 2, "tie": "shared"}


def at_once(page: Page) -> None:
    """Let the bots of this table play without thinking."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("radio", name=re.compile("^Instant")).check()
    page.get_by_role("button", name="Close").click()


def test_a_bots_seat_is_taken_between_hands_and_the_hand_is_verified(server: Server, visit: Visit) -> None:
    """Whoever comes late looks on, and sits down for a bot when the hand ends; the shuffle is proved."""
    host, late = named(visit(), server.url, "Hedda"), named(visit(320, 640), server.url, "Ilja")
    opened = private_table(host, server.url, TWO_HANDS, spectators=True)
    start(host)
    late.goto(server.url + opened["link"])
    expect(late.get_by_text("Between hands you can take a bot")).to_be_visible()
    at_once(host)
    next_hand = host.get_by_role("button", name="Next hand", exact=True)
    play_on(host, lambda _: next_hand.count() > 0)

    host.get_by_role("button", name="Close").click()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Is it fair?").click()
    host.get_by_role("button", name="Verify").click()
    expect(host.get_by_text("Hand 1: as promised")).to_be_visible(timeout=LONG)
    assert faults(host) == []
    host.get_by_role("button", name="Close").click()

    assert faults(late) == []
    late.get_by_role("button", name=re.compile("^Take this seat")).first.click()
    expect(late.get_by_text("You are watching")).to_have_count(0)
    play_together([host, late], lambda: cards(late).count() == 5)
    expect(host.get_by_role("list", name="Opponents")).to_contain_text("Ilja")
    play_together([host, late], lambda: cards(late).count() <= 4)
    assert late.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_person_is_reported_and_blocked_from_the_name(server: Server, visit: Visit) -> None:
    """The report goes to the moderators; the block is kept."""
    host, other = named(visit(), server.url, "Jette"), named(visit(320, 640), server.url, "Kuno")
    opened = private_table(host, server.url)
    joined(other, server.url, opened["link"])
    other.get_by_role("button", name="About Jette").click()
    other.get_by_role("button", name="Report").click()
    other.get_by_label("What is wrong?").select_option("stalling")
    other.get_by_label("Anything to add?").fill("Never starts.")
    assert faults(other) == []
    with other.expect_response("**/api/reports") as answer:
        other.get_by_role("button", name="Send the report").click()
    assert answer.value.status == 201
    other.get_by_role("button", name="About Jette").click()
    switch_on(other, "Block")
    expect(other.get_by_role("switch", name="Block")).to_be_checked()
    other.reload()
    other.get_by_role("button", name="About Jette").click()
    expect(other.get_by_role("switch", name="Block")).to_be_checked()
    expect(other.get_by_role("switch", name="Mute")).not_to_be_checked()


def test_a_table_that_was_closed(server: Server, visit: Visit) -> None:
    """Its code and its address say so, kindly."""
    host, guest = named(visit(), server.url, "Lasse"), named(visit(320, 640), server.url, "Malin")
    opened = private_table(host, server.url)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Leave table").click()
    host.get_by_role("button", name="Give the seat up").click()
    host.get_by_role("button", name="Play now").wait_for()
    guest.goto(f"{server.url}/join/{opened['code']}")
    guest.get_by_role("heading", name="That match is over").wait_for()
    assert faults(guest) == []
    guest.goto(server.url + opened["url"])
    guest.get_by_role("heading", name="This table is gone").wait_for()
    assert faults(guest) == []


def test_the_older_window_watches_the_newer_play(server: Server, visit: Visit) -> None:
    """It sees every card, plays none, and can take the table back."""
    older = visit(320, 640)
    table = open_table(older, server.url)
    newer = older.context.new_page()
    newer.goto(f"{server.url}/table/{table}")
    hand(newer).wait_for()
    older.get_by_role("heading", name="This table has moved to another tab.").wait_for()
    assert faults(older) == []
    choose_and_pass(newer)
    play_on(newer, lambda page: cards(page).count() == 12)
    expect(cards(older)).to_have_count(12)
    older.get_by_role("button", name="Take it back").click()
    newer.get_by_role("heading", name="This table has moved to another tab.").wait_for()
    expect(older.get_by_role("heading", name="This table has moved to another tab.")).to_have_count(0)
    play_on(older, lambda page: cards(page).count() == 11)
    expect(cards(newer)).to_have_count(11)


def test_after_a_minute_without_a_line_the_page_asks(server: Server, visit: Visit) -> None:
    """S2.31, S2.32: it counts down while it tries; then it offers another try; the seat is there."""
    page = visit(320, 640)
    page.clock.install()
    named(page, server.url, "Nils")
    private_table(page, server.url)
    start(page)
    choose_and_pass(page)
    page.context.set_offline(True)
    page.get_by_role("heading", name="Connection lost").wait_for()
    expect(page.get_by_text(re.compile(r"^Giving up in [1-5]?\d seconds?$"))).to_be_visible()
    page.clock.fast_forward(61_000)
    page.get_by_role("heading", name="The server cannot be reached").wait_for()
    assert faults(page) == []
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    hand(page).wait_for()
    expect(cards(page)).to_have_count(13)


def test_the_last_seconds_are_called(server: Server, visit: Visit) -> None:
    """The time left stands in the head of the table; when five seconds are left it says so in words."""
    page = visit(320, 640)
    page.clock.install()
    named(page, server.url, "Odile")
    private_table(page, server.url, clock="online")
    start(page)
    # Whatever a bot does brings the clock's true figures again, so they are to be silent first.
    expect(page.get_by_role("list", name="Opponents").get_by_text("has chosen")).to_have_count(3)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^1:[0-4]\d$"))
    expect(page.get_by_text("Hurry")).to_have_count(0)
    page.clock.fast_forward(104_000)
    expect(page.get_by_text("Hurry")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^0:0\d$"))
    expect(page.get_by_text("Five seconds left.")).to_be_attached()
    assert faults(page) == []
    choose_and_pass(page)
    expect(page.get_by_text("Hurry")).to_have_count(0)


def tab_to(page: Page, button: Locator) -> None:
    """Go on by Tab until a button has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("found => found === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there")


def test_the_way_to_the_first_card_by_keys(server: Server, visit: Visit) -> None:
    """No pointer at all: a sheet gives the focus back, and the start leads to the hand."""
    page = named(visit(), server.url, "Pelle")
    private_table(page, server.url)
    propose = page.get_by_role("button", name="Propose other rules")
    tab_to(page, propose)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Which rules?").wait_for()
    page.keyboard.press("Escape")
    expect(propose).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Start"))
    page.keyboard.press("Enter")
    expect(hand(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(cards(page).first).to_be_focused()
