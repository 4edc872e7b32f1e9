"""Reading single values of a record: each is what it should be, or a RecordError tells where it is not."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from moonshot.engine.cards import parse_cards
from moonshot.engine.errors import HeartsError, RecordError

_T = TypeVar("_T")
LONGEST_NAME: Final = 200
_BIGGEST: Final = 2**53


def need(value: Mapping[str, Any], name: str, at: str) -> Any:
    """A field that has to be there."""
    if name not in value:
        place = f"{at}.{name}" if at else name
        raise RecordError("missing_field", f"The field {name} is missing.", place)
    return value[name]


def only(value: Mapping[str, Any], names: tuple[str, ...], at: str) -> None:
    """Refuse fields of other names."""
    for name in value:
        if name not in names:
            place = f"{at}.{name[:40]}" if at else name[:40]
            raise RecordError("unknown_field", f"There is no field called {name[:40]!r} here.", place)


def typed(value: Any, kind: type[_T], at: str) -> _T:
    """The value, when it is of this kind."""
    if not isinstance(value, kind):
        words = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
        raise RecordError("bad_type", f"Give {words[kind]}.", at)
    return value


def same(value: Any, expected: Any, at: str, code: str) -> None:
    """Refuse what a record says when something else follows from the rules."""
    if type(value) is not type(expected) or value != expected or not _alike(value, expected):
        raise RecordError(code, f"It says {_short(value)}, but by the rules it is {_short(expected)}.", at)


def _alike(value: Any, expected: Any) -> bool:
    """Whether equal values are equal in type too: JSON's 1.0 and true are not 1."""
    if isinstance(expected, dict):
        return all(_alike(value[name], item) for name, item in expected.items())
    if isinstance(expected, list):
        return all(_alike(mine, item) for mine, item in zip(value, expected, strict=True))
    return type(value) is type(expected)


def _short(value: Any) -> str:
    shown = "null" if value is None else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def whole(value: Any, at: str) -> int:
    """A whole number from 0."""
    if type(value) is not int or not 0 <= value < _BIGGEST:
        raise RecordError("bad_type", "Give a whole number from 0.", at)
    return value


def wholes(value: Any, at: str) -> list[int]:
    """A list of whole numbers from 0."""
    return [whole(item, f"{at}[{index}]") for index, item in enumerate(typed(value, list, at))]


def short_text(value: Any, at: str, longest: int) -> str:
    """A text of whole characters, at most so long."""
    found = typed(value, str, at)
    try:
        found.encode()
    except UnicodeEncodeError:
        raise RecordError("bad_type", "Give a text of whole characters.", at) from None
    if len(found) > longest:
        raise RecordError("bad_type", f"At most {longest} characters.", at)
    return found


def read_cards(value: Any, at: str) -> tuple[int, ...]:
    """Cards in one text."""
    given = typed(value, str, at)
    try:
        return parse_cards(given, at)
    except HeartsError as error:
        raise RecordError(error.code, error.message, error.at) from None


def is_hex(value: Any, digits: int) -> bool:
    """Whether it is a text of so many hexadecimal digits in lower case."""
    return isinstance(value, str) and len(value) == digits and not value.strip("0123456789abcdef")
