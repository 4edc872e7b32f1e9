"""Worlds: ways in which the unseen cards may lie, each equally likely.

What is certain about the unseen cards (`counting.Count`) allows for each seat a set of cards. A world is
drawn uniformly from all ways to give every seat its number of allowed cards: the ways are counted from the
last step back to the first, then each step is taken as often as it has ways. What a set of cards cannot say
(who holds the lowest club, that somebody was not without a lead) is asked of the rules themselves: a world
that the cards played so far could not have come from is thrown away, and another drawn.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from moonshot.bots.counting import Count
from moonshot.bots.search.chance import Stream, below, nth_bit, share
from moonshot.bots.search.compiling import lean
from moonshot.engine.cards import cards_of

MOST_CARDS: Final = 52
_SEATS: Final = 8
"""Columns for the seats, the kitty among them."""

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


def _binomials() -> Floats:
    table = np.zeros((MOST_CARDS + 1, MOST_CARDS + 1))
    for whole in range(MOST_CARDS + 1):
        table[whole, 0] = 1.0
        for part in range(1, whole + 1):
            table[whole, part] = table[whole - 1, part - 1] + table[whole - 1, part]
    return table


WAYS: Final = _binomials()
"""``WAYS[n, k]``: in how many ways k of n cards can be chosen."""


class Unseen(NamedTuple):
    """Where the unseen cards can be, in the form that `draw` wants.

    The seats that may hold any free card share a *pool*; only the others need care. The free cards fall into
    *groups* that the same careful seats may hold. A *step* decides how many cards of a group go to a careful
    seat; what a group has left after its steps goes to the pool.
    """

    holds: Ints
    """For each seat the cards it certainly holds."""
    groups: Ints
    """The mask of each group; those with steps come first."""
    step_group: Ints
    step_seat: Ints
    """The place of the step's seat among the careful seats."""
    careful: Ints
    """The careful seats."""
    rooms: Ints
    """How many free cards each careful seat takes."""
    pool: Ints
    """How many free cards each seat of the pool takes; 0 for the others. The kitty is the last seat."""
    ways: Floats
    """By step, rooms left and cards left in the group: in how many ways the rest can be done."""


def unseen_of(count: Count) -> Unseen:
    """Prepare the drawing of worlds."""
    seats = range(len(count.sizes))
    known = 0
    for cards in count.holds:
        known |= cards
    free = count.unseen & ~known
    rooms = [count.sizes[seat] - count.holds[seat].bit_count() for seat in seats]
    careful = [seat for seat in seats if rooms[seat] and free & ~count.may_hold[seat]]
    pool = np.zeros(_SEATS, np.int64)
    for seat in seats:
        pool[seat] = 0 if seat in careful else rooms[seat]
    pool[len(count.sizes)] = count.hidden_kitty
    groups: dict[int, int] = {}
    for card in cards_of(free):
        who = sum(1 << place for place, seat in enumerate(careful) if count.may_hold[seat] >> card & 1)
        groups[who] = groups.get(who, 0) | 1 << card
    order = sorted(groups, key=lambda who: (who == 0, who))
    steps = [
        (number, place)
        for number, who in enumerate(order)
        for place in range(len(careful))
        if who >> place & 1
    ]
    limits = [rooms[seat] for seat in careful]
    masks = np.array([groups[who] for who in order], np.int64)
    step_group = np.array([number for number, _ in steps], np.int64)
    step_seat = np.array([place for _, place in steps], np.int64)
    room_array = np.array(limits, np.int64)
    return Unseen(
        holds=_padded(count.holds),
        groups=masks,
        step_group=step_group,
        step_seat=step_seat,
        careful=np.array(careful, np.int64),
        rooms=room_array,
        pool=pool,
        ways=_count_ways(masks, step_group, step_seat, room_array),
    )


def _padded(numbers: Sequence[int]) -> Ints:
    row = np.zeros(_SEATS, np.int64)
    row[: len(numbers)] = numbers
    return row


def _count_ways(groups: Ints, step_group: Ints, step_seat: Ints, rooms: Ints) -> Floats:
    """Fill the table of `Unseen.ways`."""
    places = int(np.prod(rooms + 1)) if len(rooms) else 1
    most = max((int(mask).bit_count() for mask in groups), default=0)
    ways = np.zeros((len(step_group) + 1, places, most + 1))
    ways[-1, 0, :] = 1.0
    fill_ways(ways, groups, step_group, step_seat, rooms)
    return ways


@lean
def fill_ways(ways: Floats, groups: Ints, step_group: Ints, step_seat: Ints, rooms: Ints) -> None:
    """Count from the last step to the first; the last row says that all rooms must be full at the end."""
    places = ways.shape[1]
    for step in range(len(step_group) - 1, -1, -1):
        stride = 1
        for seat in range(step_seat[step]):
            stride *= rooms[seat] + 1
        room_of = rooms[step_seat[step]] + 1
        group = step_group[step]
        ends = step + 1 == len(step_group) or step_group[step + 1] != group
        following = 0
        if ends and step + 1 < len(step_group):
            following = groups[step_group[step + 1]].bit_count()
        for place in range(places):
            room = place // stride % room_of
            for left in range(groups[group].bit_count() + 1):
                total = 0.0
                for given in range(min(room, left) + 1):
                    after = following if ends else left - given
                    total += WAYS[left, given] * ways[step + 1, place - given * stride, after]
                ways[step, place, left] = total


@lean
def draw(stream: Stream, hands: Ints, unseen: Unseen) -> None:
    """Draw one world into ``hands``: a mask for each seat and, last, the hidden kitty."""
    for seat in range(len(unseen.holds)):
        hands[seat] = unseen.holds[seat]
    place = 0
    stride = 1
    for seat in range(len(unseen.rooms)):
        place += unseen.rooms[seat] * stride
        stride *= unseen.rooms[seat] + 1
    rest = 0
    step = 0
    for group in range(len(unseen.groups)):
        cards = unseen.groups[group]
        while step < len(unseen.step_group) and unseen.step_group[step] == group:
            stride = 1
            for seat in range(unseen.step_seat[step]):
                stride *= unseen.rooms[seat] + 1
            room = place // stride % (unseen.rooms[unseen.step_seat[step]] + 1)
            left = cards.bit_count()
            ends = step + 1 == len(unseen.step_group) or unseen.step_group[step + 1] != group
            following = 0
            if ends and step + 1 < len(unseen.step_group):
                following = unseen.groups[unseen.step_group[step + 1]].bit_count()
            aim = share(stream) * unseen.ways[step, place, left]
            given = 0
            most = min(room, left)
            while given < most:
                after = following if ends else left - given
                aim -= WAYS[left, given] * unseen.ways[step + 1, place - given * stride, after]
                if aim < 0.0:
                    break
                given += 1
            # Rounding must not lead to a step without ways.
            while (
                given
                and unseen.ways[step + 1, place - given * stride, following if ends else left - given] == 0.0
            ):
                given -= 1
            place -= given * stride
            for _ in range(given):
                bit = nth_bit(cards, below(stream, cards.bit_count()))
                cards ^= bit
                hands[unseen.careful[unseen.step_seat[step]]] |= bit
            step += 1
        rest |= cards
    _deal_pool(stream, hands, unseen.pool, rest)


@lean
def _deal_pool(stream: Stream, hands: Ints, pool: Ints, rest: int) -> None:
    """Deal what is left to the seats that may hold any of it."""
    for seat in range(len(pool)):
        for _ in range(pool[seat]):
            bit = nth_bit(rest, below(stream, rest.bit_count()))
            rest ^= bit
            hands[seat] |= bit
