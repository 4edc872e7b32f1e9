"""JSON read without surprises and written in one fixed layout.

Reading refuses keys named twice, NaN and infinities, numbers too big and text nested too deeply. A text that
breaks off, or breaks down, can be mended: cut after its last whole value, with its brackets closed.
"""

import json
import math
import re
from typing import Any, Final

from moonshot.engine.errors import HeartsError

_STRUCTURE: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[\[\]{},]', re.DOTALL)
_CLOSERS: Final = {"[": "]", "{": "}"}
_DEEPEST: Final = 20
_INDENT: Final = "  "

_inline = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class JsonError(HeartsError):
    """Text that is not JSON, or not the JSON that was asked for.

    ``place`` is the number of characters before the fault, None where that is not known.
    """

    def __init__(self, code: str, message: str, at: str = "", place: int | None = None) -> None:
        super().__init__(code, message, at)
        self.place = place


class StrictJson:
    """A reader of JSON objects; keep one where many are read."""

    def __init__(self) -> None:
        self._repeated: list[str] = []
        self._decode = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=_no_number, parse_float=_finite
        ).decode

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    self._repeated.append(name)
                seen.add(name)
        return value

    def read(self, text: str | bytes) -> tuple[dict[str, Any], JsonError | None]:
        """The object ``text`` holds and, where a key is named twice in it, the error that says so.

        A key named twice keeps the object from being used, but it may still tell what it was about: only an
        ``id`` named twice is taken out.
        Raises JsonError: ``bad_utf8``, ``bad_json``, ``too_deep`` or ``bad_type``.
        """
        self._repeated.clear()
        try:
            value = self._decode(text.decode() if isinstance(text, bytes) else text)
        except UnicodeDecodeError as error:
            raise JsonError("bad_utf8", "The text is not UTF-8.", f"byte {error.start + 1}") from None
        except json.JSONDecodeError as error:
            at = (
                f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
            )
            raise JsonError("bad_json", f"Not JSON: {error.msg}.", at, error.pos) from None
        except RecursionError:
            raise JsonError("too_deep", "The JSON is nested too deeply.") from None
        except ValueError as error:
            raise JsonError("bad_json", f"Not JSON that can be used: {str(error)[:80]}.") from None
        if not isinstance(value, dict):
            raise JsonError("bad_type", "Give a JSON object.")
        if not self._repeated:
            return value, None
        name = self._repeated[0]
        if "id" in self._repeated:
            value.pop("id", None)
        return value, JsonError("repeated_key", f"The key {name[:40]!r} is named twice.", name[:40])


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number is too big")
    return number


def mended(text: str, place: int) -> str:
    """The JSON of ``text`` up to ``place``, cut after its last whole value and with all brackets closed."""
    open_brackets: list[str] = []
    end, closers = 0, ""
    for mark in _STRUCTURE.finditer(text, 0, place):
        sign = mark.group()
        if sign in _CLOSERS and len(open_brackets) < _DEEPEST:
            open_brackets.append(sign)
        elif sign in "]}" and open_brackets:
            open_brackets.pop()
        elif sign in "[]{}":
            break
        elif sign != ",":
            continue
        end = mark.start() if sign == "," else mark.end()
        closers = "".join(_CLOSERS[bracket] for bracket in reversed(open_brackets))
    return text[:end] + closers


def laid_out(value: Any, indent: str = "") -> str:
    """JSON with one item a line, indented by two blanks; items without items inside stand on one line."""
    if not isinstance(value, (dict, list)) or not any(
        isinstance(item, (dict, list)) for item in _items(value)
    ):
        return _inline(value)
    inner = indent + _INDENT
    if isinstance(value, dict):
        lines = [f"{inner}{_inline(name)}: {laid_out(item, inner)}" for name, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    lines = [inner + laid_out(item, inner) for item in value]
    return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def _items(value: dict[str, Any] | list[Any]) -> Any:
    return value.values() if isinstance(value, dict) else value
