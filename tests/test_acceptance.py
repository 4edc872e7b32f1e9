"""docs/acceptance.md lists every row once, and every test it names exists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| (S\d\.\d+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
LAST_ROWS = {0: 51, 1: 28, 2: 43, 3: 23, 4: 36}
UNPROVED = {"not yet", "left out on purpose"}

ROWS: list[tuple[str, str, str]] = ROW.findall((ROOT / "docs" / "acceptance.md").read_text())


def named_tests() -> list[tuple[str, str]]:
    """Each row with each test that it names."""
    return [
        (row, name.strip().strip("`"))
        for row, _, proof in ROWS
        if proof not in UNPROVED
        for name in proof.split(",")
    ]


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


def test_every_row_is_listed_once_and_in_order() -> None:
    expected = [f"S{part}.{row}" for part, last in LAST_ROWS.items() for row in range(1, last + 1)]
    assert [row for row, _, _ in ROWS] == expected


def problem_with(name: str) -> str | None:
    """Why a test named in the table cannot be found, or None."""
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


def test_every_named_test_exists() -> None:
    problems = {f"{row} {name}": problem for row, name in named_tests() if (problem := problem_with(name))}
    assert problems == {}
