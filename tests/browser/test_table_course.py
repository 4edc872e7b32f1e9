"""The course of a hand as it is seen: where cards are passed, whose turn, how long things stay, leaving."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.player import cards, choose_and_pass, my_turn, open_table, play_on, playable, tap
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def set_speed(page: Page, speed: str) -> None:
    """Choose a speed in its sheet."""
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("radio", name=re.compile(f"^{speed}")).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_pass_is_announced_for_each_direction(server: Server, visit: Visit) -> None:
    """P7: arrow, name and side before anything is chosen; the fourth hand says that nothing is passed."""
    page = visit()
    open_table(page, server.url, {"end_hands": 4, "end_score": 0})
    left, across, right = (
        text.split("\n")[0]
        for text in page.get_by_role("list", name="Opponents").get_by_role("listitem").all_inner_texts()
    )
    told = [
        ("Pass left", f"Pass 3 cards to {left}, on your left."),
        ("Pass right", f"Pass 3 cards to {right}, on your right."),
        ("Pass across", f"Pass 3 cards to {across}, across from you."),
    ]
    for number, (direction, question) in enumerate(told, start=1):
        play_on(page, lambda p: p.title().startswith("● Choose cards"))
        expect(page.get_by_text(f"Hand {number}", exact=True)).to_be_visible()
        expect(page.get_by_text(direction, exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name=question)).to_be_visible()
        choose_and_pass(page)
    play_on(page, lambda p: p.get_by_text("Hand 4", exact=True).count() > 0)
    expect(page.get_by_text("No passing", exact=True).first).to_be_visible()
    expect(page.locator("[data-live]")).to_contain_text("Hand 4. No passing this time.")


def test_ones_turn_cannot_be_missed(server: Server, visit: Visit) -> None:
    """U4: text, title and spoken word on the own turn, all gone after the play."""
    page = visit()
    open_table(page, server.url, pace="slow")
    set_speed(page, "Fast")
    choose_and_pass(page)
    play_on(page, lambda p: my_turn(p) and cards(p).count() == 12)
    expect(page.locator(".status")).to_contain_text("Your turn")
    expect(page.locator("[data-live]")).to_contain_text("Your turn.")
    set_speed(page, "Slow")
    tap(playable(page).first)
    expect(cards(page)).to_have_count(11)
    expect(page).not_to_have_title(re.compile("Your turn"))
    expect(page.locator(".status")).not_to_contain_text("Your turn")


def test_the_last_trick_of_a_hand_is_held_too(server: Server, visit: Visit) -> None:
    """U2: four cards stay in sight before the score sheet comes."""
    page = visit()
    open_table(page, server.url)
    play_on(page, lambda p: my_turn(p) and cards(p).count() == 1)
    set_speed(page, "Slow")
    tap(playable(page).first)
    trick = page.get_by_role("list", name="Trick").get_by_role("listitem")
    expect(trick).to_have_count(4, timeout=15_000)
    began = time.monotonic()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("dialog", name="Hand 1")).to_be_visible()
    assert time.monotonic() - began > 1.0


def test_speed_changes_in_the_middle_of_a_hand(server: Server, visit: Visit) -> None:
    """B17: the choice takes effect at once and is still there after a reload."""
    page = visit()
    open_table(page, server.url, pace="slow")
    set_speed(page, "Instant")
    choose_and_pass(page)
    began = time.monotonic()
    play_on(page, lambda p: my_turn(p) and cards(p).count() == 11)
    assert time.monotonic() - began < 12
    page.reload()
    page.get_by_role("button", name="Speed").click()
    expect(page.get_by_role("radio", name=re.compile("^Instant"))).to_be_checked()


def test_click_to_continue_waits(server: Server, visit: Visit) -> None:
    """U2: the finished trick stays until somebody goes on."""
    page = visit()
    open_table(page, server.url)
    play_on(page, lambda p: my_turn(p) and cards(p).count() == 11)
    set_speed(page, "Click")
    tap(playable(page).first)
    button = page.get_by_role("button", name="Next trick")
    expect(button).to_be_visible(timeout=15_000)
    page.wait_for_timeout(1500)
    expect(page.get_by_role("list", name="Trick").get_by_role("listitem")).to_have_count(4)
    button.click()
    expect(page.get_by_role("list", name="Trick").get_by_role("listitem")).not_to_have_count(4)


def test_leaving_costs_nothing_and_says_so(server: Server, visit: Visit) -> None:
    """U10: plain words, and the match waits on the home page."""
    page = visit()
    table = open_table(page, server.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave table").click()
    expect(page.get_by_role("dialog", name="Leave the table?")).to_contain_text("Leaving costs nothing")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page).to_have_url(server.url + "/")
    page.goto(f"{server.url}/table/{table}")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def test_pause_and_new_match_in_the_middle_of_a_hand(server: Server, visit: Visit) -> None:
    """U10: every command is safe at any moment."""
    page = visit()
    open_table(page, server.url)
    play_on(page, lambda p: my_turn(p) and cards(p).count() == 10)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    tap(cards(page).first)
    expect(cards(page)).to_have_count(10)
    page.reload()
    page.get_by_role("button", name="Go on").click()
    expect(page).to_have_title(re.compile("Your turn"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New match").click()
    page.get_by_role("button", name="Start a new match").click()
    expect(page).to_have_title(re.compile("^● Choose cards"))
    expect(page.get_by_text("Hand 1", exact=True)).to_be_visible()
    expect(cards(page)).to_have_count(13)
