"""Compiled code on disk: never that of other sources, and never in the way of playing."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import moonshot.bots.search
import moonshot.engine
from moonshot.bots.search import storing
from moonshot.bots.search.compiling import RULES
from tests.bots.search.hiding import run_python

USE = """
import sys
sys.path[:0] = ["src", "."]
from moonshot.bots.search.chance import nth_bit
from moonshot.bots.search.storing import folder_in_use
assert nth_bit(0b1011000, 2) == 0b1000000
print(folder_in_use(), nth_bit.stats.cache_hits.total() if hasattr(nth_bit.stats.cache_hits, "total")
      else sum(nth_bit.stats.cache_hits.values()))
"""


def used(**environment: str) -> tuple[Path, int]:
    """Compile one small function in a process of its own: where it is kept, and whether it was there."""
    folder, hits = run_python(USE, {**os.environ, **environment}).rsplit(" ", 1)
    return Path(folder), int(hits)


def test_processes_share_what_one_has_compiled_and_spoilt_files_are_compiled_again(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"old-{number}").mkdir()
        os.utime(tmp_path / f"old-{number}", (number, number))
    environment = {**os.environ, "MOONSHOT_COMPILED": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", USE], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.wait() for process in both] == [0, 0]
    for process in both:
        assert process.stdout is not None
        process.stdout.close()
    folder, hits = used(MOONSHOT_COMPILED=str(tmp_path))
    assert hits == 1
    assert folder.parent == tmp_path
    assert not list(tmp_path.rglob("*.tmp*"))
    others = sorted(path.name for path in tmp_path.iterdir() if path != folder)
    assert others == ["old-5", "old-6", "old-7", "old-8"], "only a few old states stay"
    for path in folder.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:7])
    assert used(MOONSHOT_COMPILED=str(tmp_path)) == (folder, 0)


def test_a_folder_that_cannot_be_written_to_is_passed_over(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder")
    data = tmp_path / "data"
    folder, _ = used(MOONSHOT_COMPILED=str(taken), XDG_CACHE_HOME=str(taken), MOONSHOT_DATA=str(data))
    assert folder.parent == data / "compiled"
    folder, _ = used(MOONSHOT_COMPILED=str(taken), XDG_CACHE_HOME=str(taken), MOONSHOT_DATA=str(taken))
    assert folder.name.startswith("moonshot-compiled-")
    assert not folder.exists(), "what is kept for one process goes with it"


def test_a_full_disk_is_nobodys_concern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.caching import FunctionCache

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(FunctionCache, "save_overload", full)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    source = storing.keep(numba.njit(_twice), _twice)
    assert source(4) == 8


def _twice(number: int) -> int:
    return 2 * number


def test_every_source_of_compiled_code_counts() -> None:
    """The modules of compiled functions, and all of the engine that they draw from."""
    counted = storing.compiled_sources()
    here = Path(moonshot.bots.search.__file__).parent
    users = {
        path
        for path in here.glob("*.py")
        if "moonshot.bots.search.compiling" in imports_of(path) and path.name != "warming.py"
    }
    assert users <= set(counted)
    engine = Path(moonshot.engine.__file__).parent
    wanted = {engine / f"{rule.__module__.rsplit('.', 1)[1]}.py" for rule in RULES}
    while True:
        more = {
            engine / f"{name.rsplit('.', 1)[1]}.py"
            for path in wanted
            for name in imports_of(path)
            if name.startswith("moonshot.engine.")
        }
        if more <= wanted:
            break
        wanted |= more
    # Words and whole rules values: nothing of them is compiled.
    wanted -= {engine / f"{name}.py" for name in ("errors", "presets", "problems")}
    assert wanted <= set(counted)


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports from."""
    tree = ast.parse(path.read_text())
    return {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_no_compiled_function_calls_itself() -> None:
    """Numba crashes when it loads one that does from disk."""
    here = Path(moonshot.bots.search.__file__).parent
    found = [
        f"{path.name}: {function.name}"
        for path in here.glob("*.py")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        and {getattr(mark, "id", "") for mark in function.decorator_list} & {"compiled", "lean", "inlined"}
        and any(isinstance(name, ast.Name) and name.id == function.name for name in ast.walk(function))
    ]
    assert found == []
