"""All kinds of questions: importing this module fills the register."""

from moonshot.learn.quiz import (
    kinds_deal,
    kinds_end,
    kinds_hearts,
    kinds_legal,
    kinds_moon,
    kinds_play,
    kinds_points,
    kinds_tricks,
)

MODULES = (
    kinds_legal,
    kinds_play,
    kinds_tricks,
    kinds_hearts,
    kinds_deal,
    kinds_points,
    kinds_moon,
    kinds_end,
)
"""In the order in which a hand meets them."""
