"""Where a table's entries are kept: what a log must promise, and a log in memory."""

from typing import Protocol

from moonshot.tables.events import Entry


class ConflictError(Exception):
    """Somebody else has already stored an entry under this number; read what was missed and try again."""


class LogError(Exception):
    """The log could not store or read just now. Nothing has changed, nothing may be acknowledged."""


class Log(Protocol):
    """The entries of many tables, in the order of their numbers, without gaps."""

    def append(self, table_id: str, entry: Entry) -> None:
        """Store one entry for good, or raise ConflictError or LogError and store nothing."""

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries with a number above ``after``, in order; empty for an unknown table."""


class MemoryLog:
    """A log that lives as long as the process: for tests, for the terminal and for the browser build.

    >>> log = MemoryLog()
    >>> log.append("t", Entry(seq=1, events=()))
    >>> [entry.seq for entry in log.entries("t")]
    [1]
    """

    def __init__(self) -> None:
        self._tables: dict[str, list[Entry]] = {}

    def append(self, table_id: str, entry: Entry) -> None:
        """Store one entry, or raise ConflictError when its number is not the next one."""
        stored = self._tables.setdefault(table_id, [])
        if entry.seq != len(stored) + 1:
            raise ConflictError(f"{table_id} has {len(stored)} entries, {entry.seq} does not follow")
        stored.append(entry)

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries with a number above ``after``, in order; empty for an unknown table."""
        return tuple(self._tables.get(table_id, ())[after:])
