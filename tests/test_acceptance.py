"""The tables that say which test proves what list every row once, and every test they name exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UNPROVED = {"not yet", "left out on purpose"}
LAST_ROWS = {0: 51, 1: 28, 2: 43, 3: 23, 4: 36}
REPORTS = {
    "C": "1 2 3 6 7 8 9 11 12 13 14 15 16",
    "K": "1 4 5 6 7",
    "X": "3 4 5 6",
    "H": "1 3 4",
    "N": "2 3 4",
    "M": "1 3 4",
    "F": "2 3 4 5",
    "B": "1 2 3 5 6 7 8 9 11 12 13 14 15 16 17",
    "R": "1 2 3 4 6 8 9 10 11 12 13",
    "P": "2 3 4 5 7 8 9",
    "S": "2 4 5 7 8 9 10 11 12 13",
    "L": "3 4 5 6 7 8 9 10",
    "U": "2 3 4 5 6 7 8 9 10 11 12 13",
    "A": "1 2 4 5",
    "T": "2 3 4 5 6 7",
}
EXPECTED: dict[str, list[str]] = {
    "acceptance.md": [f"S{part}.{row}" for part, last in LAST_ROWS.items() for row in range(1, last + 1)],
    "user-reports.md": [f"{area}{row}" for area, rows in REPORTS.items() for row in rows.split()],
}
"""Each table with the ids of its rows, in order."""


@cache
def rows_of(table: str) -> list[tuple[str, str]]:
    """The id and the proof of each row: the first cell and the third."""
    text = (ROOT / "docs" / table).read_text()
    return re.findall(r"^\| ([A-Z]\d+(?:\.\d+)?) \| [^|\n]+ \| ([^|\n]+?) \|", text, re.MULTILINE)


def named_tests(table: str) -> list[tuple[str, str]]:
    """Each row with each test that it names."""
    return [
        (row, name.strip().strip("`"))
        for row, proof in rows_of(table)
        if proof not in UNPROVED
        for name in proof.split(",")
    ]


@cache
def functions_of(path: Path) -> set[str]:
    """The names of all tests in a Python file, as pytest writes them: `name` or `Class::name`."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
            names.update(
                f"{node.name}::{part.name}"
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            )
    return names


def problem_with(name: str) -> str | None:
    """Why a test named in a table cannot be found, or None."""
    path, _, function = name.partition("::")
    file = ROOT / path
    if not file.is_file():
        return "there is no such file"
    if not function:
        return None
    if file.suffix == ".py":
        known = function.split("[")[0] in functions_of(file)
    else:
        known = function in file.read_text()
    return None if known else "the file has no such test"


@pytest.mark.parametrize("table", EXPECTED)
def test_every_row_is_listed_once_and_in_order(table: str) -> None:
    assert [row for row, _ in rows_of(table)] == EXPECTED[table]


@pytest.mark.parametrize("table", EXPECTED)
def test_every_named_test_exists(table: str) -> None:
    problems = {
        f"{row} {name}": problem for row, name in named_tests(table) if (problem := problem_with(name))
    }
    assert problems == {}


def test_a_name_that_is_wrong_is_found() -> None:
    assert problem_with("tests/nowhere.py") == "there is no such file"
    assert problem_with("tests/test_acceptance.py::test_nothing") == "the file has no such test"
    assert problem_with("tests/test_acceptance.py::test_every_named_test_exists[acceptance.md]") is None
