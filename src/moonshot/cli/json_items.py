"""The items of a JSON array, one at a time, without reading the array whole.

The reader looks only for the brackets, strings and commas that part one item from the next, so an item that
is not JSON spoils no other, a file may be endless, and an item too long to keep is reported and skipped.
"""

import re
from collections.abc import Iterator
from typing import Final

from moonshot.cli.json_lines import LONGEST_LINE, too_long
from moonshot.engine.strict_json import JsonError

_MARKS: Final = re.compile(rb'["\[\]{},]')
_STRING_END: Final = re.compile(rb'["\\]')
_BLANK: Final = b" \t\r\n"

_BEFORE, _WITHIN, _STRING, _AFTER = range(4)


class ArrayItems:
    """Feed it pieces of a JSON array; it hands out the text of each item, or the error of one too long.

    ``finish`` raises JsonError (``bad_json``) when the array was never opened or closed, and ``feed`` when
    something stands before or after it.
    """

    def __init__(self) -> None:
        self._where = _BEFORE
        self._depth = 0
        self._item = b""
        self._too_long = False
        self._escaped = False
        self._some = False

    def feed(self, chunk: bytes) -> Iterator[bytes | JsonError]:
        """The items that ``chunk`` completes."""
        start = at = self._open(chunk)
        while self._where in (_WITHIN, _STRING):
            if self._where == _STRING:
                at, ended = self._skip_string(chunk, at)
                if not ended:
                    break
                continue
            mark = _MARKS.search(chunk, at)
            if mark is None:
                break
            at = mark.end()
            if self._parts(mark.group()):
                yield from self._part(chunk[start : mark.start()], last=mark.group() == b"]")
                start = at
        if self._where != _AFTER:
            self._keep(chunk[start:])
        elif chunk[start:].strip(_BLANK):
            raise JsonError("bad_json", "Something follows the array of cases.")

    def _open(self, chunk: bytes) -> int:
        """The place in ``chunk`` after the opening bracket, which is looked for only once."""
        if self._where != _BEFORE or not chunk.strip(_BLANK):
            return 0
        at = len(chunk) - len(chunk.lstrip(_BLANK))
        if chunk[at : at + 1] != b"[":
            raise JsonError("bad_json", "The file is not a JSON array of cases.", "column 1")
        self._where = _WITHIN
        return at + 1

    def _parts(self, sign: bytes) -> bool:
        """Take note of a sign outside strings; true when it ends an item."""
        if sign == b'"':
            self._where = _STRING
        elif sign in b"[{":
            self._depth += 1
        elif self._depth == 0:
            return sign != b"}"
        elif sign != b",":
            self._depth -= 1
        return False

    def finish(self) -> None:
        """Say that no more follows."""
        if self._where == _BEFORE:
            raise JsonError("bad_json", "The file is not a JSON array of cases.", "column 1")
        if self._where != _AFTER:
            raise JsonError("bad_json", "The array of cases is not closed.")

    def _skip_string(self, chunk: bytes, at: int) -> tuple[int, bool]:
        """The place after the string that ``at`` lies in, and whether it ends in this chunk."""
        while True:
            if self._escaped:
                if at >= len(chunk):
                    return at, False
                self._escaped = False
                at += 1
            mark = _STRING_END.search(chunk, at)
            if mark is None:
                return at, False
            at = mark.end()
            if mark.group() == b'"':
                self._where = _WITHIN
                return at, True
            self._escaped = True

    def _keep(self, piece: bytes) -> None:
        if not self._too_long and self._where != _BEFORE:
            self._item += piece
            if len(self._item) > LONGEST_LINE:
                self._too_long, self._item = True, b""

    def _part(self, piece: bytes, *, last: bool) -> Iterator[bytes | JsonError]:
        """Close the item that ends with ``piece``."""
        self._keep(piece)
        item, was_too_long = self._item.strip(_BLANK), self._too_long
        self._item, self._too_long = b"", False
        if was_too_long:
            yield too_long()
        elif item or self._some or not last:
            yield item
        self._some = True
        if last:
            self._where = _AFTER
