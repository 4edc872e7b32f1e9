"""Pictures of the rules pages as numbers for their templates: cards, seats round a table, arrows."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from moonshot.engine.passing import SCATTER, receivers_of


@dataclass(frozen=True, slots=True)
class Outline:
    """One path of a card: the class that paints it, its data, its place, and the width of its ink."""

    paint: str
    data: str
    place: str
    ink: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card and all its paths."""

    card: str
    outlines: tuple[Outline, ...]


@lru_cache(maxsize=1)
def _drawn() -> dict[str, Any]:
    # Written by web/test/drawn-cards.test.tsx from the client's own drawing.
    found: dict[str, Any] = json.loads(files("moonshot.site.pages").joinpath("cards.json").read_bytes())
    return found


@lru_cache(maxsize=52)
def face(card: str) -> Face:
    """How a card is drawn, on a sheet 100 by 140."""
    drawn = _drawn()
    outlines = (
        Outline(paint, drawn["outlines"][data], place, str(rest[0]) if rest else "")
        for paint, data, place, *rest in drawn["cards"][card]
    )
    return Face(card, tuple(outlines))


def faces(cards: Iterable[str]) -> tuple[Face, ...]:
    """Each of these cards once."""
    return tuple(face(card) for card in dict.fromkeys(cards))


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Ring:
    """A pass drawn from above: seats on a circle, arrows between them."""

    way: str
    seats: tuple[Spot, ...]
    lines: tuple[str, ...]
    heads: tuple[str, ...]


def seats(players: int, radius: float = 44) -> tuple[Spot, ...]:
    """Where players sit on a drawing 120 by 120: the first below, the next on the left, as at the table."""
    turns = [2 * math.pi * seat / players for seat in range(players)]
    return tuple(Spot(_r(60 - radius * math.sin(a)), _r(60 + radius * math.cos(a))) for a in turns)


def ring(way: str, players: int) -> Ring:
    """The arrows of one pass."""
    spots = seats(players)
    goes = receivers_of(way, players)
    pairs = [] if goes is None else list(enumerate(goes))
    if way == SCATTER:
        pairs = [(0, seat) for seat in range(1, players)]
    arrows = [_arrow(spots[one], spots[other]) for one, other in pairs]
    return Ring(way, spots, tuple(line for line, _ in arrows), tuple(head for _, head in arrows))


def _arrow(start: Spot, end: Spot) -> tuple[str, str]:
    """A bent line that keeps to its left, so that two of opposite directions do not meet, and its head."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    ax, ay = start.x + 13 * ux, start.y + 13 * uy
    bx, by = end.x - 14 * ux, end.y - 14 * uy
    bend = 7
    mx, my = (ax + bx) / 2 + bend * uy, (ay + by) / 2 - bend * ux
    hx, hy = bx - mx, by - my
    size = math.hypot(hx, hy)
    hx, hy = hx / size, hy / size
    line = f"M{_r(ax)} {_r(ay)}Q{_r(mx)} {_r(my)} {_r(bx)} {_r(by)}"
    tip = (bx + 3 * hx, by + 3 * hy)
    left = (bx - 4 * hx - 4 * hy, by - 4 * hy + 4 * hx)
    right = (bx - 4 * hx + 4 * hy, by - 4 * hy - 4 * hx)
    return line, "M" + "L".join(f"{_r(x)} {_r(y)}" for x, y in (tip, left, right)) + "Z"


def _r(value: float) -> float:
    return round(value, 1)
