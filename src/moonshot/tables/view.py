"""What one viewer may know of a table: the view of the match and the open facts around it."""

from collections.abc import Collection
from dataclasses import dataclass

from moonshot.engine import View, cards_of, view_of
from moonshot.engine.view import Trick
from moonshot.tables.table import Table


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Who sits in a seat, as everybody may know it; a person has no level."""

    name: str
    level: str | None
    connected: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer knows it; ``match`` is the engine's view of the same seat.

    ``trick`` is what lies on the table (complete with its winner while it is looked at), ``last_trick`` the
    one before it. ``why`` names, on the own turn, what is wrong with each card that may not be played.
    ``received_from`` is the one seat whose cards came, None when they came from several or not at all.
    ``reveal`` opens the commitment of the last finished deal: (deal number, secret).
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


def view_table(table: Table, seat: int | None, connected: Collection[int] = ()) -> TableView:
    """The view of ``seat`` (None: a spectator); ``connected`` are the seats whose people are there now."""
    match = view_of(table.match, seat)
    finished = match.tricks
    trick, last_trick = match.trick, finished[-1] if finished else None
    if table.holding:
        trick, last_trick = last_trick, finished[-2] if len(finished) > 1 else None
    revealed = table.revealed
    return TableView(
        table_id=table.id,
        match=match,
        phase=table.phase,
        players=tuple(
            PlayerView(player.name, player.level, player.is_bot or number in connected)
            for number, player in enumerate(table.seats)
        ),
        trick=trick,
        last_trick=last_trick,
        why=_why(table, match),
        received_from=_giver(match),
        moon_options=tuple(table.match.moon_options().items()) if _chooses(match) else (),
        reveal=None if revealed is None else (revealed.deal_no, revealed.secret),
        pace=table.pace,
        paused=table.paused,
        waiting=table.waiting_for(seat),
    )


def _why(table: Table, match: View) -> tuple[tuple[int, str], ...]:
    deal = table.match.deal
    if deal is None or not match.legal:
        return ()
    reasons = ((card, deal.why_illegal(card)) for card in cards_of(match.hand & ~match.legal))
    return tuple((card, reason.code) for card, reason in reasons if reason is not None)


def _giver(match: View) -> int | None:
    if match.received is None or match.pass_to is None or match.seat is None:
        return None
    return match.pass_to.index(match.seat)


def _chooses(match: View) -> bool:
    return match.phase == "choosing_moon" and match.shooter == match.seat
