"""Positions in which the engine shows what a sentence claims.

Cards are laid out by hand, so that a position need not come from a whole deal; nothing here knows a rule.
"""

from functools import lru_cache

from moonshot.engine import Rules, cards_of
from moonshot.engine.cards import FULL_DECK, HEARTS, QUEEN, QUEEN_BIT, SUIT_MASKS
from moonshot.engine.deal import PLAYING, Deal
from moonshot.engine.scoring import points_of

CLUB, DIAMOND, SPADE, HEART = range(4)
DEUCE_OF_HEARTS, THREE_OF_HEARTS = 39, 40


def bits(*cards: int) -> int:
    """The mask of these cards."""
    return sum(1 << card for card in cards)


@lru_cache(maxsize=64)
def dealt(rules: Rules) -> tuple[tuple[int, ...], int]:
    """Some hands and the kitty."""
    cards = cards_of(rules.facts.deck)
    size = rules.hand_size
    hands = tuple(bits(*cards[seat * size : (seat + 1) * size]) for seat in range(rules.players))
    return hands, bits(*cards[rules.players * size :])


def playing(
    rules: Rules,
    hand: int,
    *,
    led: int | None = None,
    trick: int = 0,
    first: bool = False,
    broken: bool = False,
) -> Deal:
    """A deal in which the seat in turn holds ``hand`` and leads, or follows the suit ``led``."""
    hands, kitty = dealt(rules)
    deal = Deal(rules, hands, kitty=kitty)
    deal.phase = PLAYING
    deal.first = first
    deal.suit_only = not first and not rules.facts.qs_discard
    deal.broken = deal.broken or broken
    deal.leader = 0
    deal.turn = 0 if led is None else 1
    if led is not None:
        deal.led, deal.trick = led, trick or 1 << led * 13
    deal.plays = list(cards_of(deal.trick))
    deal.hands[deal.turn] = hand
    return deal


def legal(rules: Rules, hand: int, **where: bool | int | None) -> int:
    """The mask of the cards that may be played from this hand."""
    return playing(rules, hand, **where).legal_mask()  # type: ignore[arg-type]


def may(rules: Rules, card: int, others: int, **where: bool | int | None) -> bool:
    """Whether a card may be played from a hand of it and some others."""
    return legal(rules, 1 << card | others, **where) >> card & 1 == 1


def breaks(rules: Rules, card: int, *, led: int | None, first: bool = False) -> bool:
    """Whether playing a card breaks hearts that are not broken."""
    deal = playing(rules, 1 << card | 1 << (card + 1) % 52, led=led, first=first)
    assert not deal.broken
    deal.push(card)
    return deal.broken


def plain(rules: Rules, suit: int, place: int = 0) -> int:
    """A card of a suit that nothing is said about: no heart, not the queen, scoring nothing."""
    facts = rules.facts
    found = FULL_DECK & ~facts.scoring_cards & ~facts.barred & ~facts.exception & ~HEARTS & ~QUEEN_BIT
    return cards_of(found & SUIT_MASKS[suit])[place]


def other_suit(*suits: int) -> int:
    """A suit that is neither hearts nor one of these."""
    return next(suit for suit in (CLUB, DIAMOND, SPADE) if suit not in suits)


def queen_costs(rules: Rules) -> bool:
    """Whether taking the queen of spades costs points."""
    return points_of(rules.facts.points, QUEEN_BIT & rules.facts.deck) > 0


__all__ = ["QUEEN", "QUEEN_BIT"]
