"""Where somebody is in a row of questions: small enough to travel in an address."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from moonshot.engine import PRESETS
from moonshot.learn.quiz.making import KINDS
from moonshot.learn.quiz.picking import A_DAY, SEEDS, is_level, of_the_day, pick
from moonshot.learn.quiz.question import Question

ENDLESS = 100_000
"""More questions than anybody answers in one row."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of questions.

    ``day`` is set for a daily set; otherwise level, rules and seed choose the questions. ``marks`` has one
    letter for each answer of a day: ``r`` right, ``w`` wrong. ``given`` is the answer to the present one.
    """

    level: str = "beginner"
    rules_id: str = "standard"
    seed: int = 0
    last: str = ""
    day: str = ""
    number: int = 1
    right: int = 0
    streak: int = 0
    best: int = 0
    marks: str = ""
    given: int | None = None

    def question(self) -> Question:
        """The present question. Raises IndexError after the last of a day."""
        if self.day:
            return of_the_day(date.fromisoformat(self.day))[self.number - 1]
        return pick(self.level, self.rules_id, self.seed, self.last)

    @property
    def is_right(self) -> bool:
        """Whether the answer given is right."""
        return self.given == self.question().right

    @property
    def ends(self) -> bool:
        """Whether the present question is the last of a day."""
        return bool(self.day) and self.number >= A_DAY

    def answered(self, given: int) -> "Row":
        """The row with an answer to the present question; the first answer counts."""
        if self.given is not None:
            return self
        hit = given == self.question().right
        streak = self.streak + 1 if hit else 0
        return replace(
            self,
            given=given,
            right=self.right + hit,
            streak=streak,
            best=max(self.best, streak),
            marks=self.marks + ("r" if hit else "w") if self.day else "",
        )

    def following(self) -> "Row":
        """The row at its next question."""
        kind = "" if self.day else self.question().kind
        seed = (self.seed + 1) % SEEDS
        return replace(self, seed=seed, last=kind, number=self.number + 1, given=None)

    def packed(self) -> list[Any]:
        """The row as a list, to be signed."""
        return [getattr(self, name) for name in Row.__slots__]


def unpacked(value: Any) -> Row:
    """The row of a list. Raises ValueError for anything that no row ever was."""
    if not isinstance(value, list) or len(value) != len(Row.__slots__):
        raise ValueError("not a row of questions")
    row = Row(*value)
    if row.day:
        date.fromisoformat(row.day)
    if not is_level(row.level) or row.rules_id not in PRESETS or (row.last and row.last not in KINDS):
        raise ValueError("not a row of questions")
    if not (0 <= row.seed < SEEDS and 1 <= row.number <= (A_DAY if row.day else ENDLESS)):
        raise ValueError("not a row of questions")
    return row
