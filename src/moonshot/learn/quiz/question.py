"""A question as data: what is shown, what is asked, what may be answered, which answer is right, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from moonshot.engine import Deal, Rules, cards_text
from moonshot.learn.sentences import Sentence

Answer = int | bool | str | tuple[int, ...]
"""A seat, a number, a mask of cards, yes or no, a word, or what each seat scores."""

BEGINNER: Final = "beginner"
REGULAR: Final = "regular"
ADVANCED: Final = "advanced"
EXPERT: Final = "expert"
LEVELS: Final = (BEGINNER, REGULAR, ADVANCED, EXPERT)
"""From the first evening to the finer points."""

CARDS: Final = "cards"
CARD: Final = "card"
SEAT: Final = "seat"
NUMBER: Final = "number"
SCORES: Final = "scores"
YES: Final = "yes"
WORD: Final = "word"
"""How answers are told."""


@dataclass(frozen=True, slots=True)
class Case:
    """The deal a question is about, as far as it has been played: all that is needed to ask a judge."""

    rules: Rules
    deal_no: int
    dealer: int
    hands: tuple[int, ...]
    passes: tuple[tuple[int, ...], ...] | None
    plays: tuple[int, ...]
    totals: tuple[int, ...]
    choice: str | None = None
    overtime: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The case as `moonshot judge` reads it."""
        return {
            "rules": self.rules.to_dict(),
            "deal_no": self.deal_no,
            "dealer": self.dealer,
            "hands": [cards_text(hand) for hand in self.hands],
            "passes": None if self.passes is None else [cards_text(cards) for cards in self.passes],
            "plays": cards_text(self.plays),
            "totals": list(self.totals),
            "moon_choice": self.choice,
            "overtime": self.overtime,
        }


def case_of(
    deal: Deal, *, totals: tuple[int, ...] | None = None, choice: str | None = None, overtime: bool = False
) -> Case:
    """The case of a deal that has come this far."""
    chosen = tuple(cards for cards in deal.passes if cards is not None)
    return Case(
        deal.rules,
        deal.deal_no,
        deal.dealer,
        deal.dealt,
        chosen if len(chosen) == deal.players else None,
        tuple(deal.plays),
        totals or (0,) * deal.players,
        choice,
        overtime,
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """What is laid out beside a question. Seats are absolute; ``me`` is whose eyes we look through.

    ``hand`` own cards, ``tricks`` finished ones and ``trick`` the one on the table (seat and card each),
    ``hands`` all hands where they lie open, ``piles`` what each seat has taken, ``won`` its tricks.
    """

    me: int
    players: int
    hand: int = 0
    trick: tuple[tuple[int, int], ...] = ()
    tricks: tuple[tuple[tuple[int, int], ...], ...] = ()
    hands: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    points: tuple[int | None, ...] = ()
    card: int | None = None
    notes: tuple[Sentence, ...] = ()

    def relative(self, seat: int) -> int:
        """How far clockwise a seat is from the one that is asked: 0 is ``you``."""
        return (seat - self.me) % self.players


@dataclass(frozen=True, slots=True)
class Draft:
    """What a kind of question makes: the right answer by the engine, and wrong ones worth believing."""

    ask: Sentence
    scene: Scene
    right: Answer
    wrong: tuple[Answer, ...]
    show: str
    why: tuple[Sentence, ...]
    case: Case
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What a check needs besides the case."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question, the same whenever it is made from the same kind, rules and seed."""

    kind: str
    level: str
    rules_id: str
    seed: int
    house: tuple[Sentence, ...]
    draft: Draft
    options: tuple[Answer, ...]
    right: int

    @property
    def scene(self) -> Scene:
        """What is laid out."""
        return self.draft.scene
