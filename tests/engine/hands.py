"""Short ways to write hands and deals in tests."""

from collections.abc import Sequence
from typing import Any

from moonshot.engine import Deal, Match, Play, Rules, cards_of, cards_text, mask_of, parse_card, parse_cards
from moonshot.engine.events import Dealt, Event
from moonshot.engine.legality import follow_mask, lead_mask

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def mask(text: str) -> int:
    """The mask of cards named in ``text``."""
    return mask_of(parse_cards(text))


def text(cards: int) -> str:
    """The cards of a mask as text."""
    return cards_text(cards)


def rules(**changes: Any) -> Rules:
    """Standard rules without passing, with these changes; they must be playable."""
    value = Rules.from_dict({"pass_cycle": ["H"], **changes})
    assert not value.problems()
    return value


def legal(value: Rules, hand: str, trick: str = "", *, first: bool = False, broken: bool = False) -> str:
    """The legal cards as text; ``trick`` the cards on the table."""
    cards = parse_cards(trick)
    if not cards:
        return text(lead_mask(value.facts, mask(hand), first, broken))
    return text(follow_mask(value.facts, mask(hand), cards[0] // 13, mask_of(cards), first, broken))


def filled(given: Sequence[str], value: Rules | None = None) -> list[int]:
    """Full hands that hold the cards given for each seat; the rest of the deck goes round in order.

    The highest cards are left over for a kitty.
    """
    value = value or rules()
    hands = [mask(cards) for cards in given]
    rest = list(cards_of(value.facts.deck & ~sum(hands)))
    while any(hand.bit_count() < value.hand_size for hand in hands):
        for seat in range(len(hands)):
            if hands[seat].bit_count() < value.hand_size:
                hands[seat] |= 1 << rest.pop(0)
    return hands


def deal(*given: str, value: Rules | None = None, dealer: int = 0, deal_no: int = 1) -> Deal:
    """A deal in which each seat holds at least the cards given."""
    value = value or rules()
    return Deal(value, filled(given, value), dealer=dealer, deal_no=deal_no)


def play(state: Deal, cards: str) -> Deal:
    """Play these cards in order; each must be legal."""
    for card in cards.split():
        state.play(parse_card(card))
    return state


def dealt(match: Match, *given: str) -> Match:
    """Deal the next hands of ``match``: at least the cards given for each seat."""
    match.apply(Dealt(match.next_deal_no, match.next_dealer, tuple(filled(given, match.rules))))
    return match


def play_out(match: Match, *, shooter: int | None = None) -> list[Event]:
    """Play the present deal to its end: ``shooter`` plays high and takes all it can, the others play low."""
    happened: list[Event] = []
    while match.phase == "playing":
        cards = cards_of(match.legal_mask())
        seat = match.turn
        assert seat is not None
        by_height = sorted(cards, key=lambda card: (card % 13, card))
        happened += match.act(seat, Play(by_height[-1] if seat == shooter else by_height[0]))
    return happened
