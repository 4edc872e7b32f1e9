"""Why a card may not be played, in words. The rule itself is in `legality`; this only names it."""

from moonshot.engine.cards import CLUBS, HEARTS, QUEEN, SUIT_MASKS, SUIT_NAMES, cards_of
from moonshot.engine.errors import MoveError
from moonshot.engine.facts import NEVER, OPEN_ANY, OPEN_LOWEST_CLUB, QS_LEAD_NEVER, RuleFacts


def why_illegal(facts: RuleFacts, hand: int, card: int, led: int, first: bool) -> MoveError:
    """The reason why ``card``, known to be illegal, may not be played; ``led`` is -1 when leading."""
    code, message = _reason(facts, hand, card, led, first)
    return MoveError(code, message, "card")


def codes_of(facts: RuleFacts, hand: int, cards: int, led: int, first: bool) -> tuple[tuple[int, str], ...]:
    """The reason's code for each of these ``cards``, all of them known to be illegal."""
    follows = led >= 0 and hand & SUIT_MASKS[led] and not cards & SUIT_MASKS[led]
    if cards and (follows or (led < 0 and _opens(facts, hand, first))):  # then it is one reason for all
        code, _ = _reason(facts, hand, (cards & -cards).bit_length() - 1, led, first)
        return tuple([(card, code) for card in cards_of(cards)])
    return tuple([(card, _reason(facts, hand, card, led, first)[0]) for card in cards_of(cards)])


def _reason(facts: RuleFacts, hand: int, card: int, led: int, first: bool) -> tuple[str, str]:
    if not 0 <= card < 52 or not hand >> card & 1:
        return "not_in_hand", "You do not hold that card."
    if led < 0:
        return _leading(facts, hand, card, first)
    if hand & SUIT_MASKS[led] and card // 13 != led:
        return "must_follow_suit", f"You must follow {SUIT_NAMES[led]}."
    if first and facts.barred >> card & 1:
        return "points_on_first_trick", "That card may not be played on the first trick."
    if card == QUEEN:
        return "queen_not_allowed", "The queen of spades may not be thrown away before hearts are broken."
    return "must_play_queen", "You must play the queen of spades now."


def _opens(facts: RuleFacts, hand: int, first: bool) -> bool:
    """Whether a club has to open the deal."""
    return first and facts.opening_card != OPEN_ANY and hand & CLUBS != 0


def _leading(facts: RuleFacts, hand: int, card: int, first: bool) -> tuple[str, str]:
    if _opens(facts, hand, first):
        lowest = facts.opening_card == OPEN_LOWEST_CLUB
        return "opening_card", "The lowest club opens the deal." if lowest else "A club opens the deal."
    if first and facts.barred >> card & 1:
        return "points_on_first_trick", "That card may not be played on the first trick."
    if HEARTS >> card & 1:
        if facts.lead_hearts == NEVER:
            return "hearts_never_led", "Hearts may not be led while you hold anything else."
        return "hearts_not_broken", "Hearts are not broken yet."
    if facts.qs_lead == QS_LEAD_NEVER:
        return "queen_not_allowed", "The queen of spades may not be led."
    return "queen_not_allowed", "The queen of spades may not be led before hearts are broken."
