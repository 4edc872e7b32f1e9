"""Whole matches in the browser, under the presets and every switch of a custom room."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.ahead import last_tricks, play_ahead
from tests.browser.conftest import Visit
from tests.browser.player import hand_is_done, is_over, open_table, play_on
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "rules",
    [
        "standard",
        "deniro",
        "deniro_3",
        "table_guide",
        {"preset": "custom_room", "end_score": 50},
        {"preset": "custom_room", "end_score": 150, "end_hands": 3, "pass_cycle": ["H"]},
        {"preset": "custom_room", "end_score": 50, "bonus_card": "JD"},
        {"preset": "custom_room", "end_score": 50, "moon": "self_minus"},
        {"preset": "custom_room", "end_score": 50, "moon": "choice", "pass_cycle": ["S"], "tie": "shared"},
        {"players": 5, "end_score": 40},
        {"players": 6, "end_score": 40},
    ],
    ids=str,
)
def test_a_whole_match(server: Server, visit: Visit, rules: Any) -> None:
    """The first hand and the end are played in the page; what lies between is shown there at the end."""
    page = visit()
    table = open_table(page, server.url, rules)
    play_on(page, lambda p: hand_is_done(p) or is_over(p))
    play_ahead(page, server.url, table, last_tricks)
    play_on(page, is_over)
    # The standing has everybody once, in places; the sheet's rows add up to it.
    players = 3 if rules == "deniro_3" else rules.get("players", 4) if isinstance(rules, dict) else 4
    assert page.get_by_role("dialog").get_by_role("listitem").count() == players
    standing = page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.get_by_role("table")
    expect(sheet).to_be_visible()
    totals = [text.split("\n")[0] for text in sheet.locator("tfoot td").all_inner_texts()[:players]]
    wanted = sorted(re.split(r"\s+", line.strip())[-1] for line in standing)
    assert sorted(total.split(" ")[0] for total in totals) == wanted
    for seat in range(players):
        cells = sheet.locator(f"tbody td:nth-of-type({seat + 1}) .score-points").all_inner_texts()
        points = [
            int(re.sub(r"[^\d−]", "", re.sub(r"[QJ][♠♦]", "", cell)).replace("−", "-")) for cell in cells
        ]
        assert sum(points) == int(totals[seat].split(" ")[0].replace("−", "-"))


def test_play_again_starts_over_with_the_same_players(server: Server, visit: Visit) -> None:
    page = visit()
    open_table(page, server.url, {"end_score": 0, "end_hands": 1, "tie": "shared"})
    play_on(page, is_over)
    before = page.get_by_role("list", name="Opponents").get_by_role("listitem").all_inner_texts()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("Hand 1", exact=True)).to_be_visible()
    after = page.get_by_role("list", name="Opponents").get_by_role("listitem").all_inner_texts()
    assert [text.split("\n")[0] for text in before] == [text.split("\n")[0] for text in after]
