"""Reading a JSON body strictly: what is ambiguous or hostile is refused before anything looks at it."""

import json
from typing import Any, Final

from django.http import HttpRequest
from ninja.parser import Parser

from moonshot.site.errors import ApiError

DEEPEST: Final = 8


def read_json(body: bytes) -> Any:
    """The value of a JSON text in UTF-8 without duplicate keys, unfinite numbers or deep nesting.

    Raises ApiError with status 400.
    """
    try:
        text = body.decode("utf-8")
        if _depth(text) > DEEPEST:
            raise ApiError(400, "bad_json", f"The body is nested deeper than {DEEPEST} levels.")
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except UnicodeError:
        raise ApiError(400, "bad_json", "The body is not UTF-8.") from None
    except (ValueError, RecursionError):
        raise ApiError(400, "bad_json", "The body is not JSON.") from None
    return value


def _depth(text: str) -> int:
    """How deep brackets are nested, counting those inside strings too, which only errs on the strict side."""
    deepest = depth = 0
    for char in text:
        if char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ApiError(400, "bad_json", "A key appears twice.", twice[:40])
    return found


def _no_constant(name: str) -> Any:
    raise ApiError(400, "bad_json", f"{name} is not a JSON number.")


class ReadAlready(Parser):
    """django-ninja's reader of bodies: the guard has read the body, strictly, before the view is found."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The JSON value of the body."""
        return request.json_value  # type: ignore[attr-defined]
