"""Which rules cannot be played: every code, every message, all at once."""

from typing import Any

import pytest

from moonshot.engine import Rules


def found(changes: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each.code, each.message, each.field) for each in Rules.from_dict(changes).problems()]


BONUS = {"bonus_card": "JD"}


@pytest.mark.parametrize(
    ("changes", "code", "message", "field"),
    [
        ({"players": 7}, "E_PLAYERS", "A table seats 3 to 6 players.", "players"),
        ({"players": 2}, "E_PLAYERS", "A table seats 3 to 6 players.", "players"),
        (
            {"removed": ["2C", "XX", "3C", "4C", "5C"]},
            "E_REMOVED_NOT_IN_DECK",
            "XX is not in the deck (or is listed twice).",
            "removed",
        ),
        (
            {"removed": ["2C", "3C", "4C", "2C", "5C"]},
            "E_REMOVED_NOT_IN_DECK",
            "2C is not in the deck (or is listed twice).",
            "removed",
        ),
        (
            {"players": 3, "removed": ["QS"]},
            "E_REMOVED_SCORING_CARD",
            "QS scores in these rules and cannot be removed.",
            "removed",
        ),
        (
            {"players": 3, "removed": ["JD"], **BONUS},
            "E_REMOVED_SCORING_CARD",
            "JD scores in these rules and cannot be removed.",
            "removed",
        ),
        (
            {"players": 5, "removed": []},
            "E_DECK_NOT_EVEN",
            "52 cards do not divide by 5 players. Remove 2 cards or choose where the extras go.",
            "removed",
        ),
        ({"kitty": "last_trick"}, "E_KITTY_EMPTY", "No cards are left over, so there is no kitty.", "kitty"),
        (
            {"players": 5, "pass_cycle": ["A"]},
            "E_PASS_ACROSS_ODD",
            "Nobody sits across at a table of 5.",
            "pass_cycle",
        ),
        (
            {"pass_cycle": ["L2"]},
            "E_PASS_SECOND_SEAT",
            "Second-seat passes need five or more players.",
            "pass_cycle",
        ),
        (
            {"pass_cycle": ["S"], "pass_count": 4},
            "E_PASS_SCATTER_COUNT",
            "Scatter gives each opponent the same number of cards.",
            "pass_count",
        ),
        ({"pass_count": 0}, "E_PASS_COUNT", "Pass between 1 and 12 cards.", "pass_count"),
        ({"pass_count": 13}, "E_PASS_COUNT", "Pass between 1 and 12 cards.", "pass_count"),
        (
            {"opening_leader": "left_of_dealer"},
            "E_OPENING",
            "The player left of the dealer may lead any card.",
            "opening_card",
        ),
        (
            {"lead_hearts": "anytime", "break_by": "heart_discarded"},
            "E_BREAK_UNUSED",
            "Hearts can be led at any time (or never), so nothing breaks them.",
            "lead_hearts",
        ),
        (
            {"lead_hearts": "never", "first_trick_breaks": False},
            "E_BREAK_UNUSED",
            "Hearts can be led at any time (or never), so nothing breaks them.",
            "lead_hearts",
        ),
        (
            {"lead_hearts": "never", "qs_discard": "after_break"},
            "E_QS_NEEDS_BREAK",
            "The queen waits for hearts to break, but hearts are never locked.",
            "qs_lead",
        ),
        (
            {"penalties": {}, "qs_lead": "never"},
            "E_QS_UNSCORED",
            "The queen of spades is an ordinary card in these rules.",
            "penalties",
        ),
        ({"bonus_points": 0, **BONUS}, "E_BONUS_POSITIVE", "A bonus must lower the score.", "bonus_points"),
        ({"bonus_card": "QS"}, "E_BONUS_IS_PENALTY", "QS is already a penalty card.", "bonus_card"),
        ({"bonus_card": "5H"}, "E_BONUS_IS_PENALTY", "5H is already a penalty card.", "bonus_card"),
        ({"moon_needs_bonus": True}, "E_BONUS_MISSING", "Choose a bonus card first.", "bonus_card"),
        ({"moon": "off", "moon_value": 26}, "E_MOON_OFF", "Shooting the moon is switched off.", "moon"),
        ({"moon": "off", "sun": "double"}, "E_MOON_OFF", "Shooting the moon is switched off.", "moon"),
        (
            {"no_trick_bonus": 5},
            "E_NO_TRICK_POSITIVE",
            "The no-trick bonus must be 0 or negative.",
            "no_trick_bonus",
        ),
        (
            {"penalties": {}, "heart_points": "zero"},
            "E_NO_PENALTIES",
            "No card scores, so there is nothing to avoid.",
            "penalties",
        ),
        ({"end_score": 0}, "E_NEVER_ENDS", "Set an end score or a number of hands.", "end_score"),
        (
            {"end_score": 50, "exact": [{"at": 100, "to": 50}]},
            "E_EXACT",
            "A reset must be at or below the end score and go down.",
            "exact",
        ),
        (
            {"exact": [{"at": 50, "to": 50}]},
            "E_EXACT",
            "A reset must be at or below the end score and go down.",
            "exact",
        ),
        (
            {"exact_wins": True, "exact": [{"at": 100, "to": 50}]},
            "E_EXACT_CONFLICT",
            "100 cannot both reset and win.",
            "exact",
        ),
        (
            {"exact_wins": True, "end_score": 0, "end_hands": 3},
            "E_EXACT_CONFLICT",
            "Winning on an exact score needs an end score.",
            "exact_wins",
        ),
    ],
)
def test_each_problem_alone(changes: dict[str, Any], code: str, message: str, field: str) -> None:
    assert found(changes) == [(code, message, field)]


def test_all_problems_come_at_once() -> None:
    codes = [
        code
        for code, _, _ in found(
            {
                "players": 5,
                "removed": ["QS", "QS"],
                "pass_cycle": ["A"],
                "pass_count": 30,
                "lead_hearts": "anytime",
                "qs_breaks": "discard",
                "qs_lead": "after_break",
                "bonus_points": 1,
                "moon": "self_minus_unless_others_plus_wins",
                "end_score": 0,
            }
        )
    ]
    assert codes == [
        "E_REMOVED_NOT_IN_DECK",
        "E_REMOVED_SCORING_CARD",
        "E_DECK_NOT_EVEN",
        "E_PASS_ACROSS_ODD",
        "E_PASS_COUNT",
        "E_BREAK_UNUSED",
        "E_QS_NEEDS_BREAK",
        "E_BONUS_POSITIVE",
        "E_MOON_NEEDS_END",
        "E_NEVER_ENDS",
    ]


def test_a_table_of_the_wrong_size_is_not_also_blamed_for_what_follows() -> None:
    assert found({"players": 9, "pass_cycle": ["A"], "kitty": "last_trick"}) == [
        ("E_PLAYERS", "A table seats 3 to 6 players.", "players")
    ]


def test_resets_without_an_end_score_are_playable() -> None:
    assert found({"end_score": 0, "end_hands": 4, "exact": [{"at": 500, "to": 0}]}) == []


def test_a_deck_without_cards_for_a_hand_is_called_so() -> None:
    deck = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    changes: dict[str, object] = {"penalties": {}, "first_trick_barred": []}
    nothing = ("E_PASS_COUNT", "Nobody has cards to play with.", "removed")
    single = ("E_PASS_COUNT", "One card is no hand to pass from.", "removed")
    assert nothing in found({**changes, "removed": deck})
    assert single in found({**changes, "removed": deck[:-4]})
    assert not any("-1" in message for _, message, _ in found({**changes, "removed": deck}))


def test_warnings() -> None:
    def codes(**changes: Any) -> list[str]:
        return [each.code for each in Rules(**changes).warnings()]

    assert codes() == []
    assert codes(end_score=25) == ["W_END_SCORE"]
    assert codes(end_score=26) == []
    assert codes(pass_count=7) == ["W_PASS_COUNT"]
    assert codes(exact=[{"at": 50, "to": 0}, {"at": 50, "to": 10}]) == ["W_EXACT_TWICE"]
    assert codes(sun_value=52) == ["W_SUN_VALUE"]
    assert codes(moon_value=0) == ["W_MOON_VALUE"]
    assert codes(moon="off", moon_value=0) == []
    assert codes(pass_count=6) == []
    assert codes(players=9, pass_count=50) == []
