"""The word filter: some words are masked, some lines refused. A hint, not a sanction.

What is compared is how a text looks, not how it is written: without case and accents, with digits and foreign
letters read as the Latin ones they resemble, and with single letters drawn together ("b a d" is "bad").
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from moonshot.site.people.letters import plain_letter

LIST: Final = Path(__file__).with_name("words.txt")

_LOOKS_LIKE: Final = str.maketrans(
    {
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i",
        "|": "i", "ı": "i", "ł": "l", "ø": "o", "ß": "s",
        "а": "a", "в": "b", "с": "c", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ѕ": "s", "т": "t", "у": "y", "х": "x",
        "α": "a", "β": "b", "ε": "e", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
    }
)  # fmt: skip
_UNSEEN: Final = frozenset({"Cc", "Cf", "Mn"})


@dataclass(frozen=True, slots=True)
class Filtered:
    """What became of a text: ``text`` to show (None: not to be sent), and how many words were masked."""

    text: str | None
    masked: int = 0


@dataclass(frozen=True, slots=True)
class _Lists:
    mask: re.Pattern[str]
    refuse: re.Pattern[str]


def filter_text(text: str) -> Filtered:
    """The text with masked words, or None in its place when it may not be sent.

    >>> filter_text("what a sh1t hand")
    Filtered(text='what a **** hand', masked=1)
    >>> filter_text("shift your assets")
    Filtered(text='shift your assets', masked=0)
    """
    lists = _lists(LIST, LIST.stat().st_mtime_ns)
    looks, places = _looks(text)
    if lists.refuse.search(looks):
        return Filtered(None)
    shown, masked = list(text), 0
    for found in lists.mask.finditer(looks):
        masked += 1
        for place in range(places[found.start()], places[found.end() - 1] + 1):
            if not shown[place].isspace():
                shown[place] = "*"
    return Filtered("".join(shown), masked)


def censor(text: str) -> str | None:
    """The text as others may read it; None for one that nobody may read."""
    return filter_text(text).text


def is_clean(text: str) -> bool:
    """Whether the filter has nothing to say; for names, also with spaces, `_` and `-` left out."""
    return all(
        found.text == given
        for given in (text, re.sub(r"[\s_-]+", "", text), re.sub(r"[_-]+", " ", text))
        for found in (filter_text(given),)
    )


def _looks(text: str) -> tuple[str, list[int]]:
    """How a text looks, and for each sign of that the place in the text where it comes from."""
    looks: list[str] = []
    places: list[int] = []
    for place, written in enumerate(text):
        if written == "!" and not text[place + 1 : place + 2].isalnum():
            written = " "  # noqa: PLW2901 - at the end of a word it is no letter
        bare = "".join(map(plain_letter, unicodedata.normalize("NFKD", written).casefold()))
        for sign in bare.translate(_LOOKS_LIKE):
            if unicodedata.category(sign) not in _UNSEEN:
                looks.append(sign if sign.isalnum() else " ")
                places.append(place)
    return _drawn_together("".join(looks), places)


def _drawn_together(looks: str, places: list[int]) -> tuple[str, list[int]]:
    """Leave out what stands between single letters: "b a d" becomes "bad"."""
    keep = [True] * len(looks)
    for run in re.finditer(r"(?<!\w)\w(?: +\w(?!\w))+(?!\w)", looks):
        for place in range(run.start(), run.end()):
            keep[place] = looks[place] != " "
    kept = [place for place, kept in enumerate(keep) if kept]
    return "".join(looks[place] for place in kept), [places[place] for place in kept]


@cache
def _lists(path: Path, stamp: int) -> _Lists:  # noqa: ARG001 - a changed file is read again
    tiers: dict[str, list[str]] = {"mask": [], "refuse": []}
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            tier, _, word = line.partition(" ")
            tiers[tier].append(_pattern(word.strip()))
    return _Lists(*(re.compile(r"(?<!\w)(?:" + "|".join(words) + r")") for words in tiers.values()))


def _pattern(word: str) -> str:
    stem = word.removesuffix("*")
    # A letter may be drawn out: "baaad". Words with several parts may have any gap between them.
    letters = "".join(r"\s+" if sign == " " else f"{re.escape(sign)}+" for sign in stem)
    return letters + (r"\w*" if word.endswith("*") else r"(?!\w)")
