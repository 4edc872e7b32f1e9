"""What a seat has seen of a deal in play, as the search wants it, and deals that could have led there."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from moonshot.bots.counting import Count, count_cards
from moonshot.bots.search.chance import Stream
from moonshot.bots.search.compiling import lean
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.state import HANDS, State, open_play, replay
from moonshot.bots.search.worlds import Unseen, draw, unseen_of
from moonshot.engine import View
from moonshot.engine.cards import cards_of

Ints = np.ndarray[Any, np.dtype[np.int64]]


class Seen(NamedTuple):
    """What is certain about a deal in play for the seat ``me``; compiled code takes it as it is."""

    me: int
    hand: int
    played: Ints
    """All cards of the deal so far, in order."""
    seats: Ints
    """The seat of each card of ``played``."""
    leader: int
    """Who led trick one."""
    dealer: int
    kitty: int
    """The cards of the kitty when its taker has shown them, else 0."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view in play: what is seen, what is not, and what may be done."""

    facts: Any
    seen: Seen
    count: Count
    unseen: Unseen
    moves: Ints
    """The cards worth telling apart."""


def position_of(view: View) -> Position:
    """Read a view of a seat during play, whoever is to play a card."""
    facts = view.rules.facts
    tricks = [*view.tricks] if view.trick is None else [*view.tricks, view.trick]
    played = [card for trick in tricks for card in trick.cards]
    seats = [(trick.leader + place) % facts.players for trick in tricks for place in range(len(trick.cards))]
    assert view.seat is not None
    assert view.turn is not None
    count = count_cards(view)
    shown = 0
    for card in played:
        shown |= 1 << card
    taken = 0
    for cards in view.taken:
        taken |= cards
    on_table = view.trick.cards if view.trick is not None else ()
    return Position(
        facts=guide_of(facts),
        seen=Seen(
            me=view.seat,
            hand=view.hand,
            played=np.array(played, np.int64),
            seats=np.array(seats, np.int64),
            leader=tricks[0].leader if tricks else view.turn,
            dealer=view.dealer,
            kitty=taken & ~shown,
        ),
        count=count,
        unseen=unseen_of(count),
        moves=np.array(distinct(view, count.unseen, on_table), np.int64),
    )


def distinct(view: View, unseen: int, on_table: tuple[int, ...]) -> list[int]:
    """The legal cards, of each run of equals the lowest: same worth, and no card of others in between."""
    facts = view.rules.facts
    others = unseen
    for card in on_table:
        others |= 1 << card
    special = facts.moon_set | facts.scoring_cards
    moves: list[int] = []
    last = -1
    for card in cards_of(view.legal):
        between = ((1 << card) - (2 << last)) & (others | view.hand & ~view.legal) if last >= 0 else 0
        alike = (
            last >= 0
            and last // 13 == card // 13
            and not between
            and facts.points[last] == facts.points[card]
            and (special >> last & 1) == (special >> card & 1)
            and facts.bonus_card not in (last, card)
        )
        if not alike:
            moves.append(card)
        last = card
    return moves


@lean
def deal_out(facts: Any, state: State, hands: Ints, seen: Seen) -> None:
    """Begin trick one with the hands from which the cards played so far were played.

    The unseen cards lie as in ``hands``, the kitty last.
    """
    for seat in range(facts.players):
        state[HANDS, seat] = hands[seat]
    state[HANDS, seen.me] = seen.hand
    for index in range(len(seen.played)):
        state[HANDS, seen.seats[index]] |= 1 << seen.played[index]
    open_play(facts, state, seen.dealer, seen.kitty | hands[facts.players])


@lean
def bring_up(facts: Any, state: State, hands: Ints, seen: Seen) -> bool:
    """Bring ``state`` to where the deal stands when the unseen cards lie as in ``hands``, the kitty last.

    False when the rules reject it.
    """
    deal_out(facts, state, hands, seen)
    return replay(facts, state, seen.leader, seen.played)


@lean
def draw_state(facts: Any, stream: Stream, state: State, hands: Ints, seen: Seen, unseen: Unseen) -> bool:
    """Draw a world and bring ``state`` to where the deal stands in it. False when the rules reject it."""
    draw(stream, hands, unseen)
    return bring_up(facts, state, hands, seen)
