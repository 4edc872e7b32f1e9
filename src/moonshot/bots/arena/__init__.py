"""Bots against bots on the same cards: duplicate deals in all seatings, with standard errors.

A *duplicate deal* is one distribution of cards played once in every seating of the two players, so that both
hold every hand and luck cancels out; a *duplicate match* is a whole match played so. All figures but times
follow from the seed: they are the same however many processes share the work, and in whatever order.
"""

from moonshot.bots.arena.clock import Clock
from moonshot.bots.arena.deals import (
    PlayedDeal,
    PlayedMatch,
    Seating,
    play_deal,
    play_match,
    seatings,
    stable_number,
)
from moonshot.bots.arena.errors import ArenaError
from moonshot.bots.arena.figures import ArenaResult, Line, MatchLine
from moonshot.bots.arena.players import full_name
from moonshot.bots.arena.running import arena
from moonshot.bots.arena.units import Found, Terms, Unit, do_unit
from moonshot.bots.arena.workers import cores

__all__ = [
    "ArenaError",
    "ArenaResult",
    "Clock",
    "Found",
    "Line",
    "MatchLine",
    "PlayedDeal",
    "PlayedMatch",
    "Seating",
    "Terms",
    "Unit",
    "arena",
    "cores",
    "do_unit",
    "full_name",
    "play_deal",
    "play_match",
    "seatings",
    "stable_number",
]
