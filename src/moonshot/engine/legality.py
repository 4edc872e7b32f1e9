"""Which cards may be played, who takes a trick and what breaks hearts: each rule once, on ints.

The order of the checks is that of the rules: the opening lead, following suit, the bar of trick one, the
duties of the queen of spades, then what may be led. Whatever the rules, the legal set is never empty, lies
within the hand, and follows suit when the hand can. Pure functions of ints; they run compiled as they stand.
"""

from moonshot.engine.cards import (
    CLUBS,
    HEARTS,
    HIGH_SPADES,
    QUEEN,
    QUEEN_BIT,
    SPADES_SUIT,
    SUIT_MASKS,
    mask_of,
)
from moonshot.engine.facts import (
    AFTER_BREAK,
    ANYTIME,
    KITTY_FIRST_HEART,
    KITTY_FIRST_TRICK,
    KITTY_LAST_TRICK,
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
    locked = 0
    if facts.lead_hearts != ANYTIME and not (broken and facts.lead_hearts == AFTER_BREAK):
        locked = HEARTS
    if facts.qs_lead != QS_LEAD_ANYTIME and not (broken and facts.qs_lead == QS_LEAD_AFTER_BREAK):
        locked |= QUEEN_BIT
    if cards & locked and hand & ~facts.exception == 0:
        locked &= 0 if facts.exception_frees_queen else QUEEN_BIT
    return cards & ~locked or hand


def follow_suit(hand: int, led: int) -> int:
    """The cards of suit ``led`` in ``hand``, or the whole hand when it has none."""
    return hand & SUIT_MASKS[led] or hand


def follow_mask(facts: RuleFacts, hand: int, led: int, trick: int, first: bool, broken: bool) -> int:
    """The cards of ``hand`` that may follow suit ``led``; ``trick`` is the mask of the cards on it so far."""
    cards = follow_suit(hand, led)
    if first and cards & ~facts.barred:
        cards &= ~facts.barred
    if facts.qs_discard and cards & QUEEN_BIT:
        return _queen_duty(facts, cards, led, trick, broken)
    return cards


def _queen_duty(facts: RuleFacts, cards: int, led: int, trick: int, broken: bool) -> int:
    void = cards & SUIT_MASKS[led] == 0
    if facts.qs_discard == QS_AFTER_BREAK:
        return cards & ~QUEEN_BIT if void and not broken and cards != QUEEN_BIT else cards
    safe = led == SPADES_SUIT and trick & HIGH_SPADES != 0
    if void or (safe and facts.qs_discard == QS_MUST_WHEN_SAFE):
        return QUEEN_BIT
    return cards


def must_redeal(facts: RuleFacts, hand: int, first: bool) -> bool:
    """True when the seat to play on trick one holds barred cards only and the rules then deal again."""
    return first and facts.redeals != 0 and hand & ~facts.barred == 0


def redeals_at_opening(facts: RuleFacts, hand: int) -> bool:
    """True when the opening seat holds barred cards only; an opening club is never barred."""
    return not (facts.opening_card != OPEN_ANY and hand & CLUBS) and must_redeal(facts, hand, True)


def breaks_hearts(facts: RuleFacts, card: int, led: int, first: bool) -> bool:
    """True when playing ``card`` on a trick of suit ``led`` (its own suit when it is led) breaks hearts."""
    if not facts.breakers >> card & 1 or (first and not facts.first_trick_breaks):
        return False
    if card == QUEEN:
        return facts.qs_breaks == QS_BREAKS_ANY_PLAY or led != SPADES_SUIT
    return not facts.hearts_break_discarded_only or led != card // 13


def winning_card(trick: int, led: int) -> int:
    """The card that takes the mask ``trick``: the highest of the suit ``led``."""
    return (trick & SUIT_MASKS[led]).bit_length() - 1


def kitty_goes(facts: RuleFacts, trick: int, first: bool, last: bool) -> bool:
    """True when the taker of ``trick`` takes the kitty too, unless somebody has it already."""
    return (
        (facts.kitty == KITTY_FIRST_TRICK and first)
        or (facts.kitty == KITTY_LAST_TRICK and last)
        or (facts.kitty == KITTY_FIRST_HEART and trick & HEARTS != 0)
    )


def trick_winner(trick: tuple[int, ...]) -> int:
    """The place of the winner in ``trick``, cards in order of play."""
    return trick.index(winning_card(mask_of(trick), trick[0] // 13))


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
