"""Which question comes next: by level and rules, and the ten of a day."""

import random
from datetime import date
from functools import lru_cache
from typing import Final

from moonshot.engine import PRESETS
from moonshot.learn.quiz.kinds import MODULES
from moonshot.learn.quiz.making import KINDS, build, rules_for
from moonshot.learn.quiz.question import ADVANCED, BEGINNER, EXPERT, LEVELS, REGULAR, Question

assert MODULES

A_DAY: Final = 10
"""Questions in a daily set."""
SEEDS: Final = 1_000_000
_DAILY_LEVELS: Final = (BEGINNER,) * 3 + (REGULAR,) * 3 + (ADVANCED,) * 2 + (EXPERT,) * 2
_MIXED: Final = {
    BEGINNER: (BEGINNER,),
    REGULAR: (BEGINNER, REGULAR, REGULAR),
    ADVANCED: (REGULAR, ADVANCED, ADVANCED),
    EXPERT: (ADVANCED, EXPERT, EXPERT),
}
"""What a level asks: mostly its own, some of the one below."""


@lru_cache(maxsize=256)
def kinds_at(level: str, rules_id: str) -> tuple[str, ...]:
    """The kinds of a level that fit a preset's table."""
    return tuple(name for name, one in KINDS.items() if one.level == level and rules_for(name, rules_id))


def pick(level: str, rules_id: str, seed: int, last: str = "") -> Question:
    """A question of a level for a preset's table; never of the kind ``last`` asked before it."""
    rng = random.Random(f"pick/{level}/{rules_id}/{seed}")  # noqa: S311 - to be repeated
    while True:
        names = [name for name in kinds_at(rng.choice(_MIXED[level]), rules_id) if name != last]
        if names:
            question = build(rng.choice(names), rules_id, rng.randrange(SEEDS))
            if question is not None:
                return question


@lru_cache(maxsize=32)
def of_the_day(day: date) -> tuple[Question, ...]:
    """Ten questions of different kinds, easy ones first, the same for everybody on that day."""
    rng = random.Random(f"daily/{day.isoformat()}")  # noqa: S311 - to be repeated
    found: list[Question] = []
    while len(found) < A_DAY:
        rules_id = "standard" if rng.random() < 0.6 else rng.choice(list(PRESETS))
        names = [
            name
            for name in kinds_at(_DAILY_LEVELS[len(found)], rules_id)
            if all(one.kind != name for one in found)
        ]
        question = build(rng.choice(names), rules_id, rng.randrange(SEEDS)) if names else None
        if question is not None:
            found.append(question)
    return tuple(found)


def is_level(word: str) -> bool:
    """Whether a word names a level."""
    return word in LEVELS
