"""Stopping the moon of another: noticing it in time, and keeping what stops it."""

from moonshot.bots.reading import Reading
from moonshot.engine.scoring import points_of

NOTICE = 0.3
"""Below this share of all points in one hand nobody is shooting yet."""


def notice_moon(reading: Reading) -> None:
    """Find the one other seat that has all the points so far, and how serious it looks."""
    facts = reading.facts
    needed = facts.moon_set
    if not needed:
        return
    takers = [seat for seat, taken in enumerate(reading.view.taken) if taken & needed]
    if len(takers) != 1 or takers[0] == reading.me:
        return
    shooter = takers[0]
    taken = points_of(facts.points, reading.view.taken[shooter] & facts.point_cards)
    share = taken / max(1, sum(facts.points))
    if share < NOTICE:
        return
    squared = share * share
    reading.shooter = shooter
    reading.threat = squared * squared * 0.9
