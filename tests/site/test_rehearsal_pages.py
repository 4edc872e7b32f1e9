"""The rehearsal as pages: steps, a choice, and a real table behind it."""

import html
import re
from urllib.parse import urlencode

from moonshot.learn.rehearsal import steps
from tests.site.running import Browser


def test_S4_27_one_trick_with_open_hands_step_by_step(browser: Browser) -> None:
    seed, body = 12, ""
    first = browser.get("/learn/rehearsal")
    assert re.fullmatch(r"/learn/rehearsal\?seed=\d+", first.headers["location"])
    address, seen = f"/learn/rehearsal?seed={seed}", 0
    for _ in range(12):
        page = browser.get(address).text
        seen += 1
        body = page.partition("<main")[2]
        assert body.count("<dt>") == 4
        if "Deal for real" in body:
            break
        card = re.search(r'class="rehearsal-card" href="([^"]+)"', body)
        on = card or re.search(r'class="button button-primary" href="([^"]+)"', body)
        assert on is not None
        address = html.unescape(on[1])
    assert seen == len(steps(seed)) + 4 - len(steps(seed)[-1].trick)
    assert "loses the trick and counts for whoever takes it" in body
    assert "Nothing of this is counted" in body


def test_steps_that_are_none_lead_back(browser: Browser) -> None:
    assert browser.get("/learn/rehearsal?seed=5&card=XX").headers["location"] == "/learn/rehearsal?seed=5"
    assert browser.get("/learn/rehearsal?seed=99999").status == 302
    assert browser.get("/learn/rehearsal?seed=5&step=19").status == 200


def test_S4_29_the_real_deal_is_shuffled_anew(browser: Browser) -> None:
    """Two tables from the same rehearsal have different cards, and secrets of their own."""
    body = urlencode({"rules": "preset=standard", "how": "alone"}).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": browser.address.rstrip("/")}
    tables = []
    for _ in range(2):
        sent = browser.ask("POST", "/rules/play", body, form)
        assert sent.status == 302
        tables.append(sent.headers["location"])
    assert tables[0] != tables[1]
    assert all(re.fullmatch(r"/table/[\w-]{16}", one) for one in tables)
