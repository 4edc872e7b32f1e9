"""Which cards may be played, who takes a trick and what breaks hearts: each rule once, on ints.

The order of the checks is that of the rules: the opening lead, following suit, the bar of trick one, the
duties of the queen of spades, then what may be led. Whatever the rules, the legal set is never empty, lies
within the hand, and follows suit when the hand can. Pure functions of ints; they run compiled as they stand.
"""

from moonshot.engine.cards import CLUBS, HEARTS, HIGH_SPADES, QUEEN, QUEEN_BIT, SPADES_SUIT, SUIT_MASKS
from moonshot.engine.facts import (
    AFTER_BREAK,
    ANYTIME,
    OPEN_ANY,
    OPEN_LOWEST_CLUB,
    QS_AFTER_BREAK,
    QS_BREAKS_ANY_PLAY,
    QS_LEAD_AFTER_BREAK,
    QS_LEAD_ANYTIME,
    QS_MUST_WHEN_SAFE,
    RuleFacts,
)


def lead_mask(facts: RuleFacts, hand: int, first: bool, broken: bool) -> int:
    """The cards of ``hand`` that may be led; ``first`` for trick one, ``broken`` when hearts are."""
    cards = hand
    if first:
        if facts.opening_card != OPEN_ANY and hand & CLUBS:
            clubs = hand & CLUBS
            return clubs & -clubs if facts.opening_card == OPEN_LOWEST_CLUB else clubs
        if hand & ~facts.barred:
            cards = hand & ~facts.barred
    excepted = hand & ~facts.exception == 0
    hearts_locked = facts.lead_hearts != ANYTIME and not (broken and facts.lead_hearts == AFTER_BREAK)
    if hearts_locked and not excepted:
        cards &= ~HEARTS
    queen_locked = facts.qs_lead != QS_LEAD_ANYTIME and not (broken and facts.qs_lead == QS_LEAD_AFTER_BREAK)
    if queen_locked and not (excepted and facts.exception_frees_queen):
        cards &= ~QUEEN_BIT
    return cards or hand


def follow_mask(facts: RuleFacts, hand: int, led: int, trick: int, first: bool, broken: bool) -> int:
    """The cards of ``hand`` that may follow suit ``led``; ``trick`` is the mask of the cards on it so far."""
    suited = hand & SUIT_MASKS[led]
    cards = suited or hand
    if first and cards & ~facts.barred:
        cards &= ~facts.barred
    if facts.qs_discard and cards & QUEEN_BIT:
        return _queen_duty(facts, cards, suited == 0, led, trick, broken)
    return cards


def _queen_duty(facts: RuleFacts, cards: int, void: bool, led: int, trick: int, broken: bool) -> int:
    if facts.qs_discard == QS_AFTER_BREAK:
        return cards & ~QUEEN_BIT if void and not broken and cards != QUEEN_BIT else cards
    safe = led == SPADES_SUIT and trick & HIGH_SPADES != 0
    if void or (safe and facts.qs_discard == QS_MUST_WHEN_SAFE):
        return QUEEN_BIT
    return cards


def must_redeal(facts: RuleFacts, hand: int, first: bool) -> bool:
    """True when the seat to play on trick one holds barred cards only and the rules then deal again."""
    return first and facts.redeals != 0 and hand & ~facts.barred == 0


def breaks_hearts(facts: RuleFacts, card: int, led: int, first: bool) -> bool:
    """True when playing ``card`` on a trick of suit ``led`` (its own suit when it is led) breaks hearts."""
    if not facts.breakers >> card & 1 or (first and not facts.first_trick_breaks):
        return False
    if card == QUEEN:
        return facts.qs_breaks == QS_BREAKS_ANY_PLAY or led != SPADES_SUIT
    return not facts.hearts_break_discarded_only or led != card // 13


def trick_winner(trick: tuple[int, ...]) -> int:
    """The place in ``trick`` (cards in order of play) of the highest card of the suit led."""
    winner = 0
    best = trick[0]
    top = best // 13 * 13 + 12
    for place in range(1, len(trick)):
        card = trick[place]
        if best < card <= top:
            best = card
            winner = place
    return winner


def opening_seat(facts: RuleFacts, hands: tuple[int, ...], dealer: int) -> int:
    """The seat that leads trick one: left of the dealer, or the holder of the lowest club dealt.

    Where no club is in play at all, the player left of the dealer leads.
    """
    leader = (dealer + 1) % facts.players
    if facts.left_of_dealer_opens:
        return leader
    lowest = 0
    for seat in range(facts.players):
        clubs = hands[seat] & CLUBS
        if clubs and (lowest == 0 or clubs & -clubs < lowest):
            lowest = clubs & -clubs
            leader = seat
    return leader
