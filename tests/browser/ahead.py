"""Plays on without the page, as fast as the server answers: for tests of what comes later in a match.

It takes the seat of the visitor through a socket of its own, as another window would, and gives it back.
"""

import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import connect

from tests.browser.player import ENOUGH

View = dict[str, Any]


def play_ahead(page: Page, base: str, table: str, until: Callable[[View], bool]) -> None:
    """Play for this visitor until the view is as wanted, then open the table in the page."""
    page.goto("about:blank")
    answer = page.request.post(f"{base}/api/tables/{table}/ticket", data={}, headers={"Origin": base})
    assert answer.ok, answer.text()
    ticket = answer.json()
    address = f"{base.replace('http', 'ws', 1)}{ticket['socket']}?ticket={ticket['ticket']}"
    deadline = time.monotonic() + 10 * ENOUGH
    view: View = {}
    done: tuple[Any, ...] = ()
    with connect(address, compression=None, proxy=None) as line:
        while True:
            message = json.loads(line.recv(ENOUGH))
            assert message["t"] in ("update", "done"), message
            assert time.monotonic() < deadline, view
            view |= message.get("view", {})
            if until(view):
                break
            # One command at each place of the match: the answer may come before or after what it changes.
            place = (view["match"], view["deal"], view["ply"], view["phase"])
            command = _command(view)
            if command is not None and place != done:
                done = place
                line.send(json.dumps({"id": secrets.token_hex(8), **command}))
    page.goto(f"{base}/table/{table}")


def hand_over(view: View) -> bool:
    """Is the hand played, or the match?"""
    return view["phase"] in ("deal_done", "over")


def last_tricks(view: View) -> bool:
    """Is it our turn with at most three cards, in a hand that ends the match as far as can be seen?"""
    rules = view["rules"]
    score = max(total + points for total, points in zip(view["totals"], view["points"], strict=True))
    ends = rules["end_hands"] == view["deal"] or 0 < rules["end_score"] <= score
    return view["phase"] == "over" or (ends and view["turn"] == view["seat"] and len(view["hand"]) <= 3)


def _command(view: View) -> dict[str, Any] | None:
    seat, deal = view["seat"], view["deal"]
    match view["phase"]:
        case "passing" if not view["has_passed"][seat]:
            barred = view["rules"]["no_pass_cards"]
            free = [card for card in view["hand"] if card not in barred]
            return {"t": "pass", "deal": deal, "cards": free[: view["pass_count"]]}
        case "playing" if view["turn"] == seat:
            return {"t": "play", "ply": view["ply"], "card": view["legal"][0]}
        case "choosing_moon" if view["shooter"] == seat:
            return {"t": "choose_moon", "deal": deal, "choice": "others_plus"}
        case "deal_done" | "redeal" | "trick_done" if "continue" in view["waiting"]:
            return {"t": "continue", "deal": deal, "ply": view["ply"]}
    return None
