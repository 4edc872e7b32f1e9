"""Who keeps the others waiting, so that they may vote to let a bot play on."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from moonshot.tables.table import Table

MISSES: Final = 3
"""So many moves in a row made by the clock are stalling."""
IDLE_SECONDS: Final = 120.0
"""Where no clock runs, the others may vote after so long."""


def stalling(table: "Table") -> int | None:
    """The seat that the others may vote on now; None where nobody has kept them waiting."""
    late = _late(table)
    if late is not None:
        return late if late == table.kept_waiting else None
    if not table.clock.is_on or not table.clock.has_missed(MISSES) or not _is_among_people(table):
        return None
    return next((seat for seat in table.active if table.clock.misses[seat] >= MISSES), None)


def kept_waiting_due(table: "Table") -> float | None:
    """When somebody will have kept the others waiting for long."""
    late = _late(table)
    return None if late in (None, table.kept_waiting) else table.since + IDLE_SECONDS


def who_is_late(table: "Table") -> int:
    """The seat that `kept_waiting_due` is about."""
    late = _late(table)
    assert late is not None
    return late


def _is_among_people(table: "Table") -> bool:
    """Whether people play with each other here. Coin tables are not asked: their clock deals with it."""
    return table.terms.kind not in ("practice", "coin") and table.state == "playing" and len(table.active) > 1


def _late(table: "Table") -> int | None:
    """A person whom others wait for while no clock runs, and somebody is there who waits."""
    between = table.match.phase in ("between", "redeal")
    if (table.clock.is_on and not between) or table.stands or not _is_among_people(table):
        return None
    if between:
        if table.terms.sheet_seconds is not None:
            return None
        late = [seat for seat in table.active if seat not in table.ready]
    elif table.holding:
        return None
    else:
        late = [seat for seat in table.match.acting if seat in table.active]
    present = table.absence.present
    if not late or (present is not None and present <= {late[0]}):
        return None
    return late[0]
