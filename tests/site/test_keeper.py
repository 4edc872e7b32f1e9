"""The score keeper's page, and the script that scores there as the engine does."""

import html
import json
import re

import pytest

from moonshot.engine import PRESETS, Rules
from moonshot.site.pages.keeper import groups
from tests.site.running import Browser
from tools import scoring_script


def test_the_script_is_what_the_engine_says_now() -> None:
    """The very functions of the engine, and what they make of many deals (web/test/keeper.test.ts)."""
    mend = "run python -m tools.scoring_script"
    assert scoring_script.SCRIPT.read_text() == scoring_script.script(), mend
    assert scoring_script.CASES.read_text() == scoring_script.cases(), mend


def data_of(browser: Browser, query: str = "") -> dict[str, object]:
    answer = browser.get(f"/score-keeper{query}")
    assert answer.status == 200
    found = re.search(r'<script id="keeper-data" type="application/json">(.*?)</script>', answer.text)
    assert found is not None
    data: dict[str, object] = json.loads(html.unescape(found[1]))
    return data


def test_every_rule_set_comes_with_the_page(browser: Browser) -> None:
    data = data_of(browser)
    rules = {one["id"]: one for one in data["rules"]}  # type: ignore[attr-defined]
    assert set(rules) == {*PRESETS, "standard_3", "standard_5", "standard_6"}
    for name, preset in PRESETS.items():
        assert rules[name]["facts"] == json.loads(json.dumps(preset.rules.facts._asdict()))
    assert [way["title"] for way in rules["standard"]["ways"]] == [
        "Pass left",
        "Pass right",
        "Pass across",
        "Keep your cards",
    ]
    assert rules["standard"]["ways"][0]["to"] == [1, 2, 3, 0]
    assert data["asked"] == "standard"


def test_the_address_may_ask_for_rules(browser: Browser) -> None:
    assert data_of(browser, "?preset=gnome")["asked"] == "gnome"
    own = data_of(browser, "?end_score=60&bonus_card=TD")
    assert own["asked"] == "own"
    assert own["rules"][0]["facts"]["end_score"] == 60  # type: ignore[index]
    assert data_of(browser, "?players=9")["asked"] == "standard"
    assert data_of(browser, "?nonsense=1")["asked"] == "standard"


@pytest.mark.parametrize(
    "rules", [*(preset.rules for preset in PRESETS.values()), Rules(heart_points="face5")]
)
def test_the_groups_are_all_cards_that_count(rules: Rules) -> None:
    facts = rules.facts
    found = groups(rules)
    cards = [card for group in found for card in group["cards"]]
    assert sum(1 << card for card in cards) == facts.scoring_cards
    assert len(cards) == len(set(cards))
    for group in found:
        worth = {
            facts.bonus_points if card == facts.bonus_card else facts.points[card] for card in group["cards"]
        }
        assert worth == {group["each"]}


def test_without_scripts_it_says_how_it_goes_on_paper(browser: Browser) -> None:
    text = browser.get("/score-keeper").text
    assert "JavaScript is switched off here. On paper it goes like this" in text
    assert "set-cookie" not in browser.get("/score-keeper").headers
    assert 'href="/score-keeper?"' in browser.get("/rules/standard").text
    assert 'href="/score-keeper?end_score=50' not in browser.get("/rules/standard").text
