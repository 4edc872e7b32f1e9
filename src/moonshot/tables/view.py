"""What a viewer may know of a table beside the match: who is there, the clock, what is asked and offered."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from moonshot.engine import Match, Rules
from moonshot.engine.deal import PLAYING
from moonshot.engine.passing import receivers_of
from moonshot.engine.view import OwnCards, own_cards
from moonshot.tables.absence import AWAY_SECONDS
from moonshot.tables.claims import is_settled, may_claim
from moonshot.tables.seats import Seat
from moonshot.tables.table import Table
from moonshot.tables.takeback import who_may_take_back


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
        why=_why(table, cards) if cards.legal else (),
        received_from=None if cards.received is None else _giver(match, seat, cards),
        moon_options=tuple(match.moon_options().items()) if chooses else (),
        waiting=table.waiting_for(seat),
        code=table.terms.code,
        link=table.terms.link,
        offers=tuple(offers[seat]),
    )


def player_views(table: Table, connected: Collection[int] = ()) -> tuple[PlayerView, ...]:
    """Who sits where; ``connected`` are the seats whose people are there now."""
    stand_ins = frozenset(table.absence.stand_ins)
    return _players(tuple(table.seats), table.host, stand_ins, frozenset(connected))


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
    clock, match = table.clock, table.match
    acting, passing = match.acting, match.phase == "passing"
    left: list[int | None] = [None] * len(clock.banks)
    if clock.is_on:
        spent = 0 if table.holding else table.spent_ms(now)
        for seat in acting:
            if not table.is_auto(seat):
                left[seat] = clock.left(seat, spent, passing=passing)
    runs = clock.is_on and not (stopped or table.holding or table.stands) and table.state == "playing"
    limits = [clock.limit(seat, passing=passing) for seat in acting]
    return ClockView(
        kind=clock.kind,
        on=runs,
        left=tuple(left),
        bank=clock.banks if clock.limits.bank else (None,) * len(clock.banks),
        limit=max(limits, default=clock.limits.play),
        misses=clock.misses,
        fast=clock.fast,
    )


def vote_view(table: Table, now: float) -> VoteView | None:
    """The open vote at this time, if there is one."""
    vote = table.vote
    if vote is None:
        return None
    left = max(0, round((vote.seconds - (now - vote.since)) * 1000))
    return VoteView(vote.about, vote.by, vote.seat, tuple(sorted(vote.yes)), tuple(sorted(vote.no)), left)


def proposal_view(table: Table) -> ProposalView | None:
    """The rules that are proposed, if any are."""
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


def absent_now(table: Table, now: float) -> tuple[int, int] | None:
    """The seat of somebody who is away, and the milliseconds until a bot stands in."""
    leaving = table.absence.leaving()
    if leaving is None or table.state != "playing" or table.terms.alone:
        return None
    since, seat = leaving
    return seat, max(0, round((AWAY_SECONDS - (now - since)) * 1000))


def _why(table: Table, cards: OwnCards) -> tuple[tuple[int, str], ...]:
    deal = table.match.deal
    return () if deal is None or cards.legal == cards.hand else deal.barred_cards()


def _giver(match: Match, seat: int, cards: OwnCards) -> int | None:
    """Who passed the cards, as long as that is news: until the own first card."""
    deal = match.deal
    if deal is None or cards.hand.bit_count() < deal.facts.hand_size:
        return None
    pass_to = receivers_of(deal.direction, deal.players)
    return None if pass_to is None else pass_to.index(seat)
