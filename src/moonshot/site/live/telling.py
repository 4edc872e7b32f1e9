"""Telling everybody at a table what has happened: to each viewer only what has changed for them.

A connection gets one whole view when it comes; after that the fields that differ from the view it was sent
last. What everybody may know is put into words once, what differs between seats once a seat; viewers of one
seat who were sent the same before are sent the same bytes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import asdict

from moonshot.site.live.connection import Connection
from moonshot.site.live.quick import card_fields, narrowed, only_card, own_after
from moonshot.site.live.told import Viewer
from moonshot.site.live.views import (
    changed,
    encode_events,
    encode_fields,
    encode_part,
    own_fields,
    seen_events,
    view_message,
)
from moonshot.tables import Table, TableView
from moonshot.tables.events import TableEvent
from moonshot.tables.view import OwnView, own_view

Fields = dict[str, Any]


class Own(NamedTuple):
    """What one seat knows beside what everybody does, and the fields of it."""

    view: OwnView
    fields: Fields


class Shown(NamedTuple):
    """What a connection was sent last: the fields of the public view, and those of its seat."""

    public: Fields
    own: Own


class Moment(NamedTuple):
    """What a telling has to know beside the table; ``public`` gives a spectator's view of it."""

    public: Callable[[], TableView]
    now: float
    spectators: int = 0


class Telling:
    """One round of messages about one moment of a table, to which ``told`` led."""

    def __init__(self, table: Table, moment: Moment, told: tuple[TableEvent, ...] = ()) -> None:
        self._table = table
        self._moment = moment
        self._told = told
        self._card = only_card(table, told)
        self._card_fields: Fields | None = None
        self._public: Fields | None = None
        self._own: dict[int | None, Own] = {}
        # The old values are kept with what was made of them, so that their ids stay their own.
        self._changes: dict[int, tuple[Fields, Fields, bytes]] = {}
        self._own_changes: dict[int, tuple[Own, bytes]] = {}
        self._events: dict[tuple[int | None, int], bytes] = {}

    def whole(self, peer: Connection) -> None:
        """Send a connection the whole view."""
        shown = peer.shown = Shown(self._whole_public(), self._own_of(peer.seat, None))
        peer.send(encode_part(self._table.seq, {**shown.public, **shown.own.fields}, ()))

    def tell(self, peer: Connection, told: tuple[TableEvent, ...] | None = None) -> None:
        """Send a connection what has changed for it; nothing when that is nothing.

        ``told`` is what of the events it may hear, if not all.
        """
        before = peer.shown
        if before is None:
            self.whole(peer)
            return
        after, public = self._public_since(before.public)
        own = self._own_of(peer.seat, before.own)
        peer.shown = Shown(after, own)
        mine = b"" if own is before.own else self._own_since(before.own, own)
        events = self._told if told is None else told
        if not (public or mine or events):
            return
        fields = b"%b,%b" % (public, mine) if public and mine else public or mine
        peer.send(
            b'{"t":"update","seq":%d,"view":{%b},"events":%b}'
            % (self._table.seq, fields, self._events_for(peer.seat, own, events))
        )

    # -- what everybody may know -------------------------------------------------------------------------

    def _public_since(self, before: Fields) -> tuple[Fields, bytes]:
        """The public fields now, and in bytes those that have changed."""
        known = self._changes.get(id(before))
        if known is None:
            if self._card is not None and before["vote"] is None and before["absent"] is None:
                if self._card_fields is None:
                    self._card_fields = card_fields(self._table, self._moment.now, self._moment.spectators)
                part = narrowed(self._card_fields, before)
                after = {**before, **part}
            else:
                after = self._whole_public()
                part = changed(before, after)
            known = self._changes[id(before)] = (before, after, encode_fields(part))
        return known[1], known[2]

    def _whole_public(self) -> Fields:
        if self._public is None:
            self._public = asdict(view_message(self._moment.public()))
        return self._public

    # -- what a seat knows beside ------------------------------------------------------------------------

    def _own_of(self, seat: int | None, before: Own | None) -> Own:
        own = self._own.get(seat)
        if own is None:
            card = self._card
            if card is not None and before is not None:
                view = own_after(self._table, seat, before.view, card)
                if view is before.view:
                    return before
            else:
                view = own_view(self._table, seat)
            own = self._own[seat] = Own(view, own_fields(view, self._table.rules.hand_size))
        return own

    def _own_since(self, before: Own, own: Own) -> bytes:
        known = self._own_changes.get(id(before))
        if known is None:
            fields = before.fields
            part = {name: value for name, value in own.fields.items() if value != fields[name]}
            known = self._own_changes[id(before)] = (before, encode_fields(part))
        return known[1]

    def _events_for(self, seat: int | None, own: Own, told: tuple[TableEvent, ...]) -> bytes:
        # Without a card the exchange may be among the events, of which each seat is told its part.
        key = (None if self._card is not None else seat, len(told))
        known = self._events.get(key)
        if known is None:
            viewer = Viewer(seat, own.view.received_from, self._table.rules)
            known = self._events[key] = encode_events(seen_events(told, viewer))
        return known
