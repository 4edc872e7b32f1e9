"""The exact ending: every possible deal, every line, and nothing lost by leaving out equal cards."""

import random
from math import comb

import pytest

from moonshot.bots import find_policy
from moonshot.bots.endgame import Ending, exact_costs, possible_worlds
from moonshot.bots.reading import read
from moonshot.engine import Match, Rules, View, mask_of, parse_card, parse_cards, preset, view_of
from tests.bots.positions import N, S, literal
from tests.bots.test_laws import fresh, playing, some_rules


def endings(rules: Rules, seed: int, tricks: int) -> list[tuple[Match, View]]:
    """The positions of one deal in which somebody has ``tricks`` cards left and a choice."""
    match = fresh(rules, seed)
    found = []
    for view, _ in playing(match, ("random", "easy"), seed):
        if view.phase == "playing" and view.hand.bit_count() == tricks and view.legal & (view.legal - 1):
            found.append((match.copy(), view))
    return found


def test_all_worlds_are_found_and_the_true_one_is_among_them() -> None:
    checked = 0
    for seed in range(40):
        rules = preset("standard") if seed % 2 else some_rules(seed)
        for match, view in endings(rules, seed, 2):
            worlds = possible_worlds(read(view), 2000)
            if worlds is None:
                continue
            checked += 1
            assert match.deal is not None
            assert tuple(match.deal.hands) in worlds
            assert len(set(worlds)) == len(worlds)
    assert checked > 20


def test_worlds_are_counted_right_when_nothing_is_known() -> None:
    hands = ["3D 5C", "KC 9H", "AH 6H", "8H 2H"]
    reading = read(literal(hands, "", N, moon="off"))
    worlds = possible_worlds(reading, 1000)
    assert worlds is not None
    assert len(worlds) == comb(6, 2) * comb(4, 2)
    assert possible_worlds(reading, 50) is None


def test_leaving_out_equal_cards_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    cases = []
    for seed in range(60):
        rules = preset(chance.choice(["standard", "spot", "black_maria", "gnome", "deniro"]))
        for match, view in endings(rules, seed, 3)[:1]:
            assert match.deal is not None
            cases.append((read(view), tuple(match.deal.hands)))
    quick = [[Ending(reading, world).after(card) for card in reading.legal] for reading, world in cases]
    monkeypatch.setattr(Ending, "_alike", lambda *_: False)
    slow = [[Ending(reading, world).after(card) for card in reading.legal] for reading, world in cases]
    assert quick == slow
    assert len(cases) > 30


def test_the_cost_of_a_known_ending() -> None:
    # South's three of diamonds takes five points, the club none (report B7).
    hands = ["AH 6H", "8H 2H", "3D 5C", "KC 9H"]
    view = literal(hands, "", S, moon="off")
    world = tuple(mask_of(parse_cards(hand)) for hand in hands)
    ending = Ending(read(view), world)
    # A point of my own costs one, a point on one of three others gains a third.
    assert ending.after(parse_card("3D")) == pytest.approx(5.0)
    assert ending.after(parse_card("5C")) == pytest.approx(-5.0 / 3)


def test_too_many_worlds_are_left_to_judgement() -> None:
    match = fresh(preset("standard"), 1)
    view = next(view for view, _ in playing(match, ("steady",)) if view.phase == "playing")
    assert exact_costs(read(view)) is None
    assert find_policy("steady").choose(view_of(match, match.turn), 0) is not None
