"""A match told again from its record: every deal with all hands open, trick by trick.

Nothing is worked out here that a rule decides: the engine replays the record, this writes down what it says.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moonshot.engine import Match, Rules, card_text, cards_of, view_of
from moonshot.engine.events import (
    Committed,
    DealScored,
    Dealt,
    Exchanged,
    HeartsBroken,
    MatchStarted,
    TrickTaken,
)
from moonshot.engine.record import read_record, write_record

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldTrick:
    """A trick. ``points`` are those of each seat in the deal after it; ``kitty`` came along with it."""

    leader: int
    winner: int
    cards: Cards
    points: tuple[int, ...]
    kitty: Cards = ()
    broke: int | None = None
    """The place in the trick of the card that broke hearts."""

    def seat_of(self, place: int) -> int:
        """Who played the card at this place."""
        return (self.leader + place) % len(self.points)

    @property
    def plays(self) -> tuple[tuple[int, str], ...]:
        """Seats and cards in order."""
        return tuple((self.seat_of(place), card) for place, card in enumerate(self.cards))


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal. ``dealt`` are the hands before the pass, ``hands`` after it; a void deal has no points."""

    deal_no: int
    dealer: int
    direction: str
    dealt: tuple[Cards, ...]
    kitty: Cards
    given: tuple[Cards, ...] | None
    received: tuple[Cards, ...] | None
    hands: tuple[Cards, ...]
    tricks: tuple[ToldTrick, ...]
    points: tuple[int, ...] | None
    totals: tuple[int, ...]
    moon: int | None
    sun: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A match: its rules, and every deal of its record."""

    rules: Rules
    deals: tuple[ToldDeal, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class _Deal:
    """A deal while it is told."""

    def __init__(self, match: Match, event: Dealt) -> None:
        assert match.deal is not None
        self.deal_no, self.dealer = event.deal_no, event.dealer
        self.direction = match.deal.direction
        self.dealt, self.kitty = event.hands, event.kitty
        self.exchanged: Exchanged | None = None
        self.tricks: list[ToldTrick] = []
        self.broke: int | None = None
        self.scored: DealScored | None = None

    def told(self, totals: tuple[int, ...]) -> ToldDeal:
        given = received = None
        hands = self.dealt
        if self.exchanged is not None:
            given, received = self.exchanged.given, self.exchanged.received
            hands = tuple((hand & ~g) | r for hand, g, r in zip(hands, given, received, strict=True))
        scored = self.scored
        return ToldDeal(
            self.deal_no,
            self.dealer,
            self.direction,
            _texts(self.dealt),
            _text(self.kitty),
            None if given is None else _texts(given),
            None if received is None else _texts(received),
            _texts(hands),
            tuple(self.tricks),
            None if scored is None else scored.points,
            totals if scored is None else scored.totals,
            None if scored is None else scored.moon,
            scored is not None and scored.sun,
        )


def retell(record: Mapping[str, Any]) -> Told:
    """Tell the match of a record again, as far as it is good. Raises RecordError without any match."""
    read = read_record(write_record(dict(record)))
    if read.match is None:
        assert read.error is not None
        raise read.error
    started = read.events[0]
    assert isinstance(started, MatchStarted)
    match = Match.replay([started])
    deals: list[_Deal] = []
    for event in read.events[1:]:
        derived = match.apply(event)
        if isinstance(event, Dealt):
            deals.append(_Deal(match, event))
        if not isinstance(event, Committed):
            _note(match, deals[-1], derived)
    told: list[ToldDeal] = []
    totals = (0,) * match.rules.players
    for deal in deals:
        told.append(deal.told(totals))
        totals = told[-1].totals
    return Told(match.rules, tuple(told), match.totals, match.winners)


def _note(match: Match, deal: _Deal, derived: tuple[Any, ...]) -> None:
    for event in derived:
        if isinstance(event, Exchanged):
            deal.exchanged = event
        elif isinstance(event, HeartsBroken):
            deal.broke = event.card
        elif isinstance(event, TrickTaken):
            broke = event.cards.index(deal.broke) if deal.broke in event.cards else None
            points = view_of(match, None).points
            cards = tuple(card_text(card) for card in event.cards)
            deal.tricks.append(
                ToldTrick(event.leader, event.winner, cards, tuple(points), _text(event.kitty), broke)
            )
        elif isinstance(event, DealScored):
            deal.scored = event


def _text(mask: int) -> Cards:
    return tuple(card_text(card) for card in cards_of(mask))


def _texts(masks: tuple[int, ...]) -> tuple[Cards, ...]:
    return tuple(_text(mask) for mask in masks)
