"""Tips at a practice table: what to think of now, and why. Made from what the seat may know.

A tip is advice, not a move: which card is best is for hints. Each is claimed only where its reason can be
seen in the view, and never twice in a row. A first hand is guided by sentences of its own before them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from moonshot.bots.reading import Reading, read
from moonshot.engine import Rules, View, card_text, cards_of
from moonshot.engine.cards import (
    HEARTS,
    HIGH_SPADES,
    QUEEN,
    QUEEN_BIT,
    SPADES,
    SPADES_SUIT,
    SUIT_MASKS,
    rank_of,
)
from moonshot.learn.catalogue import Catalogue
from moonshot.learn.sentences import Sentence, say

_SUITS: Final = "CDSH"
_LOW_SPADES: Final = SPADES & (QUEEN_BIT - 1)
_TEN: Final = 8
_GUARDS: Final = 4
"""So many spades below the queen guard her well."""
_SHORT: Final = 3
_EARLY: Final = 4
"""Tricks in which most still follow every suit."""


@dataclass(frozen=True, slots=True)
class Tip:
    """What is said, and the part of the table it is about: ``hand``, ``trick`` or ``players``."""

    said: Sentence
    about: str

    @property
    def kind(self) -> str:
        """The kind of tip, by which it is not said twice in a row."""
        return self.said.kind.removeprefix("coach.")


def tip_for(view: View, after: str = "", *, guide: bool = False) -> Tip | None:
    """The weightiest tip that is not of the kind ``after``, said last; None when there is nothing to say."""
    if guide:
        for tip in _guide(view):
            return None if tip.kind == after else tip
    return next((tip for tip in tips(view) if tip.kind != after), None)


def tips(view: View) -> Iterator[Tip]:
    """Every tip that fits what the seat has to decide now, the weightiest first."""
    if view.seat is None:
        return
    if view.phase == "passing" and not view.has_passed[view.seat]:
        yield from _passing(view)
    elif view.phase == "playing" and view.legal.bit_count() > 1:
        yield from _playing(read(view))


def in_words(tip: Tip, names: Sequence[str], words: Catalogue) -> str:
    """A tip in words, with the players' names."""
    params = dict(tip.said.params)
    seat = params.pop("seat", None)
    if isinstance(seat, int):
        params["name"] = names[seat]
    return words.text(Sentence(tip.said.kind, tuple(params.items())))


# -- passing ---------------------------------------------------------------------------------------------


def _passing(view: View) -> Iterator[Tip]:
    facts = view.rules.facts
    hand = view.hand & ~facts.no_pass
    low = (view.hand & _LOW_SPADES).bit_count()
    if facts.points[QUEEN]:
        if hand & QUEEN_BIT and low < _GUARDS:
            yield Tip(say("coach.pass_queen", n=low), "hand")
        elif hand & QUEEN_BIT:
            yield Tip(say("coach.keep_queen", n=low), "hand")
        elif hand & HIGH_SPADES and low < _GUARDS:
            high = tuple(card_text(card) for card in cards_of(hand & HIGH_SPADES))
            yield Tip(say("coach.pass_high_spades", cards=high, n=low), "hand")
    for suit in (0, 1):
        length = (hand & SUIT_MASKS[suit]).bit_count()
        if (
            0 < length <= min(_SHORT, view.rules.facts.pass_count)
            and not view.hand & SUIT_MASKS[suit] & facts.no_pass
        ):
            yield Tip(say("coach.pass_short", n=length, suit=_SUITS[suit]), "hand")
    yield Tip(say("coach.pass_keep_low"), "hand")


# -- playing ---------------------------------------------------------------------------------------------


def _playing(reading: Reading) -> Iterator[Tip]:
    yield from _moon(reading)
    if reading.led < 0:
        yield from _leading(reading)
    elif reading.hand & SUIT_MASKS[reading.led]:
        yield from _following(reading)
    else:
        yield from _throwing(reading)


def _moon(reading: Reading) -> Iterator[Tip]:
    """Somebody else has every point that has fallen, and more than a trifle."""
    needed = reading.facts.moon_set
    if not needed & HEARTS:
        return
    takers = [seat for seat, cards in enumerate(reading.view.taken) if cards & needed]
    if len(takers) != 1 or takers[0] == reading.me:
        return
    taken = reading.view.taken[takers[0]] & needed
    if taken.bit_count() < 4 and not taken & QUEEN_BIT:  # a heart or two may lie anywhere
        return
    yield Tip(say("coach.moon", seat=takers[0]), "players")
    if reading.hand & HEARTS and reading.led >= 0 and not reading.hand & SUIT_MASKS[reading.led]:
        if reading.holder != takers[0]:
            yield Tip(say("coach.moon_give", seat=takers[0]), "hand")
    elif reading.hand & HEARTS:
        yield Tip(say("coach.moon_keep", seat=takers[0]), "hand")


def _queen_is_out(reading: Reading) -> bool:
    return reading.values[QUEEN] > 0 and bool(reading.count.unseen & QUEEN_BIT)


def _leading(reading: Reading) -> Iterator[Tip]:
    legal = sum(1 << card for card in reading.legal)
    if _queen_is_out(reading):
        if reading.hand & HIGH_SPADES:
            takers = tuple(card_text(card) for card in cards_of(reading.hand & HIGH_SPADES))
            yield Tip(say("coach.queen_waits", cards=takers), "hand")
        elif legal & _LOW_SPADES:
            yield Tip(say("coach.lead_spades"), "hand")
    early = len(reading.view.tricks) < _EARLY
    for suit in (0, 1):
        high = legal & SUIT_MASKS[suit]
        if (
            early
            and high
            and rank_of(max(cards_of(high))) > _TEN
            and reading.followers(suit) == len(reading.later)
        ):
            yield Tip(say("coach.lead_high_early", suit=_SUITS[suit]), "hand")
    for suit in (0, 1):
        held = reading.hand & SUIT_MASKS[suit]
        if early and legal & held and held.bit_count() <= 2:
            yield Tip(say("coach.empty_suit", n=held.bit_count(), suit=_SUITS[suit]), "hand")
    for card in reading.legal:
        if not reading.out(card // 13) & (1 << card % 13) - 1 and reading.out(card // 13):
            yield Tip(say("coach.lead_low", card=card_text(card)), "hand")
            break


def _following(reading: Reading) -> Iterator[Tip]:
    behind = any(reading.count.may_hold[seat] & QUEEN_BIT for seat in reading.later)
    if reading.led == SPADES_SUIT and _queen_is_out(reading) and behind:
        high = [card for card in reading.legal if HIGH_SPADES >> card & 1]
        if high and len(high) < len(reading.legal):
            yield Tip(say("coach.queen_behind", cards=tuple(card_text(card) for card in high)), "hand")
    under = [card for card in reading.legal if card < reading.top]
    over = [card for card in reading.legal if card > reading.top]
    if under and reading.table > 0:
        yield Tip(say("coach.duck", card=card_text(reading.top), n=reading.table), "trick")
    elif not under and over and reading.last and len(over) > 1:
        yield Tip(say("coach.win_high"), "trick")
    elif over and reading.last and reading.table == 0 and reading.led != SPADES_SUIT:
        if all(reading.values[card] == 0 for card in over) and rank_of(max(over)) > _TEN:
            yield Tip(say("coach.free_trick"), "trick")
    elif len(under) > 1:
        yield Tip(say("coach.duck_high", card=card_text(reading.top)), "trick")


def _throwing(reading: Reading) -> Iterator[Tip]:
    suit = _SUITS[reading.led]
    if QUEEN in reading.legal and reading.values[QUEEN] > 0:
        yield Tip(say("coach.throw_queen", suit=suit, n=reading.values[QUEEN]), "hand")
    costly = [card for card in reading.legal if reading.values[card] > 0]
    if costly and QUEEN not in costly:
        yield Tip(say("coach.throw_points", suit=suit), "hand")
    high = [card for card in reading.legal if HIGH_SPADES >> card & 1]
    if high and _queen_is_out(reading):
        yield Tip(say("coach.throw_spades", cards=tuple(card_text(card) for card in high)), "hand")
    if not costly:
        yield Tip(say("coach.throw_high", suit=suit), "hand")


# -- a guided first hand ---------------------------------------------------------------------------------


def _guide(view: View) -> Iterator[Tip]:
    """What the table asks for, said at the first places of each sort in the first hand."""
    if view.seat is None or view.deal_no != 1 or view.rules != Rules():
        return
    if view.phase == "passing" and not view.has_passed[view.seat] and view.pass_to is not None:
        yield Tip(
            say("coach.guide_pass", n=view.rules.facts.pass_count, seat=view.pass_to[view.seat]), "hand"
        )
        return
    if view.phase != "playing" or not view.legal or view.trick is None:
        return
    mine = sum(1 for trick in view.tricks if trick.leader == view.seat)
    if not view.tricks:
        led = view.trick.cards
        kind = "coach.guide_follow" if led else "coach.guide_open"
        params = {"suit": _SUITS[led[0] // 13]} if led else {"card": card_text(cards_of(view.legal)[0])}
        if not led or view.hand & SUIT_MASKS[led[0] // 13]:
            yield Tip(say(kind, **params), "trick" if led else "hand")
    elif len(view.tricks) == 1:
        yield Tip(say("coach.guide_taken", seat=view.tricks[0].winner or 0), "players")
    elif not view.trick.cards and mine == 0:
        yield Tip(say("coach.guide_lead"), "hand")
    elif len(view.tricks) == 2 and view.trick.cards:
        yield Tip(say("coach.guide_points"), "players")
