"""The score keeper at a table with real cards, with the network gone as soon as it is open."""

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.server import Server

pytestmark = pytest.mark.browser

DAN = "W" * 20
"""The widest name that fits into the field."""


def start(page: Page, url: str) -> None:
    page.goto(url)
    for place, name in enumerate(("Anna", "Ben", "Carla", DAN), 1):
        page.get_by_label(f"Player {place}", exact=True).fill(name)
    assert faults(page) == []
    page.get_by_role("button", name="Start").click()


def test_a_match_is_kept_without_a_network(server: Server, visit: Visit) -> None:
    page = visit(320, 720, color_scheme="dark")
    start(page, server.url + "/score-keeper?preset=omnibus")
    page.context.set_offline(True)
    expect(page.get_by_text("Anna deals.")).to_be_visible()
    expect(page.get_by_text("Anna to Ben")).to_be_visible()  # the pass, before anybody passes
    broken = page.get_by_role("button", name="Mark that hearts are broken")
    broken.click()
    expect(page.get_by_role("button", name="Hearts are broken")).to_have_attribute("aria-pressed", "true")

    page.get_by_role("button", name="One more: hearts, Anna").click()
    page.get_by_role("button", name="queen of spades: Carla").click()
    write = page.get_by_role("button", name="Write the hand down")
    expect(page.get_by_text("Sum 14 of 26: still missing: 12 hearts, jack of diamonds.")).to_be_visible()
    write.click(force=True)  # refused: the sum is not right yet
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name="The rest: hearts, Ben").click()
    page.get_by_role("button", name=f"jack of diamonds: {DAN}").click()
    write.click()
    row = page.get_by_role("row").filter(has_text="Pass left")
    expect(row).to_contain_text("12")
    expect(row).to_contain_text("−10")

    expect(page.get_by_text("Ben deals.")).to_be_visible()
    page.get_by_role("button", name="Everything: a moon: Ben").click()
    page.get_by_role("button", name=f"jack of diamonds: {DAN}").click()
    page.get_by_label("Points to everyone else").check()
    write.click()
    expect(page.get_by_role("row").filter(has_text="Total")).to_contain_text("27")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.get_by_role("img", name="Totals after each hand")).to_be_visible()
    page.get_by_role("button", name="Take the last hand back").click()
    expect(page.get_by_role("row").filter(has_text="Pass right")).to_have_count(0)
    expect(page.get_by_text("Saved on this device only.")).to_be_visible()

    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("row").filter(has_text="Pass left")).to_contain_text("−10")


def test_the_end_tells_the_winner_and_a_new_match_begins(server: Server, visit: Visit) -> None:
    page = visit(1280, 800)
    start(page, server.url + "/score-keeper?end_score=20")
    page.get_by_role("button", name="Everything: a moon: Carla").click()
    page.get_by_role("button", name="Write the hand down").click()
    expect(page.get_by_text("Carla won")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="New match").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_it_opens_without_a_network_and_nothing_else_does(server: Server, visit: Visit) -> None:
    page = visit(390, 844)
    start(page, server.url + "/score-keeper?end_score=60")
    page.get_by_role("button", name="Everything: a moon: Ben").click()
    page.get_by_role("button", name="Write the hand down").click()
    expect(page.get_by_text("The page itself is kept too")).to_be_visible()
    (worker,) = page.context.service_workers
    assert page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.scope)").endswith("/score-keeper")

    page.context.set_offline(True)
    assert not worker.evaluate("fetch('/healthz').then(() => true, () => false)"), "the worker has one still"
    page.reload()
    expect(page.get_by_text("Ben deals.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Pass left")).to_contain_text("26")
    page.get_by_role("button", name="Everything: a moon: Anna").click()
    page.get_by_role("button", name="Write the hand down").click()
    page.goto(server.url + "/score-keeper")  # as somebody opens it who has closed it
    expect(page.get_by_text("Carla deals.")).to_be_visible()
    fonts = "document.fonts.ready.then((all) => [...all].some((one) => one.status === 'loaded'))"
    assert page.evaluate(fonts)
    assert "Moonshot Display" in page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")

    page.get_by_role("button", name="New match").click()
    page.get_by_role("button", name="Yes, a new match").click()
    page.goto(server.url + "/score-keeper?end_score=60")
    expect(page.get_by_role("combobox", name="Rules")).to_have_value("own")

    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map(async (name) => "
        "(await (await caches.open(name)).keys()).map((kept) => new URL(kept.url).pathname))))"
    )
    assert len(kept) == 1
    assert all(path == "/score-keeper" or path.startswith("/static/") for path in kept[0])
    for other in ("/", "/rules/standard", "/score-keeper/worker.js"):
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            page.goto(server.url + other)
