"""Where compiled code is kept, so that it is compiled once on a machine and never used when it has aged.

Numba looks only at the file of a function, not at what the function calls: a change in the engine would leave
old rules in use. So each state of the sources has a folder of its own.
"""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import llvmlite
import numba

import moonshot.engine

_HERE: Final = Path(__file__).parent
_ENGINE: Final = Path(moonshot.engine.__file__).parent
_KEPT: Final = 4
"""Folders of other states of the sources that stay, the newest first."""


def keep_compiled_code() -> Path:
    """Tell Numba to keep its code in the folder for these very sources; returns it.

    The folder is below ``MOONSHOT_COMPILED``, else below the user's cache.
    """
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__}".encode())
    for source in sorted([*_ENGINE.glob("*.py"), *_HERE.glob("*.py")]):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    folder = _root() / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(folder)
    _tidy(folder)
    return folder


def _root() -> Path:
    named = os.environ.get("MOONSHOT_COMPILED")
    if named:
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "moonshot" / "compiled"


def _tidy(folder: Path) -> None:
    others = [other for other in folder.parent.iterdir() if other.is_dir() and other != folder]
    others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    for old in others[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
