"""The file from which an interrupted run goes on: a first line that names the run, then a line a unit."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from moonshot.bots.arena.errors import ArenaError
from moonshot.bots.arena.units import Found


class Saved:
    """The units of a run that are done, in memory and on disk.

    A run may go on with more deals or other processes than it began with; other players, rules or seeds are
    another run. A last line that was cut off is dropped, and its unit done again.
    """

    def __init__(self, path: Path | None, run: Mapping[str, Any]) -> None:
        self.found: dict[tuple[int, str, int], Found] = {}
        self._run = dict(run)
        self._path = path
        self._file: Any = None

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                whole = self._read(self._path)
                self._file = self._path.open("ab")
                self._file.truncate(whole)
            except OSError as error:
                raise ArenaError(
                    "bad_file",
                    f"The file {self._path} cannot be used: {(error.strerror or 'no reason given').lower()}.",
                ) from None
            if not whole:
                self._write({"arena": self._run})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, found: Found) -> None:
        """Keep what one unit found."""
        self.found[found.key] = found
        if self._file is not None:
            self._write(found.to_json())

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _read(self, path: Path) -> int:
        """Read what is there; returns how many bytes of it are whole lines."""
        if not path.exists():
            return 0
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if number > 1:
                    found = Found.from_json(row)
                    self.found[found.key] = found
                elif "arena" not in row:
                    raise KeyError("arena")
                elif row["arena"] != self._run:
                    raise ArenaError("other_run", _difference(path, row["arena"], self._run))
            except (KeyError, TypeError, ValueError, RecursionError):
                raise ArenaError(
                    "bad_file", f"Line {number} of {path} is not what an arena run writes."
                ) from None
        if data and not lines:
            raise ArenaError("bad_file", f"{path} is not a file that an arena run has written.")
        return whole


def _difference(path: Path, there: Any, here: Mapping[str, Any]) -> str:
    """Which of the two runs' settings differ, in words."""
    names = [name for name in here if not isinstance(there, dict) or there.get(name) != here[name]]
    return f"{path} holds another run: it differs in {', '.join(names) or 'more than is known here'}."
