"""The score keeper's page, and the script that scores there as the engine does."""

import html
import json
import re
from pathlib import Path

import pytest

from moonshot.engine import PRESETS, Rules
from moonshot.site.pages import keeper
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


def kept_by(worker: str) -> dict[str, object]:
    found = re.match(r"const KEPT = (.*);", worker)
    assert found is not None
    kept: dict[str, object] = json.loads(found[1])
    return kept


def test_the_worker_keeps_this_page_and_every_file_of_it(browser: Browser) -> None:
    answer = browser.get("/score-keeper/worker.js")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, no-cache"
    assert answer.headers["service-worker-allowed"] == "/score-keeper", (
        "no other page may ever be in its scope"
    )
    assert "set-cookie" not in answer.headers
    files = kept_by(answer.text)["files"]
    assert isinstance(files, list)
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', browser.get("/score-keeper").text))
    assert named <= set(files)
    for file in files:
        got = browser.get(file)
        assert got.status == 200
        assert "immutable" in got.headers["cache-control"], "its name changes with its content"
        for imported in re.findall(
            r"""(?:from|import) *["']\./([^"']+)["']""", got.body.decode(errors="replace")
        ):
            assert f"/static/client/assets/{imported}" in files


def test_a_new_release_is_a_new_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = (b'<link href="/static/a.css?v=1">', b"", "tag")

    def version(page: tuple[bytes, bytes, str] = page, *scripts: str) -> object:
        return kept_by(keeper._worker(page, scripts)[0].decode())["version"]

    old = version()
    assert version() == old
    changed = tmp_path / "worker.js"
    changed.write_text("another script")
    others = [version((*page[:2], "another")), version((page[0].replace(b"v=1", b"v=2"), b"", "tag"))]
    others.append(version(page, "/static/client/assets/start-x.js"))
    keeper._worker.cache_clear()
    monkeypatch.setattr(keeper, "WORKER", changed)
    others.append(version())
    keeper._worker.cache_clear()
    assert len({old, *others}) == 5


def test_only_this_page_may_name_its_worker(browser: Browser) -> None:
    """The header allows the one policy that knows the one address."""
    policy = "content-security-policy"
    assert browser.get("/score-keeper").headers[policy].endswith("; trusted-types score-keeper")
    assert browser.get("/score-keeper?preset=gnome").headers[policy].endswith("; trusted-types score-keeper")
    for other in ("/", "/rules", "/learn", "/score-keeper/worker.js", "/score-keeper/", "/table/x"):
        assert browser.get(other).headers[policy].endswith("; trusted-types 'none'")
