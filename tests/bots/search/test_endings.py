"""The exact ending is what the engine itself gives when every line of every possible deal is played."""

import random
from dataclasses import replace

import numpy as np
import pytest

from moonshot.bots.endgame import possible_worlds
from moonshot.bots.reading import read
from moonshot.bots.search.plays import judge_ending
from moonshot.bots.search.position import Position, position_of
from moonshot.bots.search.scores import Stake, payoff, stake_of
from moonshot.engine import ChooseMoon, Match, Play, View, cards_of
from moonshot.engine.ending import NEXT_DEAL, OVER, OVERTIME
from moonshot.engine.events import Dealt
from tests.bots.test_endgame import endings
from tests.bots.test_laws import some_rules

ENOUGH = 40


def replayed(match: Match, view: View, world: tuple[int, ...]) -> Match | None:
    """The match with these hands now and the same plays, or None where the rules forbid that."""
    deal = match.deal
    assert deal is not None
    hands = list(world)
    for place, played in enumerate(deal.plays):
        trick, step = divmod(place, view.players)
        leader = view.tricks[trick].leader if trick < len(view.tricks) else deal.leader_of(trick)
        hands[(leader + step) % view.players] |= 1 << played
    used = 0
    for hand in hands:
        used |= hand
    again = Match(replace(match.rules, pass_cycle=("H",)), first_dealer=match.first_dealer)
    again.totals = match.totals
    again.apply(Dealt(1, match.dealer, tuple(hands), match.rules.facts.deck & ~used))
    try:
        for played in deal.plays:
            assert again.turn is not None
            again.act(again.turn, Play(played))
    except (ValueError, AssertionError):
        return None
    return again if again.phase == "playing" else None


def solved(match: Match, position: Position, stake: Stake) -> list[float]:
    """The payoff of every seat when each plays its best: by the engine alone, line by line."""
    seats = range(match.rules.players)
    if match.phase == "choosing_moon":
        match = match.copy()
        assert match.shooter is not None
        match.act(match.shooter, ChooseMoon(match.default_moon_choice()))
    if match.phase != "playing":
        result = match.results[-1]
        winners = 0
        for seat in match.winners or match.tied:
            winners |= 1 << seat
        end = OVER if match.phase == "over" else (OVERTIME if match.overtime else NEXT_DEAL)
        points = np.array(result.points, np.int64)
        after = np.array(match.totals, np.int64)
        return [
            payoff(position.facts, seat, points, after, end, winners, stake.urgency, stake.spread)
            for seat in seats
        ]
    turn = match.turn
    assert turn is not None
    found = []
    for card in cards_of(match.legal_mask()):
        after_it = match.copy()
        after_it.act(turn, Play(card))
        found.append(solved(after_it, position, stake))
    return max(found, key=lambda values: (values[turn], -values[position.seen.me]))


@pytest.mark.parametrize("part", range(2))
def test_an_ending_is_worth_what_the_engine_says(part: int) -> None:
    checked = 0
    chance = random.Random(part)
    for seed in range(part, 400, 2):
        rules = some_rules(seed)
        tricks = chance.choice([2, 2, 3])
        for match, view in endings(rules, seed, tricks)[:1]:
            worlds = possible_worlds(read(view), 12)
            if worlds is None:
                continue
            position, stake = position_of(view), stake_of(view)
            judged = judge_ending(position, stake, 100_000)
            if judged is None:
                continue
            matches = [again for world in worlds if (again := replayed(match, view, world)) is not None]
            assert judged.playouts == len(matches)
            for card, value in zip(judged.moves, judged.values, strict=True):
                total = 0.0
                for begun in matches:
                    again = begun.copy()
                    assert again.turn is not None
                    again.act(again.turn, Play(card))
                    total += solved(again, position, stake)[position.seen.me]
                assert value == pytest.approx(total / len(matches))
            checked += 1
        if checked == ENOUGH:
            return
    raise AssertionError(f"only {checked} endings were found")
