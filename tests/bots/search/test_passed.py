"""What the pass tells: true hands are found likelier than others, by facts that the seat knows."""

import random
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np
import pytest

from moonshot.bots.search import passed
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.habits import UNIT
from moonshot.bots.search.passed import likelier, part_of, passed_of
from moonshot.bots.search.state import HANDS, new_state
from moonshot.engine import Match, Rules, View, cards_of, preset, view_of
from moonshot.engine.cards import mask_of
from moonshot.engine.passing import receiver_of
from tests.bots.search.positions import opened_state
from tools.passed import examples, facts_of, learn, likelihoods, passes


def deals(number: int, rules: Rules) -> list[tuple[str, list[int], list[int]]]:
    """Direction, passes and hands after them."""
    return [
        (passed.DIRECTIONS[place], masks[:4], masks[4:]) for place, *masks in passes([rules], number, 3, 60)
    ]


def view_after(rules: Rules, direction: str, given: list[int], hands: list[int], me: int) -> View:
    """A view that knows such a pass."""
    giver = next(seat for seat in range(4) if receiver_of(direction, seat, 4) == me)
    empty = view_of(Match(rules), me)
    return replace(
        empty, direction=direction, passed=cards_of(given[me]), received=given[giver], hand=hands[me]
    )


@pytest.mark.parametrize("direction", passed.DIRECTIONS)
def test_every_seat_has_its_part_in_the_pass(direction: str) -> None:
    for me in range(4):
        parts = {seat: part_of(direction, me, seat) for seat in range(4) if seat != me}
        if direction == "A":
            assert parts[(me + 2) % 4] == passed.BOTH
            assert sorted(parts.values()) == [passed.BOTH, passed.ASIDE, passed.ASIDE]
        else:
            assert parts[receiver_of(direction, me, 4)] == passed.GETS
            assert parts[(me + 2) % 4] == passed.BETWEEN
            assert sorted(parts.values()) == [passed.GETS, passed.GIVES, passed.BETWEEN]


def test_hands_are_as_likely_as_the_facts_about_them_and_true_ones_likelier() -> None:
    rules = Rules()
    chance = random.Random(1)
    state = new_state()
    with passed.file_of("standard").open("rb") as file, np.load(file) as found:
        numbers = found["rows"].astype(np.float64).ravel() * UNIT
    gains: list[float] = []
    for direction, given, hands in deals(24, rules):
        for me in range(4):
            known = passed_of(view_after(rules, direction, given, hands, me))
            others = [seat for seat in range(4) if seat != me]
            found_ones = []
            for turn in range(8):
                dealt = list(hands)
                if turn:
                    free = [card for seat in others for card in cards_of(hands[seat] & ~given[me])]
                    chance.shuffle(free)
                    for seat in others:
                        kept = hands[seat] & given[me]
                        size = 13 - kept.bit_count()
                        dealt[seat], free = kept | mask_of(free[:size]), free[size:]
                state[HANDS, :4] = dealt
                whole = 0.0
                for seat in others:
                    giver = next(one for one in range(4) if receiver_of(direction, one, 4) == me)
                    shared = passed.shared_cards(direction, me, seat, given[me], given[giver])
                    whole += numbers[facts_of(part_of(direction, me, seat), dealt[seat], shared)].sum()
                each = float(likelier(known, state, me))
                assert each == pytest.approx(exp(whole), rel=0.3)
                found_ones.append(each)
            gains.append(np.log(found_ones[0] / np.mean(found_ones[1:])))
    assert np.mean(gains) > 1.0


def test_nothing_is_known_where_nothing_was_learned() -> None:
    direction, given, hands = deals(1, Rules())[0]
    view = view_after(Rules(), direction, given, hands, 2)
    assert len(passed_of(view).rows) == 4
    state = opened_state(guide_of(Rules().facts), hands, 0, 0)
    for other in (
        replace(view, direction="H"),
        replace(view, received=None),
        replace(view, passed=None),
        replace(view, rules=preset("omnibus")),
        replace(view, rules=Rules(pass_count=4)),
        replace(view, rules=preset("black_maria")),
    ):
        known = passed_of(other)
        assert not len(known.rows)
        assert likelier(known, state, 2) == 1.0


def test_interpreted_and_compiled_agree_to_the_last_bit() -> None:
    plainly: Any = likelier

    for direction, given, hands in deals(3, Rules()):
        state = opened_state(guide_of(Rules().facts), hands, 0, 0)
        for me in range(4):
            known = passed_of(view_after(Rules(), direction, given, hands, me))
            assert plainly.py_func(known, state.astype(object), me) == likelier(known, state, me)


def test_learning_finds_the_true_hands() -> None:
    lines = list(passes([Rules()], 40, 5, 60))
    facts = examples(lines, 1)
    numbers = learn(facts, 6, 0.03, 1)
    assert numbers.shape == (passed.PARTS * passed.FACTS,)
    assert likelihoods(numbers, facts).mean() > 0.4
    assert (learn(facts, 1, 0.03, 1) == learn(facts, 1, 0.03, 1)).all()
