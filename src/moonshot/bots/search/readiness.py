"""Whether the search can think here: Numba installed, and everything compiled in this process.

This module needs no Numba, so anybody may ask.
"""

import threading
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

from moonshot.bots.policy import NotReadyError

Report = Callable[[str, float, int, int], None]
"""Told of each function that is ready: name, seconds it took, how many are ready, how many there are."""

NOT_INSTALLED: Final = (
    "Numba is not installed, so the levels that search play like Steady. "
    "Install moonshot-hearts[bots] to have them think."
)
NOT_WARM: Final = "The search is still being compiled; until then its levels play like Steady."

_compiled = threading.Event()
_failure: list[str] = []


def installed() -> bool:
    """Whether Numba is there at all."""
    try:
        return find_spec("numba") is not None and find_spec("llvmlite") is not None
    except (ImportError, ValueError):
        return False


def ready() -> bool:
    """Whether the search can think in this process without compiling anything first."""
    return _compiled.is_set()


def why_not() -> str:
    """Why the search is not ready, in a sentence for people; empty when it is."""
    if ready():
        return ""
    if _failure:
        return _failure[0]
    return NOT_WARM if installed() else NOT_INSTALLED


def demand() -> None:
    """Make sure that the search is ready, which takes long where nothing is compiled yet.

    Raises NotReadyError where that cannot be. Whoever must not wait asks `ready` first.
    """
    if not warm():
        raise NotReadyError(why_not())


def warm(report: Report | None = None) -> bool:
    """Compile the search, or load what was compiled before; then `ready` is True, here and now.

    One process of a machine compiles, others wait for it and load the result. Returns False where it cannot
    be done; `why_not` says what is wrong.
    """
    if ready():
        return True
    if not installed():
        return False
    try:
        from moonshot.bots.search.warming import compile_all

        compile_all(report)
    except Exception as error:  # noqa: BLE001 - a compiler that fails must not end a server
        _failure[:] = [f"The search could not be compiled ({error}); its levels play like Steady."]
        return False
    _compiled.set()
    return True
