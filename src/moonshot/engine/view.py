"""What one seat may know of a match, and nothing else.

A View is built field by field from an allow-list; it is all that bots, the wire and the client ever see of a
match. Law: two matches that differ only in cards hidden from a seat give that seat equal views and equal
seen events at every ply. ``seat`` None is a spectator, who sees public facts only.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from moonshot.engine.deal import PLAYING, REDEAL, Deal
from moonshot.engine.errors import StateError
from moonshot.engine.events import (
    Committed,
    DealScored,
    Dealt,
    Event,
    Exchanged,
    HeartsBroken,
    MatchOver,
    MatchStarted,
    MoonChosen,
    MoonShot,
    OvertimeStarted,
    Passed,
    Played,
    Recalled,
    Redeal,
    Revealed,
    TrickTaken,
)
from moonshot.engine.match import DealResult, Match
from moonshot.engine.passing import direction_of, receivers_of
from moonshot.engine.rules import Rules
from moonshot.engine.scoring import points_of


class Trick(NamedTuple):
    """A trick: its leader, its cards in order of play, its winner (None while unfinished)."""

    leader: int
    cards: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The match as one seat knows it. Masks are ints with one bit a card; seats count clockwise.

    ``hand`` and ``legal`` are masks (0 for spectators; ``legal`` only on the own turn to play). ``passed`` is
    the own pass, ``received`` the mask of cards received, None before. ``taken`` are the captured cards of
    each seat, all public. ``points`` is what each seat's captured cards count so far in this deal.
    """

    rules: Rules
    match_id: str
    seat: int | None
    phase: str
    deal_no: int
    dealer: int
    direction: str
    pass_to: tuple[int, ...] | None
    commitment: str | None
    hand: int
    passed: tuple[int, ...] | None
    received: int | None
    has_passed: tuple[bool, ...]
    turn: int | None
    acting: tuple[int, ...]
    legal: int
    ply: int
    trick: Trick | None
    tricks: tuple[Trick, ...]
    broken: bool
    hand_sizes: tuple[int, ...]
    taken: tuple[int, ...]
    tricks_won: tuple[int, ...]
    points: tuple[int, ...]
    shooter: int | None
    totals: tuple[int, ...]
    results: tuple[DealResult, ...]
    overtime: bool
    tied: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.rules.players


def view_of(match: Match, seat: int | None) -> View:
    """The view of ``seat``, or of a spectator for None. Raises StateError for a seat the table lacks."""
    if seat is not None and not 0 <= seat < match.rules.players:
        raise StateError("bad_seat", f"Seats are 0 to {match.rules.players - 1}.", "seat")
    deal = match.deal
    rules = match.rules
    deal_no = max(1, match.deal_no)
    direction = direction_of(rules, deal_no)
    nothing = (0,) * rules.players
    own = own_cards(match, seat)
    return View(
        rules=rules,
        match_id=match.match_id,
        seat=seat,
        phase=match.phase,
        deal_no=deal_no,
        dealer=match.dealer,
        direction=direction,
        pass_to=receivers_of(direction, rules.players),
        commitment=None if match.committed is None else match.committed.commitment,
        hand=own.hand,
        passed=own.passed,
        received=own.received,
        has_passed=_has_passed(match),
        turn=match.turn,
        acting=match.acting,
        legal=own.legal,
        ply=0 if deal is None else len(deal.plays),
        trick=_trick(deal),
        tricks=_tricks(deal),
        broken=deal is not None and deal.broken,
        hand_sizes=nothing if deal is None else tuple([hand.bit_count() for hand in deal.hands]),
        taken=nothing if deal is None else tuple(deal.taken),
        tricks_won=nothing if deal is None else tuple(deal.tricks_won),
        points=nothing if deal is None else points_so_far(deal),
        shooter=match.shooter,
        totals=match.totals,
        results=match.results,
        overtime=match.overtime,
        tied=match.tied,
        winners=match.winners,
    )


class OwnCards(NamedTuple):
    """What only the seat itself sees: its hand, its pass, what it received, what it may play now."""

    hand: int = 0
    passed: tuple[int, ...] | None = None
    received: int | None = None
    legal: int = 0


def own_cards(match: Match, seat: int | None) -> OwnCards:
    """The part of a view that differs between seats; a spectator has none of it."""
    deal = match.deal
    if deal is None or seat is None:
        return OwnCards()
    received = None if deal.received is None else deal.received[seat]
    return OwnCards(
        deal.hands[seat], deal.passes[seat], received, deal.legal_mask() if deal.turn == seat else 0
    )


def _has_passed(match: Match) -> tuple[bool, ...]:
    if match.deal is None:
        return (False,) * match.rules.players
    return tuple([cards is not None for cards in match.deal.passes])


def _trick(deal: Deal | None) -> Trick | None:
    if deal is None or deal.phase not in (PLAYING, REDEAL):
        return None
    return Trick(deal.leader_of(len(deal.winners)), deal.trick_cards(), None)


def _tricks(deal: Deal | None) -> tuple[Trick, ...]:
    if deal is None:
        return ()
    size, plays = deal.players, deal.plays
    leaders = [deal.opener, *deal.winners]
    return tuple(
        [
            Trick(leaders[no], tuple(plays[no * size : (no + 1) * size]), winner)
            for no, winner in enumerate(deal.winners)
        ]
    )


def points_so_far(deal: Deal) -> tuple[int, ...]:
    """What the cards that each seat has captured count so far."""
    facts = deal.facts
    bonus = 0 if facts.bonus_card < 0 else 1 << facts.bonus_card
    points, counting, extra = facts.points, facts.point_cards, facts.bonus_points
    return tuple(
        [points_of(points, taken & counting) + (extra if taken & bonus else 0) for taken in deal.taken]
    )


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as ``seat`` (None: a spectator) may see it: hidden cards and secrets are left out."""
    match event:
        case Committed():
            return replace(event, secret="")
        case Dealt():
            return replace(event, hands=_own(event.hands, seat), kitty=0)
        case Passed():
            return event if event.seat == seat else replace(event, cards=())
        case Exchanged():
            return replace(event, given=_own(event.given, seat), received=_own(event.received, seat))
        case (
            MatchStarted()
            | Recalled()
            | Played()
            | MoonChosen()
            | HeartsBroken()
            | TrickTaken()
            | Redeal()
            | MoonShot()
            | DealScored()
            | Revealed()
            | OvertimeStarted()
            | MatchOver()
        ):
            return event
        case _:
            assert_never(event)


def _own(masks: tuple[int, ...], seat: int | None) -> tuple[int, ...]:
    return tuple(mask if owner == seat else 0 for owner, mask in enumerate(masks))
