"""Who may sit down with whom, who is sent away, and whose words reach whom."""

import secrets
from typing import TYPE_CHECKING, Final

from moonshot.site.live import wire
from moonshot.site.live.connection import Connection
from moonshot.site.live.hearing import is_heard
from moonshot.site.live.limits import WATCHERS_PER_ACCOUNT
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.told import said_event
from moonshot.site.live.views import encode
from moonshot.tables import Entry, LogError, Refusal
from moonshot.tables.commands import Rename
from moonshot.tables.events import (
    Closed,
    Left,
    Removed,
    RulesSet,
    Said,
    Sat,
    Stood,
    TableEvent,
    TookSeat,
    VoteClosed,
)

if TYPE_CHECKING:
    from moonshot.site.live.host import LiveHost

TAKEN: Final = Refusal("seat_taken", "Somebody sits there.", "seat")
BARRED: Final = Refusal("barred", "You cannot play with others at the moment.", "seat")
TRY_AGAIN: Final = Refusal("try_again", "This could not be saved just now. Send it again in a moment.")
_SEATING: Final = (Sat, Stood, TookSeat, Left, Removed, Closed, RulesSet)


def accounts_at(live: LiveTable) -> frozenset[str]:
    """The accounts with a seat."""
    return frozenset(seat.account for seat in live.table.seats if seat.account is not None)


async def refuse_seat(host: "LiveHost", live: LiveTable, account: str) -> Refusal | None:
    """Why somebody may not sit down with those who are there; blocks are not told as such."""
    try:
        if (await host.directory.person(account)).barred:
            return BARRED
        if await host.directory.kept_apart(account, accounts_at(live)):
            return TAKEN
        if live.table.terms.is_open_to(invited=False):
            await host.directory.remember(account, live.table.id)
    except LogError:
        return TRY_AGAIN
    return None


async def show_name(host: "LiveHost", live: LiveTable, peer: Connection) -> None:
    """Show the others what somebody is called by now, chosen so or given by a moderator."""
    seat, known = live.table.seat_of(peer.account), peer.visitor
    if seat is None or not host.drives:
        return
    shown = live.table.seats[seat]
    if known.handle and shown.handle == known.handle and shown.name != known.name:
        await host.act(live, peer.account, Rename(f"name-{secrets.token_hex(8)}", known.name), known)


def make_room(live: LiveTable, peer: Connection) -> None:
    """The newest window of an account plays, the one before is told so; windows that only watch are few."""
    own = [other for other in live.connections if other.account == peer.account]
    older = [other for other in own if other.watching == peer.watching]
    words = "You are playing in another window now."
    if peer.watching:
        older = older[: max(0, len(older) - WATCHERS_PER_ACCOUNT + 1)]
        words = "This table is open in too many windows."
    for other in older:
        live.connections.remove(other)
        other.end("moved", words)


def reseat(live: LiveTable, told: tuple[TableEvent, ...]) -> bool:
    """Connections follow their people to other seats; returns whether people have come or gone."""
    for event in told:
        if isinstance(event, _SEATING):
            for peer in live.connections:
                peer.seat = live.table.seat_of(peer.account)
            return True
    return False


def heard_by(peer: Connection, told: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """What this client is told: no words of those whom its owner has muted or blocked."""
    if peer.hears_all:
        return told
    return tuple(event for event in told if not isinstance(event, Said) or _hears(peer, event))


def _hears(peer: Connection, said: Said) -> bool:
    return is_heard(said, peer.visitor.handle, peer.hears, peer.hides)


def history_for(live: LiveTable, peer: Connection) -> bytes | None:
    """What was said lately, for somebody with a seat who comes (back); None when there is nothing."""
    if peer.seat is None:
        return None
    heard = [fact for fact in live.table.talk.said if fact.phrase or fact.emoji or fact.text]  # not erased
    said = [said_event(fact) for fact in heard if _hears(peer, fact)]
    return encode(wire.History(said=said)) if said else None


def send_away(live: LiveTable, entry: Entry, told: tuple[TableEvent, ...]) -> None:
    """Close the connections of those who have left or been removed."""
    for event in told:
        if isinstance(event, Removed):
            _end(live, event.account, removed=True)
        elif isinstance(event, VoteClosed):
            return  # whoever does not want a rematch may look on, and take a seat again
        elif isinstance(event, Left) and not live.table.closed and entry.account is not None:
            _end(live, entry.account, removed=False)


def _end(live: LiveTable, account: str, *, removed: bool) -> None:
    for peer in [peer for peer in live.connections if peer.account == account]:
        live.connections.remove(peer)
        if removed:
            peer.end("removed", "The host has removed you from this table.")
        else:
            peer.end("left", "You have left this table.")
