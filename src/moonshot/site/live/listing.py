"""The lobby's rows: what a table looks like from outside, and the list that all nodes share."""

from datetime import timedelta
from typing import Final

import msgspec
from django.db import transaction
from django.utils import timezone

from moonshot.engine import Rules
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby_models import Listing
from moonshot.site.live.lobby_wire import ListedSeat, ListedTable
from moonshot.site.live.rules_words import rules_words

MOST_LISTED: Final = 200
REFRESH_SECONDS: Final = 300.0
"""How often the row of a table is written again although nothing has changed."""
FORGOTTEN: Final = timedelta(minutes=15)
"""The node that should have written a row again is gone, and the table with it."""
_DIRECTIONS: Final = {
    "L": "left", "R": "right", "A": "across", "L2": "second left", "R2": "second right", "S": "scatter",
    "H": "hold",
}  # fmt: skip
_DECODER: Final = msgspec.json.Decoder(ListedTable)


def listed(live: LiveTable) -> ListedTable | None:
    """The row of a table; None when it has no place in the lobby."""
    table = live.table
    open_to_all = table.terms.kind == "quick" or (table.terms.kind == "private" and table.terms.listed)
    if not open_to_all or table.closed or table.state == "over" or not live.connected:
        return None
    if table.state == "open" and (table.locked or not any(seat.is_empty for seat in table.seats)):
        return None
    _, name, preset = rules_words(table.rules)
    return ListedTable(
        table=table.id,
        kind=table.terms.kind,
        rules_name=name,
        rules_line=rules_line(table.rules),
        preset=preset,
        seats=[ListedSeat(seat.name, seat.is_bot, seat.is_empty) for seat in table.seats],
        spectators=len({peer.account for peer in live.connections if peer.seat is None})
        + sum(live.onlookers.values()),
        watch=table.terms.spectators,
        state="waiting" if table.state == "open" else "playing",
    )


def rules_line(rules: Rules) -> str:
    """Rules in one line, the most telling first.

    >>> rules_line(Rules())
    '4 players · to 100 · pass left, right, across, hold'
    """
    facts = [f"{rules.players} players"]
    if rules.end_hands:
        facts.append(f"{rules.end_hands} hands")
    if rules.end_score:
        facts.append(f"to {rules.end_score}")
    cycle = [_DIRECTIONS.get(step, step) for step in rules.directions]
    facts.append("no passing" if set(cycle) <= {"hold"} else f"pass {', '.join(cycle)}")
    if rules.bonus_card is not None and rules.bonus_points:
        facts.append(f"{rules.bonus_card} {rules.bonus_points:+d}".replace("-", "−"))
    return " · ".join(facts)


# -- the shared list (in a thread) --------------------------------------------------------------------


def write(rows: dict[str, ListedTable | None]) -> None:
    """Put rows into the list, or take them out."""
    with transaction.atomic():
        for table_id, row in rows.items():
            if row is None:
                Listing.objects.filter(table=table_id).delete()
            else:
                body = msgspec.json.encode(row).decode()
                Listing.objects.update_or_create(
                    table=table_id, defaults={"body": body, "changed_at": timezone.now()}
                )


def read() -> dict[str, ListedTable]:
    """The whole list, newest first."""
    rows = Listing.objects.filter(changed_at__gte=timezone.now() - FORGOTTEN).order_by("-changed_at")
    return {row.table: _DECODER.decode(row.body) for row in rows[:MOST_LISTED]}


def sweep(*, alone: bool = False) -> None:
    """Forget the rows of nodes that are gone; all of them when there is no other node."""
    old = Listing.objects.all()
    (old if alone else old.filter(changed_at__lt=timezone.now() - FORGOTTEN)).delete()
