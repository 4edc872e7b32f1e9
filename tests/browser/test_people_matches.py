"""Whole matches among people, on a server whose matches and waits are short."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.hurried import HurriedServer
from tests.browser.people import named, play_together
from tests.browser.player import hand, is_over
from tests.browser.server import Server
from tests.browser.test_live_tables import SHORT

pytestmark = pytest.mark.browser

ONE_HAND = {**SHORT, "tie": "shared"}
LONG = 60_000
"""Milliseconds for what depends on others or on the server's time."""


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Quick play of one hand, where no bot thinks; whoever presses first waits long enough for the last."""
    server = HurriedServer(tmp_path_factory.mktemp("brisk"), rules=ONE_HAND, pace="instant", soon=100.0)
    server.start()
    yield server
    server.stop()


def test_four_strangers_play_to_the_end(brisk: Server, visit: Visit) -> None:
    """Everybody presses the same button; the match ends for all, on the smallest phone too."""
    sizes = [(320, 640), (390, 844), (1280, 800), (1280, 800)]
    people = {name: visit(*size, reduced_motion="reduce") for name, size in zip("ABCD", sizes, strict=True)}
    for name, page in people.items():
        named(page, brisk.url, f"Player {name}")
        page.get_by_role("button", name="Short").click()
    pages = list(people.values())
    for page in pages:
        page.wait_for_url("**/table/**", timeout=LONG)
        hand(page).wait_for()
    assert len({page.url for page in pages}) == 1
    small = pages[0]
    play_together(pages, lambda: all(is_over(page) for page in pages))
    results = {page.get_by_role("dialog").get_by_role("heading").first.inner_text() for page in pages[1:]}
    assert len(results) <= 2  # who has won reads "You" there
    standing = small.get_by_role("dialog").get_by_role("listitem")
    expect(standing).to_have_count(4)
    for name in "BCD":
        expect(standing.filter(has_text=f"Player {name}")).to_have_count(1)
    assert faults(small) == []
    assert small.evaluate("document.documentElement.scrollWidth") <= 320
