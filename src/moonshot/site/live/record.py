"""The record of a table's match, for download."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from moonshot.engine.record import match_record
from moonshot.site.live.codec import decode_entries
from moonshot.site.live.storage import Stored
from moonshot.tables import Seat, Table
from moonshot.tables.history import Moment, match_history


def record_of(table: Table, rows: Sequence[Stored]) -> dict[str, Any]:
    """The record of the present match in the format of docs/record.md, up to its last finished deal.

    What came after that could tell the cards of a deal that is still being played.
    """
    stored_at = {row.seq: datetime.fromisoformat(row.stored_at) for row in rows}
    return record_of_match(match_history(decode_entries(rows)), table.seats, stored_at)


def record_of_match(
    moments: Sequence[Moment], seats: Sequence[Seat], stored_at: Mapping[int, datetime]
) -> dict[str, Any]:
    """The record of a match from its history, those who played it, and when each entry was stored."""
    start = stored_at[moments[0].seq]
    return match_record(
        [moment.event for moment in moments],
        players=[{"name": seat.name, "bot": seat.is_bot, "level": seat.level} for seat in seats],
        times=[round((stored_at[moment.seq] - start).total_seconds() * 1000) for moment in moments],
        auto=[place for place, moment in enumerate(moments) if moment.auto],
        thoughts=[moment.thought for moment in moments],
        finished_only=True,
    )
