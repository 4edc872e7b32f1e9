"""How many playouts fit a time on this machine."""

import hashlib
import time
from functools import lru_cache
from typing import Final

from moonshot.bots.search.readiness import demand
from moonshot.engine import Match, Play, Rules, View, deal_hands, view_of
from moonshot.engine.events import Dealt

SAMPLE: Final = 600
ROUNDS: Final = 5
STEP: Final = 500


def playouts_within(seconds: float) -> int:
    """The most playouts, in whole steps, that a first card gets in ``seconds`` of one core.

    Later cards take less time. Measured once in a process. Raises NotReadyError where it cannot be compiled.
    """
    return max(STEP, int(seconds / _seconds_a_playout()) // STEP * STEP)


@lru_cache(maxsize=1)
def _seconds_a_playout() -> float:
    """Processor time of a playout from a full hand, in the quickest of a few rounds."""
    demand()
    from moonshot.bots.search.plays import judge_plays

    view = _opening()
    best = float("inf")
    for number in range(ROUNDS):
        began = time.process_time()
        done = judge_plays(view, SAMPLE, number).playouts
        best = min(best, (time.process_time() - began) / done)
    return max(best, 1e-9)


def _opening() -> View:
    """The view of a second player on trick one."""
    match = Match(Rules(pass_cycle=("H",)), match_id="calibration")
    secret = hashlib.sha256(b"calibration").digest()
    match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
    while match.legal_mask().bit_count() < 2:
        assert match.turn is not None
        match.act(match.turn, Play(match.legal_mask().bit_length() - 1))
    assert match.turn is not None
    return view_of(match, match.turn)
