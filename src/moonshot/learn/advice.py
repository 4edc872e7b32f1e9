"""Advice, history and the words of the table: no rules, but shown only where the rules call for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from moonshot.engine import Rules, card_text
from moonshot.engine.cards import QUEEN
from moonshot.learn.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Tip:
    """A piece of advice: the key of its heading and what it says."""

    key: str
    said: tuple[Sentence, ...]


def tips(rules: Rules) -> tuple[Tip, ...]:
    """How to play well by these rules."""
    return tuple(_tips(rules))


def _tips(rules: Rules) -> Iterator[Tip]:
    facts = rules.facts
    passes = any(way != "H" for way in rules.directions)
    yield _tip("void")
    queen = facts.points[QUEEN]
    if queen > max(points for card, points in enumerate(facts.points) if card != QUEEN):
        kept = "" if passes else "_kept"
        said = (say(f"tip.queen_1{kept}", n=queen), say(f"tip.queen_2{kept}"), say("tip.queen_3"))
        yield Tip("tip.queen", said)
    yield _tip("high")
    yield _tip("low")
    yield _tip("duck")
    if passes:
        yield _tip("passing", 2)
    if facts.bonus_card >= 0:
        bonus = say("tip.bonus_1", card=card_text(facts.bonus_card), n=-facts.bonus_points)
        yield Tip("tip.bonus", (bonus,))
    if facts.moon_set:
        yield _tip("moon_read")
        yield Tip("tip.moon_stop", (say("tip.moon_stop_1", value=facts.moon_value),))
        yield _tip("moon_shoot")
    yield _tip("count")
    if facts.end_score:
        yield _tip("leader")


def _tip(name: str, sentences: int = 1) -> Tip:
    return Tip(f"tip.{name}", tuple(say(f"tip.{name}_{n}") for n in range(1, sentences + 1)))


HISTORY: Final = tuple(
    say(f"history.{name}") for name in ("origin", "lady", "passing", "computers", "numbers")
)

_TERMS: Final = (
    ("black_lady", "points.card"),
    ("bonus", "points.bonus"),
    ("broken", "hearts.after_break"),
    ("discard", ""),
    ("duck", ""),
    ("exit", ""),
    ("follow", ""),
    ("hand", ""),
    ("hold", "pass.cycle"),
    ("kitty", "deal.kitty"),
    ("lead", ""),
    ("match", ""),
    ("moon", "moon.what"),
    ("pass", "pass.count"),
    ("point_card", ""),
    ("scatter", "pass.scatter"),
    ("sun", "moon.sun"),
    ("trick", ""),
    ("void", ""),
)
"""The words, each with the beginning of a kind of sentence without which it is not needed."""


def glossary(sentences: tuple[Sentence, ...]) -> tuple[str, ...]:
    """The keys of the words that a page with these sentences explains."""
    kinds = [one.kind for one in sentences]
    return tuple(f"term.{name}" for name, needs in _TERMS if any(kind.startswith(needs) for kind in kinds))
