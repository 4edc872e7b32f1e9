"""What happens around a match, without I/O: commands in, events out."""

from moonshot.tables.answers import Done, Refusal, TableError
from moonshot.tables.events import Entry
from moonshot.tables.host import Host, stored
from moonshot.tables.log import ConflictError, Log, LogError, MemoryLog
from moonshot.tables.opening import opening
from moonshot.tables.pace import PACES
from moonshot.tables.seats import Seat, bot, person
from moonshot.tables.table import Table
from moonshot.tables.view import PlayerView, TableView, view_table

__all__ = [
    "PACES",
    "ConflictError",
    "Done",
    "Entry",
    "Host",
    "Log",
    "LogError",
    "MemoryLog",
    "PlayerView",
    "Refusal",
    "Seat",
    "Table",
    "TableError",
    "TableView",
    "bot",
    "opening",
    "person",
    "stored",
    "view_table",
]
