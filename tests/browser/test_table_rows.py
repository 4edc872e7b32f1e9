"""What the source documents promise of a table, where no other browser test shows it: one test a promise."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.ahead import hand_over, last_tricks, play_ahead
from tests.browser.conftest import Visit
from tests.browser.player import (
    choose_and_pass,
    hand,
    hand_is_done,
    is_over,
    my_turn,
    open_table,
    play_on,
    playable,
    tap,
    turn_with,
)
from tests.browser.server import Server

pytestmark = pytest.mark.browser
CARD = re.compile(r"^\w+ of (clubs|diamonds|spades|hearts)$")


def test_the_direction_is_announced_before_anybody_chooses(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    open_table(page, server.url)
    expect(page.get_by_text(re.compile(r"^Pass 3 cards to \w+, on your left\.$")).first).to_be_visible()
    expect(page.get_by_text("Pass left", exact=True)).to_be_attached()
    expect(page.get_by_role("button", name="Choose 3 more")).to_be_visible()


def test_received_cards_are_marked_until_the_first_own_play(server: Server, visit: Visit) -> None:
    page = visit(1280, 800)
    open_table(page, server.url)
    choose_and_pass(page)
    received = hand(page).get_by_role("button", name=re.compile(r", from \w+"))
    expect(received).to_have_count(3)
    # The mark stands above the card's index and hides nothing of it.
    reach = received.locator(".received-mark").evaluate_all(
        "marks => marks.map(m => m.offsetTop + m.offsetHeight)"
    )
    assert max(reach) <= 4
    play_on(page, my_turn)
    expect(received).to_have_count(3)
    tap(playable(page).first)
    expect(received).to_have_count(0)


def test_the_last_trick_shows_who_played_what_and_who_took_it(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    open_table(page, server.url)
    choose_and_pass(page)
    play_on(page, turn_with(12))
    page.get_by_role("button", name="Last trick").click()
    sheet = page.get_by_role("dialog", name="Last trick")
    expect(sheet.get_by_role("listitem")).to_have_count(4)
    expect(sheet.get_by_text(CARD)).to_have_count(4)
    expect(sheet.get_by_text(re.compile(r"took it with the \w+ of \w+"))).to_be_visible()


def test_the_score_sheet_has_a_row_a_hand_with_its_direction_and_sum(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    play_ahead(page, server.url, open_table(page, server.url), hand_over)
    play_on(page, hand_is_done)
    row = page.get_by_role("row", name=re.compile("Pass left"))
    expect(row).to_have_count(1)
    cells = row.get_by_role("cell").all_inner_texts()
    numbers = [int(found[0]) for cell in cells if (found := re.search(r"-?\d+", cell.replace("\u2212", "-")))]
    assert numbers[-1] in (26, 78)
    assert sum(numbers[:-1]) == numbers[-1]


def test_the_points_panel_can_be_hidden_for_good(server: Server, visit: Visit) -> None:
    page = visit(1280, 800)
    open_table(page, server.url)
    expect(page.get_by_text("Points this hand")).to_be_visible()
    page.get_by_role("button", name="Hide: Points this hand").click()
    expect(page.get_by_text("Points this hand")).to_have_count(0)
    page.reload()
    hand(page).wait_for()
    expect(page.get_by_text("Points this hand")).to_have_count(0)


def test_the_speed_can_be_changed_and_is_kept(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    with page.expect_websocket() as socket:
        open_table(page, server.url, pace="normal")
    page.get_by_role("button", name="Speed").click()
    sheet = page.get_by_role("dialog", name="Speed")
    expect(sheet.get_by_role("radio")).to_have_count(5)
    expect(sheet.get_by_role("radio", name="Normal")).to_be_checked()
    # The browser marks the choice by itself: what was chosen is kept once the server has told it.
    with socket.value.expect_event("framereceived", lambda text: '"pace":"fast"' in str(text)):
        sheet.get_by_role("radio", name="Fast").click(force=True)
    expect(sheet.get_by_role("radio", name="Fast")).to_be_checked()
    page.reload()
    hand(page).wait_for()
    page.get_by_role("button", name="Speed").click()
    expect(page.get_by_role("radio", name="Fast")).to_be_checked()


def test_help_says_what_a_moon_is(server: Server, visit: Visit) -> None:
    page = visit(1280, 800)
    open_table(page, server.url)
    hand(page).get_by_role("button").first.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("What is shooting the moon?")).to_be_visible()
    expect(sheet.get_by_text("is called shooting the moon")).to_be_visible()
    expect(sheet.get_by_text("the shooter scores 0 and everyone else scores 26")).to_be_visible()


def test_the_result_says_who_has_won(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    table = open_table(page, server.url, {"end_score": 0, "end_hands": 1, "tie": "shared"})
    play_ahead(page, server.url, table, last_tricks)
    play_on(page, is_over)
    heading = page.get_by_role("heading", name=re.compile(r"(won|share the win)$"))
    expect(heading).to_be_visible()
    expect(page.get_by_text(re.compile(r"after 1 hand"))).to_be_visible()
