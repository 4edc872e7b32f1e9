"""Sentences and messages of the teaching pages in templates."""

from typing import Final

from django import template

from moonshot.learn.catalogue import Catalogue, catalogue, number
from moonshot.learn.sentences import Sentence, Value

register: Final = template.Library()
_words: Final[Catalogue] = catalogue()


@register.filter
def say(sentence: Sentence | str) -> str:
    """A sentence, or a message without parameters, in words."""
    return _words.text(sentence)


@register.filter
def of(start: str, rest: str | int) -> str:
    """The message of a key in two parts."""
    return _words.text(f"{start}{rest}")


@register.simple_tag
def words(key: str, **params: Value) -> str:
    """The message of a key with parameters."""
    return _words.text(key, **params)


@register.filter
def minus(value: int) -> str:
    """A number with a true minus sign."""
    return number(value)


@register.filter
def signed(value: int) -> str:
    """A number that is added to something, with its sign."""
    return f"+{value}" if value > 0 else number(value)


@register.filter
def grouped(value: int) -> str:
    """A large number, its digits in threes."""
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
