"""Every message is used, filled with what it needs, and plain."""

import re
from pathlib import Path

import pytest

import moonshot.learn
from moonshot.engine import PRESETS
from moonshot.learn.advice import HISTORY, glossary, tips
from moonshot.learn.catalogue import LANGUAGES, Catalogue, catalogue, number
from moonshot.learn.chapters import chapters
from moonshot.learn.sentences import say

WORDS = catalogue()
LEARN = Path(moonshot.learn.__file__).parent
ON_RULES_PAGES = {
    *("goal", "deal", "pass", "first", "trick", "hearts", "queen", "points", "moon", "end"),
    *("tile", "example", "differs", "tip", "history", "page", "keeper"),
}
SITE = LEARN.parent / "site" / "pages"


def templates() -> list[tuple[str, str]]:
    """Each key with each of its templates."""
    return [
        (key, template)
        for key in WORDS.keys
        for message in [WORDS.message(key)]
        for template in ([message] if isinstance(message, str) else message.values())
    ]


def test_messages_are_plain_sentences_without_markup() -> None:
    for key, template in templates():
        assert template == template.strip(), key
        assert "  " not in template, key
        assert not re.search(r"[<>&!]", template), key


def test_plurals_have_the_form_for_all_other_numbers() -> None:
    for key in WORDS.keys:
        message = WORDS.message(key)
        if not isinstance(message, str):
            assert "other" in message, key


def test_every_message_is_asked_for_somewhere() -> None:
    """By its whole key, or by the beginning of its key where the rest is a value."""
    sources = [*LEARN.rglob("*.py"), *SITE.rglob("*.py"), *SITE.rglob("*.html")]
    text = "".join(path.read_text() for path in sources)
    beginnings = {found.rstrip("{") for found in re.findall(r"[\"'](\w+\.[\w.]*)(?:\{|\"\|of|')", text)}
    for path in sources:
        beginnings |= set(re.findall(r"f\"(\w+\.[\w.]*)\{", path.read_text()))
    unused = [
        key
        for key in WORDS.keys
        if f'"{key}"' not in text
        and f"'{key}'" not in text
        and not any(start and key.startswith(start) for start in beginnings)
        and key.split(".")[0] in ON_RULES_PAGES
    ]
    assert unused == [], unused


@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_a_page_says_has_its_words(preset: str) -> None:
    rules = PRESETS[preset].rules
    said = [one for chapter in chapters(rules) for one in chapter.said]
    told = [*said, *HISTORY, *(one for tip in tips(rules) for one in tip.said)]
    for one in told:
        assert re.fullmatch(r"[A-Z0-9].*\.", WORDS.text(one)), one
    for key in (*(tip.key for tip in tips(rules)), *glossary(tuple(said))):
        assert WORDS.text(key)
    for term in glossary(tuple(said)):
        assert WORDS.text(f"{term}_text").endswith(".")


def test_lists_cards_and_numbers_in_words() -> None:
    assert WORDS.text(say("deal.removed", n=2, cards=("2C", "2D"))) == (
        "2 cards are left out of the pack: the two of clubs and the two of diamonds."
    )
    assert WORDS.text(say("points.card", n=1, card="QS")) == "The queen of spades costs 1 point."
    assert number(-10) == "\N{MINUS SIGN}10"
    three = WORDS.text(say("pass.cycle", ways=("L", "R", "A")))
    assert three.startswith("Passed cards go left, then right, then across: ")


def test_another_language_may_grow_key_by_key() -> None:
    other = Catalogue({"end.lowest": "Wer am wenigsten hat, gewinnt."}, WORDS)
    assert other.text("end.lowest") == "Wer am wenigsten hat, gewinnt."
    assert other.text("end.tie_shared") == WORDS.text("end.tie_shared")
    assert "end.tie_shared" in other
    assert other.keys == ("end.lowest",)
    with pytest.raises(KeyError):
        other.text("end.nothing")
    with pytest.raises(KeyError):
        catalogue("tlh")
    assert LANGUAGES[0] == "en"
