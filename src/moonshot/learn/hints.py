"""Why a move may be a good one, in claims that anybody at the table can check: nothing is guessed.

Each claim is a `Sentence` about the view and the move; tests ask the true deal whether it holds. The words
stand in the catalogue under ``hint``; where a claim is about a player, ``seat`` says who, and `in_words`
fills in the name.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from moonshot.bots.reading import Reading, read
from moonshot.engine import Move, Pass, Play, View
from moonshot.engine.cards import QUEEN, SPADES_SUIT, SUIT_MASKS, card_text, cards_of
from moonshot.learn.catalogue import Catalogue
from moonshot.learn.sentences import Sentence, say

MOST: Final = 3
"""Claims in a sentence."""
FEW: Final = 2
"""So many cards are worth telling as few."""
_SUITS: Final = "CDSH"
_KING: Final = QUEEN + 1
_ACE: Final = QUEEN + 2


def reasons(view: View, move: Move) -> tuple[Sentence, ...]:
    """The claims that speak for a move, the weightiest first; at least one for a pass or a card."""
    if isinstance(move, Pass):
        return (tuple(_for_pass(view, move.cards)) or (_about_rest(view, move.cards),))[:MOST]
    if isinstance(move, Play):
        reading = read(view)
        claims = tuple(_for_card(reading, move.card)) or (_about_suit(reading, move.card // 13),)
        return claims[:MOST]
    return ()


def in_words(claims: Sequence[Sentence], names: Sequence[str], words: Catalogue) -> str:
    """The claims as one sentence, with the players' names."""
    clauses = [_clause(claim, names, words) for claim in claims]
    if not clauses:
        return ""
    told, *rest = clauses
    for clause in rest:
        told = words.text("hint.join", first=told, second=clause)
    return f"{told[0].upper()}{told[1:]}."


def _clause(claim: Sentence, names: Sequence[str], words: Catalogue) -> str:
    params = dict(claim.params)
    seat = params.pop("seat", None)
    if isinstance(seat, int):
        params["name"] = names[seat]
    return words.text(Sentence(claim.kind, tuple(params.items())))


# -- cards -------------------------------------------------------------------------------------------------


def _for_card(reading: Reading, card: int) -> Iterator[Sentence]:
    if len(reading.legal) == 1:
        yield say("hint.alone")
        return
    if reading.led < 0:
        yield from _for_lead(reading, card)
    elif card // 13 == reading.led:
        yield from _for_following(reading, card)
    else:
        yield say("hint.discard")
        if reading.values[card] > 0:
            yield say("hint.gives", n=reading.values[card])
    yield from _about_moon(reading)
    if reading.led in (-1, SPADES_SUIT):
        yield from _about_queen(reading, card)


def _for_following(reading: Reading, card: int) -> Iterator[Sentence]:
    if card < reading.top:
        yield say("hint.under", card=card_text(reading.top))
        if reading.values[card] > 0:
            yield say("hint.gives", n=reading.values[card])
        if reading.table > 0:
            yield say("hint.lies", n=reading.table)
        return
    cost = reading.table + reading.values[card]
    if reading.last and not reading.count.hidden_kitty and cost <= 0:
        yield say("hint.last_gains", n=-cost) if cost < 0 else say("hint.last_free")
    suit = reading.led
    if not reading.out(suit) >> card % 13:
        yield say("hint.surest", suit=_SUITS[suit])
    else:
        yield from _about_lower(reading, card)
    if reading.table > 0:
        yield say("hint.lies", n=reading.table)


def _for_lead(reading: Reading, card: int) -> Iterator[Sentence]:
    suit = card // 13
    if not reading.out(suit):
        yield say("hint.nobody", suit=_SUITS[suit])
        return
    if not reading.out(suit) >> card % 13:
        yield say("hint.surest", suit=_SUITS[suit])
    else:
        yield from _about_lower(reading, card)
    for seat in reading.later:
        if not reading.count.may_hold[seat] & SUIT_MASKS[suit]:
            yield say("hint.void", seat=seat, suit=_SUITS[suit])


def _about_lower(reading: Reading, card: int) -> Iterator[Sentence]:
    """That few cards of the suit that others may hold are lower, or none, some being higher."""
    suit = card // 13
    lower = (reading.out(suit) & (1 << card % 13) - 1).bit_count()
    if not lower:
        yield say("hint.duck", suit=_SUITS[suit])
    elif lower <= FEW:
        yield say("hint.few_lower", n=lower, suit=_SUITS[suit])


def _about_suit(reading: Reading, suit: int) -> Sentence:
    return say("hint.out", n=reading.out(suit).bit_count(), suit=_SUITS[suit])


def _about_queen(reading: Reading, card: int) -> Iterator[Sentence]:
    if reading.values[QUEEN] <= 0 or card == QUEEN:
        return
    if reading.count.unseen >> QUEEN & 1:
        yield say("hint.queen_out")
        king, ace = reading.hand >> _KING & 1, reading.hand >> _ACE & 1
        if king and ace:
            yield say("hint.hold_both")
        elif king or ace:
            yield say("hint.hold_king" if king else "hint.hold_ace")
    elif not reading.hand >> QUEEN & 1 and card // 13 == SPADES_SUIT:
        yield say("hint.queen_gone")


def _about_moon(reading: Reading) -> Iterator[Sentence]:
    """One player alone has taken points, and half of them or the queen."""
    needed = reading.facts.moon_set
    costly = needed | reading.facts.point_cards
    takers = [seat for seat, cards in enumerate(reading.view.taken) if cards & costly]
    if not needed or len(takers) != 1:
        return
    taken = reading.view.taken[takers[0]]
    if 2 * (taken & needed).bit_count() >= needed.bit_count() or taken >> QUEEN & 1:
        yield say("hint.moon_own") if takers[0] == reading.me else say("hint.moon", seat=takers[0])


# -- passes ------------------------------------------------------------------------------------------------


def _for_pass(view: View, cards: tuple[int, ...]) -> Iterator[Sentence]:
    passed = 0
    for card in cards:
        passed |= 1 << card
    kept = view.hand & ~passed
    counts = view.rules.facts.points[QUEEN] > 0
    low_spades = SUIT_MASKS[SPADES_SUIT] & (1 << QUEEN) - 1
    if counts and passed >> QUEEN & 1:
        low = (view.hand & low_spades).bit_count()
        yield say("hint.bare_queen", n=low) if low else say("hint.lone_queen")
    for suit in range(4):
        if passed & SUIT_MASKS[suit] and not kept & SUIT_MASKS[suit]:
            yield say("hint.empties", suit=_SUITS[suit])
    if counts and kept >> QUEEN & 1 and kept & low_spades:
        yield say("hint.guards", n=(kept & low_spades).bit_count())
    suits = {card // 13 for card in cards}
    if len(suits) == 1:
        suit = suits.pop()
        if min(cards) > max(cards_of(kept & SUIT_MASKS[suit]), default=-1):
            yield say("hint.top", suit=_SUITS[suit])
    if view.pass_to is not None and view.seat is not None:
        yield say("hint.goes_to", seat=view.pass_to[view.seat])


def _about_rest(view: View, cards: tuple[int, ...]) -> Sentence:
    """Which suit is the longest then."""
    kept = view.hand & ~sum(1 << card for card in cards)
    lengths = [(kept & SUIT_MASKS[suit]).bit_count() for suit in range(4)]
    return say("hint.longest", n=max(lengths), suit=_SUITS[lengths.index(max(lengths))])
