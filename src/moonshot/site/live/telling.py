"""Telling everybody at a table what has happened: to each viewer only what has changed for them.

A connection gets one whole view when it comes; after that the fields that differ from the view it was sent
last. Viewers of one seat who were sent the same before are sent the same bytes.
"""

from collections.abc import Callable, Iterable

from moonshot.site.live import wire
from moonshot.site.live.connection import Connection
from moonshot.site.live.views import changed, encode_part, encode_update, seen_events, view_message
from moonshot.tables import TableView
from moonshot.tables.events import TableEvent


class Telling:
    """One round of messages about one moment of a table; ``view_of`` gives the view of a seat then."""

    def __init__(self, seq: int, view_of: Callable[[int | None], TableView]) -> None:
        self._seq = seq
        self._view_of = view_of
        self._views: dict[int | None, tuple[TableView, wire.View]] = {}
        self._encoded: dict[tuple[int | None, int, int], tuple[wire.View, bytes | None]] = {}

    def whole(self, peer: Connection) -> None:
        """Send a connection the whole view."""
        view, message = self._of(peer.seat)
        peer.shown = message
        peer.send(encode_update(self._seq, view, (), message))

    def tell(self, peer: Connection, told: Iterable[TableEvent] = ()) -> None:
        """Send a connection what has changed for it, and what it is told; nothing when that is nothing."""
        if peer.shown is None:
            self.whole(peer)
            return
        told = tuple(told)
        view, message = self._of(peer.seat)
        key = (peer.seat, id(peer.shown), len(told))
        if key not in self._encoded:
            part, events = changed(peer.shown, message), seen_events(told, view)
            data = encode_part(self._seq, part, events) if part or told else None
            self._encoded[key] = (peer.shown, data)  # kept, so that its id stays its own
        data = self._encoded[key][1]
        peer.shown = message
        if data is not None:
            peer.send(data)

    def _of(self, seat: int | None) -> tuple[TableView, wire.View]:
        found = self._views.get(seat)
        if found is None:
            view = self._view_of(seat)
            found = self._views[seat] = (view, view_message(view))
        return found
