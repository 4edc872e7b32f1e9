"""Playing on in the mind is playing: the engine's Match, given the same cards, ends the same way."""

import os
import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from moonshot.bots.search import playout
from moonshot.bots.search.chance import stream_of
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.scores import score
from moonshot.bots.search.state import State, put
from moonshot.engine import ChooseMoon, Match, Play
from tests.bots.search.positions import any_rules, finished, is_redealt, match_in_play, opened_state

DEALS: Final = int(os.environ.get("MOONSHOT_SEARCH_DEALS", "150"))

Played = list[tuple[int, int]]


def interpreted(
    play: Any, facts: Any, state: State, *more: Any, monkeypatch: pytest.MonkeyPatch
) -> tuple[State, Played]:
    """Run a playout uncompiled on a copy of the state; returns the copy and who played what."""
    played: Played = []

    def noting(facts: Any, state: State, card: int) -> None:
        played.append((int(state[3, 0]), int(card)))
        put(facts, state, card)

    copy = state.copy()
    with monkeypatch.context() as patched:
        patched.setattr(playout, "put", noting)
        play.py_func(facts, copy, *more)
    return copy, played


def begun(match: Match, rng: random.Random) -> State:
    """The state of a match in play, some random cards after its opening."""
    deal = match.deal
    assert deal is not None
    facts = guide_of(match.rules.facts)
    state = opened_state(facts, deal.hands, deal.dealer, deal.kitty)
    for _ in range(rng.randrange(0, 20)):
        if match.turn is None:
            break
        card = rng.choice([*deal.legal_moves])
        match.act(match.turn, Play(card))
        put(facts, state, card)
    return state


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("way", ["at random", "by rules of thumb", "for the moon"])
def test_a_playout_is_a_deal_of_the_engine(way: str, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = moons = 0
    for seed in range(part, DEALS, 2):
        rules, rng = any_rules(seed)
        match = match_in_play(rules, rng)
        state = begun(match, rng)
        if match.turn is None:
            continue
        facts = guide_of(rules.facts)
        play: Callable[..., None] = playout.play_randomly if way == "at random" else playout.play_on
        more = [] if way == "at random" else [match.turn if way == "for the moon" else -1]
        copy, played = interpreted(play, facts, state, stream_of(seed), *more, monkeypatch=monkeypatch)
        play(facts, state, stream_of(seed), *more)
        assert finished(state) == finished(copy)
        for seat, card in played:
            assert match.turn == seat
            match.act(seat, Play(card))
        assert is_redealt(state) == (match.phase == "redeal")
        if not is_redealt(state):
            moons += check_end(match, facts, state)
            ended += 1
    assert ended > DEALS // 4
    assert moons or way != "for the moon"


def check_end(match: Match, facts: Any, state: State) -> bool:
    """The match and the search agree on points, totals and winners. Returns whether there was a moon."""
    if match.phase == "choosing_moon":
        assert match.acting
        match.act(match.acting[0], ChooseMoon(match.default_moon_choice()))
    players = match.rules.players
    points, after = np.zeros(8, np.int64), np.zeros(8, np.int64)
    end, seats = score(facts, state, np.zeros(players, np.int64), 1, False, points, after)
    assert tuple(points[:players].tolist()) == match.results[-1].points
    assert tuple(after[:players].tolist()) == match.totals
    assert (end == 2) == (match.phase == "over")
    if match.phase == "over":
        assert tuple(seat for seat in range(players) if seats >> seat & 1) == match.winners
    return match.results[-1].moon is not None
