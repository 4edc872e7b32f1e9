"""Every rule and every value it may take has its words."""

import pytest

from moonshot.engine import PRESETS, Rules
from moonshot.engine.rules import BARRED_GROUPS, CHOICES, DIRECTIONS, FIELD_NAMES, HEART_TABLES
from moonshot.learn.rule_fields import RuleField, rule_fields, rule_groups

BY_NAME = {field.field: field for field in rule_fields()}


def values(field: RuleField) -> list[object]:
    return [choice.value for choice in field.choices]


def test_every_field_once_and_no_other() -> None:
    assert sorted(field.field for field in rule_fields()) == sorted(FIELD_NAMES)


def test_groups_are_known_used_and_in_one_piece() -> None:
    order = [field.group for field in rule_fields()]
    groups = [group.id for group in rule_groups()]
    assert list(dict.fromkeys(order)) == groups
    assert order == sorted(order, key=groups.index)


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_offers_exactly_the_words_of_the_rules(name: str) -> None:
    field = BY_NAME[name]
    assert field.kind == "choice"
    assert sorted(map(str, values(field))) == sorted(CHOICES[name])


def test_the_other_closed_sets_are_covered() -> None:
    assert values(BY_NAME["heart_points"]) == list(HEART_TABLES)
    assert [item.value for item in BY_NAME["pass_cycle"].items] == list(DIRECTIONS)
    assert [item.value for item in BY_NAME["first_trick_barred"].items] == list(BARRED_GROUPS)
    assert values(BY_NAME["players"]) == [3, 4, 5, 6]


@pytest.mark.parametrize("field", rule_fields(), ids=lambda field: field.field)
def test_every_offered_value_is_one_the_rules_take(field: RuleField) -> None:
    for choice in field.choices:
        value = list(choice.value) if isinstance(choice.value, tuple) else choice.value
        assert Rules.from_dict({field.field: value}).to_dict()[field.field] == value
    if field.kind == "switch":
        assert values(field) == [True, False]
    if field.kind == "number":
        assert field.lowest is not None
        assert field.highest is not None
        for bound in (field.lowest, field.highest):
            Rules.from_dict({field.field: bound})


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_use_offered_choices_and_numbers_within_bounds(preset: str) -> None:
    for name, value in PRESETS[preset].rules.to_dict().items():
        field = BY_NAME[name]
        if field.kind in ("choice", "switch", "card"):
            assert value in values(field), name
        if field.kind == "number" and value != "auto":
            assert field.lowest is not None
            assert field.highest is not None
            assert field.lowest <= value <= field.highest, name


def test_sentences_are_whole_and_plain() -> None:
    for field in rule_fields():
        texts = [field.help, *(choice.help for choice in (*field.choices, *field.items) if choice.help)]
        labels = [field.label, *(choice.label for choice in (*field.choices, *field.items))]
        assert [text for text in texts if not text.endswith(".") or "!" in text or "  " in text] == []
        assert [label for label in labels if not label or label.endswith(".")] == []
        names = [str(choice.value) for choice in field.choices]
        assert len(set(names)) == len(names)
