"""What the live tables ask of a database: the log of every table, and when each wants to be woken.

Two classes do it, `SqliteLog` and `PostgresLog`, over the same schema. An entry is acknowledged only after its
commit; the key (table, number) decides who was first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of the log."""

    seq: int
    body: bytes
    stored_at: str


class Log(Protocol):
    """The logs of all tables. Every method raises LogError when the database does not answer as it should."""

    shared: bool
    """Whether other processes may write to the same database while this one does."""

    async def create(
        self, table_id: str, owner: str, body: bytes, *, wake_in: float | None = None
    ) -> None:
        """Store a new table with its first entry. Raises ConflictError for an id that is taken."""

    async def append(
        self, table_id: str, seq: int, body: bytes, *, closes: bool = False, wake_in: float | None = None
    ) -> None:
        """Store one entry; returns when it is safe. Raises ConflictError when it is not the next one.

        ``closes`` marks the table as left; ``wake_in`` moves the moment, in seconds from now, at which any
        node may take the table up if nobody has moved it again.
        """

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table with a number above ``after``, in order; empty for an unknown table."""

    async def owner(self, table_id: str) -> str | None:
        """Who owns a table that is still open; None when there is no such table."""

    async def tables_of(self, owner: str, limit: int) -> list[str]:
        """The open tables of an owner, newest first."""

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""

    async def wake(self, wishes: Mapping[str, float | None]) -> None:
        """Set when each of these tables wants to be woken, in seconds from now; None for not at all."""

    async def claim(self, limit: int, seconds: float) -> list[str]:
        """Take up to so many tables whose moment has come; nobody else gets them for that long."""

    def busy_for(self) -> float:
        """How many seconds the oldest transaction that is still running has taken so far."""

    async def close(self) -> None:
        """Store what still waits, then end."""


READS: Final = 2
"""Reads that may run at the same time."""
