"""`moonshot judge`: literal answers to questions whose answers can be worked out by hand.

In most of them each seat was dealt one suit, so that seat 0 with the clubs takes every trick.
"""

import json
from typing import Any

import pytest

from moonshot.cli.judge import answerer

RANKS = "23456789TJQKA"
CLUBS, DIAMONDS, SPADES, HEARTS = (" ".join(rank + suit for rank in RANKS) for suit in "CDSH")
ONE_SUIT_EACH = [CLUBS, DIAMONDS, SPADES, HEARTS]
ALL_PLAYS = " ".join(f"{rank}C {rank}D {rank}S {rank}H" for rank in RANKS)
HOLD = 4


def ask(**question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(answerer()(json.dumps({"id": 7, **question}).encode()))
    assert answer.pop("id") == 7
    return answer


def good(**question: Any) -> dict[str, Any]:
    answer = ask(**question)
    assert answer.pop("ok") is True, answer
    return answer


def fault(**question: Any) -> tuple[str, str]:
    answer = ask(**question)
    assert answer["ok"] is False
    assert answer.keys() == {"ok", "error"}
    assert answer["error"].keys() == {"code", "message", "at"}
    assert answer["error"]["message"]
    return answer["error"]["code"], answer["error"]["at"]


def test_before_passing() -> None:
    assert good(hands=ONE_SUIT_EACH, passes=None, plays="") == {
        "pass_to": [1, 2, 3, 0],
        "hands": ONE_SUIT_EACH,
        "turn": None,
        "legal": None,
        "broken": False,
        "tricks": [],
        "points": None,
        "totals": None,
        "moon": None,
        "state": "passing",
        "winners": [],
    }


def test_after_passing_left() -> None:
    answer = good(hands=ONE_SUIT_EACH, passes=["AC QC KC", "QD KD AD", "AS KS QS", "QH KH AH"])
    assert answer["hands"] == [
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QH KH AH",
        "QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
        "QD KD AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
        "QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH",
    ]
    assert (answer["state"], answer["turn"], answer["legal"]) == ("playing", 0, "2C")


@pytest.mark.parametrize(
    ("deal_no", "pass_to"),
    [(1, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [2, 3, 0, 1]), (4, None), (5, [1, 2, 3, 0])],
)
def test_directions(deal_no: int, pass_to: list[int] | None) -> None:
    assert good(hands=ONE_SUIT_EACH, deal_no=deal_no)["pass_to"] == pass_to


def test_scattered_cards_go_clockwise_in_the_order_named() -> None:
    answer = good(
        rules={"pass_cycle": ["S"]},
        hands=ONE_SUIT_EACH,
        passes=["AC 2C 3C", "AD 2D 3D", "AS 2S 3S", "AH 2H 3H"],
    )
    assert answer["pass_to"] is None
    assert answer["hands"] == [
        "4C 5C 6C 7C 8C 9C TC JC QC KC 3D 2S AH",
        "AC 4D 5D 6D 7D 8D 9D TD JD QD KD 3S 2H",
        "2C AD 4S 5S 6S 7S 8S 9S TS JS QS KS 3H",
        "3C 2D AS 4H 5H 6H 7H 8H 9H TH JH QH KH",
    ]
    assert (answer["turn"], answer["legal"]) == (2, "2C")


def test_the_middle_of_a_trick() -> None:
    answer = good(hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D 2S 2H 3C 3D")
    assert answer["hands"][:2] == [CLUBS[6:], DIAMONDS[6:]]
    assert answer["tricks"] == [
        {"leader": 0, "cards": "2C 2D 2S 2H", "winner": 0},
        {"leader": 0, "cards": "3C 3D", "winner": None},
    ]
    assert (answer["state"], answer["turn"], answer["broken"]) == ("playing", 2, True)
    assert answer["legal"] == "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    assert answer["points"] is answer["totals"] is answer["moon"] is None


def test_hearts_break_within_the_trick() -> None:
    assert good(hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D 2S")["broken"] is False
    assert good(hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D 2S 2H")["broken"] is True


def test_points_are_barred_from_the_first_trick() -> None:
    answer = good(hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D")
    assert answer["legal"] == "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS"


def finished(rules: Any, **question: Any) -> dict[str, Any]:
    return good(rules=rules, hands=ONE_SUIT_EACH, deal_no=HOLD, plays=ALL_PLAYS, **question)


def test_moon_gives_the_others_points() -> None:
    answer = finished("standard", totals=[10, 20, 30, 40])
    assert answer["points"] == [0, 26, 26, 26]
    assert answer["totals"] == [10, 46, 56, 66]
    assert (answer["moon"], answer["state"], answer["winners"]) == (0, "next_deal", [])
    assert answer["hands"] == ["", "", "", ""]
    assert answer["turn"] is answer["legal"] is None
    assert len(answer["tricks"]) == 13


def test_moon_that_ends_the_match() -> None:
    answer = finished("standard", totals=[90, 80, 30, 70])
    assert (answer["totals"], answer["state"], answer["winners"]) == ([90, 106, 56, 96], "over", [2])


def test_a_tie_goes_on_and_a_later_deal_ends_it() -> None:
    answer = finished("standard", totals=[56, 80, 30, 70])
    assert (answer["totals"], answer["state"], answer["winners"]) == ([56, 106, 56, 96], "overtime", [])
    assert finished("table_guide", totals=[56, 80, 30, 70])["winners"] == [0, 2]
    answer = finished("standard", totals=[10, 20, 30, 40], overtime=True)
    assert (answer["state"], answer["winners"]) == ("over", [0])
    answer = finished({"overtime": "recheck"}, totals=[10, 20, 30, 40], overtime=True)
    assert (answer["state"], answer["winners"]) == ("next_deal", [])


def test_clever_moon_with_the_jack() -> None:
    answer = finished("deniro", totals=[5, 20, 30, 40])
    assert (answer["points"], answer["totals"]) == ([-36, 0, 0, 0], [-31, 20, 30, 40])
    answer = finished("deniro", totals=[5, 80, 30, 40])
    assert (answer["points"], answer["state"], answer["winners"]) == ([-10, 26, 26, 26], "over", [0])


def test_sun_doubles() -> None:
    assert finished("gnome")["points"] == [-52, 0, 0, 0]


def test_the_shooter_chooses() -> None:
    answer = finished("pagat")
    assert (answer["state"], answer["moon"]) == ("choosing_moon", 0)
    assert answer["points"] is answer["totals"] is answer["turn"] is answer["legal"] is None
    assert finished("pagat", moon_choice="self_minus")["points"] == [-26, 0, 0, 0]
    assert finished("pagat", moon_choice="others_plus")["points"] == [0, 26, 26, 26]


def test_without_a_moon() -> None:
    answer = finished("rickety_kate")
    assert (answer["points"], answer["moon"]) == ([26, 0, 0, 0], None)


def test_redeal_comes_with_the_barred_hand_not_before() -> None:
    rules = {"first_trick_fallback": "redeal"}
    assert good(rules=rules, hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D")["state"] == "playing"
    answer = good(rules=rules, hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D 2S")
    assert (answer["state"], answer["turn"], answer["legal"], answer["points"]) == (
        "redeal",
        None,
        None,
        None,
    )
    assert fault(rules=rules, hands=ONE_SUIT_EACH, deal_no=HOLD, plays="2C 2D 2S 2H") == (
        "wrong_phase",
        "plays[3]",
    )


def test_kitty_goes_to_the_first_trick() -> None:
    """Three players, 52 cards: the queen of spades lies in the kitty and costs whoever takes trick one."""
    hands = [
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D",
        "6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S 5S 6S 7S 8S 9S",
        "TS JS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    ]
    rules = {"players": 3, "kitty": "first_trick", "pass_cycle": ["H"], "moon": "off"}
    plays = ["2C 6D TS"]
    zero = ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "6C", "5C", "4C", "3C"]
    one = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "7D", "8D", "9D", "TD"]
    two = ["JS", "KS", "AS", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH"]
    plays += [" ".join(trick) for trick in zip(zero, one, two, strict=True)]
    plays += ["2D JD JH", "QD QH 3D", "KD KH 4D", "AD AH 5D"]
    answer = good(rules=rules, hands=hands, plays=" ".join(plays))
    assert answer["points"] == [13 + 9, 4, 0]


def test_empty_passes_on_a_hold_deal() -> None:
    assert good(hands=ONE_SUIT_EACH, deal_no=HOLD, passes=[])["state"] == "playing"
    assert good(hands=ONE_SUIT_EACH, deal_no=HOLD, passes=["", "", "", ""])["state"] == "playing"


def test_lenient_card_text() -> None:
    hands = [CLUBS.replace("TC", "10c"), DIAMONDS.replace("2D", "2♦"), SPADES, HEARTS.lower()]
    assert good(hands=hands)["hands"] == ONE_SUIT_EACH


@pytest.mark.parametrize("value", [None, True, 1.5, "x", "♥", [1, [2]], {"a": {"b": None}}, 10**30])
def test_any_id_comes_back(value: Any) -> None:
    answer = json.loads(answerer()(json.dumps({"id": value, "hands": ONE_SUIT_EACH}).encode()))
    assert (answer["id"], answer["ok"]) == (value, True)


HAND_OF_SEAT_1 = ONE_SUIT_EACH[1]


@pytest.mark.parametrize(
    ("question", "code", "at"),
    [
        ({"plays": "2C 2D 2C"}, "not_in_hand", "plays[2]"),
        ({"plays": "3C"}, "opening_card", "plays[0]"),
        ({"plays": "2C 2D QS"}, "points_on_first_trick", "plays[2]"),
        ({"plays": "2C 2D XX"}, "bad_card", "plays[2]"),
        ({"plays": "2D"}, "not_in_hand", "plays[0]"),
        ({"plays": ALL_PLAYS + " 2C"}, "wrong_phase", "plays[52]"),
        ({"deal_no": 1, "plays": "2C"}, "wrong_phase", "plays[0]"),
        ({"passes": ["AC QC KC", "QD KD AD", "AS KS QS", "QH KH AH"]}, "wrong_phase", "passes"),
        ({"deal_no": 1, "passes": ["AC QC", "QD KD AD", "AS KS QS", "QH KH AH"]}, "pass_count", "passes[0]"),
        ({"deal_no": 1, "passes": ["AC QC AC", "", "", ""]}, "pass_repeated", "passes[0][2]"),
        ({"deal_no": 1, "passes": ["AC QC KC", "QD KD AS", "", ""]}, "not_in_hand", "passes[1][2]"),
        ({"deal_no": 1, "passes": ["AC QC KC", "QD KD AD", "AS KS QS"]}, "bad_type", "passes"),
        ({"deal_no": 1, "passes": ["AC QC KC", None, None, None]}, "bad_type", "passes[1]"),
        ({"passes": 3}, "wrong_phase", "passes"),
        ({"hands": None}, "bad_type", "hands"),
        ({"hands": [CLUBS, DIAMONDS, SPADES]}, "bad_type", "hands"),
        ({"hands": [CLUBS, DIAMONDS, SPADES, 5]}, "bad_type", "hands[3]"),
        ({"hands": [CLUBS, DIAMONDS, SPADES, HEARTS[3:]]}, "bad_hands", "hands[3]"),
        ({"hands": [CLUBS, DIAMONDS, SPADES, "2C" + HEARTS[2:]]}, "bad_hands", "hands[3]"),
        ({"hands": [CLUBS, DIAMONDS, SPADES, "3H" + HEARTS[2:]]}, "bad_hands", "hands[3]"),
        ({"hands": [CLUBS, DIAMONDS, SPADES, "1H" + HEARTS[2:]]}, "bad_card", "hands[3][0]"),
        ({"deal_no": 0}, "bad_type", "deal_no"),
        ({"deal_no": True}, "bad_type", "deal_no"),
        ({"deal_no": 1.0}, "bad_type", "deal_no"),
        ({"dealer": 4}, "bad_type", "dealer"),
        ({"dealer": -1}, "bad_type", "dealer"),
        ({"totals": [0, 0, 0]}, "bad_type", "totals"),
        ({"totals": [0, 0, 0, "0"]}, "bad_type", "totals[3]"),
        ({"totals": [0, 0, 0, 10**10]}, "bad_type", "totals[3]"),
        ({"plays": ["2C"]}, "bad_type", "plays"),
        ({"moon_choice": "both"}, "bad_choice", "moon_choice"),
        ({"moon_choice": ["self_minus"]}, "bad_choice", "moon_choice"),
        ({"overtime": 0}, "bad_type", "overtime"),
        ({"deals": 1}, "unknown_field", "deals"),
        ({"rules": "hearts"}, "unknown_preset", "rules.preset"),
        ({"rules": None}, "bad_rules", "rules"),
        ({"rules": {"playrs": 4}}, "unknown_field", "rules.playrs"),
        ({"rules": {"end_score": "100"}}, "bad_rules", "rules.end_score"),
        ({"rules": {"end_score": 0}}, "E_NEVER_ENDS", "rules.end_score"),
        ({"rules": {"players": 7}}, "E_PLAYERS", "rules.players"),
    ],
)
def test_faults_are_told_with_their_place(question: dict[str, Any], code: str, at: str) -> None:
    assert fault(**{"hands": ONE_SUIT_EACH, "deal_no": HOLD, **question}) == (code, at)


def test_all_reasons_against_the_rules_are_told() -> None:
    answer = ask(hands=ONE_SUIT_EACH, rules={"moon": "self_minus_unless_others_plus_wins", "end_score": 0})
    assert answer["error"]["code"] == "E_MOON_NEEDS_END"
    assert "Set an end score or a number of hands." in answer["error"]["message"]


def test_rules_are_kept_apart_by_their_text() -> None:
    answer = answerer()
    for rules, points in [
        ({"end_hands": 1}, [0, 26, 26, 26]),
        ('{"end_hands":1}', None),
        ({"end_hands": True}, None),
        ({"end_hands": 1, "moon": "self_minus"}, [-26, 0, 0, 0]),
        ({"end_hands": 1}, [0, 26, 26, 26]),
    ]:
        question = {"rules": rules, "hands": ONE_SUIT_EACH, "deal_no": HOLD, "plays": ALL_PLAYS}
        assert json.loads(answer(json.dumps(question).encode())).get("points") == points


def test_many_different_rules_are_not_all_kept() -> None:
    answer = answerer()
    for end_hands in range(1, 600):
        question = {"rules": {"end_hands": end_hands}, "hands": ONE_SUIT_EACH}
        assert json.loads(answer(json.dumps(question).encode()))["ok"]
