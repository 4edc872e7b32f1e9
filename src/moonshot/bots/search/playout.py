"""Playing a deal to its end in the mind."""

from typing import Any, Final

from moonshot.bots.search.chance import Stream, any_card
from moonshot.bots.search.compiling import inlined, lean
from moonshot.bots.search.state import GAME, LEFT, REDEALT, TAKEN, TRICK, State, legal_cards, put
from moonshot.bots.search.thumb import NOBODY, thumb_card

SIGN_OF_A_MOON: Final = 3
"""One seat with more than a third of what a moon needs, and nobody else with any, is on its way to one."""


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
    suspect = _suspect(facts, state)
    while game[LEFT] and not game[REDEALT]:
        seat = suspect
        if shooter >= 0 and _alone(facts, state, shooter):
            seat = shooter
        put(facts, state, thumb_card(facts, state, stream, seat))
        if game[TRICK] == 0:
            suspect = _suspect(facts, state)


@inlined
def _alone(facts: Any, state: State, seat: int) -> bool:
    """True when nobody but ``seat`` has a card that a moon needs."""
    others = 0
    for other in range(facts.players):
        if other != seat:
            others |= state[TAKEN, other]
    return others & int(facts.moon_set) == 0


@inlined
def _suspect(facts: Any, state: State) -> int:
    """The seat that looks like shooting the moon, or NOBODY."""
    found = NOBODY
    for seat in range(facts.players):
        cards = state[TAKEN, seat] & facts.moon_set
        if cards:
            if found != NOBODY:
                return NOBODY
            found = seat
    if found == NOBODY:
        return NOBODY
    weight = (state[TAKEN, found] & facts.moon_set).bit_count() + 3 * (
        state[TAKEN, found] & facts.big
    ).bit_count()
    whole = facts.moon_set.bit_count() + 3 * facts.big.bit_count()
    return found if SIGN_OF_A_MOON * weight > whole else NOBODY
