"""Who comes to play with people: by one button, without cookies, with an old browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.axe import faults
from tests.browser.conftest import FLAGS, Visit
from tests.browser.people import named, private_table
from tests.browser.player import cards, hand
from tests.browser.server import Server

pytestmark = pytest.mark.browser

BLOCKED = 2
"""Chromium's number for a site setting that is off."""


@pytest.fixture
def cookieless(browser: Browser, chromium_path: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser whose owner has switched cookies off: it keeps none, and forbids every other storage too."""
    settings = {"profile": {"default_content_setting_values": {"cookies": BLOCKED}}}
    folder = tmp_path / "browser" / "Default"
    folder.mkdir(parents=True)
    (folder / "Preferences").write_text(json.dumps(settings))
    started = browser.browser_type.launch_persistent_context(
        folder.parent, executable_path=chromium_path, args=FLAGS, viewport={"width": 320, "height": 640}
    )
    yield started
    started.close()


def test_one_button_leads_to_bots_to_strangers_and_to_friends(server: Server, visit: Visit) -> None:
    """S1.28: the lobby has the three ways to play."""
    page = visit()
    page.goto(server.url + "/")
    page.get_by_role("link", name="With people").click()
    page.get_by_role("heading", name="Play with people").wait_for()
    expect(page.get_by_role("region", name="Quick play").get_by_role("button")).to_have_count(3)
    expect(page.get_by_role("button", name="Create a private table")).to_be_visible()
    expect(page.get_by_role("button", name="Join with a code")).to_be_visible()
    page.get_by_role("link", name="Practice with bots").click()
    page.get_by_role("heading", name="Choose rules").wait_for()


def test_cookies_switched_off_are_noticed_and_do_no_harm(server: Server, cookieless: BrowserContext) -> None:
    """S2.30: said before the lobby; practice, a name and a table for friends work all the same."""
    page = cookieless.new_page()
    page.set_default_timeout(15_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(server.url + "/")
    expect(page.get_by_text("Cookies are switched off in this browser")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(cards(page)).to_have_count(13)

    page.goto(server.url + "/play")
    page.get_by_role("button", name="Start").click()
    expect(cards(page)).to_have_count(13)

    page.goto(server.url + "/lobby")
    expect(page.get_by_role("region", name="Cookies are switched off")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Create a private table").click()
    page.get_by_label("Your name").fill("Zora")
    page.get_by_role("button", name="Use this name").click()
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_text("Zora (you)")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Start")).click()
    hand(page).wait_for()
    assert cookieless.cookies() == []
    assert wrong == []


def test_a_link_is_good_without_cookies(server: Server, visit: Visit, cookieless: BrowserContext) -> None:
    """Whoever was invited sits down under the name they have just chosen."""
    host = named(visit(), server.url, "Yuri")
    opened = private_table(host, server.url)
    guest = cookieless.new_page()
    guest.goto(server.url + opened["link"])
    expect(guest.get_by_role("region", name="Cookies are switched off")).to_be_visible()
    guest.get_by_label("Your name").fill("Xenia")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("Xenia (you)")).to_be_visible()
    expect(host.get_by_text("Xenia", exact=True)).to_be_visible()


def test_a_browser_that_is_too_old_is_told_so(server: Server, visit: Visit) -> None:
    """S2.20: in plain HTML of the server's; a current one sees nothing of it."""
    page = visit(320, 640)
    page.goto(server.url + "/")
    old = page.get_by_role("heading", name="This browser is too old")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(old).to_have_count(0)
    page.add_init_script("delete Object.hasOwn")
    page.reload()
    expect(old).to_be_visible()
    expect(page.get_by_text("current version of Firefox")).to_be_visible()


def test_words_from_the_house_are_shown_until_read(server: Server, visit: Visit) -> None:
    """What became of a report stands on the first page and in the lobby, until the visitor has read it."""
    page = visit(390, 844)
    words = "Mallory has been warned."

    def with_notice(route: Route) -> None:
        answer = route.fetch()
        notices = [{"at": "2026-01-01T00:00:00Z", "text": words}]
        route.fulfill(response=answer, json={**answer.json(), "notices": notices})

    page.route("**/api/me", with_notice)
    for path in ("/lobby", "/"):
        page.goto(server.url + path)
        expect(page.get_by_text(words)).to_be_visible()
    assert faults(page) == []
    with page.expect_request("**/api/notices") as sent:
        page.get_by_role("button", name="I have read it").click()
    assert sent.value.method == "POST"
    expect(page.get_by_text(words)).to_have_count(0)
