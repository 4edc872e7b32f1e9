"""How a view is thought about: which search answers it, and what it found in words of moves and points."""

from moonshot.bots.choosing import choose_moon
from moonshot.bots.search.passes import judge_passes
from moonshot.bots.search.plays import judge_plays
from moonshot.bots.search.sums import Judged
from moonshot.engine import Move, Pass, Play, View
from moonshot.engine.cards import cards_of

MORE_FOR_PASSES = 4
"""A pass is chosen once a deal among many: a small budget is so many times larger for it."""
ENOUGH_FOR_PASSES = 8_000
"""More than that brings a pass next to nothing."""


def think(view: View, seed: int, playouts: int, *, believing: bool = False) -> Move:
    """The move that did best on average, for a view in which its seat is to act."""
    if view.phase == "passing":
        return Pass(tuple(sorted(judge_passes(view, pass_budget(playouts), seed).best)))
    if view.phase == "choosing_moon":
        return choose_moon(view)
    if view.legal & (view.legal - 1) == 0:
        return Play(view.legal.bit_length() - 1)
    return Play(judge_plays(view, playouts, seed, believing=believing).best)


def pass_budget(playouts: int) -> int:
    """How many playouts a pass gets where a card gets ``playouts``."""
    return min(MORE_FOR_PASSES * playouts, ENOUGH_FOR_PASSES)


def weighed_plays(view: View, seed: int, playouts: int) -> list[tuple[Move, float, float]]:
    """Every legal card with the points this seat is likely to get in the deal, and their standard error."""
    found: Judged[int] = judge_plays(view, playouts, seed, halve=False)
    order = sorted(range(len(found.moves)), key=lambda place: (-found.values[place], found.moves[place]))
    rows = [(found.moves[place], found.points[place], found.point_errors[place]) for place in order]
    known = {card for card, _, _ in rows}
    weighed: list[tuple[Move, float, float]] = []
    for card, points, error in rows:
        # Cards that come to the same were tried as one.
        alike = [
            other
            for other in cards_of(view.legal)
            if other not in known and _stands_for(found, other) == card
        ]
        weighed.extend((Play(one), points, error) for one in (card, *alike))
    return weighed


def _stands_for(found: Judged[int], card: int) -> int:
    """The card that was tried for ``card``: the next lower one that was tried."""
    return max(tried for tried in found.moves if tried <= card)


def weighed_passes(view: View, seed: int, playouts: int) -> list[tuple[Move, float, float]]:
    """The passes that were tried to the end, in the same way."""
    found = judge_passes(view, playouts, seed)
    most = max(found.worlds)
    places = [place for place, seen in enumerate(found.worlds) if seen == most]
    places.sort(key=lambda place: (-found.values[place], found.moves[place]))
    return [
        (Pass(tuple(sorted(found.moves[place]))), found.points[place], found.point_errors[place])
        for place in places
    ]
