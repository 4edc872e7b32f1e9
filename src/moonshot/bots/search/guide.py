"""What the rules of thumb want to know of a card, as tables beside the facts."""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from moonshot.bots.reading import card_values
from moonshot.bots.search.compiling import record_of
from moonshot.engine.cards import cards_of
from moonshot.engine.facts import RuleFacts

BIG_SHARE: Final = 0.18
"""A card is a great penalty when it holds at least this share of all points, like the queen of spades."""


@lru_cache(maxsize=64)
def guide_of(facts: RuleFacts) -> Any:
    """The facts as a record, with ``worth`` (points of each card), ``big`` and ``bonus`` (masks)."""
    values = card_values(facts)
    whole = sum(value for value in values if value > 0)
    big = sum(
        1 << card for card in cards_of(facts.deck) if values[card] > 0 and values[card] >= BIG_SHARE * whole
    )
    return record_of(
        facts,
        worth=np.array(values, np.int64),
        big=np.array(big, np.int64),
        bonus=np.array(0 if facts.bonus_card < 0 else 1 << facts.bonus_card, np.int64),
    )
