"""What happens around a match, without I/O: commands in, events out."""

from moonshot.tables.answers import Done, Refusal, TableError
from moonshot.tables.events import Entry
from moonshot.tables.host import Host, stored
from moonshot.tables.log import ConflictError, Log, LogError, MemoryLog
from moonshot.tables.opening import invitation, opening
from moonshot.tables.pace import PACES
from moonshot.tables.seats import BOT_NAMES, EMPTY, Seat, Visitor, bot, person
from moonshot.tables.table import Table
from moonshot.tables.talk import EMOJI, PHRASES
from moonshot.tables.terms import DAILY, PRACTICE, Terms
from moonshot.tables.view import ClockView, PlayerView

__all__ = [
    "BOT_NAMES",
    "DAILY",
    "EMOJI",
    "EMPTY",
    "PACES",
    "PHRASES",
    "PRACTICE",
    "ClockView",
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
    "Terms",
    "Visitor",
    "bot",
    "invitation",
    "opening",
    "person",
    "stored",
]
