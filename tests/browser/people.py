"""Several people at one server: names, tables for friends, and playing on with all of them in turn."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.player import hand, step

Together = Callable[[], bool]


def named(page: Page, base: str, name: str) -> Page:
    """Give this visitor a name, as the dialog does."""
    page.goto(base + "/lobby")
    page.get_by_role("heading", name="Play with people").wait_for()
    post(page, base, "/api/name", {"name": name})
    return page


def post(page: Page, base: str, path: str, data: Any) -> Any:
    """The answer to a request of this visitor's."""
    answer = page.request.post(base + path, data=data, headers={"Origin": base})
    assert answer.ok, answer.text()
    return answer.json()


def private_table(page: Page, base: str, rules: Any = "standard", **terms: Any) -> dict[str, str]:
    """Open a table for friends and go there; what the server says about it."""
    opened: dict[str, str] = post(page, base, "/api/tables/private", {"rules": rules, **terms})
    page.goto(base + opened["url"])
    page.get_by_role("heading", name="Seats").wait_for()
    return opened


def start(host: Page, others: Sequence[Page] = ()) -> None:
    """The host starts; everybody has a hand."""
    host.get_by_role("button", name="Start").click()
    for page in (host, *others):
        hand(page).wait_for()


def play_together(pages: Sequence[Page], until: Together, *, seconds: float = 150) -> None:
    """All do what the table asks of them, until something holds."""
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, [page.title() for page in pages]
        if not any(step(page, lambda _: until()) for page in pages):
            pages[0].wait_for_timeout(30)


def joined(page: Page, base: str, way: str) -> None:
    """Open the link of a table, or its code, and sit down."""
    page.goto(base + way)
    page.wait_for_url("**/table/**")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
