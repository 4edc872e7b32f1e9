"""The repository keeps its own promises: sizes, locks, and nothing of any one machine."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 450
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
NODE_LOCKS = [
    path
    for place in ("web", "tools/*", "bench/*")
    for path in sorted(ROOT.glob(f"{place}/package-lock.json"))
]
STANDARD_LIBRARY_ONLY = ("engine", "tables")

# Written so that this file does not find itself.
HOSTS = re.compile("|".join(["pypi" + r"\.org", "registry" + r"\.npmjs", "files" + r"\.pythonhosted"]))
MACHINE_PATHS = re.compile(r"(?<![A-Za-z0-9_.])/(?:home|root|work|Users|opt)/\w")


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a Git checkout")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_tracked_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked_files()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if HOSTS.search(line) or MACHINE_PATHS.search(line)
    ]
    assert found == []


def test_source_files_stay_small() -> None:
    sources = [
        path
        for path in tracked_files()
        if path.suffix in {".py", ".ts", ".tsx", ".css"}
        and path.relative_to(ROOT).as_posix().startswith(("src/", "web/src/"))
        and "Generated from" not in text_of(path)[:200]
    ]
    assert sources
    long = {str(path.relative_to(ROOT)): len(text_of(path).splitlines()) for path in sources}
    assert {name: lines for name, lines in long.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_locked_requirement_has_its_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text().strip())
    pins = [entry for entry in entries if not entry.startswith("#")]
    assert pins
    assert [entry.split()[0] for entry in pins if "==" not in entry or "--hash=sha256:" not in entry] == []
    assert not re.search(
        r"^\s*(-i|--(extra-)?index-url|-f|--find-links|--trusted-host)", lock.read_text(), re.MULTILINE
    )
    assert "://" not in lock.read_text()


def test_the_locks_agree_with_each_other() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(), re.MULTILINE):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_the_lock_installs_what_the_package_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {re.split(r"[^a-z0-9-]", name)[0] for name in project["dependencies"]}
    listed = (ROOT / "requirements" / "runtime.in").read_text().splitlines()
    named = {line.split("==")[0] for line in listed if line and not line.startswith("#")}
    assert named == asked


@pytest.mark.parametrize("lock", NODE_LOCKS, ids=lambda path: path.parent.name)
def test_node_locks_have_integrity_and_name_no_host(lock: Path) -> None:
    packages = json.loads(lock.read_text())["packages"]
    installed = {name: entry for name, entry in packages.items() if name and not entry.get("link")}
    assert installed
    assert [name for name, entry in installed.items() if "resolved" in entry] == []
    # A package bundled inside another one is covered by the integrity of that one.
    bare = [
        name for name, entry in installed.items() if "integrity" not in entry and not entry.get("inBundle")
    ]
    assert bare == []


@pytest.mark.parametrize("package", STANDARD_LIBRARY_ONLY)
def test_the_package_needs_nothing_but_the_standard_library(package: str) -> None:
    allowed = {*sys.stdlib_module_names, "moonshot"}
    foreign = []
    for path in sorted((ROOT / "src" / "moonshot" / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            foreign += [f"{path.name}: {name}" for name in names if name.split(".")[0] not in allowed]
    assert foreign == []


def test_packages_hand_on_names_and_define_nothing() -> None:
    allowed = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign, ast.AnnAssign)
    for package in ("engine", "bots", "learn", "tables", "site", "cli"):
        body = ast.parse((ROOT / "src" / "moonshot" / package / "__init__.py").read_text()).body
        assert all(isinstance(node, allowed) for node in body), package


def test_commands_are_executable() -> None:
    for name in ("run", "test", ".ci/run"):
        assert (ROOT / name).stat().st_mode & 0o100, name
