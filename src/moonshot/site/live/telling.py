"""Telling everybody at a table what has happened: to each viewer only what has changed for them.

A connection gets one whole view when it comes; after that the fields that differ from the view it was sent
last. What everybody may know is put into words once, what differs between seats once a seat; viewers of one
seat who were sent the same before are sent the same bytes.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import asdict

from moonshot.site.live import wire
from moonshot.site.live.connection import Connection
from moonshot.site.live.told import Viewer
from moonshot.site.live.views import changed, encode_part, own_fields, seen_events, view_message
from moonshot.tables import Table, TableView
from moonshot.tables.events import TableEvent
from moonshot.tables.view import OwnView, own_view

Own = dict[str, Any]


class Shown(NamedTuple):
    """What a connection was sent last: the public view, and the fields of its seat."""

    public: wire.View
    own: Own
    seat: int | None


class Telling:
    """One round of messages about one moment of a table; ``public`` gives a spectator's view of it."""

    def __init__(self, table: Table, public: Callable[[], TableView]) -> None:
        self._table = table
        self._view = public
        self._public: tuple[TableView, wire.View] | None = None
        self._seen: dict[int | None, OwnView] = {}
        self._own: dict[int | None, Own] = {}
        self._changes: dict[int, tuple[wire.View, dict[str, Any]]] = {}
        self._encoded: dict[tuple[int, int, int], tuple[Shown, bytes | None]] = {}

    def whole(self, peer: Connection) -> None:
        """Send a connection the whole view."""
        shown = self._shown(peer)
        peer.shown = shown
        peer.send(encode_part(self._table.seq, {**asdict(shown.public), **shown.own}, ()))

    def tell(self, peer: Connection, told: Iterable[TableEvent] = ()) -> None:
        """Send a connection what has changed for it, and what it is told; nothing when that is nothing."""
        before = peer.shown
        if before is None:
            self.whole(peer)
            return
        told = tuple(told)
        shown = peer.shown = self._shown(peer)
        # The old values are kept with what was made of them, so that their ids stay their own.
        key = (id(before.public), id(before.own), len(told))
        if key not in self._encoded:
            self._encoded[key] = (before, self._encode(before, shown, told))
        data = self._encoded[key][1]
        if data is not None:
            peer.send(data)

    def _encode(self, before: Shown, shown: Shown, told: tuple[TableEvent, ...]) -> bytes | None:
        part = dict(self._changed(before.public, shown.public))
        part.update((name, value) for name, value in shown.own.items() if value != before.own[name])
        if not part and not told:
            return None
        viewer = Viewer(shown.seat, self._seen[shown.seat].received_from, self._table.rules)
        return encode_part(self._table.seq, part, seen_events(told, viewer))

    def _changed(self, before: wire.View, after: wire.View) -> dict[str, Any]:
        if id(before) not in self._changes:
            self._changes[id(before)] = (before, changed(before, after))
        return self._changes[id(before)][1]

    def _now(self) -> tuple[TableView, wire.View]:
        if self._public is None:
            view = self._view()
            self._public = (view, view_message(view))
        return self._public

    def _shown(self, peer: Connection) -> Shown:
        view, public = self._now()
        seat = peer.seat
        if seat not in self._own:
            seen = self._seen[seat] = own_view(self._table, seat)
            self._own[seat] = own_fields(seen, view.match.rules.hand_size)
        return Shown(public, self._own[seat], seat)
