"""The words of all pages by key, one file a subject and one folder a language.

A message is a template with named parameters, or several by plural category, chosen by the parameter `n`.
What a language lacks is taken from English, so a translation may grow key by key. Parameters are told apart
by their names: `card` is a card's code, `way` a direction, and so on (see `_FORMS`); numbers are written with
a true minus sign.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from moonshot.learn.sentences import Sentence, Value

Message = str | Mapping[str, str]
LANGUAGES: Final = ("en",)
_PLURALS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})


class Catalogue:
    """The messages of one language. `chain` are catalogues to ask for what this one lacks."""

    def __init__(self, messages: Mapping[str, Message], chain: "Catalogue | None" = None) -> None:
        self._messages = messages
        self._chain = chain

    def __contains__(self, key: str) -> bool:
        return key in self._messages or (self._chain is not None and key in self._chain)

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that this language has itself, in the order of the files."""
        return tuple(self._messages)

    def message(self, key: str) -> Message:
        """The template or templates of a key. Raises KeyError."""
        if key in self._messages or self._chain is None:
            return self._messages[key]
        return self._chain.message(key)

    def text(self, said: Sentence | str, **params: Value) -> str:
        """A sentence, or the message of a key, in words."""
        if isinstance(said, str):
            said = Sentence(said, tuple(params.items()))
        values = dict(said.params)
        message = self.message(said.kind)
        template = message if isinstance(message, str) else _plural(message, values["n"])
        return template.format_map({name: self._words(name, value) for name, value in values.items()})

    def _words(self, name: str, value: Value) -> str:
        form = _FORMS.get(name)
        if form is not None:
            return form(self, value)
        return number(value) if isinstance(value, int) else str(value)

    # -- how parameters are told -------------------------------------------------------------------------

    def card(self, card: Any) -> str:
        """``queen of spades`` for ``QS``."""
        return self.text("words.card", rank=card[0], suit=card[1])

    def _the_card(self, card: Any) -> str:
        if card == "hearts":
            return self.text("words.hearts")
        return self.text("words.the_card", card=card)

    def _cards(self, cards: Any) -> str:
        return self._list(self._the_card(card) for card in cards)

    def _what(self, cards: Any) -> str:
        return self._list(
            self.text("words.all_hearts") if card == "hearts" else self._the_card(card) for card in cards
        )

    def _way(self, way: Any) -> str:
        return self.text(f"words.way.{way}")

    def _ways(self, ways: Any) -> str:
        told, *rest = [self._way(way) for way in ways]
        for one in rest:
            told = self.text("words.join_ways", first=told, second=one)
        return told

    def _costs(self, costs: Any) -> str:
        return self._list(self.text("words.cost", rank=rank, points=points) for rank, points in costs)

    def _list(self, items: Iterable[str]) -> str:
        told, *rest = items
        for place, one in enumerate(rest, 1):
            key = "words.join_two" if place == len(rest) else "words.join_more"
            told = self.text(key, first=told, second=one)
        return told


_FORMS: Final[Mapping[str, Callable[[Catalogue, Any], str]]] = {
    "card": Catalogue.card,
    "cards": Catalogue._cards,  # noqa: SLF001
    "barred": Catalogue._cards,  # noqa: SLF001
    "what": Catalogue._what,  # noqa: SLF001
    "way": Catalogue._way,  # noqa: SLF001
    "ways": Catalogue._ways,  # noqa: SLF001
    "costs": Catalogue._costs,  # noqa: SLF001
    "rank": lambda words, rank: words.text(f"words.rank.{rank}"),
    "player": lambda words, seat: words.text(f"example.player.{seat}"),
    "suit": lambda words, suit: words.text(f"words.suit.{suit}"),
}


def number(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def _plural(forms: Mapping[str, str], n: Value) -> str:
    return forms["one"] if n == 1 and "one" in forms else forms["other"]


@lru_cache(maxsize=8)
def catalogue(language: str = "en") -> Catalogue:
    """The catalogue of a language, on top of English. Raises KeyError for one that there is not."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return Catalogue(_read(language), None if language == "en" else catalogue("en"))


def _read(language: str) -> dict[str, Message]:
    found: dict[str, Message] = {}
    folder = files("moonshot.learn").joinpath("messages", language)
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        _collect(found, file.name.removesuffix(".toml"), tomllib.loads(file.read_text("utf-8")))
    return found


def _collect(found: dict[str, Message], key: str, value: Any) -> None:
    if isinstance(value, str) or _PLURALS.issuperset(value):
        found[key] = value
        return
    for name, below in value.items():
        _collect(found, f"{key}.{name}", below)
