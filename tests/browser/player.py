"""Plays at a table as a person would: by the roles and names of what is on the page, never by its markup.

Nothing here clicks on what may vanish by itself without looking again, and nothing waits for a time: what is
asked is read in one look, and the wait for what a deed changes happens in the page, frame by frame.
"""

import functools
import operator
import re
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as TooLateError

PLAYABLE = re.compile(r"^(?!.*not playable)")
ASKED = re.compile(r"^(Next hand|Next trick|Deal again|Add \d+ to everyone else.*)$", re.DOTALL)
CHOOSING = re.compile("^● Choose cards")
RESULT = re.compile(r"(won|share the win)$")
INDEX: Final[Position] = {"x": 20, "y": 34}
"""Where nothing covers a card."""
ENOUGH: Final = 30.0
"""Seconds after which something will not come any more, even on a machine that is busy with other things."""
A_LOOK: Final = 5_000
"""Milliseconds that a click may wait before it is looked whether the page still asks for it."""

_LOOK = """() => {
    const asked = /^(Choose \\d+ more|Pass |Next hand|Next trick|Deal again|Add \\d+ to everyone else)/;
    const there = (button) => asked.test(button.textContent.trim()) && button.checkVisibility();
    return [
        document.title,
        document.querySelectorAll('[aria-label="Your hand"] button').length,
        ([...document.querySelectorAll('button')].find(there)?.textContent ?? '').trim(),
    ];
}"""
_CHANGED = f"""async ([seen, most]) => {{
    const look = {_LOOK};
    const end = performance.now() + most;
    while (String(look()) === seen && performance.now() < end) await new Promise((go) => setTimeout(go, 8));
    return look();
}}"""


class Look(NamedTuple):
    """What a page shows at one moment: its title, how many own cards, and the button to go on with."""

    title: str
    held: int
    button: str

    @property
    def turn(self) -> bool:
        """Is it our turn?"""
        return self.title.startswith("● Your turn")

    @property
    def choosing(self) -> bool:
        """Are we to choose cards for the pass?"""
        return self.title.startswith("● Choose cards")

    @property
    def leads_on(self) -> bool:
        """Does a button lead on to the next trick or hand?"""
        return ASKED.match(self.button) is not None


def look(page: Page) -> Look:
    """The page at this moment, all of it at once."""
    return Look(*page.evaluate(_LOOK))


def changed(page: Page, seen: Look, *, seconds: float = ENOUGH) -> Look:
    """The page as soon as it differs from what was seen, or as it is after some seconds."""
    text = f"{seen.title},{seen.held},{seen.button}"
    return Look(*page.evaluate(_CHANGED, [text, seconds * 1000]))


def open_table(
    page: Page, base: str, rules: Any = "standard", *, pace: str = "instant", level: str = "easy"
) -> str:
    """Open a practice table for this visitor and go there; returns its id."""
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
    card.click(position=INDEX)


def my_turn(page: Page) -> bool:
    """Does the page say that it is our turn?"""
    return look(page).turn


def turn_with(held: int) -> Callable[[Page], bool]:
    """Is it our turn, with so many cards?"""

    def seen(page: Page) -> bool:
        now = look(page)
        return now.turn and now.held == held

    return seen


def hand_is_done(page: Page) -> bool:
    """Does the page wait to deal the next hand?"""
    return look(page).button == "Next hand"


def is_over(page: Page) -> bool:
    """Is the result on the page?"""
    return bool(page.get_by_role("heading", name=RESULT).count())


def choose_and_pass(page: Page) -> None:
    """Choose as many cards as the button asks for, and pass them."""
    assert _pass(page), f"nothing to pass: {page.title()}"


def play_on(page: Page, until: Callable[[Page], bool], *, seconds: float = 600) -> None:
    """Do whatever the table asks for next, until something holds."""
    deadline = time.monotonic() + seconds
    while True:
        # First what is asked, then whether to go on: what was asked before that is still asked after it.
        seen = look(page)
        if until(page):
            return
        assert time.monotonic() < deadline, f"still at: {seen}"
        if not follow(page, seen):
            changed(page, seen, seconds=0.5)


def follow(page: Page, seen: Look) -> bool:
    """Do the one thing that the page was seen to ask for; False when it asked for nothing."""
    if seen.turn:
        if _click(page, lambda now: now.turn and now.held == seen.held, playable(page).first, at=INDEX):
            _wait_while(page, seen, lambda now: now.turn and now.held == seen.held)
    elif seen.choosing:
        _pass(page)
    elif seen.leads_on:
        if _click(page, lambda now: now.button == seen.button, page.get_by_role("button", name=ASKED).first):
            _wait_while(page, seen, lambda now: now == seen)
    else:
        return False
    return True


def _pass(page: Page) -> bool:
    """Choose and pass; False when the page did not ask for it, or does not any more."""
    while (seen := look(page)).choosing:
        whole = seen.button.startswith("Pass ")
        if whole:
            done = _click(page, _is_choosing, page.get_by_role("button", name=seen.button, exact=True))
        else:
            free = hand(page).get_by_role("button", pressed=False).first
            done = _click(page, _is_choosing, free, at=INDEX)
        if done:
            _wait_while(page, seen, functools.partial(operator.eq, seen))
        if done and whole:
            return True
    return False


def _is_choosing(now: Look) -> bool:
    return now.choosing


def _click(page: Page, asked: Callable[[Look], bool], target: Locator, *, at: Position | None = None) -> bool:
    """Click on what is asked for; False when it is not asked for any more: a clock ran out, others acted."""
    deadline = time.monotonic() + ENOUGH
    while True:
        try:
            target.click(position=at, timeout=A_LOOK)
        except TooLateError:
            if not asked(look(page)):
                return False
            if time.monotonic() > deadline:
                raise
        else:
            return True


def _wait_while(page: Page, seen: Look, same: Callable[[Look], bool]) -> None:
    """Wait for what a deed has to change."""
    deadline = time.monotonic() + ENOUGH
    while same(seen := changed(page, seen, seconds=2)):
        assert time.monotonic() < deadline, f"nothing came of it: {seen}"
