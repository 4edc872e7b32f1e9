"""What the live tables ask of a database: the log of every table, and when each wants to be woken.

Two classes do it, `SqliteLog` and `PostgresLog`, over the same schema. An entry is acknowledged only after
its commit; the key (table, number) decides who was first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from moonshot.tables import LogError


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of the log."""

    seq: int
    body: bytes
    stored_at: str


class DamagedError(LogError):
    """What is stored of a table makes no sense; the database itself answers."""


class RestoredError(LogError):
    """The database has been replaced by an older state; what is in memory belongs to another past.

    Nothing more is stored until `Log.adopt`.
    """

    def __init__(self) -> None:
        super().__init__("the database was restored from a backup")


Heard = Callable[[Exception | None], None]
"""Told once what became of an entry: None when it is safe."""


class Log(Protocol):
    """The logs of all tables. Every method raises LogError when the database does not answer as it should."""

    shared: bool
    """Whether other processes may write to the same database while this one does."""
    batches: int
    """Transactions committed so far."""

    async def create(self, table_id: str, owner: str, body: bytes, *, wake_in: float | None = None) -> None:
        """Store a new table with its first entry. Raises ConflictError for an id that is taken."""

    def append(
        self,
        table_id: str,
        seq: int,
        body: bytes,
        heard: Heard,
        *,
        closes: bool = False,
        wake_in: float | None = None,
    ) -> None:
        """Store one entry; ``heard`` gets None when it is safe, ConflictError when it is not the next one.

        It is called later, never from in here.
        ``closes`` marks the table as left; ``wake_in`` moves the moment, in seconds from now, at which any
        node may take the table up if nobody has moved it again.
        """

    async def read(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table with a number above ``after``, in order; empty for an unknown table."""

    async def owner(self, table_id: str) -> str | None:
        """Who owns a table that is still open; None when there is no such table."""

    async def tables_of(self, owner: str, limit: int) -> list[str]:
        """The open tables of an owner whose match is not over, newest first."""

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""

    async def wake(self, wishes: Mapping[str, float | None]) -> None:
        """Set when each of these tables wants to be woken, in seconds from now; None for not at all."""

    def mark_finished(self, table_id: str, *, finished: bool) -> None:
        """Note whether a table's match is over: a hint for lists. Returns at once, and never fails."""

    async def claim(self, limit: int, seconds: float) -> list[str]:
        """Take up to so many tables whose moment has come; nobody else gets them for that long."""

    def busy_for(self) -> float:
        """How many seconds the transaction that is running has taken so far."""

    def adopt(self) -> None:
        """After RestoredError: everything in memory is forgotten, go on with what the database holds."""

    async def close(self) -> None:
        """Store what still waits, then end."""


READS: Final = 2
"""Reads that may run at the same time."""
