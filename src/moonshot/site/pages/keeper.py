"""The score keeper for real cards: a page that brings everything along and asks for nothing afterwards.

A service worker keeps page and files on the device (`keeper_worker.js`); it is sent with a list of them.

The rules it scores by travel as the engine's ints; what they mean is done by the engine's own functions,
translated into the page's script (see tools/scoring_script.py).
"""

import asyncio
import hashlib
import json
import re
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from moonshot.engine import PRESETS, Rules, RulesError, card_text, cards_of, preset_of
from moonshot.engine.cards import HEARTS
from moonshot.engine.passing import receivers_of
from moonshot.learn.catalogue import catalogue
from moonshot.learn.rules_of_play import period
from moonshot.learn.rules_query import read_query
from moonshot.site.assets import asset_url
from moonshot.site.pages.client import chunk_files, chunk_url
from moonshot.site.pages.rulebook import structured
from moonshot.site.pages.rules import Files, Made, answer, pack, page_files

ENTRY: Final = "src/keeper/start.tsx"
WORKER: Final = Path(__file__).with_name("keeper_worker.js")
_OWN: Final = "own"
_OTHER_TABLES: Final = (3, 5, 6)
"""Numbers of players for whom the main rules are offered besides four."""


@require_safe
async def keeper(request: HttpRequest) -> HttpResponse:
    """The score keeper; the query may ask for rules, as for a rules page."""
    own, asked = None, "standard"
    if request.GET:
        try:
            rules = read_query({name: str(value) for name, value in request.GET.items()})
        except RulesError:
            rules = Rules()
        if not rules.problems():
            preset = preset_of(rules)
            own, asked = (None, preset.id) if preset else (rules, _OWN)
    return answer(request, await asyncio.to_thread(_html, own, asked, _files()))


@require_safe
async def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the page. It is another one whenever the page or a file of it is another one."""
    made = await asyncio.to_thread(_html, None, "standard", _files())
    response = answer(request, _worker(made, chunk_files(ENTRY)))
    response["Content-Type"] = "text/javascript; charset=utf-8"
    response["Cache-Control"] = "public, no-cache"
    response["Service-Worker-Allowed"] = "/score-keeper"
    return response


def _files() -> Files:
    return (
        *page_files(),
        ("script", chunk_url(ENTRY)),
        ("chart_css", asset_url("site/chart.css")),
        ("keeper_css", asset_url("site/keeper.css")),
    )


@lru_cache(maxsize=2)
def _worker(page: Made, scripts: tuple[str, ...]) -> Made:
    named = set(re.findall(rb'(?:src|href)="(/static/[^"]+)"', page[0]))
    kept = sorted({*(unescape(name.decode()) for name in named), *scripts})
    code = WORKER.read_text(encoding="utf-8")
    version = hashlib.sha256(json.dumps([page[2], kept, code]).encode()).hexdigest()[:12]
    return pack(lambda: f"const KEPT = {json.dumps({'version': version, 'files': kept})};\n{code}")


@lru_cache(maxsize=40)
def _html(own: Rules | None, asked: str, files: Files) -> Made:
    words = catalogue()
    offered = [_rules(preset.id, preset.name, preset.rules) for preset in PRESETS.values()]
    for players in _OTHER_TABLES:
        label = words.text("keeper.with_players", name=PRESETS["standard"].name, players=players)
        offered.append(_rules(f"standard_{players}", label, Rules(players=players)))
    data: dict[str, Any] = {"rules": offered, "asked": asked}
    if own is not None:
        data["rules"] = [_rules(_OWN, words.text("page.custom_name"), own), *offered]
    context = {
        "title": words.text("keeper.title"),
        "about": words.text("keeper.about"),
        "path": "/score-keeper",
        "structured": structured(
            {"@context": "https://schema.org", "@type": "WebApplication", "name": "Score keeper"}
        ),
        "data": data,
        **dict(files),
    }
    return pack(lambda: render_to_string("pages/keeper.html", context))


def _rules(name: str, label: str, rules: Rules) -> dict[str, Any]:
    """One rule set as the page's script wants it."""
    words = catalogue()
    ways = [
        {"title": words.text(f"words.way_title.{way}"), "to": receivers_of(way, rules.players)}
        for way in period(rules.directions)
    ]
    return {"id": name, "name": label, "facts": rules.facts._asdict(), "groups": groups(rules), "ways": ways}


def groups(rules: Rules) -> list[dict[str, Any]]:
    """The cards that count, those hearts together that cost the same."""
    facts, words = rules.facts, catalogue()
    hearts: dict[int, list[int]] = {}
    for card in cards_of(facts.point_cards & HEARTS):
        hearts.setdefault(facts.points[card], []).append(card)
    found = []
    for cost, cards in hearts.items():
        label = (
            words.text("words.hearts") if len(hearts) == 1 else words.text("keeper.hearts_at", points=cost)
        )
        if len(cards) == 1:
            label = words.card(card_text(cards[0]))
        found.append({"id": f"hearts{cost}", "label": label, "cards": cards, "each": cost})
    for card in cards_of(facts.scoring_cards & ~HEARTS):
        each = facts.bonus_points if card == facts.bonus_card else facts.points[card]
        found.append(
            {"id": card_text(card), "label": words.card(card_text(card)), "cards": [card], "each": each}
        )
    return found
