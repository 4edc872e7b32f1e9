"""The table comes back by itself: reload in every phase, another tab, a killed server, a lost network."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.ahead import last_tricks, play_ahead
from tests.browser.conftest import Visit
from tests.browser.player import (
    cards,
    choose_and_pass,
    hand,
    hand_is_done,
    is_over,
    names,
    open_table,
    play_on,
    playable,
    tap,
    turn_with,
)
from tests.browser.server import Server

pytestmark = pytest.mark.browser


WATCH_THE_WAY_BACK = """() => {
    let since = Infinity;
    addEventListener('online', () => (since = performance.now()), { capture: true });
    new PerformanceObserver((list) => {
        const answered = (entry) => entry.name.endsWith('/ticket') && entry.responseEnd > since;
        for (const entry of list.getEntries().filter(answered)) window.wayBack ??= entry.startTime - since;
    }).observe({ type: 'resource' });
}"""
"""Notes how long after the network came back a new ticket was asked for with success."""


def connection(page: Page) -> Locator:
    """What the page says about its line, when there is something to say."""
    return page.get_by_role("region", name="Connection")


def seen(page: Page) -> tuple[list[str], list[str], str]:
    """Hand, opponents and trick as the page tells them."""
    opponents = page.get_by_role("list", name="Opponents").get_by_role("listitem").all_inner_texts()
    trick = page.get_by_role("list", name="Trick")
    return names(page), opponents, trick.inner_text() if trick.count() else ""


def test_reload_in_each_phase(server: Server, visit: Visit) -> None:
    """S3.22: the same cards, choice, marks, sheet and result after a reload."""
    page = visit()
    table = open_table(page, server.url, {"end_hands": 2, "end_score": 0, "tie": "shared"})

    # Passing: the hand and what was chosen are still there.
    tap(hand(page).get_by_role("button", pressed=False).first)
    tap(hand(page).get_by_role("button", pressed=False).nth(4))
    chosen = hand(page).get_by_role("button", pressed=True)
    expect(chosen).to_have_count(2)
    before = sorted(names(page))
    page.reload()
    expect(chosen).to_have_count(2)
    assert sorted(names(page)) == before
    choose_and_pass(page)

    # After the exchange: the received cards are still marked.
    expect(page).to_have_title(re.compile("^● Your turn"))
    marked = page.locator("[data-received]")
    expect(marked).to_have_count(3)
    page.reload()
    expect(marked).to_have_count(3)

    # In mid-trick.
    play_on(page, turn_with(9))
    there = seen(page)
    page.reload()
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert seen(page) == there

    # After the hand.
    play_on(page, hand_is_done)
    sheet = page.get_by_role("table").inner_text()
    page.reload()
    expect(page.get_by_role("table")).to_be_visible()
    assert page.get_by_role("table").inner_text() == sheet

    # After the match.
    play_ahead(page, server.url, table, last_tricks)
    play_on(page, is_over)
    result = page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    page.reload()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert page.get_by_role("dialog").get_by_role("listitem").all_inner_texts() == result


def test_the_newest_tab_plays_and_the_older_one_can_take_it_back(server: Server, visit: Visit) -> None:
    """C8: the older tab says that the table has moved, and can take it back."""
    first = visit()
    table = open_table(first, server.url)
    second = first.context.new_page()
    second.goto(f"{server.url}/table/{table}")
    hand(second).wait_for()
    expect(connection(first)).to_contain_text("moved to another tab")
    choose_and_pass(second)
    expect(second).to_have_title(re.compile("^● Your turn"))

    first.get_by_role("button", name="Take it back").click()
    expect(first).to_have_title(re.compile("^● Your turn"))
    expect(connection(second)).to_contain_text("moved to another tab")
    before = cards(first).count()
    tap(playable(first).first)
    expect(cards(first)).not_to_have_count(before)


def test_a_killed_server_in_mid_trick(own_server: Server, visit: Visit) -> None:
    """C2: the table comes back by itself, and a card chosen meanwhile is played once."""
    page = visit()
    open_table(page, own_server.url, {"end_hands": 1, "end_score": 0, "tie": "shared"})
    play_on(page, turn_with(10))
    there = seen(page)
    own_server.kill()
    expect(connection(page)).to_contain_text("Connection lost")
    # A card chosen meanwhile is sent once the table is there again, and only once.
    chosen = playable(page).first
    name = (chosen.get_attribute("aria-label") or "").split(",")[0]
    tap(chosen)
    own_server.start()
    expect(connection(page)).to_have_count(0)
    expect(cards(page)).not_to_have_count(10)
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert name not in names(page)
    assert set(names(page)) == set(there[0]) - {name}
    play_on(page, is_over)


def test_a_lost_network(server: Server, visit: Visit) -> None:
    """C2: back within three seconds of the network."""
    page = visit()
    open_table(page, server.url)
    choose_and_pass(page)
    expect(page).to_have_title(re.compile("^● Your turn"))
    there = seen(page)
    page.context.set_offline(True)
    expect(connection(page)).to_contain_text("Connection lost")
    page.evaluate(WATCH_THE_WAY_BACK)
    page.context.set_offline(False)
    expect(connection(page)).to_have_count(0)
    assert page.evaluate("window.wayBack") < 3000
    assert seen(page) == there


def test_a_table_that_is_gone_is_not_asked_for_again(server: Server, visit: Visit) -> None:
    """C14: at most two requests, a clear word, a way home."""
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "ticket" in request.url else None)
    page.goto(f"{server.url}/table/nosuchtable")
    expect(page.get_by_role("heading", name="This table is gone")).to_be_visible()
    expect(page.get_by_role("link", name="Go home")).to_be_visible()
    page.wait_for_timeout(1500)
    assert len(asked) <= 2
