"""What one viewer sees of a table, in one value, and as the whole view that a connection gets first."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from moonshot.engine import Trick, View, view_of
from moonshot.site.live import wire
from moonshot.site.live.told import Viewer
from moonshot.site.live.views import encode, own_fields, public_fields, seen_events
from moonshot.tables import ClockView, PlayerView, Table, Terms
from moonshot.tables.events import TableEvent
from moonshot.tables.stalling import stalling
from moonshot.tables.talk import text_allowed
from moonshot.tables.view import (
    ProposalView,
    VoteView,
    absent_now,
    clock_view,
    offers_now,
    own_view,
    player_views,
    proposal_view,
    vote_view,
)


class TableView(NamedTuple):
    """A table as one viewer knows it; ``match`` is the engine's view of the same seat.

    ``trick`` is what lies on the table (complete with its winner while it is looked at), ``last_trick`` the
    one before it. ``why`` names, on the own turn, what is wrong with each card that may not be played.
    ``received_from`` is the one seat whose cards came, None when they came from several, not at all, or when
    the first own card has been played.
    ``offers`` is what the seat may do beside: ``claim``, ``take_back``, ``finish``. ``stalling`` is a seat
    that has kept the others waiting, so that they may vote to let a bot play on.
    ``reveal`` opens the commitment of the last finished deal: (deal number, secret). ``absent`` is a seat and
    the milliseconds until a bot stands in. ``code`` and ``link`` are for those with a seat.
    """

    table_id: str
    match: View
    phase: str
    players: tuple[PlayerView, ...]
    trick: Trick | None
    last_trick: Trick | None
    why: tuple[tuple[int, str], ...]
    received_from: int | None
    moon_options: tuple[tuple[str, tuple[int, ...]], ...]
    reveal: tuple[int, str] | None
    pace: str
    paused: bool
    waiting: tuple[str, ...]
    terms: Terms
    host: int | None
    locked: bool
    code: str | None
    link: str | None
    clock: ClockView | None
    vote: VoteView | None
    proposal: ProposalView | None
    text: bool
    absent: tuple[int, int] | None
    stalling: int | None
    offers: tuple[str, ...]
    spectators: int
    saving: bool


def view_table(
    table: Table,
    seat: int | None,
    connected: Collection[int] = (),
    *,
    now: float | None = None,
    spectators: int = 0,
    saving: bool = False,
) -> TableView:
    """The view of ``seat`` (None: a spectator); ``connected`` are the seats whose people are there now.

    Without ``now`` no time has passed since the present wait began.
    """
    match = view_of(table.match, seat)
    own = own_view(table, seat, () if seat is None else offers_now(table))
    finished = match.tricks
    trick, last_trick = match.trick, finished[-1] if finished else None
    if table.holding:
        trick, last_trick = last_trick, finished[-2] if len(finished) > 1 else None
    revealed = table.revealed
    now = table.since if now is None else now
    return TableView(
        table_id=table.id,
        match=match,
        phase=table.phase,
        players=player_views(table, connected),
        trick=trick,
        last_trick=last_trick,
        why=own.why,
        received_from=own.received_from,
        moon_options=own.moon_options,
        reveal=None if revealed is None else (revealed.deal_no, revealed.secret),
        pace=table.pace,
        paused=table.paused,
        waiting=own.waiting,
        terms=table.terms,
        host=table.host,
        locked=table.locked,
        code=own.code,
        link=own.link,
        clock=None if table.terms.clock == "none" else clock_view(table, now, stopped=saving),
        vote=vote_view(table, now),
        proposal=proposal_view(table),
        text=text_allowed(table),
        absent=absent_now(table, now),
        stalling=stalling(table),
        offers=own.offers,
        spectators=spectators,
        saving=saving,
    )


def viewer_of(table: Table, seat: int | None) -> Viewer:
    """Whom a connection of this seat tells."""
    return Viewer(seat, own_view(table, seat, offers_now(table)).received_from, table.rules)


def encode_update(
    seq: int,
    table: Table,
    seat: int | None,
    told: Iterable[TableEvent] = (),
    connected: Collection[int] = (),
    *,
    now: float | None = None,
) -> bytes:
    """An update with the whole view."""
    own = own_view(table, seat, offers_now(table))
    view = wire.View(
        **public_fields(table, connected, now=now), **own_fields(own, table.rules.facts.hand_size)
    )
    return encode(wire.Update(seq=seq, view=view, events=seen_events(told, viewer_of(table, seat))))
