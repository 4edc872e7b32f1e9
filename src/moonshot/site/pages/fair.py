"""The page about fair deals, and the list of one's own matches."""

import asyncio
import time
from collections.abc import Iterable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from moonshot.engine import parse_card
from moonshot.engine.cards import CARD_TEXTS
from moonshot.learn.deal_counts import LONGEST, Counts, Expected, expected, longest_chance, void_chance
from moonshot.site.asking import in_database
from moonshot.site.assets import asset_url
from moonshot.site.errors import refused_page, status_error
from moonshot.site.live import keeping
from moonshot.site.pages.client import page_assets
from moonshot.site.pages.packing import packed_page
from moonshot.site.pages.retold import shown
from moonshot.site.pages.views import site_files
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import LogError

FRESH_SECONDS: Final = 30.0
LISTED: Final = 50
CAUGHT_UP: Final = 10
_SEATS: Final = ("Seat 1", "Seat 2", "Seat 3", "Seat 4")
_read: dict[str, tuple[float, dict[str, Any]]] = {}
"""The public counts as the page shows them, and since when."""


@require_safe
async def page(request: HttpRequest) -> HttpResponse:
    """What a fair deal is, how to check one, and what all deals here have brought."""
    account = visitor_of(request).account_id
    everything: dict[str, Any] | None
    try:
        everything = await _public()
        mine = _mine(await in_database(keeping.counts_of_account, account))
    except LogError:
        everything = mine = None
    context = {
        **page_files(),
        "everything": everything,
        "mine": mine,
        "verify_js": asset_url("site/verify.mjs"),
        "fair_js": asset_url("site/fair.mjs"),
    }
    return await packed_page(request, await asyncio.to_thread(render_to_string, "pages/fair.html", context))


@require_safe
async def matches(request: HttpRequest) -> HttpResponse:
    """One's own finished matches, newest first."""
    account = visitor_of(request).account_id
    try:
        for table in await in_database(keeping.unkept, CAUGHT_UP, account):
            await in_database(keeping.keep, table)
        seats = await in_database(lambda: list(keeping.seats_of(account)[:LISTED]))
    except LogError:
        return refused_page(request, status_error(503))
    html = await asyncio.to_thread(render_to_string, "pages/matches.html", {**page_files(), "seats": seats})
    return await packed_page(request, html)


def page_files() -> dict[str, Any]:
    """What pages about matches name of the site's files."""
    assets = page_assets("home")
    return {
        **site_files(),
        "rules_css": asset_url("site/rules.css"),
        "pictures_css": asset_url("site/rules-pictures.css"),
        "match_css": asset_url("site/match.css"),
        "fair_css": asset_url("site/fair.css"),
        "styles": assets.styles[:1] if assets else (),
        "fonts": assets.fonts if assets else (),
    }


async def _public() -> dict[str, Any]:
    known = _read.get("all")
    if known is None or known[0] + FRESH_SECONDS < time.monotonic():
        counts = await in_database(keeping.all_counts)
        known = _read["all"] = (time.monotonic(), _everything(counts))
    return known[1]


def _everything(counts: Counts) -> dict[str, Any]:
    """All counts, each row with its range, and how many numbers lie outside."""
    quarter = expected(counts.deals, 1 / 4)
    cards = [
        {"card": shown(text), "cells": _cells(counts.cards[parse_card(text)], quarter)} for text in CARD_TEXTS
    ]
    voids = _rows(
        ("no suit", "one suit", "two suits", "three suits"),
        counts.voids,
        [expected(counts.deals, void_chance(missing)) for missing in range(4)],
    )
    names = [f"{length} cards" for length in LONGEST[:-1]] + [f"{LONGEST[-1]} cards or more"]
    longest = _rows(
        names, counts.longest, [expected(counts.deals, longest_chance(length)) for length in LONGEST]
    )
    every: list[dict[str, Any]] = [*cards, *voids, *longest]
    cells = [cell for row in every for cell in row["cells"]]
    return {
        "deals": counts.deals,
        "seats": _SEATS,
        "cards": cards,
        "quarter": quarter,
        "voids": voids,
        "longest": longest,
        "numbers": len(cells),
        "outside": sum(cell["outside"] for cell in cells),
        "likely": round(len(cells) / 100),
    }


def _rows(
    names: Iterable[str], counts: Iterable[tuple[int, ...]], ranges: Iterable[Expected]
) -> list[dict[str, Any]]:
    return [
        {"name": name, "cells": _cells(row, within), "within": within}
        for name, row, within in zip(names, counts, ranges, strict=True)
    ]


def _cells(row: tuple[int, ...], within: Expected) -> list[dict[str, Any]]:
    return [{"count": count, "outside": not within.holds(count)} for count in row]


def _mine(counts: Counts) -> dict[str, Any] | None:
    """What one visitor was dealt, in a few lines."""
    if counts.deals == 0:
        return None
    hands = counts.deals
    hearts = [card for card in CARD_TEXTS if card.endswith("H")]
    lines = [
        ("the queen of spades", counts.cards[parse_card("QS")][0], expected(hands, 1 / 4)),
        ("the ace of spades", counts.cards[parse_card("AS")][0], expected(hands, 1 / 4)),
        ("the two of clubs", counts.cards[parse_card("2C")][0], expected(hands, 1 / 4)),
        (
            "a hand that misses a suit",
            sum(row[0] for row in counts.voids[1:]),
            expected(hands, sum(map(void_chance, (1, 2, 3)))),
        ),
        (
            "a suit of six cards or more",
            sum(row[0] for row in counts.longest[2:]),
            expected(hands, sum(longest_chance(length) for length in LONGEST[2:])),
        ),
    ]
    return {
        "hands": hands,
        "lines": [
            {"name": name, "count": count, "within": within, "outside": not within.holds(count)}
            for name, count, within in lines
        ],
        "hearts": round(sum(counts.cards[parse_card(card)][0] for card in hearts) / hands, 2),
    }
