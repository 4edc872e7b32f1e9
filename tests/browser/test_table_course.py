"""The course of a hand as it is seen: where cards are passed, whose turn, how long things stay, leaving."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ahead import View, hand_over, play_ahead
from tests.browser.conftest import Visit
from tests.browser.player import cards, choose_and_pass, look, open_table, play_on, playable, tap, turn_with
from tests.browser.server import Server

pytestmark = pytest.mark.browser


WATCH_LAST_TRICK = """() => {
    window.seen = [];
    new MutationObserver(() => {
        const whole = document.querySelectorAll('[aria-label="Trick"] li').length === 4;
        const sheet = document.querySelector('dialog[open]') !== null;
        if (seen.length === 0 ? whole : seen.length === 1 && sheet) seen.push(performance.now());
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Notes when the trick is whole, and when the sheet comes after it."""

HEAR = """() => {
    const region = document.querySelector('[data-live]');
    window.said = [region.textContent];
    const hear = () => window.said.push(region.textContent);
    new MutationObserver(hear).observe(region, { characterData: true, childList: true, subtree: true });
}"""
"""Keeps all that is spoken; what comes later takes the place of what came before."""

WATCH_TURNS = """() => {
    const asks = () => document.title.startsWith('● Your turn');
    let [mine, since] = [asks(), 0];
    window.waited = 0;
    new MutationObserver(() => {
        if (mine && !asks()) since = performance.now();
        if (!mine && asks()) window.waited += performance.now() - since;
        mine = asks();
    }).observe(document.querySelector('title'), { childList: true });
}"""
"""Adds up how long others kept us waiting."""


def last_card(view: View) -> bool:
    """Is it our turn to play the last card?"""
    return view["turn"] == view["seat"] and len(view["hand"]) == 1


def set_speed(page: Page, speed: str) -> None:
    """Choose a speed in its sheet."""
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("radio", name=re.compile(f"^{speed}")).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_pass_is_announced_for_each_direction(server: Server, visit: Visit) -> None:
    """P7: arrow, name and side before anything is chosen; the fourth hand says that nothing is passed."""
    page = visit()
    table = open_table(page, server.url, {"end_hands": 4, "end_score": 0})
    opponents = page.get_by_role("list", name="Opponents").get_by_role("listitem")
    expect(opponents).to_have_count(3)
    left, across, right = (text.split("\n")[0] for text in opponents.all_inner_texts())
    told = [
        ("Pass left", f"Pass 3 cards to {left}, on your left."),
        ("Pass right", f"Pass 3 cards to {right}, on your right."),
        ("Pass across", f"Pass 3 cards to {across}, across from you."),
    ]
    for number, (direction, question) in enumerate(told, start=1):
        play_on(page, lambda p: look(p).choosing)
        expect(page.get_by_text(f"Hand {number}", exact=True)).to_be_visible()
        expect(page.get_by_text(direction, exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name=question)).to_be_visible()
        choose_and_pass(page)
        play_ahead(page, server.url, table, hand_over)
        page.get_by_role("button", name="Next hand").wait_for()
    page.evaluate(HEAR)
    play_on(page, lambda p: look(p).title.startswith("● Your turn · Hand 4"))
    expect(page.get_by_text("No passing", exact=True).first).to_be_visible()
    expect(page.locator("[data-live]")).to_contain_text("Your turn.")
    assert "Hand 4. No passing this time." in page.evaluate("window.said.join(' ')")


def test_ones_turn_cannot_be_missed(server: Server, visit: Visit) -> None:
    """U4: text, title and spoken word on the own turn, all gone after the play."""
    page = visit()
    open_table(page, server.url, pace="slow")
    set_speed(page, "Fast")
    choose_and_pass(page)
    play_on(page, turn_with(12))
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
    table = open_table(page, server.url)
    play_ahead(page, server.url, table, last_card)
    play_on(page, turn_with(1))
    set_speed(page, "Slow")
    page.evaluate(WATCH_LAST_TRICK)
    tap(playable(page).first)
    expect(page.get_by_role("dialog", name="Hand 1")).to_be_visible()
    whole, sheet = page.evaluate("window.seen")
    assert sheet - whole > 1000


def test_speed_changes_in_the_middle_of_a_hand(server: Server, visit: Visit) -> None:
    """B17: the choice takes effect at once and is still there after a reload."""
    page = visit()
    open_table(page, server.url, pace="slow")
    choose_and_pass(page)
    play_on(page, turn_with(13))
    set_speed(page, "Instant")
    page.evaluate(WATCH_TURNS)
    play_on(page, turn_with(9))
    # At the slow pace each of the four tricks alone would have stayed for longer than a second and a half.
    assert page.evaluate("window.waited") < 5000
    page.reload()
    page.get_by_role("button", name="Speed").click()
    expect(page.get_by_role("radio", name=re.compile("^Instant"))).to_be_checked()


def test_click_to_continue_waits(server: Server, visit: Visit) -> None:
    """U2: the finished trick stays until somebody goes on."""
    page = visit()
    open_table(page, server.url)
    play_on(page, turn_with(11))
    set_speed(page, "Click")
    tap(playable(page).first)
    button = page.get_by_role("button", name="Next trick")
    expect(button).to_be_visible()
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
    play_on(page, turn_with(10))
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
