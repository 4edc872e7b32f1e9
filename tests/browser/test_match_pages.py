"""The page of a match on a telephone: stepping by key, button, slider and link, and the one for frames."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from moonshot.engine import Rules
from tests.browser.axe import faults, settle
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.site.played import played, put

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def match(shared_server: Server) -> str:
    table = secrets.token_urlsafe(12)
    account = "a" * 26
    put(shared_server.data / "moonshot.sqlite3", table, account, played(table, {account: "Ann"}))
    return f"{shared_server.url}/matches/{table}-1"


LONG = (
    "Maximiliana von Thal",
    "W" * 20,
    "Bartholomew Redcliff",
    "Donaudampfschifffahr",
    "Anne-Sophie Trautman",
    "Six",
)


@contextmanager
def elsewhere(markup: str) -> Iterator[str]:
    """A page of another origin."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(markup.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}/"
        other.shutdown()
        thread.join()


def held(page: Page) -> list[int]:
    rows = page.locator(".stepper-cards").all()
    return [row.locator(".pc").count() for row in rows]


def test_a_match_is_stepped_through_on_a_telephone(match: str, visit: Visit) -> None:
    page = visit(390, 844)
    page.goto(match)
    stepper = page.get_by_role("region", name="The match, card by card")
    said = page.locator(".stepper-said")
    expect(said).to_contain_text("The marked cards are passed to the left.")
    assert held(page) == [13, 13, 13, 13]
    expect(page.locator(".stepper .pc-given")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0

    stepper.focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("those that came are marked")
    page.get_by_role("button", name="On", exact=True).click()
    expect(said).to_contain_text("leads the 2 of clubs.")
    assert sum(held(page)) == 51
    assert page.url.endswith("#1.1")
    expect(page.locator(".stepper-card")).to_have_count(1)

    page.get_by_role("slider", name="Card of the hand").fill("52")
    expect(said).to_contain_text("The hand is over.")
    stepper.focus()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("combobox", name="Hand")).to_have_value("1")

    # A link leads to the very card, and the same cards are there as text.
    page.goto(f"{match}#1.4")
    page.reload()
    expect(said).to_contain_text("takes the trick")
    assert sum(held(page)) == 48
    page.locator("#deal-1 summary").click()
    expect(page.locator("#deal-1 .match-tricks tbody tr")).to_have_count(13)
    settle(page)
    assert faults(page) == []


def test_six_long_names_fit_on_a_telephone_and_on_paper(server: Server, visit: Visit) -> None:
    table = secrets.token_urlsafe(12)
    names = {str(seat) * 26: name for seat, name in enumerate(LONG)}
    rules = Rules(players=6, end_score=20)
    put(server.data / "moonshot.sqlite3", table, "0" * 26, played(table, names, kind="quick", rules=rules))
    page = visit(320, 640, color_scheme="dark")
    page.goto(f"{server.url}/matches/{table}-1")
    page.locator("#deal-1 summary").click()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for scroller in page.locator(".match-scroll:visible").all():
        assert scroller.evaluate("(it) => it.scrollWidth - it.clientWidth") <= 0
    assert faults(page) == []

    page.emulate_media(media="print")
    expect(page.locator(".match-scores")).to_be_visible()
    expect(page.get_by_role("region", name="The match, card by card")).to_be_hidden()
    expect(page.locator("#deal-1 .match-tricks")).to_be_visible()  # it is open, the others are not
    expect(page.locator(".match-deal:visible")).to_have_count(1)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"


def test_it_can_be_read_without_scripts_and_shown_in_a_frame(match: str, visit: Visit) -> None:
    page = visit(390, 844, java_script_enabled=False)
    page.goto(match)
    expect(page.locator("#stepper")).to_be_hidden()
    page.locator("#deal-1 summary").click()
    expect(page.locator("#deal-1 .match-tricks")).to_be_visible()

    other = visit(390, 844)
    with elsewhere(f'<iframe src="{match}/embed" width="380" height="800"></iframe>') as address:
        other.goto(address)
        frame = other.frame_locator("iframe")
        expect(frame.locator(".stepper-said")).to_contain_text("has dealt")
        frame.get_by_role("button", name="On", exact=True).click()
        frame.get_by_role("button", name="On", exact=True).click()
        expect(frame.locator(".stepper-said")).to_contain_text("leads the 2 of clubs.")
