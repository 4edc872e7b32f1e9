"""Sentences as claims: a kind with parameters. The words for them stand in the catalogue, not here.

A sentence about rules can be checked, because it is data: `Sentence("pass.count", (("n", 3),))` claims that
three cards are passed. `tests/learn` asks the engine whether what a page claims is so, kind by kind.
"""

from dataclasses import dataclass

Value = int | str | tuple[str, ...] | tuple[tuple[str, int], ...]
"""Numbers, names, codes of cards and directions, lists of them, and cards' ranks with what they cost."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that is said: its kind is the key of its words, its parameters fill them."""

    kind: str
    params: tuple[tuple[str, Value], ...] = ()


def say(kind: str, **params: Value) -> Sentence:
    """The sentence of this kind with these parameters.

    >>> say("pass.count", n=3)
    Sentence(kind='pass.count', params=(('n', 3),))
    """
    return Sentence(kind, tuple(sorted(params.items())))
