"""Telling everybody at a table what has happened: to each viewer only what has changed for them.

A connection gets one whole view when it comes; after that the fields that differ from the view it was sent
last. What everybody may know is put into words once, what differs between seats once a seat; viewers of one
seat who were sent the same before are sent the same bytes.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from moonshot.engine.events import Exchanged
from moonshot.site.live import wire
from moonshot.site.live.connection import Connection
from moonshot.site.live.quick import only_step
from moonshot.site.live.told import Viewer
from moonshot.site.live.views import (
    changed,
    encode,
    encode_events,
    encode_fields,
    own_fields,
    seen_events,
)
from moonshot.tables import Table
from moonshot.tables.events import Said, TableEvent
from moonshot.tables.view import offers_now, own_view

Fields = dict[str, Any]


class Shown(NamedTuple):
    """What a connection was sent last: the fields of the public view, and those of its own seat.

    Connections that were sent the same share the same fields, and a step changes them in place.
    """

    public: Fields
    own: Fields


class Moment(NamedTuple):
    """What a telling has to know beside the table; ``public`` gives the fields that everybody sees."""

    public: Callable[[], Fields]
    now: float


def tell_all(
    peers: Sequence[Connection],
    table: Table,
    moment: Moment,
    told: tuple[TableEvent, ...],
    heard: Callable[[Connection], tuple[TableEvent, ...]] | None = None,
) -> bool:
    """Tell everybody what has happened; ``heard`` is what of it somebody may hear, where anybody spoke.

    Returns whether it was a step: nobody came, went or spoke, and nothing ended.
    """
    step = only_step(table, told, moment.now)
    others = peers if step is None else step.tell(peers)
    if others:
        telling = Telling(table, moment, told)
        spoken = Said in [type(event) for event in told]
        for peer in others:
            telling.tell(peer, heard(peer) if heard is not None and spoken else None)
    return step is not None


class Telling:
    """One round of messages about one moment of a table, to which ``told`` led."""

    def __init__(self, table: Table, moment: Moment, told: tuple[TableEvent, ...] = ()) -> None:
        self._table = table
        self._moment = moment
        self._told = told
        self._is_for_all = Exchanged not in [type(event) for event in told]
        """Whether everybody is told the same: the exchange is what differs."""
        self._public: Fields | None = None
        self._offers: list[list[str]] = []
        self._shown: dict[int | None, Shown] = {}
        # The old values are kept with what was made of them, so that their ids stay their own.
        self._changes: dict[tuple[int, int], tuple[Fields, bytes]] = {}
        self._events: dict[tuple[int | None, int], bytes] = {}

    def whole(self, peer: Connection) -> None:
        """Send a connection the whole view."""
        public, own = peer.shown = self._now(peer.seat)
        peer.send(encode(wire.Update(seq=self._table.seq, view=wire.View(**public, **own), events=[])))

    def tell(self, peer: Connection, told: tuple[TableEvent, ...] | None = None) -> None:
        """Send a connection what has changed for it; nothing when that is nothing.

        ``told`` is what of the events it may hear, if not all.
        """
        before = peer.shown
        if before is None:
            self.whole(peer)
            return
        shown = peer.shown = self._now(peer.seat)
        fields = self._since(before.public, shown.public)
        mine = self._since(before.own, shown.own)
        if mine:
            fields = b"%b,%b" % (fields, mine) if fields else mine
        events = self._told if told is None else told
        if fields or events:
            heard = self._events_for(shown.own, events)
            peer.send(b'{"t":"update","seq":%d,"view":{%b},"events":%b}' % (self._table.seq, fields, heard))

    def _now(self, seat: int | None) -> Shown:
        """What a seat is shown at this moment."""
        shown = self._shown.get(seat)
        if shown is None:
            if self._public is None:
                self._public = self._moment.public()
                self._offers = offers_now(self._table)
            own = own_view(self._table, seat, self._offers)
            shown = Shown(self._public, own_fields(own, self._table.rules.facts.hand_size))
            self._shown[seat] = shown
        return shown

    def _since(self, before: Fields, now: Fields) -> bytes:
        """What has changed, in bytes; worked out once for all who were shown the same."""
        key = (id(before), id(now))
        known = self._changes.get(key)
        if known is None:
            known = self._changes[key] = (before, encode_fields(changed(before, now)))
        return known[1]

    def _events_for(self, own: Fields, told: tuple[TableEvent, ...]) -> bytes:
        key = (None if self._is_for_all else own["seat"], len(told))
        known = self._events.get(key)
        if known is None:
            viewer = Viewer(key[0], own["received_from"], self._table.rules)
            known = self._events[key] = encode_events(seen_events(told, viewer))
        return known
