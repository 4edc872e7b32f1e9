"""Counting cards: where the unseen cards can be, from all that the table has shown.

Everything here is certain, never a guess: the true deal is always among those that `Count` allows, under
any rules. Who fails to follow is void; who leads hearts too early holds nothing else; who throws a barred
card on trick one had no other; what I passed is where I sent it until it is played.
"""

from dataclasses import dataclass

from moonshot.engine import View
from moonshot.engine.cards import HEARTS, HIGH_SPADES, QUEEN, QUEEN_BIT, SPADES_SUIT, SUIT_MASKS, mask_of
from moonshot.engine.facts import (
    AFTER_BREAK,
    ANYTIME,
    OPEN_ANY,
    QS_LEAD_ANYTIME,
    QS_MUST_WHEN_SAFE,
    QS_MUST_WHEN_VOID,
    RuleFacts,
)
from moonshot.engine.legality import breaks_hearts


@dataclass(frozen=True, slots=True)
class Count:
    """What one seat can know about the cards it has not seen."""

    unseen: int
    """Cards in no own hand and not yet shown to this seat."""
    may_hold: tuple[int, ...]
    """For each seat the unseen cards it may hold (nothing for the own seat)."""
    holds: tuple[int, ...]
    """For each seat the unseen cards it certainly holds."""
    sizes: tuple[int, ...]
    """Unseen cards in each hand (0 for the own seat)."""
    hidden_kitty: int
    """How many unseen cards lie in the kitty."""

    def is_void(self, seat: int, suit: int) -> bool:
        """True when ``seat`` certainly has no card of ``suit``."""
        return not self.may_hold[seat] & SUIT_MASKS[suit]


def count_cards(view: View) -> Count:
    """Read the table once, from the first trick to the card just played."""
    facts = view.rules.facts
    players = facts.players
    limits = [facts.deck] * players
    shown = view.hand
    broken = facts.lead_hearts == ANYTIME
    tricks = view.tricks if view.trick is None or not view.trick.cards else (*view.tricks, view.trick)
    for number, trick in enumerate(tricks):
        leader, cards = trick.leader, trick.cards
        first = number == 0
        led = cards[0] // 13
        on_table = 0
        for place, card in enumerate(cards):
            seat = (leader + place) % players
            if place == 0:
                limits[seat] &= _limit_of_lead(facts, card, first, broken)
            elif first or facts.qs_discard or card // 13 != led:
                limits[seat] &= _limit_of_follow(facts, card, led, on_table, first)
            on_table |= 1 << card
            if not broken and breaks_hearts(facts, card, led, first):
                broken = True
        shown |= on_table
    for taken in view.taken:
        # A kitty is shown when it is taken.
        shown |= taken
    return _close(view, facts.deck & ~shown, limits)


def _limit_of_lead(facts: RuleFacts, card: int, first: bool, broken: bool) -> int:
    """What a hand can hold beside a card it led: early hearts are led only for want of anything else."""
    if first:
        if facts.opening_card != OPEN_ANY and card < 13:
            return facts.deck
        if facts.barred >> card & 1:
            return facts.barred | HEARTS | QUEEN_BIT
    locked = facts.lead_hearts != ANYTIME and not (broken and facts.lead_hearts == AFTER_BREAK)
    if not locked or not HEARTS >> card & 1:
        return facts.deck
    queen = 0 if facts.qs_lead == QS_LEAD_ANYTIME else QUEEN_BIT
    return HEARTS | facts.exception | queen | (facts.barred if first else 0)


def _limit_of_follow(facts: RuleFacts, card: int, led: int, on_table: int, first: bool) -> int:
    """What a hand can hold beside a card it put on a trick that another seat led."""
    suit = SUIT_MASKS[led]
    followed = bool(suit >> card & 1)
    limit = facts.deck if followed else facts.deck & ~suit
    if first and facts.barred >> card & 1:
        limit &= ~(suit & ~facts.barred) if followed else facts.barred
    if facts.qs_discard in (QS_MUST_WHEN_VOID, QS_MUST_WHEN_SAFE) and card != QUEEN:
        barred_now = first and facts.barred & QUEEN_BIT
        safe = led == SPADES_SUIT and on_table & HIGH_SPADES and facts.qs_discard == QS_MUST_WHEN_SAFE
        if not barred_now and (not followed or safe):
            limit &= ~QUEEN_BIT
    return limit


def _sent(view: View) -> list[int]:
    """For each seat the cards that this seat passed to it."""
    players = view.rules.players
    sent = [0] * players
    if view.seat is None or not view.passed or view.phase == "passing":
        return sent
    if view.pass_to is not None:
        sent[view.pass_to[view.seat]] = mask_of(view.passed)
    else:
        share = len(view.passed) // (players - 1)
        for step in range(1, players):
            sent[(view.seat + step) % players] = mask_of(view.passed[(step - 1) * share : step * share])
    return sent


def _close(view: View, unseen: int, limits: list[int]) -> Count:
    """Draw the conclusions that follow from the sizes of the hands, until nothing more follows."""
    seats = range(len(limits))
    sizes = [0 if seat == view.seat else view.hand_sizes[seat] for seat in seats]
    holds = [cards & unseen for cards in _sent(view)]
    may = [unseen & limits[seat] if sizes[seat] else 0 for seat in seats]
    hidden = unseen.bit_count() - sum(sizes)
    known = 0
    for seat in seats:
        known |= holds[seat]
    changed = True
    while changed:
        changed = False
        for seat in seats:
            mine = holds[seat]
            allowed = may[seat] & (~known | mine)
            if mine != allowed and mine.bit_count() == sizes[seat]:
                allowed = mine
            elif mine != allowed and allowed.bit_count() == sizes[seat]:
                holds[seat] = allowed
                known |= allowed
                changed = True
            if allowed != may[seat]:
                may[seat] = allowed
                changed = True
        if not hidden:
            changed |= _only_places(unseen & ~known, may, holds)
            for seat in seats:
                known |= holds[seat]
    return Count(unseen, tuple(may), tuple(holds), tuple(sizes), hidden)


def _only_places(free: int, may: list[int], holds: list[int]) -> bool:
    """Give each card that only one seat may hold to that seat."""
    once = 0
    twice = 0
    for cards in may:
        twice |= once & cards
        once |= cards
    single = once & ~twice & free
    if not single:
        return False
    for seat, cards in enumerate(may):
        holds[seat] |= single & cards
    return True
