"""Passing cards: directions, receivers, what may be passed, and the exchange."""

from collections.abc import Sequence
from functools import lru_cache

from moonshot.engine.cards import card_text
from moonshot.engine.errors import MoveError
from moonshot.engine.facts import RuleFacts
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


@lru_cache(maxsize=64)
def receivers_of(direction: str, players: int) -> tuple[int, ...] | None:
    """Each seat's receiver, or None on a hold and when cards are scattered over all."""
    if direction in (HOLD, SCATTER):
        return None
    return tuple(receiver_of(direction, seat, players) for seat in range(players))


def allowed_in_pass(facts: RuleFacts, hand: int) -> tuple[int, int]:
    """The masks (may be passed freely, must all be in the pass).

    Where the rules keep some cards from passing and a hand holds too few others, all of those others go
    and any kept cards fill up the rest.
    """
    free = hand & ~facts.no_pass
    if free.bit_count() >= facts.pass_count:
        return free, 0
    return hand, free


def check_pass(rules: Rules, hand: int, cards: Sequence[int]) -> None:
    """Raise MoveError unless ``cards`` may be passed from ``hand``."""
    if len(cards) != rules.pass_count:
        raise MoveError("pass_count", f"Pass exactly {rules.pass_count} cards.", "cards")
    chosen = 0
    for index, card in enumerate(cards):
        if not 0 <= card < 52 or not hand >> card & 1:
            raise MoveError("not_in_hand", "You do not hold that card.", f"cards[{index}]")
        if chosen >> card & 1:
            raise MoveError("pass_repeated", f"You chose {card_text(card)} twice.", f"cards[{index}]")
        chosen |= 1 << card
    may, must = allowed_in_pass(rules.facts, hand)
    if chosen & ~may:
        index, card = next((index, card) for index, card in enumerate(cards) if not may >> card & 1)
        raise MoveError("pass_forbidden_card", f"{card_text(card)} may not be passed.", f"cards[{index}]")
    if must & ~chosen:
        raise MoveError("pass_forbidden_card", "Pass the cards that may be passed first.", "cards")


@lru_cache(maxsize=64)
def destinations(direction: str, players: int, count: int) -> tuple[tuple[int, ...], ...]:
    """For each seat and each place in its pass of ``count`` cards, the seat that gets that card.

    Scattering splits each pass evenly: the first cards go to the left neighbour, the next to the one
    after, and so on clockwise.
    """
    if direction == SCATTER:
        share = count // (players - 1)
        return tuple(
            tuple((seat + 1 + place // share) % players for place in range(count)) for seat in range(players)
        )
    return tuple((receiver_of(direction, seat, players),) * count for seat in range(players))


def exchange(direction: str, passes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The mask of cards that each seat receives, given each seat's pass in the order named."""
    players = len(passes)
    received = [0] * players
    ways = destinations(direction, players, len(passes[0]))
    for cards, seats in zip(passes, ways, strict=True):
        for card, seat in zip(cards, seats, strict=True):
            received[seat] |= 1 << card
    return tuple(received)
