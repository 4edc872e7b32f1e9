"""The habits of a good player, each in a position that asks for it."""

import dataclasses

import pytest

from moonshot.bots import find_policy
from moonshot.bots.choosing import choose_moon
from moonshot.bots.defence import notice_moon
from moonshot.bots.holdings import danger, void_chance, win_chance
from moonshot.bots.reading import read
from moonshot.bots.standing import weights
from moonshot.engine import (
    ChooseMoon,
    Match,
    Pass,
    Rules,
    View,
    cards_text,
    mask_of,
    parse_cards,
    preset,
    view_of,
)
from moonshot.engine.cards import FULL_DECK
from moonshot.engine.events import Dealt
from tests.bots.positions import FREE_LEAD, E, N, S, dealt, literal, plays, position

STANDARD_HOLD = Rules(pass_cycle=("H",))


def passing_view(hand: str, rules: Rules | None = None) -> View:
    """The view of North before the pass."""
    rules = rules or Rules()
    mine = mask_of(parse_cards(hand))
    rest = [card for card in range(52) if (rules.facts.deck & ~mine) >> card & 1]
    size = rules.facts.hand_size
    hands = (mine, *(mask_of(rest[i * size : (i + 1) * size]) for i in range(rules.players - 1)))
    match = Match(rules)
    match.apply(Dealt(1, 0, hands, rules.facts.deck & FULL_DECK & ~sum(hands)))
    return view_of(match, N)


def passed(hand: str, rules: Rules | None = None) -> set[str]:
    move = find_policy("steady").choose(passing_view(hand, rules), 0)
    assert isinstance(move, Pass)
    return set(cards_text(move.cards).split())


# -- the pass --------------------------------------------------------------------------------------------


def test_passes_a_bare_queen() -> None:
    assert "QS" in passed("QS 2S 3C 5C 8C 9C TC 3D 5D 7D 2H 4H 6H")


def test_keeps_a_queen_with_many_guards() -> None:
    assert "QS" not in passed("QS 2S 3S 4S 7S 9S TC KC AC 5D KD 2H 4H")


def test_passes_short_ace_and_king_of_spades() -> None:
    assert {"AS", "KS"} <= passed("AS KS 3C 5C 8C 9C 2D 3D 5D 7D 2H 4H 6H")


def test_passes_high_hearts_before_low_ones() -> None:
    away = passed("AH KH 3H 2H 3C 4C 5C 2D 3D 4D 2S 3S 4S")
    assert {"AH", "KH"} <= away
    assert "2H" not in away


def test_shoots_with_a_hand_made_for_it() -> None:
    hand = "AH KH QH JH TH 9H AS KS QS AC KC 2D 3D"
    assert {"2D", "3D"} <= passed(hand)


def test_passes_by_what_the_rules_count() -> None:
    maria = preset("black_maria")
    assert {"AS", "KS"} <= passed("AS KS 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 2H 3H 4H 5H 6H", maria)


# -- following and discarding ----------------------------------------------------------------------------


def test_last_on_a_clean_first_trick_wins_high() -> None:
    hand = "AC 3C 4D 8D TD 3S 4S 8S 2H 4H 9H TH JH"
    assert plays(position(hand, ["2C 5C 9C"], N, STANDARD_HOLD)) == "AC"


def test_ducks_as_high_as_is_safe() -> None:
    hand = "2C 4C 8C QC 4D 8D TD 3S 4S 8S 2H 4H 9H"
    assert plays(position(hand, ["TC QS KC"], N)) == "QC"


def test_throws_the_queen_when_it_cannot_follow() -> None:
    hand = "QS 2S 3S 4D 8D TD QD KD 2H 4H 9H TH JH"
    assert plays(position(hand, ["AC 2C"], N)) == "QS"


def test_throws_the_ace_of_spades_while_the_queen_is_out() -> None:
    hand = "AS 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H 6H"
    assert plays(position(hand, ["AC 2C"], N, dataclasses.replace(FREE_LEAD, moon="off"))) == "AS"


def test_throws_what_counts_most_in_these_rules() -> None:
    spot = dataclasses.replace(
        preset("spot"),
        pass_cycle=("H",),
        first_trick_barred=(),
        opening_leader="left_of_dealer",
        opening_card="any",
    )
    assert plays(position("QS 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H AH", ["AC 2C"], N, spot)) == "QS"
    assert plays(position("9S 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H AH", ["AC 2C"], N, spot)) == "AH"


# -- the moon --------------------------------------------------------------------------------------------


def test_takes_a_cheap_heart_to_stop_a_moon() -> None:
    hands = [
        "AS KS QS AH KH 5H 2C 3C",
        "2S 4S 3S 3H 4H QH 9C TC",
        "5S 7S 6S 6H 7H 8H JC QC",
        "8S JS TS 9H TH JH KC AC",
    ]
    # North has the queen and every heart so far, and leads a heart that East can take.
    tricks = "AS 2S 5S 8S KS 4S 7S JS QS 3S 6S TS AH 3H 6H 9H KH 4H 7H TH"
    view = literal(hands, tricks + " 5H", N, moon="others_plus")
    assert view.seat == E
    assert plays(view) == "QH"


def test_notices_only_a_moon_that_can_still_be() -> None:
    hands = ["AS KS QS AH", "2S 4S 3S 3H", "5S 7S 6S 6H", "8S JS TS 9H"]
    view = literal(hands, "AS 2S 5S 8S KS 4S 7S JS QS 3S 6S TS", N, moon="others_plus")
    reading = read(dataclasses.replace(view, seat=S, legal=view.legal))
    notice_moon(reading)
    assert reading.shooter == N
    assert reading.threat > 0.1
    off = read(dataclasses.replace(view, seat=S, rules=dataclasses.replace(view.rules, moon="off")))
    notice_moon(off)
    assert off.threat == 0


def test_makes_a_moon_that_cannot_fail() -> None:
    hands = ["AS KS QS AH KH QH JH TH 9H 8H AC KC AD"]
    rest = [card for card in range(52) if not mask_of(parse_cards(hands[0])) >> card & 1]
    masks = [mask_of(parse_cards(hands[0]))] + [mask_of(rest[i::3]) for i in range(3)]
    match = dealt(FREE_LEAD, masks, N)
    while match.acting:
        seat = match.acting[0]
        match.act(seat, find_policy("steady").choose(view_of(match, seat), 0))
    assert match.results[-1].moon == N


@pytest.mark.parametrize(
    ("totals", "choice"),
    [
        ((80, 40, 90, 75), "self_minus"),
        ((80, 60, 50, 75), "others_plus"),
        ((10, 20, 15, 30), "others_plus"),
        ((10, 5, 60, 30), "self_minus"),
        ((76, 64, 64, 20), "self_minus"),
    ],
    ids=["adding-would-lose", "adding-wins", "ahead", "far-behind", "ends-behind"],
)
def test_s4_the_shooter_chooses_what_is_best_for_the_match(totals: tuple[int, ...], choice: str) -> None:
    rules = dataclasses.replace(FREE_LEAD, moon="choice")
    hand = mask_of(parse_cards("AS KS QS AH KH QH JH TH 9H 8H AC KC AD"))
    rest = [card for card in range(52) if not hand >> card & 1]
    masks = [mask_of(rest[0::3]), mask_of(rest[1::3]), hand, mask_of(rest[2::3])]
    match = dealt(rules, masks, S, totals)
    while match.phase == "playing":
        seat = match.acting[0]
        match.act(seat, find_policy("steady").choose(view_of(match, seat), 0))
    assert match.phase == "choosing_moon"
    assert choose_moon(view_of(match, S)) == ChooseMoon(choice)
    for name in ("random", "easy", "steady"):
        match.verify(S, find_policy(name).choose(view_of(match, S), 0))


# -- the score -------------------------------------------------------------------------------------------


def scored(totals: tuple[int, ...]) -> list[float]:
    view = position("AC 3C 4D 8D TD 3S 4S 8S 2H 4H 9H TH JH", ["2C 5C 9C"], N, STANDARD_HOLD)
    return weights(dataclasses.replace(view, totals=totals))


def test_points_are_worth_most_on_the_leader() -> None:
    for late in (0, 40, 80):
        weight = scored((late, late + 5, late + 15, 50))
        assert weight[3] == 0
        assert weight[0] > weight[1] > weight[2] > 0
        assert sum(weight) == pytest.approx(1)


def test_nobody_ends_a_match_that_another_wins() -> None:
    behind = scored((20, 50, 92, 60))
    ahead = scored((20, 50, 92, 10))
    assert ahead[2] > behind[2]


# -- the measure of a holding ----------------------------------------------------------------------------

PLAIN = (0,) * 13
HEARTS_ONE = (1,) * 13


def test_chances_are_chances() -> None:
    for followers in range(1, 6):
        for below in range(13):
            for above in range(13 - below):
                assert 0.0 <= win_chance(below, above, followers) <= 1.0
                assert 0.0 <= void_chance(below + above, above, followers) <= 1.0 + 1e-9
    assert win_chance(12, 0, 3) == 1.0
    assert win_chance(0, 12, 3) < 0.01


def test_low_cards_are_safer_than_high_ones() -> None:
    low, high = 0b0000000000111, 0b1110000000000
    for values in (PLAIN, HEARTS_ONE):
        cheap = danger(low, 0x1FFF & ~low, 3, 0, values, 8, 0)
        dear = danger(high, 0x1FFF & ~high, 3, 0, values, 8, 0)
        assert cheap < dear


def test_a_guard_makes_a_queen_safer() -> None:
    spades = tuple(13 if rank == 10 else 0 for rank in range(13))
    costs = []
    for guards in range(5):
        mine = 1 << 10 | (1 << guards) - 1
        costs.append(danger(mine, 0x1FFF & ~mine, 3, 0, spades, 2, 0))
    assert costs[:4] == sorted(costs[:4], reverse=True)
    assert costs[0] > 6
    assert costs[4] < 2


def test_a_void_is_worth_something() -> None:
    assert danger(0, 0x1FFF, 3, 0, PLAIN, 8, 6) < 0
