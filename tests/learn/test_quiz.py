"""The quiz: what is right is right by the engine, once, for every kind at every table it fits."""

from datetime import date

import pytest

from moonshot.engine import PRESETS
from moonshot.learn.catalogue import catalogue
from moonshot.learn.quiz import KINDS, LEVELS, Question, Teller, build, kinds_at, of_the_day, pick, rules_for
from tests.learn.quiz_truth import Truth

SEEDS = 2
TELLER = Teller()


def fitting(kind: str) -> list[str]:
    return [rules_id for rules_id in PRESETS if rules_for(kind, rules_id) is not None]


def some(kind: str) -> list[Question]:
    """Questions of a kind at every table it fits, with seeds of their own."""
    made = []
    for place, rules_id in enumerate(fitting(kind)):
        question = build(kind, rules_id, 1000 + place)
        assert question is not None, (kind, rules_id)
        made.append(question)
    for seed in range(SEEDS):
        question = build(kind, made[0].rules_id, seed)
        assert question is not None, (kind, seed)
        made.append(question)
    return made


def test_there_are_at_least_sixty_kinds_and_some_for_every_level_and_preset() -> None:
    assert len(KINDS) >= 60
    assert all(fitting(kind) for kind in KINDS)
    assert all(len(kinds_at(level, rules_id)) >= 5 for level in LEVELS for rules_id in PRESETS)


@pytest.mark.parametrize("kind", KINDS)
def test_exactly_one_answer_is_right_and_it_is_by_the_engine(kind: str) -> None:
    for question in some(kind):
        truth = Truth(question).options()
        assert truth.count(True) == 1, (kind, question.rules_id, question.seed, question.options)
        assert truth.index(True) == question.right, (kind, question.rules_id, question.seed)
        assert len(set(question.options)) == len(question.options) >= 2
        told = [TELLER.answer(question, option) for option in question.options]
        assert len(set(told)) == len(told)
        said = (*question.house, *question.scene.notes, question.draft.ask, *question.draft.why)
        assert all(TELLER.text(one) and "{" not in TELLER.text(one) for one in said)
        assert question.draft.why


def test_the_same_seed_makes_the_same_question_and_another_one_another() -> None:
    first = build("play.follow", "standard", 7)
    build.cache_clear()
    assert build("play.follow", "standard", 7) == first
    assert build("play.follow", "standard", 7) != build("play.follow", "standard", 8)
    assert pick("expert", "deniro", 3) == pick("expert", "deniro", 3)


def test_a_question_is_not_followed_by_one_of_its_kind() -> None:
    last = ""
    for seed in range(60):
        question = pick("beginner", "standard", seed, last)
        assert question.kind != last
        assert question.level == "beginner"
        last = question.kind


def test_a_day_has_ten_questions_the_same_for_all() -> None:
    day = of_the_day(date(2026, 11, 30))
    of_the_day.cache_clear()
    build.cache_clear()
    assert of_the_day(date(2026, 11, 30)) == day
    assert len({question.kind for question in day}) == 10
    assert [LEVELS.index(question.level) for question in day] == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]
    assert of_the_day(date(2026, 12, 1)) != day


def test_every_message_of_the_quiz_is_used() -> None:
    """Words that no question says any more would have to be translated for nothing."""
    used = {"quiz.you", "quiz.yes", "quiz.no"}
    for kind in KINDS:
        for place, rules_id in enumerate(fitting(kind)[::5]):
            question = build(kind, rules_id, place)
            assert question is not None
            said = (*question.house, *question.scene.notes, question.draft.ask, *question.draft.why)
            used |= {one.kind for one in said}
    told = [key for key in catalogue().keys if key.startswith(("quiz.ask.", "quiz.house.", "quiz.note."))]
    assert [key for key in told if key not in used] == []
