"""Matches out of the logs of their tables, each up to its last finished deal, and who may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from moonshot.bots import find_policy
from moonshot.engine import HeartsError
from moonshot.learn import daily
from moonshot.site.live.codec import BadEntryError, decode_entry
from moonshot.site.live.record import record_of_match
from moonshot.tables import Entry as TableEntry
from moonshot.tables import LogError, Table
from moonshot.tables.history import Moment, match_histories


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One match of a table.

    ``record`` ends with the last finished deal: no hidden card is in it. ``seats`` tells for each
    account that played it the last seat it had.
    """

    table_id: str
    no: int
    kind: str
    over: bool
    began: datetime
    ended: datetime
    seats: dict[str, int]
    record: dict[str, Any]

    @property
    def match_id(self) -> str:
        """What it is known by here: its table and number."""
        return f"{self.table_id}-{self.no}"

    @property
    def name(self) -> str:
        """What it is called in its record; matches of a daily deal have it in common."""
        return str(self.record["match"])

    @property
    def is_secret(self) -> bool:
        """Whether others may still have the same deal before them."""
        return daily.is_secret(self.name, timezone.now())

    @property
    def is_open(self) -> bool:
        """Whether whoever has its address may see it."""
        return self.over and self.kind != "private" and not self.is_secret

    def may_be_seen_by(self, account: str) -> bool:
        """Whether somebody may see it: private, running and secret ones are for those who played."""
        return self.is_open or account in self.seats


def past_match(table_id: str, no: int) -> PastMatch | None:
    """A match by its number at its table. For a thread of the database. Raises LogError for a damaged log."""
    entries, stored_at = _log_of(table_id)
    histories = match_histories(entries)
    if not 1 <= no <= len(histories) or not histories[no - 1]:
        return None
    return _past(table_id, no, histories[no - 1], entries, stored_at)


def past_matches(table_id: str) -> tuple[PastMatch, ...]:
    """All matches of a table. For a thread of the database. Raises LogError for a damaged log."""
    entries, stored_at = _log_of(table_id)
    return tuple(
        _past(table_id, no, moments, entries, stored_at)
        for no, moments in enumerate(match_histories(entries), start=1)
        if moments
    )


def _log_of(table_id: str) -> tuple[list[TableEntry], dict[int, datetime]]:
    from moonshot.site.live.models import Entry

    found = Entry.objects.filter(table_id=table_id).order_by("seq")
    rows = list(found.values_list("seq", "body", "stored_at"))
    try:
        entries = [decode_entry(seq, body.encode()) for seq, body, _ in rows]
    except BadEntryError as error:
        raise LogError(str(error)) from error
    return entries, {seq: at for seq, _, at in rows}


def _past(
    table_id: str,
    no: int,
    moments: Sequence[Moment],
    entries: Sequence[TableEntry],
    stored_at: dict[int, datetime],
) -> PastMatch:
    first, last = moments[0].seq, moments[-1].seq
    seats: dict[str, int] = {}
    try:
        table = Table.replay((entry for entry in entries if entry.seq <= first), find_policy)
        _note(table, seats)
        for entry in entries:
            if first < entry.seq <= last:
                table.apply(entry, 0.0)
                _note(table, seats)
    except HeartsError as error:
        raise LogError("the table's log is damaged") from error
    record = record_of_match(moments, table.seats, stored_at)
    return PastMatch(
        table_id,
        no,
        table.terms.kind,
        record["result"] is not None,
        stored_at[first],
        stored_at[last],
        seats,
        record,
    )


def _note(table: Table, seats: dict[str, int]) -> None:
    seats.update({seat.account: place for place, seat in enumerate(table.seats) if seat.account is not None})
