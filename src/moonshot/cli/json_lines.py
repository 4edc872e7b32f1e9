"""One JSON answer for each line of input, whatever the input is.

Lines are read in bounded pieces and answered in order. A line that cannot be read gets an error answer and
the next one is answered all the same; a line longer than `LONGEST_LINE` is reported and skipped without being
kept. All answers to the input at hand go out before more input is awaited, so a caller who asks line by line
gets each answer at once, and a full pipe is answered in large writes.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from moonshot.engine.errors import HeartsError
from moonshot.engine.strict_json import JsonError, StrictJson

LONGEST_LINE: Final = 1 << 20
"""Bytes of the longest line that is answered."""
CHUNK: Final = 1 << 16

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def json_text(value: Any) -> str:
    """The JSON text of an answer, on one line, in ASCII."""
    return _encode(value)


def error_object(error: HeartsError) -> dict[str, str]:
    """The error as an answer carries it."""
    return {"code": error.code, "message": error.message, "at": error.at}


def too_long() -> JsonError:
    """The error of a line, or an item, that is longer than may be kept."""
    return JsonError("line_too_long", f"More than {LONGEST_LINE} bytes.")


def answer_object(
    strict: StrictJson,
    data: bytes,
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    refuse: Callable[[HeartsError, Any], str],
) -> str:
    """The answer to the JSON object ``data``: its id and what ``answer`` makes of it, or a refusal."""
    number: Any = None
    try:
        value, repeated = strict.read(data)
        number = value.get("id")
        return refuse(repeated, number) if repeated else json_text({"id": number, **answer(value)})
    except HeartsError as error:
        return refuse(error, number)
    except RecursionError:
        return refuse(JsonError("too_deep", "The JSON is nested too deeply."), None)
    except Exception:  # noqa: BLE001 - whatever went wrong here, the next question is still answered
        return refuse(JsonError("internal", "This one cannot be answered."), number)


def answer_lines(
    read: Callable[[int], bytes],
    write: Callable[[bytes], object],
    answer: Callable[[bytes], str],
    refuse: Callable[[HeartsError, Any], str],
) -> None:
    """Answer every line that ``read`` yields until it yields nothing; blank lines are skipped.

    Args: ``read`` returns at most so many bytes as soon as there are any; ``answer`` turns a line into its
    answer; ``refuse`` makes the answer for a line too long to keep.
    """
    pending = b""
    skipping = False
    while chunk := read(CHUNK):
        *lines, pending = (pending + chunk).split(b"\n")
        if skipping and lines:
            del lines[0]
            skipping = False
        answers = [
            answer(line) if len(line) <= LONGEST_LINE else refuse(too_long(), None)
            for line in lines
            if not line.isspace() and line
        ]
        if skipping:
            pending = b""
        elif len(pending) > LONGEST_LINE:
            answers.append(refuse(too_long(), None))
            skipping, pending = True, b""
        _put(write, answers)
    if pending.strip() and not skipping:
        _put(write, [answer(pending)])


def _put(write: Callable[[bytes], object], answers: Iterable[str]) -> None:
    text = "\n".join(answers)
    if text:
        write(text.encode() + b"\n")


def read_stdin(size: int) -> bytes:
    """Up to ``size`` bytes of standard input, as soon as there are any."""
    return os.read(sys.stdin.fileno(), size)


def write_stdout(data: bytes) -> None:
    """Write all of ``data`` to standard output now."""
    view = memoryview(data)
    while view:
        view = view[os.write(sys.stdout.fileno(), view) :]


def run_quietly(work: Callable[[], int]) -> int:
    """The exit code of ``work``; a reader that went away or Ctrl-C ends it without a word."""
    try:
        return work()
    except BrokenPipeError:
        # Python would complain once more when it flushes standard output on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
