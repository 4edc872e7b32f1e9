"""Results on disk, a line each, so that a long run goes on where it was interrupted.

Each says who got it and how. What others got, by other rules or versions of the bots, does not count, nor
does a line that was cut off.
"""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from moonshot.bots import version_of
from moonshot.engine import RULES_VERSION

Result = dict[str, Any]


def played_by(levels: Iterable[str], *terms: object) -> str:
    """What has to be the same for results to be the same: the bots (NAME:N is NAME with N playouts), the
    versions of them and of the rules, and whatever else.
    """
    bots = [f"{level}@{version_of(level.partition(':')[0])}" for level in levels]
    return " ".join([*bots, f"rules@{RULES_VERSION}", *map(str, terms)])


class Kept:
    """The results in a file by their number and by who got them; without a file in memory alone.

    >>> kept = Kept(None)
    >>> kept.add(1, "easy@3", {"lead": 0.5})
    >>> kept.find(1, "easy@3"), kept.find(1, "steady@3")
    ({'lead': 0.5}, None)
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._found: dict[tuple[int, str], Result] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    row = json.loads(line)
                    self._found[row["number"], row["by"]] = row["result"]

    def find(self, number: int, by: str) -> Result | None:
        """What they got there, if it is known."""
        return self._found.get((number, by))

    def add(self, number: int, by: str, result: Result) -> None:
        """Keep a result."""
        self._found[number, by] = result
        if self._path is not None:
            with self._path.open("a") as file:
                print(json.dumps({"number": number, "by": by, "result": result}), file=file)
