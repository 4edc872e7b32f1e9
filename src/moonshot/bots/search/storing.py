"""Where compiled code is kept, so that it is compiled once on a machine and never used when it has aged.

Numba looks only at the file of a function, not at what the function calls: a change in the engine would leave
old rules in use. So each state of the sources has a folder of its own. Several processes may share it: one
writes at a time, and what cannot be read or written is compiled again and not kept.
"""

import atexit
import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
from numba.core.caching import FunctionCache

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

FOLDER_VARIABLE: Final = "MOONSHOT_COMPILED"
"""The environment variable that names the folder for compiled code."""

RULE_SOURCES: Final = ("cards", "ending", "facts", "legality", "passing", "rules", "scoring")
"""The modules of the engine whose code is compiled, and those they take constants from."""

_HERE: Final = Path(__file__).parent
_KEPT: Final = 4
"""Folders of other states of the sources that stay, the newest first."""


def compiled_sources() -> list[Path]:
    """The files on which compiled code depends."""
    spec = find_spec("moonshot.engine")
    assert spec is not None
    assert spec.origin is not None
    engine = Path(spec.origin).parent
    own = [path for path in sorted(_HERE.glob("*.py")) if b"search.compiling" in path.read_bytes()]
    own.remove(_HERE / "warming.py")  # it compiles nothing of its own
    return [*(engine / f"{name}.py" for name in RULE_SOURCES), *own, _HERE / "compiling.py"]


def keep_compiled_code() -> Path:
    """Tell Numba to keep its code in the folder for these very sources; returns it.

    The folder is below ``MOONSHOT_COMPILED``, else below the user's cache, else below the data folder of a
    server; where none can be written to, it lasts as long as this process.
    """
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__}".encode())
    for source in compiled_sources():
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    folder = _first_writable(digest.hexdigest()[:16])
    numba.config.CACHE_DIR = str(folder)
    return folder


def folder_in_use() -> Path:
    """Where this process keeps compiled code."""
    return Path(numba.config.CACHE_DIR)


def _roots() -> Iterator[Path]:
    """Where compiled code may be kept, the best place first."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        yield Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    # Path.home() fails for a user without a home.
    yield Path(cache or os.path.expanduser("~/.cache")) / "moonshot" / "compiled"  # noqa: PTH111
    data = os.environ.get("MOONSHOT_DATA")
    if data:
        yield Path(data) / "compiled"


def _first_writable(name: str) -> Path:
    for root in _roots():
        folder = root / name
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            _tidy(folder)
            return folder
    folder = Path(tempfile.mkdtemp(prefix="moonshot-compiled-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _tidy(folder: Path) -> None:
    others = [other for other in folder.parent.iterdir() if other.is_dir() and other != folder]
    others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    for old in others[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Keep other processes out of the part of this name, as far as the folder can be locked."""
    handle = -1
    with suppress(OSError):
        handle = os.open(folder_in_use() / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


class Kept(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, for several processes and for disks that fail."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, or None where there is none that can be read."""
        with suppress(Exception):
            return super().load_overload(sig, target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code, where that is possible."""
        with suppress(OSError), locked("save"):
            try:
                super().save_overload(sig, data)
            except (EOFError, ValueError, pickle.UnpicklingError):
                self.flush()  # the list of what is there cannot be read: begin a new one
                super().save_overload(sig, data)


def keep(dispatcher: Any, function: Callable[..., Any]) -> Any:
    """Let a compiled function load its code from the folder and save it there."""
    dispatcher._cache = Kept(function)  # noqa: SLF001 - what enable_caching does, with our own class
    return dispatcher
