"""Advice for cards that do not take the trick: what should stay in the hand although it looks dangerous."""

from typing import Final

from moonshot.bots.reading import Reading

KEEP_TOP: Final = 0.7
KEEP_POINT: Final = 0.25
ALARM: Final = 0.05
"""From this likelihood of a moon on, what can stop it is kept."""


def stopper_worth(reading: Reading, card: int) -> float:
    """How much of the defence against a moon goes with ``card``: a sure winner most, any point card some."""
    if reading.threat < ALARM:
        return 0.0
    suit = card // 13
    if reading.out(suit) and reading.out(suit) >> card % 13 == 0 and _is_only_top(reading, card):
        return KEEP_TOP
    return KEEP_POINT if reading.facts.moon_set >> card & 1 else 0.0


def _is_only_top(reading: Reading, card: int) -> bool:
    """True when no other card in my hand wins the suit as surely."""
    out = reading.out(card // 13)
    return (reading.mine(card // 13) >> out.bit_length()).bit_count() == 1
