"""The wheel and the sdist carry the built client and everything else that a site needs."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLIENT = "moonshot/site/static/client"
NEEDED = (
    "moonshot/py.typed",
    "moonshot/site/asgi.py",
    "moonshot/cli/main.py",
    "moonshot/learn/rule_fields.toml",
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what Git knows, with the client as it was built here."""
    target = tmp_path_factory.mktemp("checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    built = [path for path in (ROOT / "src" / CLIENT).rglob("*") if path.is_file()]
    assert built, "the client is not built; ./test builds it"
    for path in [*(ROOT / name for name in names.decode().split("\0") if name), *built]:
        if path.is_file():
            copy = target / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return target


def build(kind: str, source: Path, target: Path) -> Path:
    """Call hatchling as pip does, with no network; returns the file it made."""
    command = f"import hatchling.build as b; print(b.build_{kind}({str(target)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", command],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": "/usr/bin:/bin", "npm_config_offline": "true"},
    )
    return target / done.stdout.split()[-1]


def test_the_wheel_carries_the_client(checkout: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", checkout, tmp_path)) as wheel:
        names = set(wheel.namelist())
    assert {f"{CLIENT}/manifest.json", *NEEDED} <= names
    assert any(name.startswith(f"{CLIENT}/assets/") for name in names)
    assert f"{CLIENT}/.stamp" not in names
    assert not [name for name in names if name.startswith(("tests/", "web/", "tools/"))]


def test_a_wheel_from_the_sdist_carries_the_client_too(checkout: Path, tmp_path: Path) -> None:
    """An sdist is built where there is no Node, so it has to bring the client along."""
    with tarfile.open(build("sdist", checkout, tmp_path)) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        safely: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from Python 3.11.4 on
        archive.extractall(tmp_path, **safely)
    assert {f"src/{CLIENT}/manifest.json", "web/package.json", "hatch_build.py", "LICENSE"} <= names
    assert not [name for name in names if "node_modules" in name]
    unpacked = next(path for path in tmp_path.iterdir() if path.is_dir())
    with zipfile.ZipFile(build("wheel", unpacked, tmp_path)) as wheel:
        assert {f"{CLIENT}/manifest.json", *NEEDED} <= set(wheel.namelist())
