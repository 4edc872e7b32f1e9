"""Questions made by the engine: about legal cards, tricks, points, moons and endings, for any preset."""

from moonshot.learn.quiz.making import KINDS, build, rules_for
from moonshot.learn.quiz.picking import A_DAY, SEEDS, is_level, kinds_at, of_the_day, pick
from moonshot.learn.quiz.question import LEVELS, Answer, Case, Draft, Question, Scene
from moonshot.learn.quiz.state import Row, unpacked
from moonshot.learn.quiz.words import Teller

__all__ = [
    "A_DAY",
    "KINDS",
    "LEVELS",
    "SEEDS",
    "Answer",
    "Case",
    "Draft",
    "Question",
    "Row",
    "Scene",
    "Teller",
    "build",
    "is_level",
    "kinds_at",
    "of_the_day",
    "pick",
    "rules_for",
    "unpacked",
]
