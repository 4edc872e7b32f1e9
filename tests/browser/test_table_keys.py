"""The table without a pointer, and by ear: keys, names, the one live region, a focus that is never lost."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import settle
from tests.browser.conftest import Visit
from tests.browser.player import (
    INDEX,
    cards,
    changed,
    hand,
    is_over,
    look,
    my_turn,
    names,
    open_table,
    play_on,
    playable,
    turn_with,
)
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    """The name of what has the focus."""
    return str(page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''"))


def reach_hand(page: Page) -> None:
    """Tab until a card has the focus."""
    for _ in range(25):
        if " of " in focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the hand cannot be reached with Tab")


def test_a_whole_hand_by_keyboard(server: Server, visit: Visit) -> None:
    """A2, A4: pass and play by keys; the focus stays in the hand."""
    page = visit()
    open_table(page, server.url)
    reach_hand(page)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    expect(hand(page).get_by_role("button", pressed=True)).to_have_count(3)
    page.keyboard.press("p")
    expect(page).to_have_title(re.compile("^● Your turn"))
    left = cards(page).count()
    while left:
        expect(page).to_have_title(re.compile("^● Your turn"))
        reach_hand(page)
        for _ in range(14):
            if focused(page) and "not playable" not in focused(page):
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(cards(page)).not_to_have_count(left)
        left = cards(page).count()
        if left:
            # The focus stays among the cards, it never falls back to the page.
            assert " of " in focused(page), focused(page)
    expect(page.get_by_role("button", name="Next hand", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Hand 2", exact=True)).to_be_visible()


def test_a_match_by_keyboard_alone(server: Server, visit: Visit) -> None:
    """A4: from the first card to the result."""
    page = visit()
    open_table(page, server.url, {"end_hands": 2, "end_score": 0, "pass_cycle": ["H"], "tie": "shared"})
    deadline = time.monotonic() + 300
    while not is_over(page):
        seen = look(page)
        assert time.monotonic() < deadline, seen
        if seen.leads_on:
            expect(page.get_by_role("button", name="Next hand", exact=True)).to_be_focused()
            page.keyboard.press("Enter")
        elif seen.turn:
            reach_hand(page)
            while "not playable" in focused(page):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Space")
        changed(page, seen)
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


def test_suit_keys_and_spoken_answers(server: Server, visit: Visit) -> None:
    """A2: hand, trick, turn and scores are a key away."""
    page = visit()
    open_table(page, server.url)
    play_on(page, turn_with(11))
    live = page.locator("[data-live]")
    for key, suit in (("c", "clubs"), ("d", "diamonds"), ("s", "spades"), ("h", "hearts")):
        held = [name for name in names(page) if name.endswith(suit)]
        page.keyboard.press(key)
        if held:
            seen = {focused(page).split(",")[0]}
            for _ in held:
                page.keyboard.press(key)
                seen.add(focused(page).split(",")[0])
            assert seen == set(held)
        else:
            expect(live).to_contain_text(f"No {suit}")
    page.keyboard.press("w")
    expect(live).to_contain_text("Your turn.")
    page.keyboard.press("t")
    expect(live).to_contain_text(re.compile("In the trick:|No card"))
    page.keyboard.press("b")
    expect(live).to_contain_text(re.compile("Hearts are (not )?broken"))
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="Last trick").get_by_role("listitem")).to_have_count(4)
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.get_by_role("dialog", name="Scores")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help and keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_barred_card_says_why_and_stays(server: Server, visit: Visit) -> None:
    """U5, S3.10: the reason is in the name, and is told when the card is tried."""
    page = visit()
    open_table(page, server.url)
    barred = hand(page).get_by_role("button", name=re.compile("not playable"))
    play_on(page, lambda p: my_turn(p) and barred.count() > 0)
    label = barred.first.get_attribute("aria-label") or ""
    assert re.search(r", not playable: (follow \w+|no points|hearts are|the .* leads|the queen)", label)
    before = cards(page).count()
    barred.first.click(force=True)
    expect(page.locator("[data-live]")).to_contain_text(
        re.compile("You must follow|No points on|Hearts are not|leads the first|queen")
    )
    page.wait_for_timeout(300)
    assert cards(page).count() == before


def test_each_play_of_others_is_spoken_once(server: Server, visit: Visit) -> None:
    """A2: exactly one announcement for each card of others, none for the own."""
    page = visit()
    open_table(page, server.url, pace="fast")
    page.evaluate(
        """() => {
            const region = document.querySelector('[data-live]');
            window.said = [];
            new MutationObserver(() => window.said.push(region.textContent.trim())).observe(region, {
                characterData: true, childList: true, subtree: true,
            });
        }"""
    )
    play_on(page, turn_with(11))
    expect(page.locator("[data-live]")).to_contain_text("Your turn.")
    page.wait_for_timeout(400)  # whatever is said twice is said by now
    said = " ".join(page.evaluate("window.said"))
    plays = re.findall(r"(\w+) plays (\w+ of \w+)\.", said)
    assert len(plays) == len(set(plays)) >= 3, said
    assert "You play" not in said
    assert "Your turn." in said


def test_a_double_click_plays_one_card(server: Server, visit: Visit) -> None:
    """A second click never plays a second card."""
    page = visit()
    open_table(page, server.url, pace="fast")
    play_on(page, turn_with(12))
    settle(page)
    # Where a card's index is: the corner of a turned card is outside of it, and its neighbour lies there.
    playable(page).first.dblclick(position=INDEX, delay=20)
    page.mouse.down()
    page.mouse.up()
    expect(cards(page)).to_have_count(11)
    page.wait_for_timeout(500)
    assert cards(page).count() == 11
