"""What the templates of the rules pages are filled with."""

import json
from dataclasses import dataclass
from typing import Any, Final

from django.utils.safestring import SafeString

from moonshot.engine import PRESETS, Preset, Rules, card_text, cards_of
from moonshot.engine.cards import HEARTS
from moonshot.learn.advice import HISTORY, glossary, tips
from moonshot.learn.catalogue import catalogue
from moonshot.learn.chapters import chapters, quick_version
from moonshot.learn.differences import Difference, differences, said_elsewhere, sentences_of, unusual
from moonshot.learn.examples import TrickExample, moon_examples, trick_example
from moonshot.learn.questions import questions
from moonshot.learn.rules_of_play import period
from moonshot.learn.rules_query import rules_address, rules_query
from moonshot.learn.sentences import Sentence
from moonshot.site.pages.figures import Face, faces, ring, seats

HOUSE: Final = "House table"
_NAMED: Final = ("bicycle", "windows", "pagat", "cardgames_io", "trickster")
"""Rule sets that many know, compared before the others."""
_ON_LIST: Final = 2
"""So many differences are told of each rule set on the list."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What one card or kind of card costs: ``numbers`` is the lowest and the highest."""

    card: str
    numbers: tuple[int, int]
    label: str


def tiles(rules: Rules) -> tuple[Tile, ...]:
    """The costs at a glance."""
    facts = rules.facts
    words = catalogue()
    costs = [facts.points[card] for card in cards_of(facts.deck & HEARTS)]
    found = []
    if any(costs):
        label = "tile.hearts" if min(costs) == max(costs) else "tile.hearts_range"
        top = card_text(max(cards_of(facts.deck & HEARTS)))
        found.append(Tile(top, (min(costs), max(costs)), words.text(label)))
    for card in cards_of(facts.point_cards & ~HEARTS):
        text = card_text(card)
        found.append(Tile(text, (facts.points[card],) * 2, words.text("tile.card", card=text)))
    if facts.bonus_card >= 0:
        text = card_text(facts.bonus_card)
        found.append(Tile(text, (facts.bonus_points,) * 2, words.text("tile.bonus", card=text)))
    total = sum(facts.points)
    return (*found, Tile("", (total, total), words.text("tile.total")))


def rules_page(rules: Rules, preset: Preset | None) -> dict[str, Any]:
    """Everything on the page of some rules. ``preset`` gives its name, where they have one."""
    words = catalogue()
    said = sentences_of(rules)
    trick = trick_example(rules)
    asked = questions(said)
    shown = tiles(rules)
    name = preset.name if preset else words.text("page.custom_name")
    standard = preset is not None and preset.id == "standard"
    title = "page.title_standard" if standard else "page.title" if preset else "page.title_custom"
    near, far = _compared(rules)
    return {
        "rules": rules,
        "preset": preset,
        "name": name,
        "is_house": preset is not None and preset.source == HOUSE,
        "is_main": standard,
        "title": words.text(title, name=name),
        "about": words.text("page.about", name=name, first=words.text(quick_version(rules)[1].said[0])),
        "lead": words.text("page.lead", name=name) if preset else words.text("page.lead_custom"),
        "path": rules_address(rules) if preset is None else f"/rules/{preset.id}",
        "query": rules_query(rules),
        "quick": quick_version(rules),
        "chapters": chapters(rules),
        "unusual": unusual(rules),
        "rings": [ring(way, rules.players) for way in period(rules.directions)],
        "tiles": shown,
        "trick": trick,
        "trick_places": _places(rules, trick),
        "moons": moon_examples(rules),
        "same": next((one.presets for one in differences(rules) if not one.said), ()),
        "near": near,
        "far": far,
        "questions": asked,
        "tips": tips(rules),
        "history": HISTORY,
        "closing": "page.closing_kept" if period(rules.directions) == ("H",) else "page.closing",
        "terms": glossary(said),
        "faces": _faces(shown, trick),
        "structured": structured(
            {
                "@context": "https://schema.org",
                "@graph": [
                    {
                        "@type": "FAQPage",
                        "mainEntity": [
                            {
                                "@type": "Question",
                                "name": words.text(one.key),
                                "acceptedAnswer": {
                                    "@type": "Answer",
                                    "text": _joined([*([one.verdict] if one.verdict else []), *one.answer]),
                                },
                            }
                            for one in asked
                        ],
                    },
                    {
                        "@type": "HowTo",
                        "name": words.text(title, name=name),
                        "step": [
                            {"@type": "HowToStep", "name": words.text(part.title), "text": _joined(part.said)}
                            for part in quick_version(rules)
                        ],
                    },
                ],
            }
        ),
    }


def _joined(said: Any) -> str:
    return " ".join(catalogue().text(one) for one in said)


def _compared(rules: Rules) -> tuple[list[Difference], list[Difference]]:
    """Other rule sets, first those that many know, then the rest."""
    every = [one for one in differences(rules) if one.said]
    known = {name: place for place, name in enumerate(_NAMED)}
    near = [one for one in every if any(preset.id in known for preset in one.presets)]
    near.sort(key=lambda one: min(known.get(preset.id, len(known)) for preset in one.presets))
    return near, [one for one in every if one not in near]


def _places(rules: Rules, trick: TrickExample | None) -> list[dict[str, Any]]:
    """Where the cards of the example lie on a drawing 120 by 120, and the names round it."""
    if trick is None:
        return []
    wide = rules.players > 4
    width, height = (18.0, 25.2) if wide else (22.0, 30.8)
    inner, outer = seats(rules.players, 29 if wide else 23), seats(rules.players, 48)
    return [
        {
            "card": step.card,
            "seat": step.seat,
            "x": round(inner[step.seat].x - width / 2, 1),
            "y": round(inner[step.seat].y - height / 2, 1),
            "width": width,
            "height": height,
            "at": outer[step.seat],
        }
        for step in trick.steps
    ]


def _faces(shown: tuple[Tile, ...], trick: TrickExample | None) -> tuple[Face, ...]:
    cards = [tile.card for tile in shown if tile.card]
    return faces([*cards, *(step.card for step in trick.steps)] if trick else cards)


def structured(data: Any) -> SafeString:
    """Data for search engines inside a script element: nothing in it can end that element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return SafeString(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule set on the list, with what is said of it to those who know the main rules."""

    preset: Preset
    said: tuple[Sentence, ...]
    more: int
    query: str


def list_page() -> dict[str, Any]:
    """Everything on the list of all rules."""
    words = catalogue()
    entries = [_entry(preset) for preset in PRESETS.values()]
    main, *others = entries
    return {
        "title": words.text("page.list_title"),
        "about": words.text("page.list_about", n=len(entries)),
        "path": "/rules",
        "main": main,
        "groups": [
            ("ideas", "page.ideas", "page.ideas_text", [one for one in others if one.preset.source == HOUSE]),
            ("classics", "page.classics", "", [one for one in others if one.preset.source != HOUSE]),
        ],
        "structured": structured(
            {
                "@context": "https://schema.org",
                "@type": "ItemList",
                "itemListElement": [
                    {"@type": "ListItem", "position": place, "name": one.preset.name}
                    for place, one in enumerate(entries, 1)
                ],
            }
        ),
    }


def _entry(preset: Preset) -> Entry:
    said = said_elsewhere(Rules(), preset.rules)
    return Entry(preset, said[:_ON_LIST], max(0, len(said) - _ON_LIST), f"preset={preset.id}")
