"""Tips over the API: for one's own practice table, at one's turn, and the door to a guided first hand."""

import re
from urllib.parse import urlencode

from tests.site.running import Answer, Browser, Running


def open_first_hand(browser: Browser, **headers: str) -> Answer:
    form = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": browser.address.rstrip("/"),
        **headers,
    }
    return browser.ask("POST", "/learn/first-hand", urlencode({}).encode(), form)


def test_a_first_hand_is_guided_from_the_pass_on(browser: Browser, running: Running) -> None:
    opened = open_first_hand(browser)
    assert opened.status == 302
    found = re.fullmatch(r"/table/([\w-]+)#first-hand", opened.headers["location"])
    assert found is not None
    asked = f"/api/tables/{found[1]}/tip"
    first = browser.post(asked, {"guide": True}).json
    assert (first["deal"], first["ply"], first["kind"], first["about"]) == (1, 0, "guide_pass", "hand")
    assert "3 cards change hands" in first["text"]
    plain = browser.post(asked, {}).json
    assert plain["kind"].startswith(("pass_", "keep_"))
    other = browser.post(asked, {"after": plain["kind"]}).json
    assert other["kind"] != plain["kind"]
    assert running.browser().post(asked, {}).status == 404
    assert browser.post("/api/tables/nowhere/tip", {}).status == 404


def test_a_first_hand_is_opened_from_this_site_only(browser: Browser) -> None:
    assert open_first_hand(browser, Origin="https://elsewhere.example").status == 403
    assert browser.get("/learn/first-hand").status == 405
    assert "/learn/first-hand" in browser.get("/learn").text
