"""The record of a table's match, for download."""

from typing import Any

from moonshot.engine.events import Recorded
from moonshot.tables import Table


def record_of(table: Table, events: tuple[Recorded, ...]) -> dict[str, Any]:
    """The record in the format of docs/record.md, with the players' names."""
    from moonshot.engine.record import record_of_events

    return record_of_events(events, players=[seat.name for seat in table.seats])
