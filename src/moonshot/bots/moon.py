"""Shooting the moon: when the hand is made for it, how to go on, and when to drop the plan.

The plan is made anew before every card from what the table shows, so it ends by itself the moment another
seat has a point or a sure loser turns up.
"""

from functools import lru_cache
from typing import Final

from moonshot.bots.holdings import ranks_of
from moonshot.bots.reading import Reading
from moonshot.engine.cards import HEARTS

ATTEMPT: Final = 0.45
"""Shoot from this chance on: what a moon wins is about as much as a failed one costs, and a bit more."""

# The chance that the plan survives so many losing cards in a suit of points, and in the other suits together.
_POINT_LOSERS: Final = (1.0, 0.3, 0.06, 0.0)
_SIDE_LOSERS: Final = (1.0, 0.62, 0.3, 0.12, 0.04, 0.0)


@lru_cache(maxsize=1 << 11)
def losers(mine: int, out: int, followers: int) -> int:
    """How many tricks my cards of a suit lose if I lead the suit from the top until nobody else has it.

    My highest card wins a round if nothing outstanding beats it; otherwise I give up my lowest, and the
    outstanding high card is gone.
    """
    if not followers:
        return 0
    # One of the others has a card or so more than his share, and the suit lasts that much longer.
    rounds = min(out.bit_count(), (out.bit_count() + followers - 1) // followers + 1)
    left = ranks_of(mine)
    lost = 0
    while left and out and rounds > 0:
        best = out.bit_length() - 1
        if left[-1] > best:
            left.pop()
            low = out & -out
            out ^= low
        else:
            left.pop(0)
            out ^= 1 << best
            lost += 1
        rounds -= 1
    return lost


def still_possible(reading: Reading) -> bool:
    """True while no other seat has a card that a moon needs."""
    facts = reading.facts
    needed = facts.moon_set
    if not needed:
        return False
    return not any(taken & needed for seat, taken in enumerate(reading.view.taken) if seat != reading.me)


def chance_with(point: int, side: int) -> float:
    """The chance of a moon with so many losing cards in suits of points, and in the other suits together."""
    return _POINT_LOSERS[min(point, 3)] * _SIDE_LOSERS[min(side, 5)]


def plan(reading: Reading) -> float:
    """The chance of a moon from here, 0 when it cannot be."""
    if not still_possible(reading):
        return 0.0
    point = side = 0
    for suit, points in enumerate(reading.point_suits):
        lost = losers(reading.mine(suit), reading.out(suit), reading.followers(suit))
        if points:
            point += lost
        else:
            side += lost
    chance = chance_with(point, side)
    if chance < ATTEMPT:
        return 0.0
    return chance if reading.led < 0 else chance * _this_trick(reading)


def _this_trick(reading: Reading) -> float:
    """A trick that another holds may end the plan: it does when it has points that I cannot take."""
    suited = [card for card in reading.legal if card // 13 == reading.led]
    over = [card for card in suited if card > reading.top]
    if over:
        return 1.0 if reading.last or _is_top(reading, over[-1]) else 0.7
    if reading.table > 0:
        return 0.0
    return 0.5 if reading.later else 0.8


def _is_top(reading: Reading, card: int) -> bool:
    """True when nothing outstanding of its suit beats ``card``."""
    return reading.out(card // 13) >> card % 13 == 0


def wants_moon(reading: Reading) -> bool:
    """True when this seat should play for the moon."""
    return plan(reading) >= ATTEMPT


def moon_card(reading: Reading) -> int:
    """The card to play while shooting."""
    if reading.led < 0:
        return _lead(reading)
    suited = [card for card in reading.legal if card // 13 == reading.led]
    if suited:
        return _follow(reading, suited)
    return _throw(reading)


def _lead(reading: Reading) -> int:
    """Cash what is sure, the longest suit first; give up a loser only while it costs no point."""
    sure = [card for card in reading.legal if _is_top(reading, card)]
    if sure:
        return max(sure, key=lambda card: (reading.mine(card // 13).bit_count(), card % 13, card))
    # Drive out the one high card that stands in the way, in the suit with most of my cards.
    plain = [card for card in reading.legal if not HEARTS >> card & 1] or list(reading.legal)
    return max(plain, key=lambda card: (reading.mine(card // 13).bit_count(), card % 13, card))


def _follow(reading: Reading, suited: list[int]) -> int:
    """Take with the cheapest card that is sure, else with the highest; lose with the lowest."""
    over = [card for card in suited if card > reading.top]
    if not over:
        return suited[0]
    if reading.last:
        return over[0]
    if reading.table <= 0 and not _is_top(reading, over[-1]):
        return suited[0]
    return over[-1]


def _throw(reading: Reading) -> int:
    """Throw a losing card: low, of a suit without points, where I am short."""

    def keep(card: int) -> tuple[int, int, int, int]:
        top = _is_top(reading, card)
        return (int(top), int(reading.values[card] > 0), card % 13, card)

    return min(reading.legal, key=keep)
