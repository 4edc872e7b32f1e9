"""What players report about bots elsewhere, each as a position (B: bots, F: fairness, L: library)."""

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Rules
from tests.bots.positions import FREE_LEAD, E, N, S, literal, plays, position

JACK = Rules.from_dict({**FREE_LEAD.to_dict(), "bonus_card": "JD"})
SEEDS = range(20)


@pytest.mark.parametrize("rules", [FREE_LEAD, JACK], ids=["standard", "jack"])
def test_b1_last_to_play_ducks_the_queen(rules: Rules) -> None:
    hand = "QD 4D 2C 5C 6C 8C 9C TC JC QC 3C 4C 7C"
    assert plays(position(hand, ["TD QS 6D"], N, rules)) == "4D"


@pytest.mark.parametrize("rules", [FREE_LEAD, JACK], ids=["standard", "jack"])
def test_b1_with_few_cards_left(rules: Rules) -> None:
    hands = ["TD 2S 3S 4S", "QS KS 9H 8H", "6D 7C 8C AH", "QD 4D 2C 3C"]
    assert plays(literal(hands, "TD QS 6D", N)) == "4D"


def test_b1_the_highest_card_that_loses() -> None:
    hand = "2D 4D 8D QD 2C 5C 6C 9C 3S 4S 7S 4H 9H"
    assert plays(position(hand, ["TD QS 6D"], N)) == "8D"


@pytest.mark.parametrize(
    ("hand", "tricks", "leader"),
    [
        ("KS QS 3S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H", ["AS"], N),
        ("AS QS 2C 5C 9C TC 3D 4D 8D 2H 4H 9H JH", ["2S KS 5S"], N),
        ("QS 4S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H JH", ["KS"], N),
    ],
    ids=["under-the-ace", "last-under-the-king", "under-the-king-ace-unseen"],
)
def test_b2_dumps_the_queen_under_a_higher_spade(hand: str, tricks: list[str], leader: int) -> None:
    assert plays(position(hand, tricks, leader)) == "QS"


def test_b2_last_to_play_in_an_ending() -> None:
    hands = ["2S 2C 3C 4C", "KS 5C 6C 7C", "5S 8C 9C TC", "AS QS 2D 3D"]
    assert plays(literal(hands, "2S KS 5S", N)) == "QS"


def test_b3_keeps_the_queen_out_of_a_low_spade_trick() -> None:
    hand = "QS TS 4S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H"
    view = position(hand, ["5S"], N)
    steady = find_policy("steady")
    assert len({steady.choose(view, seed) for seed in range(1000)}) == 1
    assert plays(view) != "QS"


def test_b3_does_not_lead_spades_with_the_queen() -> None:
    hand = "QS TS 4S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H"
    assert plays(position(hand, [""], N))[1] != "S"


def test_b5_drops_the_moon_when_another_has_a_heart() -> None:
    hands = [
        "4H 7H 9S TD 7S 6C 8C 8D",
        "KH QH JH 5D 2S AH KC 3C",
        "2H 5H 8H 6D KS 4C 9C 7D",
        "3H 6H TH 9H 3S QS 4S 5S",
    ]
    # East has taken eleven hearts; then North takes the nine.
    tricks = ["KH 2H 3H 4H", "QH 5H 6H 7H", "JH 8H TH 9S", "5D 6D 9H TD", "7S 2S KS 3S", "4C QS 6C"]
    assert plays(literal(hands, " ".join(tricks), E, moon="others_plus")) == "3C"


def test_b7_leads_the_suit_that_others_still_hold() -> None:
    # North AH 6H, East 8H 2H, South 3D 5C, West KC 9H; no other diamond left.
    hands = ["AH 6H", "8H 2H", "3D 5C", "KC 9H"]
    assert plays(literal(hands, "", S, moon="off")) == "5C"


def test_b8_takes_the_jack_when_it_is_free() -> None:
    hand = "KD 3D 2C 5C 9C TC 3S 4S 8S 2H 4H 9H JH"
    assert plays(position(hand, ["JD 5D 9D"], N, JACK)) == "KD"


def test_b8_leaves_the_jack_that_comes_with_the_queen() -> None:
    hand = "KD 3D 2C 5C 9C TC 3S 4S 8S 2H 4H 9H JH"
    assert plays(position(hand, ["JD QS 9D"], N, JACK)) == "3D"


def test_b8_never_throws_the_jack_away() -> None:
    hand = "JD 3D 5C 9C TC 3S 4S 8S 2H 4H 9H TH JH"
    assert plays(position(hand, ["AS"], N, JACK)) in {"3S", "4S", "8S"}
    assert plays(position(hand.replace("3S 4S 8S", "6C 7C 8C"), ["AS"], N, JACK)) != "JD"


def test_b9_one_card_and_only_the_queen_to_lead() -> None:
    hands = ["QS AC", "2C 3D", "3C 4D", "4C 5D"]
    for name in ("random", "easy", "steady"):
        assert plays(literal(hands, "AC 2C 3C 4C", N), name) == "QS"
