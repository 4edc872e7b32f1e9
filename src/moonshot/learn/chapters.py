"""The rules as chapters, in reading order: the same at a table and on a page of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from moonshot.engine import Rules
from moonshot.learn import rules_of_play as play
from moonshot.learn import rules_of_scoring as scoring
from moonshot.learn.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sentences on one subject; the key of the heading is ``title.`` and the id."""

    id: str
    said: tuple[Sentence, ...]

    @property
    def title(self) -> str:
        """The key of the heading."""
        return f"title.{self.id}"


_CHAPTERS: Final[tuple[tuple[str, Callable[[Rules], list[Sentence]]], ...]] = (
    ("goal", play.goal),
    ("deal", play.deal),
    ("passing", play.passing),
    ("first_trick", play.first_trick),
    ("tricks", play.tricks),
    ("hearts", play.hearts),
    ("queen", play.queen),
    ("points", scoring.points),
    ("moon", scoring.moon),
    ("end", scoring.end),
)

_QUICK: Final = (
    "goal.",
    "deal.players",
    "deal.removed",
    "pass.none",
    "pass.count",
    "pass.always",
    "pass.cycle",
    "first.leader",
    "first.card_lowest",
    "trick.follow",
    "trick.high",
    "hearts.anytime",
    "hearts.never",
    "hearts.after_break",
    "hearts.broken",
    "points.heart",
    "points.card",
    "points.bonus",
    "moon.what",
    *(f"moon.{kind}" for kind in ("others", "self", "choice", "minus", "plus")),
    "end.reach",
    "end.exceed",
    "end.hands",
    "end.lowest",
)
"""Beginnings of the kinds that make up the short version."""


@lru_cache(maxsize=256)
def chapters(rules: Rules) -> tuple[Chapter, ...]:
    """All chapters that have something to say about playable rules."""
    told = (Chapter(name, tuple(tell(rules))) for name, tell in _CHAPTERS)
    return tuple(chapter for chapter in told if chapter.said)


def quick_version(rules: Rules) -> tuple[Chapter, ...]:
    """The rules in short: of each chapter what one has to know to play the first hand."""
    short = (
        Chapter(chapter.id, tuple(one for one in chapter.said if one.kind.startswith(_QUICK)))
        for chapter in chapters(rules)
    )
    return tuple(chapter for chapter in short if chapter.said)
