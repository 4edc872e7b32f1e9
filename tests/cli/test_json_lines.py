"""Lines in, lines out: broken lines, long lines, endless input, impatient and vanishing callers."""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from moonshot.cli.json_lines import LONGEST_LINE, answer_lines
from moonshot.cli.judge import answerer, refusal

COMMAND = [sys.executable, "-m", "moonshot.cli.main"]
RANKS = "23456789TJQKA"
HANDS = [" ".join(rank + suit for rank in RANKS) for suit in "CDSH"]
QUESTION = json.dumps({"id": 1, "hands": HANDS}).encode()
MEMORY = 160 << 20
"""Bytes of address space: far less than what is poured in, enough for Python and one long line."""


def pieces(data: bytes, size: int) -> Callable[[int], bytes]:
    """A source that hands out ``data`` in pieces of at most ``size`` bytes."""
    parts = iter([data[start : start + size] for start in range(0, len(data), size)] + [b""])
    return lambda most: next(parts)


def answers(data: bytes, size: int = 1 << 16) -> list[dict[str, Any]]:
    written: list[bytes] = []
    answer_lines(pieces(data, size), written.append, answerer(), refusal)
    return [json.loads(line) for line in b"".join(written).splitlines()]


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        (QUESTION[:-10], "bad_json", "column 12"),
        (b"hello", "bad_json", "column 1"),
        (b'{"id": 1,}', "bad_json", "column 10"),
        (b'{"id": 1} {"id": 2}', "bad_json", "column 11"),
        (b'{"id": NaN}', "bad_json", ""),
        (b'{"id": -Infinity}', "bad_json", ""),
        (b'{"id": 1e999}', "bad_json", ""),
        (b'{"id": ' + b"9" * 5000 + b"}", "bad_json", ""),
        (b'{"id": "\xff"}', "bad_utf8", "byte 9"),
        (b'{"id": "\xed\xa0\x80"}', "bad_utf8", "byte 9"),
        (b'{"id": "\x00"}', "bad_json", "column 9"),
        (b"[" * 100_000, "too_deep", ""),
        (b'{"id":' * 100_000, "too_deep", ""),
        (b"[1, 2]", "bad_type", ""),
        (b"7", "bad_type", ""),
        (b"null", "bad_type", ""),
        (b'"QS"', "bad_type", ""),
    ],
)
def test_a_line_without_readable_id(line: bytes, code: str, at: str) -> None:
    first, second = answers(line + b"\n" + QUESTION + b"\n")
    message = first["error"].pop("message")
    assert message
    if code == "bad_json" and at == "column 12":
        assert first["error"].pop("at").startswith("column ")
        at_found = at
    else:
        at_found = first["error"].pop("at")
    assert first == {"id": None, "ok": False, "error": {"code": code}}
    assert at_found == at
    assert second["ok"] is True


@pytest.mark.parametrize(
    ("line", "id_", "at"),
    [
        (b'{"id": 5, "hands": [], "hands": []}', 5, "hands"),
        (b'{"id": 5, "id": 6}', None, "id"),
        (b'{"id": 5, "rules": {"end_score": 1, "end_score": 100}}', 5, "end_score"),
        (b'{"rules": {"penalties": {"QS": 13, "QS": 1}}, "id": "x"}', "x", "QS"),
    ],
)
def test_a_key_named_twice(line: bytes, id_: Any, at: str) -> None:
    (answer,) = answers(line + b"\n")
    assert (answer["id"], answer["error"]["code"], answer["error"]["at"]) == (id_, "repeated_key", at)


def test_many_keys_with_one_named_twice_take_no_time() -> None:
    line = b"{" + b",".join(b'"%x":0' % number for number in range(80_000)) + b',"5":0}'
    assert len(line) < LONGEST_LINE
    began = time.process_time()
    assert answers(line)[0]["error"]["code"] == "repeated_key"
    assert time.process_time() - began < 5


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 16])
def test_pieces_of_any_size_give_the_same_answers(size: int) -> None:
    data = b"\n  \r\n" + QUESTION + b"\r\n\n{}\nx\n" + QUESTION
    codes = [answer.get("error", {}).get("code") for answer in answers(data, size)]
    assert codes == [None, "bad_type", "bad_json", None]


@pytest.mark.parametrize("extra", [0, 1, 100_000])
def test_a_line_over_the_limit_is_refused_once(extra: int) -> None:
    padded = b'{"id": 1, "hands": ' + json.dumps(HANDS).encode()
    line = padded + b" " * (LONGEST_LINE + extra - len(padded) - 1) + b"}"
    found = answers(line + b"\n" + QUESTION + b"\n")
    assert [answer["ok"] for answer in found] == [extra == 0, True]
    if extra:
        assert found[0]["error"]["code"] == "line_too_long"


def test_a_long_line_without_end_is_refused_once() -> None:
    found = answers(QUESTION + b"\n" + b"x" * (3 * LONGEST_LINE))
    assert [answer["ok"] for answer in found] == [True, False]


def test_no_input_no_output() -> None:
    assert answers(b"") == []
    assert answers(b"\n \n\t\r\n") == []


# -- the command itself ----------------------------------------------------------------------------------


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def pour(chunks: Iterator[bytes], into: IO[bytes]) -> None:
    for chunk in chunks:
        into.write(chunk)
    into.close()


def run_on(command: str, chunks: Iterator[bytes]) -> tuple[int, list[dict[str, Any]]]:
    """Pour ``chunks`` into the command under a memory limit; its exit code and answers, the last ones."""
    kept: list[dict[str, Any]] = []
    argv = [*COMMAND, command] if command == "judge" else [*COMMAND, command, "-"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=limited) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        pouring = threading.Thread(target=pour, args=(chunks, process.stdin))
        pouring.start()
        for line in process.stdout:
            kept = [*kept[-99:], json.loads(line)]
        pouring.join()
    return process.returncode, kept


def test_an_endless_line_needs_little_memory() -> None:
    code, found = run_on("judge", iter([b"[" * (1 << 20)] * 200 + [b"\n" + QUESTION + b"\n"]))
    assert code == 0
    assert [answer["ok"] for answer in found] == [False, True]


def test_endless_different_questions_need_little_memory() -> None:
    def questions() -> Iterator[bytes]:
        for number in range(1500):
            rules = {"end_score": number + 1, "pass_cycle": ["L"] * 24}
            filler = f"{number:0100000}" if number % 10 == 0 else ""
            yield json.dumps({"id": number, "rules": rules, "hands": HANDS, "x" + filler: 0}).encode() + b"\n"
            yield json.dumps({"id": filler, "rules": rules, "hands": HANDS}).encode() + b"\n"

    code, found = run_on("judge", questions())
    assert code == 0
    assert found[-1]["ok"] is True


def test_endless_cases_need_little_memory() -> None:
    def cases() -> Iterator[bytes]:
        yield b'[{"id": "'
        yield from [b"x" * (1 << 20)] * 100
        yield b'"}'
        for number in range(3_000):
            yield b', {"id": %d, "kind": "deal", "rules": {"players": 3, "end_score": %d}}' % (
                number,
                number + 1,
            )
        yield b"]"

    code, found = run_on("cases", cases())
    assert code == 0
    assert found[-1] == {"id": 2_999, "answer": {"removed": ["2D"], "hand": 17, "kitty": 0}}


def test_each_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen([*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(5):
            process.stdin.write(json.dumps({"id": number, "hands": HANDS}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
    assert process.returncode == 0


@pytest.mark.parametrize("command", ["judge", "cases"])
def test_a_reader_that_goes_away_ends_it_quietly(command: str, tmp_path: Path) -> None:
    source = tmp_path / "input"
    case = json.dumps({"id": 1, "kind": "deal", "rules": "standard", "situation": {}})
    source.write_text("\n".join(["{}"] * 100_000) if command == "judge" else f"[{','.join([case] * 50_000)}]")
    argv = [*COMMAND, command] if command == "judge" else [*COMMAND, command, str(source)]
    with (
        source.open("rb") as opened,
        subprocess.Popen(argv, stdin=opened, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_ctrl_c_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(QUESTION + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        assert process.stderr.read() == b""
        process.stdin.close()
    assert process.returncode == 130
