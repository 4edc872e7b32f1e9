"""Several people at one server: names, tables for friends, and playing on with all of them in turn."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.player import changed, follow, hand, look


def known(page: Page, base: str, name: str) -> Page:
    """Give this visitor a name, as the dialog does; no page is open yet."""
    post(page, base, "/api/name", {"name": name})
    return page


def named(page: Page, base: str, name: str) -> Page:
    """A visitor with a name, in the lobby."""
    known(page, base, name).goto(base + "/lobby")
    page.get_by_role("heading", name="Play with people").wait_for()
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


def play_together(pages: Sequence[Page], until: Callable[[], bool], *, seconds: float = 600) -> None:
    """All do what the table asks of them, until something holds."""
    deadline = time.monotonic() + seconds
    while True:
        seen = [look(page) for page in pages]
        if until():
            return
        assert time.monotonic() < deadline, seen
        if not any(follow(page, now) for page, now in zip(pages, seen, strict=True)):
            changed(pages[0], seen[0], seconds=0.05)


def joined(page: Page, base: str, way: str) -> None:
    """Open the link of a table, or its code, and sit down."""
    page.goto(base + way)
    page.wait_for_url("**/table/**")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def switch_on(page: Page, name: str) -> None:
    """Mute or block a person. The switch is on at once; this returns when that is stored."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as stored:
        page.get_by_role("switch", name=name).check()
    assert (stored.value.url.rpartition("/")[2], stored.value.status) == (f"{name.lower()}s", 200)
