"""Python as it is where Numba was never installed."""

import os
import subprocess
import sys
from pathlib import Path

BLOCKER = """
import sys


class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numba", "llvmlite", "numpy"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


sys.meta_path.insert(0, Hidden())
"""


def environment_without_numba(folder: Path) -> dict[str, str]:
    """Variables for a process that cannot import Numba."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(BLOCKER)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), "src", "."))}


def run_python(code: str, environment: dict[str, str]) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
