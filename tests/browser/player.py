"""Plays at a table as a person would: by the roles and names of what is on the page, never by its markup."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

PLAYABLE = re.compile(r"^(?!.*not playable)")
PASS_BUTTON = re.compile(r"^(Choose \d+ more|Pass .+|Take \d+ back)$")
ASKED = re.compile(r"^(Next hand|Next trick|Deal again|Add \d+ to everyone else.*)$", re.DOTALL)
CHOOSING = re.compile("^● Choose cards")
RESULT = re.compile(r"(won|share the win)$")


def open_table(
    page: Page, base: str, rules: Any = "standard", *, pace: str = "instant", level: str = "easy"
) -> str:
    """Open a practice table for this visitor and go there; returns its id."""
    page.goto(base + "/")
    answer = page.request.post(
        f"{base}/api/tables", data={"rules": rules, "level": level, "pace": pace}, headers={"Origin": base}
    )
    assert answer.status == 201, answer.text()
    table = answer.json()
    page.goto(base + table["url"])
    hand(page).wait_for()
    return str(table["table"])


def hand(page: Page) -> Locator:
    """The list of the own cards."""
    return page.get_by_role("list", name="Your hand")


def cards(page: Page) -> Locator:
    """The buttons of the own cards."""
    return hand(page).get_by_role("button")


def names(page: Page) -> list[str]:
    """What the own cards are called, without the words about the moment."""
    labels = cards(page).evaluate_all("found => found.map(card => card.getAttribute('aria-label'))")
    return [str(label).split(",")[0] for label in labels]


def playable(page: Page) -> Locator:
    """The own cards that may be played now."""
    return hand(page).get_by_role("button", name=PLAYABLE, disabled=False)


def tap(card: Locator) -> None:
    """Click a card where nothing covers it: at its corner index."""
    card.click(position={"x": 20, "y": 34})


def my_turn(page: Page) -> bool:
    """Does the page say that it is our turn?"""
    return page.title().startswith("● Your turn")


def choose_and_pass(page: Page) -> None:
    """Choose as many cards as the button asks for, and pass them."""
    button = page.get_by_role("button", name=PASS_BUTTON)
    while found := re.match(r"Choose (\d+) more", button.inner_text()):
        left = int(found[1])
        tap(hand(page).get_by_role("button", pressed=False).first)
        expect(button).not_to_have_text(re.compile(rf"^Choose {left} more$"))
    button.click()
    expect(page).not_to_have_title(CHOOSING)


def play_on(page: Page, until: Callable[[Page], bool], *, seconds: float = 240) -> None:
    """Do whatever the table asks for next, until something holds."""
    deadline = time.monotonic() + seconds
    while not until(page):
        assert time.monotonic() < deadline, f"still at: {page.title()}"
        if not step(page, until):
            page.wait_for_timeout(15)


def step(page: Page, until: Callable[[Page], bool]) -> bool:
    """One deed, when the table asks for one and it is not yet as wanted."""
    title = page.title()
    if title.startswith("● Your turn"):
        if until(page):  # it may have become so since it was last asked
            return True
        before = cards(page).count()
        tap(playable(page).first)
        expect(cards(page)).not_to_have_count(before)
        return True
    if title.startswith("● Choose cards"):
        if not until(page):
            choose_and_pass(page)
        return True
    asked = page.get_by_role("button", name=ASKED)
    if asked.count():
        if not until(page):
            asked.first.click()
        return True
    return False


def is_over(page: Page) -> bool:
    """Is the result on the page?"""
    return bool(page.get_by_role("heading", name=RESULT).count())
