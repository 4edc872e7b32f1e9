"""Being away and coming back, and running out of time, on a server where all waits are short."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.hurried import HurriedServer
from tests.browser.people import joined, named, play_together, private_table, start
from tests.browser.player import cards, choose_and_pass, hand, my_turn, names, play_on, playable, tap
from tests.browser.server import Server

pytestmark = pytest.mark.browser

LONG = 60_000
"""Milliseconds for what the server does in its own time."""
TWO_SECONDS = {"play": 2000, "pass_": 2000, "bank": 0, "short": 60_000}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A bot stands in after four seconds, a move has two, and the lobby lets go after three."""
    folder = tmp_path_factory.mktemp("strict")
    server = HurriedServer(folder, away=4.0, online=TWO_SECONDS, idle=3.0)
    server.start()
    yield server
    server.stop()


def test_three_at_a_table_and_one_drops_out(strict: Server, visit: Visit) -> None:
    """Others see how long they wait; then a bot plays on, marked; the owner takes the seat back."""
    anna, bela, carla = visit(), visit(390, 844), visit(320, 640)
    for page, name in ((anna, "Anna"), (bela, "Bela"), (carla, "Carla")):
        named(page, strict.url, name)
    opened = private_table(anna, strict.url, {"preset": "deniro_3", "end_hands": 1, "tie": "shared"})
    joined(bela, strict.url, opened["link"])
    joined(carla, strict.url, f"/join/{opened['code']}")
    pages = [anna, bela, carla]
    start(anna, pages[1:])
    for page in pages:
        expect(cards(page)).to_have_count(17)
        choose_and_pass(page)
    play_together(pages, lambda: all(cards(page).count() <= 16 for page in pages))

    carla.context.set_offline(True)
    expect(carla.get_by_role("heading", name="Connection lost")).to_be_visible(timeout=LONG)
    stands = anna.get_by_text("bot for now")
    expect(stands).to_be_visible(timeout=LONG)
    assert faults(anna) == []
    play_together([anna, bela], lambda: cards(anna).count() <= 13)

    carla.context.set_offline(False)
    expect(carla.get_by_text("You are back; a bot played for you").first).to_be_attached(timeout=LONG)
    expect(stands).to_have_count(0)
    assert cards(carla).count() <= 14
    play_together(pages, lambda: my_turn(carla))
    own = cards(carla).count()
    tap(playable(carla).first)
    expect(cards(carla)).to_have_count(own - 1)
    assert carla.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_clock_runs_out_and_i_am_back(strict: Server, visit: Visit) -> None:
    """The table plays for who says nothing; after the third time a button restores the clock."""
    page = named(visit(320, 640), strict.url, "Dario")
    private_table(page, strict.url, "standard", clock="online")
    start(page)
    back = page.get_by_role("button", name="I\N{RIGHT SINGLE QUOTATION MARK}m back")
    expect(back).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Your time is short because it ran out before.")).to_be_visible()
    assert cards(page).count() < 13
    assert faults(page) == []
    back.click()
    expect(back).to_have_count(0)


def test_the_lobby_lets_go_of_who_does_nothing(strict: Server, visit: Visit) -> None:
    """It says so, and how to return; who returns finds the tables again."""
    page = visit(320, 640)
    page.goto(strict.url + "/lobby")
    again = page.get_by_role("button", name="Come back in")
    expect(again).to_be_visible(timeout=LONG)
    expect(page.get_by_text("the lobby let you go")).to_be_visible()
    assert faults(page) == []
    with page.expect_websocket():
        again.click()


def test_a_table_that_cannot_be_saved_says_so_and_goes_on(strict: Server, visit: Visit) -> None:
    """While the database is locked nothing is lost and nothing is acknowledged."""
    page = named(visit(390, 844), strict.url, "Edda")
    private_table(page, strict.url)
    start(page)
    choose_and_pass(page)
    play_on(page, my_turn)
    note = page.get_by_text("Saving\N{HORIZONTAL ELLIPSIS}")
    with closing(sqlite3.connect(strict.data / "moonshot.sqlite3", isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        before = names(page)
        tap(playable(page).first)
        expect(note).to_be_visible(timeout=LONG)
        assert faults(page) == []
        lock.execute("ROLLBACK")
    expect(note).to_have_count(0, timeout=LONG)
    play_on(page, lambda p: cards(p).count() < len(before))
    expect(hand(page)).to_be_visible()
    assert re.search("Your turn|Hand", page.title())
