"""The rules value: reading, normal forms, refusing wrong types, and what follows from the fields."""

import json
import pickle
from collections import OrderedDict
from typing import Any

import pytest

from moonshot.engine import PRESETS, Rules, RulesError, preset, preset_of
from moonshot.engine.rules import FIELD_NAMES


def test_the_defaults_are_the_standard_rules() -> None:
    assert Rules() == preset("standard") == Rules.from_dict("standard") == Rules.from_dict({})
    assert Rules().to_dict() == {
        "players": 4,
        "removed": "auto",
        "kitty": "none",
        "pass_cycle": "auto",
        "pass_count": 3,
        "no_pass_cards": [],
        "opening_leader": "lowest_club",
        "opening_card": "lowest_club",
        "first_trick_barred": ["hearts", "qs"],
        "first_trick_fallback": "any_card",
        "lead_hearts": "after_break",
        "break_by": "heart_played",
        "first_trick_breaks": True,
        "qs_breaks": "never",
        "lead_exception": "only_hearts",
        "qs_lead": "anytime",
        "qs_discard": "free",
        "heart_points": "one",
        "penalties": {"QS": 13},
        "bonus_card": None,
        "bonus_points": -10,
        "bonus_floor": "none",
        "no_trick_bonus": 0,
        "moon": "others_plus",
        "moon_value": "auto",
        "moon_needs_bonus": False,
        "moon_bonus": "independent",
        "sun": "off",
        "sun_value": "auto",
        "end_score": 100,
        "end_at": "reach",
        "end_hands": 0,
        "exact": [],
        "exact_wins": False,
        "tie": "another_hand",
        "overtime": "latched",
    }


def test_every_preset_goes_through_json_and_pickle_unchanged() -> None:
    for name, each in PRESETS.items():
        assert each.id == name
        assert each.name
        assert each.about
        assert each.source
        assert Rules.from_dict(json.loads(json.dumps(each.rules.to_dict()))) == each.rules
        assert pickle.loads(pickle.dumps(each.rules)) == each.rules
        assert each.rules.problems() == ()
        found = preset_of(each.rules)
        assert found is not None
        assert found.rules == each.rules
    assert preset_of(Rules(end_score=77)) is None


def test_changes_name_what_differs() -> None:
    assert Rules().changes() == {}
    assert preset("hooligan").changes() == {"penalties": {"7C": 7, "QS": 13}}
    assert preset("table_guide_50").changes(preset("table_guide")) == {"end_score": 50}
    changed = Rules.from_dict({"preset": "deniro", "end_score": 50, "exact": [{"at": 50, "to": 25}]})
    assert changed.changes(preset("deniro")) == {"end_score": 50, "exact": [{"at": 50, "to": 25}]}
    assert changed.bonus_card == "JD"


def test_values_take_their_normal_form() -> None:
    rules = Rules.from_dict(
        OrderedDict(
            removed=["2♦", "c2"],
            no_pass_cards=["as", "QS", "QS"],
            first_trick_barred=["bonus", "hearts", "hearts"],
            heart_points=[1] * 13,
            penalties={"qs": 13, "10d": 4, "7c": 2},
            bonus_card="jd",
            exact=[(100, 50)],
            pass_cycle=("L", "H"),
        )
    )
    assert rules.removed == ("2D", "2C")
    assert rules.no_pass_cards == ("QS", "AS")
    assert rules.first_trick_barred == ("hearts", "bonus")
    assert rules.heart_points == "one"
    assert rules.penalties == (("7C", 2), ("TD", 4), ("QS", 13))
    assert rules.bonus_card == "JD"
    assert rules.exact == ((100, 50),)
    assert rules == Rules.from_dict(rules.to_dict())
    assert hash(rules) == hash(Rules.from_dict(rules.to_dict()))
    pips = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
    assert Rules(heart_points=pips).heart_points == "pip14"
    assert Rules(heart_points=(0,) * 12 + (9,)).heart_points == (0,) * 12 + (9,)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", "4"),
        ("players", True),
        ("players", 4.0),
        ("players", None),
        ("players", 10**9),
        ("end_score", -1),
        ("end_hands", -1),
        ("kitty", "first"),
        ("kitty", None),
        ("kitty", ["none"]),
        ("first_trick_breaks", 1),
        ("exact_wins", "yes"),
        ("removed", "2D"),
        ("removed", 5),
        ("removed", [5]),
        ("removed", ["x" * 11]),
        ("removed", ["2D"] * 53),
        ("pass_cycle", []),
        ("pass_cycle", "L"),
        ("pass_cycle", ["L", "X"]),
        ("pass_cycle", ["L"] * 25),
        ("no_pass_cards", ["ZZ"]),
        ("no_pass_cards", [7]),
        ("first_trick_barred", ["queens"]),
        ("first_trick_barred", "hearts"),
        ("heart_points", "two"),
        ("heart_points", [1] * 12),
        ("heart_points", [1] * 12 + [-1]),
        ("heart_points", None),
        ("penalties", {"QS": 0}),
        ("penalties", {"QS": "13"}),
        ("penalties", {"ZZ": 1}),
        ("penalties", [("QS", 13, 1)]),
        ("penalties", [7]),
        ("penalties", {"QS": 13, "qs": 4}),
        ("penalties", "QS"),
        ("bonus_card", "ZZ"),
        ("bonus_card", 7),
        ("moon_value", "half"),
        ("moon_value", -1),
        ("sun_value", 2.5),
        ("exact", [{"at": 100}]),
        ("exact", [{"at": 100, "to": 50, "by": 1}]),
        ("exact", [{"at": "100", "to": 50}]),
        ("exact", [100]),
        ("exact", [(1, 0)] * 21),
        ("exact", {"at": 100, "to": 50}),
    ],
)
def test_a_wrong_type_is_refused_with_its_field(field: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_dict({field: value})
    assert (caught.value.code, caught.value.at) == ("bad_rules", field)
    assert caught.value.message.startswith(f"{field}: ")
    assert not caught.value.message.endswith("..")


@pytest.mark.parametrize(
    ("value", "code", "at"),
    [
        ("nonsense", "unknown_preset", "preset"),
        ({"preset": "nonsense"}, "unknown_preset", "preset"),
        ({"preset": 7}, "unknown_preset", "preset"),
        ({"preset": ["standard"]}, "unknown_preset", "preset"),
        ("joker", "not_supported", "preset"),
        ("Cancellation", "not_supported", "preset"),
        ({"clock": 90}, "unknown_field", "clock"),
        (7, "bad_rules", "rules"),
        (None, "bad_rules", "rules"),
        (["standard"], "bad_rules", "rules"),
    ],
)
def test_what_is_no_rules_at_all(value: Any, code: str, at: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_dict(value)
    assert (caught.value.code, caught.value.at) == (code, at)


def test_the_deck_and_the_cycle_of_every_size() -> None:
    assert [Rules(players=players).hand_size for players in (3, 4, 5, 6)] == [17, 13, 10, 8]
    assert [Rules(players=players, kitty="last_trick").kitty_size for players in (3, 4, 5, 6)] == [1, 0, 2, 4]
    assert Rules(players=6, kitty="first_heart").removed_cards == ()
    assert Rules(players=2).directions == ("H",)
    assert Rules(players=5, pass_cycle=("S",)).directions == ("S",)
    assert Rules(removed=("2D", "2C")).hand_size == 12


def test_the_points_of_every_card() -> None:
    def hearts(rules: Rules) -> tuple[int, ...]:
        return rules.card_points[39:]

    assert sum(Rules().card_points) == 26
    assert Rules().card_points[36] == 13
    assert hearts(Rules(heart_points="zero")) == (0,) * 13
    assert hearts(Rules(heart_points="face5")) == (1,) * 9 + (2, 3, 4, 5)
    assert hearts(Rules(heart_points="pip10")) == (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10)
    assert hearts(Rules(heart_points="greek")) == (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15)
    assert hearts(Rules(penalties=(("5H", 7),)))[3] == 7
    assert Rules(removed=("5H", "2C", "3C", "4C")).card_points[42] == 0
    assert sum(preset("spot").card_points) == 129
    assert sum(preset("pip_119").card_points) == 119
    assert sum(preset("black_maria").card_points) == 43


def test_fields_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Rules().players = 5  # type: ignore[misc]
    assert len(FIELD_NAMES) == 36
