"""Passing cards: directions, receivers, what may be passed, and the exchange."""

from collections.abc import Sequence

from moonshot.engine.cards import card_text, mask_of, parse_card
from moonshot.engine.errors import MoveError
from moonshot.engine.rules import Rules

HOLD = "H"
SCATTER = "S"


def direction_of(rules: Rules, deal_no: int) -> str:
    """The pass direction of deal ``deal_no`` (from 1): the cycle repeats."""
    cycle = rules.directions
    return cycle[(deal_no - 1) % len(cycle)]


def receiver_of(direction: str, seat: int, players: int) -> int:
    """The seat that gets the cards of ``seat``. Seat + 1 sits on the left."""
    step = {"L": 1, "R": -1, "A": players // 2, "L2": 2, "R2": -2}[direction]
    return (seat + step) % players


def receivers_of(direction: str, players: int) -> tuple[int, ...] | None:
    """Each seat's receiver, or None on a hold and when cards are scattered over all."""
    if direction in (HOLD, SCATTER):
        return None
    return tuple(receiver_of(direction, seat, players) for seat in range(players))


def allowed_in_pass(rules: Rules, hand: int) -> tuple[int, int]:
    """The masks (may be passed freely, must all be in the pass).

    Where the rules keep some cards from passing and a hand holds too few others, all of those others go
    and any kept cards fill up the rest.
    """
    free = hand & ~mask_of(parse_card(card) for card in rules.no_pass_cards)
    if free.bit_count() >= rules.pass_count:
        return free, 0
    return hand, free


def check_pass(rules: Rules, hand: int, cards: Sequence[int]) -> None:
    """Raise MoveError unless ``cards`` may be passed from ``hand``."""
    if len(cards) != rules.pass_count:
        raise MoveError("pass_count", f"Pass exactly {rules.pass_count} cards.", "cards")
    for index, card in enumerate(cards):
        if not 0 <= card < 52 or not hand >> card & 1:
            raise MoveError("not_in_hand", "You do not hold that card.", f"cards[{index}]")
        if card in cards[:index]:
            raise MoveError("pass_repeated", f"You chose {card_text(card)} twice.", f"cards[{index}]")
    may, must = allowed_in_pass(rules, hand)
    for index, card in enumerate(cards):
        if not may >> card & 1:
            raise MoveError("pass_forbidden_card", f"{card_text(card)} may not be passed.", f"cards[{index}]")
    if must & ~mask_of(cards):
        raise MoveError("pass_forbidden_card", "Pass the cards that may be passed first.", "cards")


def exchange(direction: str, passes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The mask of cards that each seat receives, given each seat's pass in the order named.

    Scattering splits each pass evenly: the first cards go to the left neighbour, the next to the one
    after, and so on clockwise.
    """
    players = len(passes)
    received = [0] * players
    for seat, cards in enumerate(passes):
        if direction == SCATTER:
            share = len(cards) // (players - 1)
            for step in range(1, players):
                received[(seat + step) % players] |= mask_of(cards[(step - 1) * share : step * share])
        else:
            received[receiver_of(direction, seat, players)] |= mask_of(cards)
    return tuple(received)
