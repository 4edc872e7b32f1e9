"""How much a holding in one suit is likely to cost: the measure behind passing, ducking and discarding.

A holding is judged by playing it out in the mind, round after round of the suit: how likely does my card
take the round, what lies on the table then, and how soon am I out of the suit and free to throw bad cards
on other people's tricks? Low cards are guards, high cards are burdens unless they can be spent in an early,
clean round, a short suit is a promise. It knows no special cards, only what each card counts.

Only sums, products and quotients are used, never powers or roots from a mathematics library, so that every
machine computes the same numbers to the last bit.
"""

from functools import cache, lru_cache
from typing import Final

# How likely the suit is still played in its 1st, 2nd, ... round, with me holding a card for it.
SIDE_ROUNDS: Final = (1.0, 0.9, 0.6, 0.3, 0.12, 0.05)
HUNTED_ROUNDS: Final = (1.0, 0.87, 0.55, 0.25, 0.1, 0.05)
"""A suit with a great penalty in it is led more, because the others want to drive that card out."""
POINT_ROUNDS: Final = (0.8, 0.65, 0.45, 0.25, 0.12, 0.05)
"""A suit of points is led late."""
DEAD_SUIT = 0.05
"""A suit that nobody else holds is led only by me, for want of anything better."""

ESCAPE: Final = 0.35
"""How often a great penalty is thrown on the trick of another before it must be played."""

VOID_FACTOR: Final = 1.15
VOID_MORE: Final = 0.03

UNDER_BIG: Final = 0.25
"""How often a great penalty falls under a higher card of its suit."""

BIG: Final = 4
"""From this many points on a card is one that people try to drop on a trick, not one of many."""


@cache
def _power(base: float, times: int) -> float:
    result = 1.0
    for _ in range(times):
        result *= base
    return result


@cache
def win_chance(below: int, above: int, followers: int) -> float:
    """The chance that a card takes the trick when every other player goes under it where he can.

    ``below`` and ``above`` count the outstanding cards of the suit under and over it; each is with one of
    ``followers`` players. One player is forced over the card when he has higher cards only.
    """
    if not followers:
        return 1.0
    miss = 1.0 - 1.0 / followers
    forced = _power(miss, below) * (1.0 - _power(miss, above))
    return _power(1.0 - forced, followers)


@cache
def void_chance(outstanding: int, used: int, followers: int) -> float:
    """The chance that one of ``followers`` players has at most ``used`` of the ``outstanding`` cards."""
    if not followers:
        return 1.0
    share = 1.0 / followers
    rest = 1.0 - share
    total = 0.0
    ways = 1.0
    for cards in range(min(used, outstanding) + 1):
        total += ways * _power(share, cards) * _power(rest, outstanding - cards)
        ways = ways * (outstanding - cards) / (cards + 1)
    return total


def likely_void(chance: float) -> float:
    """A chance to be void, corrected for what people do: they pass and discard to get rid of a suit."""
    return chance if chance <= 0.0 else min(1.0, VOID_FACTOR * chance + VOID_MORE)


def ranks_of(mask: int) -> list[int]:
    """The ranks of a suit's thirteen bits, ascending."""
    ranks = []
    while mask:
        low = mask & -mask
        ranks.append(low.bit_length() - 1)
        mask ^= low
    return ranks


@lru_cache(maxsize=1 << 12)
def danger(
    mine: int, out: int, followers: int, voids: int, values: tuple[int, ...], dump: int, relief: int
) -> float:
    """The points that a holding is likely to cost, less what its shortness is worth.

    Args: ``mine`` and ``out`` the ranks (13 bits) that I and the others hold; ``followers`` how many other
    players may still have the suit and ``voids`` how many surely have not; ``values`` the points of the
    suit's cards; ``dump`` half points that a player out of the suit throws on a trick on average; ``relief``
    half points that a free discard is worth to me.
    """
    if not mine:
        return -_freedom(0, _rounds(out, values), out, followers, relief)
    ranks = ranks_of(mine)
    low_first = _play_out(ranks, out, followers, voids, values, dump)
    high_first = _play_out(ranks[::-1], out, followers, voids, values, dump) if len(ranks) > 1 else low_first
    return min(low_first, high_first) - _freedom(len(ranks), _rounds(out, values), out, followers, relief)


def _rounds(out: int, values: tuple[int, ...]) -> tuple[float, ...]:
    """How likely each further round of the suit is."""
    scoring = [rank for rank in ranks_of(out) if values[rank] > 0]
    if len(scoring) > 3:
        return POINT_ROUNDS
    return HUNTED_ROUNDS if scoring and max(values) >= BIG else SIDE_ROUNDS


def _freedom(length: int, rounds: tuple[float, ...], out: int, followers: int, relief: int) -> float:
    """What it is worth to be out of the suit while the others still play it."""
    if not out or not relief or not followers:
        return 0.0
    lasting = (out.bit_count() + followers - 1) // followers
    return sum(rounds[length:lasting]) * relief / 2


def _play_out(
    order: list[int], out: int, followers: int, voids: int, values: tuple[int, ...], dump: int
) -> float:
    """The cost of playing my ranks in this order, one a round, against players who go under when they can."""
    rounds = _rounds(out, values)
    at_start = out.bit_count()
    thrown = dump / 2
    cost = 0.0
    for number, rank in enumerate(order[: len(rounds)]):
        if not out:
            later = min(len(order) - number, 2)
            own = sum(values[card] for card in order[number:])
            return cost + DEAD_SUIT * (own + later * (voids + followers) * thrown)
        below = out & ((1 << rank) - 1)
        above = (out >> (rank + 1)).bit_count()
        win = win_chance(below.bit_count(), above, followers)
        out_now = likely_void(void_chance(at_start, number, followers))
        table = values[rank] + (followers * out_now + voids) * thrown
        table += _under(below, out.bit_count(), followers * (1.0 - out_now), values)
        cost += rounds[number] * (win * table - (1.0 - win) * values[rank] / (followers + voids))
        if values[rank] >= BIG:
            cost -= rounds[number] * win * values[rank] * ESCAPE
        out = _after_round(out, followers)
    return cost


def _under(below: int, outstanding: int, follow: float, values: tuple[int, ...]) -> float:
    """Points of the suit itself that fall under my winning card."""
    small = 0
    big = 0.0
    while below:
        low = below & -below
        value = values[low.bit_length() - 1]
        below ^= low
        if value >= BIG:
            big += UNDER_BIG * value
        elif value < 0:
            big += 0.25 * value
        else:
            small += value
    return big + small * min(1.0, follow / outstanding)


def _after_round(out: int, followers: int) -> int:
    """What the others hold after a round: one high card took it, the rest went low."""
    out ^= 1 << (out.bit_length() - 1)
    for _ in range(followers - 1):
        if not out:
            break
        out &= out - 1
    return out
