"""Where rules differ from those of other tables, found by comparing what is said of both."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from moonshot.engine import PRESETS, Preset, Rules
from moonshot.learn.chapters import chapters
from moonshot.learn.sentences import Sentence, say

_NOT_COMPARED: Final = frozenset(
    {
        "deal.dealer",
        "deal.whole_pack",
        "first.suit_first",
        "first.fallback_any",
        "hearts.queen_goes_first",
        "moon.bonus_not_needed",
        "moon.missed",
        "moon.no_trick_unpaid",
        "moon.what",
        "pass.blind",
        "points.bonus_below_zero",
        "points.total",
    }
)
"""What follows from something else that is compared."""
_LACKS: Final = {
    "points.bonus": "differs.without_bonus",
    "deal.kitty_first_trick": "differs.without_kitty",
    "deal.kitty_last_trick": "differs.without_kitty",
    "deal.kitty_first_heart": "differs.without_kitty",
    "moon.sun": "differs.without_sun",
    "points.no_trick": "differs.without_no_trick",
    "end.exact_reset": "differs.without_reset",
    "end.exact_wins": "differs.without_exact_wins",
    "pass.kept": "differs.without_kept",
    "end.hands_at_latest": "differs.without_hands_at_latest",
}
"""What to say of a table that has nothing of a kind that the page has."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Named rules that are all alike, and what is different there."""

    presets: tuple[Preset, ...]
    said: tuple[Sentence, ...]


@lru_cache(maxsize=256)
def sentences_of(rules: Rules) -> tuple[Sentence, ...]:
    """All that a page says of the rules, in order."""
    return tuple(sentence for chapter in chapters(rules) for sentence in chapter.said)


def said_elsewhere(here: Rules, there: Rules) -> tuple[Sentence, ...]:
    """What is to be said of other rules to somebody who knows these."""
    mine, theirs = sentences_of(here), sentences_of(there)
    new = [one for one in theirs if one not in mine and one.kind not in _NOT_COMPARED]
    kinds = {one.kind for one in theirs}
    lacking = [_LACKS[one.kind] for one in mine if one.kind in _LACKS and one.kind not in kinds]
    new += [say(key) for key in dict.fromkeys(lacking)]
    costs = {dict(one.params)["card"] for one in theirs if one.kind == "points.card"}
    for one in mine:
        if one.kind == "points.card" and (card := dict(one.params)["card"]) not in costs:
            new.append(say("differs.without_card", card=card))
    return tuple(new)


def differences(rules: Rules) -> tuple[Difference, ...]:
    """How all named rules differ from these: those with the fewest differences first."""
    return tuple(sorted(_differences(rules), key=lambda one: len(one.said)))


def _differences(rules: Rules) -> Iterator[Difference]:
    alike: dict[Rules, list[Preset]] = {}
    for preset in PRESETS.values():
        alike.setdefault(preset.rules, []).append(preset)
    for other, presets in alike.items():
        yield Difference(tuple(presets), said_elsewhere(rules, other))


@lru_cache(maxsize=256)
def unusual(rules: Rules) -> frozenset[Sentence]:
    """The sentences that most tables with as many players would not say."""
    usual = sentences_of(replace(Rules(), players=rules.players))
    return frozenset(sentences_of(rules)) - frozenset(usual)
