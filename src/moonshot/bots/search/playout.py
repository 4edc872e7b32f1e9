"""Playing a deal to its end in the mind."""

from typing import Any, Final

from moonshot.bots.search.chance import Stream, any_card
from moonshot.bots.search.compiling import inlined, lean
from moonshot.bots.search.state import GAME, LEFT, REDEALT, TAKEN, TRICK, TURN, State, legal_cards, put
from moonshot.bots.search.thumb import NOBODY, thumb_card

SIGN: Final = 3
SIGN_D: Final = 6
BIG_WEIGHT: Final = 3
"""How many small cards a great penalty counts for."""

SEVERAL: Final = -2
"""Instead of a seat: more than one."""


@lean
def play_randomly(facts: Any, state: State, stream: Stream) -> None:
    """Every seat plays any legal card until the deal is over, or dealt again."""
    game = state[GAME]
    while game[LEFT] and not game[REDEALT]:
        put(facts, state, any_card(stream, legal_cards(facts, state)))


@lean
def play_on(facts: Any, state: State, stream: Stream, shooter: int) -> None:
    """Every seat plays by the rules of thumb; ``shooter`` (or NOBODY) goes for the moon while it can."""
    game = state[GAME]
    alone = alone_with_points(facts, state)
    while game[LEFT] and not game[REDEALT]:
        seat = game[TURN]
        if seat == shooter and alone in (NOBODY, seat) and moon_open(facts, state, seat):
            shooting = seat
        else:
            shooting = shooter_seen(facts, state, alone, seat)
        put(facts, state, thumb_card(facts, state, stream, shooting))
        if game[TRICK] == 0:
            alone = alone_with_points(facts, state)


@inlined
def moon_open(facts: Any, state: State, seat: int) -> bool:
    """True while nobody but ``seat`` has a card that a moon needs."""
    others = 0
    for other in range(facts.players):
        if other != seat:
            others |= state[TAKEN, other]
    open_to_me: bool = facts.moon_set != 0 and facts.moon_set & others == 0
    return open_to_me


@inlined
def owner_of_points(facts: Any, state: State) -> int:
    """The only seat that has any of the cards a moon needs, NOBODY, or SEVERAL."""
    found = NOBODY
    for seat in range(facts.players):
        if state[TAKEN, seat] & facts.moon_set:
            if found != NOBODY:
                return SEVERAL
            found = seat
    return found


@inlined
def alone_with_points(facts: Any, state: State) -> int:
    """The only seat that has any of the cards a moon needs, or NOBODY."""
    owner = owner_of_points(facts, state)
    return NOBODY if owner == SEVERAL else owner


@inlined
def shooter_seen(facts: Any, state: State, alone: int, seat: int) -> int:
    """Whom ``seat`` takes for a shooter: the seat with all the points so far, once these are many.

    One goes for the moon with a third of what it needs; the others are on their guard at a sixth.
    """
    if alone == NOBODY:
        return NOBODY
    cards = state[TAKEN, alone] & facts.moon_set
    weight = cards.bit_count() + BIG_WEIGHT * (cards & facts.big).bit_count()
    whole = facts.moon_set.bit_count() + BIG_WEIGHT * (facts.moon_set & facts.big).bit_count()
    return alone if (SIGN if alone == seat else SIGN_D) * weight > whole else NOBODY
