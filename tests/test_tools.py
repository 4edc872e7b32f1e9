"""The set-up and the checks themselves: progress, counting, stamps, budgets."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import bundle_size, check, environment
from tools.progress import SetupError, run_step

ROOT = Path(__file__).resolve().parent.parent


def test_a_step_that_fails_tells_its_last_lines_and_what_to_do() -> None:
    program = "print('so far so good'); print('the disk is full'); raise SystemExit(3)"
    with pytest.raises(SetupError) as caught:
        run_step("Copying", [sys.executable, "-c", program], hint="Make room and start again.")
    text = str(caught.value)
    assert "Copying failed (exit code 3)" in text
    assert "the disk is full" in text
    assert text.endswith("Make room and start again.")


def test_a_step_whose_program_is_missing_tells_what_to_do() -> None:
    with pytest.raises(SetupError, match=r"Install it\.$"):
        run_step("Fetching", ["no-such-program-here"], hint="Install it.")


def test_a_step_that_works_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    run_step("Counting", [sys.executable, "-c", "print(1)"], hint="")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Counting ..."
    assert shown[-1].strip().startswith("done (")


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("16 passed in 0.14s", {"passed": 16}),
        ("2 failed, 14 passed, 1 skipped in 75.14s (0:01:15)", {"failed": 2, "passed": 14}),
        ("=== 1 passed, 1 error in 0.10s ===", {"passed": 1, "error": 1}),
        ("\x1b[32m\x1b[1m3 passed\x1b[0m\x1b[32m in 0.02s\x1b[0m", {"passed": 3}),
        ("      Tests  1 failed | 41 passed (42)", {"failed": 1, "passed": 41}),
        (" Test Files  4 passed (4)", {}),
        ("the deal was passed in 3 tricks", {}),
    ],
)
def test_tests_are_counted_from_closing_lines(line: str, counts: dict[str, int]) -> None:
    assert check._counts(line) == counts


def test_a_failed_step_counts_as_a_failure_even_without_tests() -> None:
    lint = check.Outcome("lint", ok=False, seconds=1.0)
    web = check.Outcome("web", ok=False, seconds=1.0, counts={"passed": 12})
    fine = check.Outcome("types", ok=True, seconds=1.0)
    assert [(o.passed, o.failed) for o in (lint, web, fine)] == [(0, 1), (12, 1), (1, 0)]


def test_steps_are_chosen_by_name_and_keep_their_order() -> None:
    assert [step.name for step in check._choose(["web", "lint"])] == ["lint", "web"]
    assert [step.name for step in check._choose([])] == [step.name for step in check.STEPS]
    quick = {step.name for step in check._choose(["quick"])}
    assert {"lint", "types", "tests", "web"} <= quick
    assert not quick & {"browser", "slow", "faults"}


def test_an_unknown_step_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        check._choose(["lintt"])
    assert "there is no step 'lintt'" in capsys.readouterr().err


def test_the_hash_of_sources_notices_contents_names_and_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_text("1")
    second.write_text("1")
    one = environment._hash_files([first])
    assert environment._hash_files([first]) == one
    assert environment._hash_files([second]) != one
    assert environment._hash_files([first], extra="elsewhere") != one
    first.write_text("2")
    assert environment._hash_files([first]) != one


def test_the_table_is_measured_with_all_that_it_loads(tmp_path: Path) -> None:
    manifest = {
        "src/main.tsx": {"file": "main.js", "css": ["main.css"], "imports": ["_shared"]},
        "_shared": {"file": "shared.js", "imports": ["src/main.tsx"]},
        bundle_size.TABLE: {"file": "table.js", "imports": ["_shared"], "isDynamicEntry": True},
        "src/setup/Setup.tsx": {"file": "setup.js", "imports": ["_shared"], "isDynamicEntry": True},
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    sizes = {}
    for name in ("main.js", "main.css", "shared.js", "table.js", "setup.js"):
        (tmp_path / name).write_bytes(os.urandom(1000))
        sizes[name] = len(gzip.compress((tmp_path / name).read_bytes(), 9))
    scripts = sizes["main.js"] + sizes["shared.js"] + sizes["table.js"]
    table, everything, setup = bundle_size.budgets(tmp_path)
    assert (table.size, everything.size) == (scripts, scripts + sizes["main.css"])
    assert setup.size == sizes["setup.js"]
    assert table.kept


def test_a_bundle_beyond_its_budget_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"src/main.tsx": {"file": "main.js"}}))
    (tmp_path / "main.js").write_bytes(os.urandom(41 * 1024))
    scripts, everything = bundle_size.budgets(tmp_path)
    assert not scripts.kept
    assert everything.kept


def test_an_old_python_gets_a_clear_message(tmp_path: Path) -> None:
    for name in ("python3", "python"):
        fake = tmp_path / name
        fake.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo "Python 3.9.18"; exit 0; }\nexit 1\n')
        fake.chmod(0o755)
    for name in ("dirname", "sh"):
        (tmp_path / name).symlink_to(f"/bin/{name}" if Path(f"/bin/{name}").exists() else f"/usr/bin/{name}")
    done = subprocess.run(
        ["/bin/sh", ROOT / "run"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer; found here: Python 3.9.18" in done.stderr
    assert "Traceback" not in done.stderr
