"""What one viewer may know of a table: the view of the match and the open facts around it."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from moonshot.engine import Match, Rules, View, view_of
from moonshot.engine.deal import PLAYING
from moonshot.engine.passing import receivers_of
from moonshot.engine.view import OwnCards, Trick, own_cards
from moonshot.tables.absence import AWAY_SECONDS
from moonshot.tables.claims import is_settled, may_claim
from moonshot.tables.seats import Seat
from moonshot.tables.stalling import stalling
from moonshot.tables.table import Table
from moonshot.tables.takeback import who_may_take_back
from moonshot.tables.talk import text_allowed
from moonshot.tables.terms import Terms


class PlayerView(NamedTuple):
    """Who sits in a seat, as everybody may know it; a person has no level, a bot no handle."""

    name: str
    level: str | None
    connected: bool
    empty: bool = False
    host: bool = False
    stand_in: bool = False
    handle: str | None = None


class ClockView(NamedTuple):
    """The clock as everybody sees it, in milliseconds, by seat; ``left`` is None for who need not act now."""

    kind: str
    on: bool
    left: tuple[int | None, ...]
    bank: tuple[int | None, ...]
    limit: int
    misses: tuple[int, ...]
    fast: tuple[bool, ...]


class VoteView(NamedTuple):
    """The open vote and how many milliseconds it stays open."""

    about: str
    by: int
    seat: int | None
    yes: tuple[int, ...]
    no: tuple[int, ...]
    left: int


class ProposalView(NamedTuple):
    """The rules that are proposed, who agrees, and whose answer is missing."""

    no: int
    by: int
    rules: Rules
    yes: tuple[int, ...]
    waiting: tuple[int, ...]


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


class OwnView(NamedTuple):
    """The part of a table's view that differs between seats."""

    seat: int | None
    cards: OwnCards
    why: tuple[tuple[int, str], ...]
    received_from: int | None
    moon_options: tuple[tuple[str, tuple[int, ...]], ...]
    waiting: tuple[str, ...]
    code: str | None
    link: str | None
    offers: tuple[str, ...]


_NOTHING: Final = OwnView(None, OwnCards(), (), None, (), (), None, None, ())
"""What a spectator knows beside what everybody does."""


def own_view(table: Table, seat: int | None, offers: Sequence[Sequence[str]]) -> OwnView:
    """What ``seat`` (None: a spectator) knows beside what everybody does; ``offers`` are those of all."""
    if seat is None:
        return _NOTHING
    match = table.match
    cards = own_cards(match, seat)
    chooses = not cards.hand and match.phase == "choosing_moon" and match.shooter == seat
    return OwnView(
        seat=seat,
        cards=cards,
        why=_why(table, cards),
        received_from=_giver(match, seat, cards),
        moon_options=tuple(match.moon_options().items()) if chooses else (),
        waiting=table.waiting_for(seat),
        code=table.terms.code,
        link=table.terms.link,
        offers=tuple(offers[seat]),
    )


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
        players=_players(
            tuple(table.seats), table.host, frozenset(table.absence.stand_ins), frozenset(connected)
        ),
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
        vote=_vote(table, now),
        proposal=_proposal(table),
        text=text_allowed(table),
        absent=_absent(table, now),
        stalling=stalling(table),
        offers=own.offers,
        spectators=spectators,
        saving=saving,
    )


@lru_cache(maxsize=4096)
def _players(
    seats: tuple[Seat, ...], host: int | None, stand_ins: frozenset[int], connected: frozenset[int]
) -> tuple[PlayerView, ...]:
    """The same value for as long as nobody comes or goes."""
    return tuple(
        PlayerView(
            name=seat.name,
            level=seat.level,
            connected=seat.is_bot or number in connected,
            empty=seat.is_empty,
            host=number == host,
            stand_in=number in stand_ins,
            handle=seat.handle,
        )
        for number, seat in enumerate(seats)
    )


def clock_view(table: Table, now: float, *, stopped: bool = False) -> ClockView:
    """The clock at this time; ``stopped`` while nothing can be saved."""
    clock = table.clock
    limits = clock.limits
    passing = table.match.phase == "passing"
    spent = 0 if table.holding else table.spent_ms(now)
    left: list[int | None] = [None] * len(clock.banks)
    limit = 0
    for seat in table.match.acting:
        limit = max(limit, clock.limit(seat, passing=passing))
        if clock.is_on and not table.is_auto(seat):
            left[seat] = clock.left(seat, spent, passing=passing)
    runs = clock.is_on and not (stopped or table.stands or table.holding) and table.state == "playing"
    return ClockView(
        kind=clock.kind,
        on=runs,
        left=tuple(left),
        bank=clock.banks if limits.bank else (None,) * len(clock.banks),
        limit=limit or limits.play,
        misses=clock.misses,
        fast=clock.fast,
    )


def _vote(table: Table, now: float) -> VoteView | None:
    vote = table.vote
    if vote is None:
        return None
    left = max(0, round((vote.seconds - (now - vote.since)) * 1000))
    return VoteView(vote.about, vote.by, vote.seat, tuple(sorted(vote.yes)), tuple(sorted(vote.no)), left)


def _proposal(table: Table) -> ProposalView | None:
    open_ = table.proposal
    if open_ is None:
        return None
    waiting = tuple(seat for seat in table.people if seat not in open_.yes)
    return ProposalView(open_.no, open_.by, open_.rules, tuple(sorted(open_.yes)), waiting)


def offers_of(table: Table, *, settled: bool) -> list[list[str]]:
    """What the people may do now beside playing a card, by seat; worked out from what each of them may know.

    ``settled``: the rest of the deal cannot change any score (`claims.is_settled`).
    """
    deal, seats = table.match.deal, table.seats
    offers: list[list[str]] = [[] for _ in seats]
    if deal is None or deal.phase != PLAYING:
        return offers
    if seats[deal.turn].account is not None and may_claim(table.match, deal.turn):
        offers[deal.turn].append("claim")
    if table.vote is None:
        free = table.terms.kind == "practice"
        for seat in who_may_take_back(table):
            if seats[seat].account is not None and (free or ("take_back", seat) not in table.asked):
                offers[seat].append("take_back")
        for seat in table.people if settled else ():
            if free or ("finish", seat) not in table.asked:
                offers[seat].append("finish")
    return offers


def offers_now(table: Table) -> list[list[str]]:
    """What the people may do now beside playing a card, by seat."""
    return offers_of(table, settled=is_settled(table.match))


def _absent(table: Table, now: float) -> tuple[int, int] | None:
    leaving = table.absence.leaving()
    if leaving is None or table.state != "playing" or table.terms.alone:
        return None
    since, seat = leaving
    return seat, max(0, round((AWAY_SECONDS - (now - since)) * 1000))


def _why(table: Table, cards: OwnCards) -> tuple[tuple[int, str], ...]:
    deal = table.match.deal
    return () if deal is None or cards.legal in (0, cards.hand) else deal.barred_cards()


def _giver(match: Match, seat: int, cards: OwnCards) -> int | None:
    """Who passed the cards, as long as that is news: until the own first card."""
    deal = match.deal
    if deal is None or cards.received is None or cards.hand.bit_count() < deal.facts.hand_size:
        return None
    pass_to = receivers_of(deal.direction, deal.players)
    return None if pass_to is None else pass_to.index(seat)
