"""Three people at a table of friends: a card chosen in advance, one taken back, words after a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.people import joined, named, private_table, start
from tests.browser.player import cards, choose_and_pass, hand, look, names, playable, tap
from tests.browser.server import Server

pytestmark = pytest.mark.browser

COVERED = """() => {
    const box = (element) => element.getBoundingClientRect();
    const { left, right, top, bottom } = box(document.querySelector('.vote'));
    const meets = (other) =>
        left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    return [...document.querySelectorAll('.plate, .hand-card, .pass button')]
        .filter((element) => meets(box(element)))
        .map((element) => element.textContent);
}"""
"""The plates and cards that the question lies over."""
TWO_LINES = """() => {
    const words = document.querySelector('.status');
    return words.getBoundingClientRect().height < 2.5 * parseFloat(getComputedStyle(words).lineHeight);
}"""
"""What is asked does not take more: the raised card would lie over it."""


def turn_of(pages: list[Page]) -> int:
    """Whose turn it is; the turn of a table of people stays until somebody plays."""
    pages[0].wait_for_function("() => document.querySelector('main')?.dataset.phase === 'playing'")
    for number, page in enumerate(pages):
        if look(page).turn:
            return number
    raise AssertionError([page.title() for page in pages])


def test_a_card_in_advance_a_card_back_and_words_after_a_reload(server: Server, visit: Visit) -> None:
    """User reports U12 and U9; S2.29 after a reload."""
    sizes = [(1280, 800), (390, 844), (320, 640)]
    pages = [visit(width, height, reduced_motion="reduce") for width, height in sizes]
    for page, name in zip(pages, ("Edda", "Finn", "Gerd"), strict=True):
        named(page, server.url, name)
    opened = private_table(pages[0], server.url, "deniro_3")
    for page in pages[1:]:
        joined(page, server.url, opened["link"])
    start(pages[0], pages[1:])
    for page in pages:
        choose_and_pass(page)
    for page in pages:
        page.wait_for_function("() => document.querySelector('main')?.dataset.phase === 'playing'")
    first = turn_of(pages)
    leader, ahead, last = (pages[(first + step) % 3] for step in range(3))

    # The first trick is led with a club, so that is what can be chosen in advance.
    held = names(ahead)
    wanted = next((name for name in held if name.endswith("of clubs")), held[0])
    card = hand(ahead).get_by_role("button", name=re.compile(f"^{wanted}"))
    tap(card)
    expect(card).to_have_accessible_name(f"{wanted}, chosen in advance")
    ahead.keyboard.press("Escape")
    expect(hand(ahead).get_by_role("button", name="chosen in advance")).to_have_count(0)
    tap(card)
    expect(card).to_have_accessible_name(f"{wanted}, chosen in advance")
    for width, height in ((390, 844), (320, 640), sizes[pages.index(ahead)]):
        ahead.set_viewport_size({"width": width, "height": height})
        ahead.wait_for_function(TWO_LINES)
    tap(playable(leader).first)
    if wanted.endswith("of clubs"):
        expect(card).to_have_count(0)
    else:  # no club in hand: it is played, or stays with the reason
        expect(hand(ahead).get_by_role("button", name="chosen in advance")).to_have_count(0)
        if cards(ahead).count() == len(held):
            tap(playable(ahead).first)
    expect(cards(ahead)).to_have_count(len(held) - 1)

    assert faults(ahead) == []
    ahead.get_by_role("button", name="Take back").click()
    for page in (leader, last):
        vote = page.get_by_role("region", name="asks to take a card back")
        expect(vote).to_be_visible()
        for width, height in ((390, 844), (320, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], (width, height)
        vote.get_by_role("button", name="Yes").click()
    expect(cards(ahead)).to_have_count(len(held))
    assert sorted(names(ahead)) == sorted(held)
    ahead.wait_for_function("() => document.title.startsWith('● Your turn')")

    ahead.get_by_role("button", name="Chat").click()
    ahead.get_by_role("button", name="Good luck").click()
    expect(ahead.get_by_role("list", name="What was said")).to_contain_text("Good luck")
    last.reload()
    last.get_by_role("button", name="Chat").click()
    expect(last.get_by_role("list", name="What was said")).to_contain_text("Good luck")
