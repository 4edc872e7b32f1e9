"""The record of a table's match, for download."""

from typing import Any

from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from moonshot.tables import Table


def record_of(table: Table, events: tuple[Recorded, ...]) -> dict[str, Any]:
    """The record in the format of docs/record.md, with the players' names."""
    players = [{"name": seat.name, "bot": seat.is_bot, "level": seat.level} for seat in table.seats]
    return match_record(events, players=players)
