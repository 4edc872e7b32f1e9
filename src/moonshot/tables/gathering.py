"""Before the first deal: people sit down, and one of them, the host, decides when it starts."""

from typing import TYPE_CHECKING

from moonshot.tables import commands as c
from moonshot.tables.absence import FRIENDS_SECONDS, GATHERING_SECONDS
from moonshot.tables.answers import TableError
from moonshot.tables.events import Closed, HostSet, LockSet, Removed, Sat, Stood, TableRecorded, TookSeat
from moonshot.tables.opening import new_match
from moonshot.tables.seats import Seat, Visitor, free_bot_names

if TYPE_CHECKING:
    from moonshot.tables.table import Table

Events = tuple[TableRecorded, ...]
HostCommand = c.Start | c.Lock | c.Remove | c.HandHost | c.SetBot


def sit(table: "Table", account: str, seat: int | None, visitor: Visitor, to: int) -> Events:
    """The events of sitting down, or of changing seats. Raises TableError."""
    if not _seat(table, to).is_empty:
        raise TableError("seat_taken", "Somebody sits there.", "seat")
    if seat is not None:
        mine = table.seats[seat]
        moved = Sat(to, mine.name, account, handle=mine.handle)
        return (Stood(seat), moved, *((HostSet(to),) if table.host == seat else ()))
    _let_in(table, account, visitor)
    sat = Sat(to, visitor.name, account, handle=visitor.handle or None)
    return (sat,) if table.host is not None else (sat, HostSet(to))


def take_seat(table: "Table", account: str, seat: int | None, visitor: Visitor, to: int) -> Events:
    """The events of taking over a bot's seat between two deals. Raises TableError."""
    if not table.terms.casual:
        raise TableError("not_here", "The seats of this table stay as they are.", "t")
    if seat is not None:
        raise TableError("seated", "You have a seat already.", "seat")
    if table.phase not in ("deal_done", "over"):
        raise TableError("wrong_phase", "Wait for the end of this hand.", "t")
    if not _seat(table, to).is_bot:
        raise TableError("seat_taken", "Somebody sits there.", "seat")
    _let_in(table, account, visitor)
    return (TookSeat(to, visitor.name, account, visitor.handle or None),)


def stand(table: "Table", seat: int) -> Events:
    """The events of standing up."""
    return (Stood(seat), *table.host_without([seat]))


def as_host(table: "Table", seat: int, command: HostCommand) -> Events:
    """The events of what only the host may do. Raises TableError."""
    if seat != table.host:
        raise TableError("not_host", "Only the host of the table may do that.", "t")
    match command:
        case c.Start():
            return _start(table)
        case c.Lock(on=on):
            return (LockSet(on),)
        case c.Remove(seat=other):
            account = _seat(table, other).account
            if account is None or other == seat:
                raise TableError("bad_seat", "There is nobody to remove.", "seat")
            return (Removed(other, account),)
        case c.HandHost(seat=other):
            if not _seat(table, other).is_person:
                raise TableError("bad_seat", "Only a person can be the host.", "seat")
            return (HostSet(other),)
        case _:
            return _set_bot(table, command.seat, command.level)


def abandoned(table: "Table", now: float) -> Events:
    """What follows from people who have been away for long while others gather."""
    (_, seat) = table.absence.longest_away() or (now, 0)
    stood = stand(table, seat)
    return (*stood, Closed()) if table.people == (seat,) else stood


def abandoned_due(table: "Table") -> float | None:
    """When the seat of somebody who is away becomes free again."""
    longest = table.absence.longest_away()
    patience = GATHERING_SECONDS if table.terms.among_strangers else FRIENDS_SECONDS
    return None if longest is None else longest[0] + patience


def _start(table: "Table") -> Events:
    names = free_bot_names(table.seats)
    empty = [number for number, seat in enumerate(table.seats) if seat.is_empty]
    bots = [Sat(number, names.pop(0), level=table.terms.level) for number in empty]
    return (*bots, *new_match(table.match_name, table.rules, table.chance, 1))


def _set_bot(table: "Table", seat: int, level: str | None) -> Events:
    sitting = _seat(table, seat)
    if sitting.is_person:
        raise TableError("seat_taken", "Somebody sits there.", "seat")
    free = () if sitting.is_empty else (Stood(seat),)
    if level is None:
        if not free:
            raise TableError("bad_seat", "That seat is empty already.", "seat")
        return free
    if not table.has_level(level):
        raise TableError("bad_level", "No bot plays at that level.", "level")
    name = sitting.name or free_bot_names(table.seats)[0]
    return (*free, Sat(seat, name, level=level))


def _seat(table: "Table", number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise TableError("bad_seat", f"The seats are 0 to {len(table.seats) - 1}.", "seat")
    return table.seats[number]


def _let_in(table: "Table", account: str, visitor: Visitor) -> None:
    if account in table.barred:
        raise TableError("barred", "The host has removed you from this table.", "seat")
    if table.locked:
        raise TableError("locked", "The host lets nobody else sit down.", "seat")
    if not table.terms.is_open_to(visitor.invited):
        raise TableError("not_here", "Come in with the table's code or link.", "seat")
