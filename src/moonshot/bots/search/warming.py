"""Compiling the whole search at once: a deal thought through with the smallest budgets calls everything."""

import hashlib
import time
from typing import Any, Final

from numba.core import event

from moonshot.bots.search.compiling import DISPATCHERS
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.habits import habits_of
from moonshot.bots.search.passed import passed_of
from moonshot.bots.search.passes import judge_passes, urgency_of
from moonshot.bots.search.plays import judge_ending, judge_plays
from moonshot.bots.search.position import position_of
from moonshot.bots.search.readiness import Report
from moonshot.bots.search.scores import stake_of
from moonshot.bots.search.storing import locked
from moonshot.engine import Match, Play, Rules, View, deal_hands, view_of
from moonshot.engine.events import Dealt

BUDGET: Final = 4
ENDING: Final = 2
"""With so many cards in the hand the rest is counted out as well."""
ENOUGH: Final = 100_000
"""A budget for which that never takes too long."""


def compile_all(report: Report | None = None) -> None:
    """Call every compiled function once with the types it is used with."""
    with locked("warm"), _Listening(report):
        _think_through_a_deal()


def _think_through_a_deal() -> None:
    match = Match(Rules(), match_id="warm")
    secret = hashlib.sha256(b"warm").digest()
    match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
    view = view_of(match, 0)
    judge_passes(view, BUDGET, 0)
    urgency_of(guide_of(view.rules.facts), view.hand, 0)  # larger hands are asked what not to try
    _pass_low(match)
    while match.turn is not None:
        view = view_of(match, match.turn)
        match.act(match.turn, Play(_thought(view)))


def _pass_low(match: Match) -> None:
    from moonshot.bots import find_policy

    for seat in match.acting:
        match.act(seat, find_policy("easy").choose(view_of(match, seat), 0))


def _thought(view: View) -> int:
    if view.hand.bit_count() == ENDING:
        # The budget above is too small for any ending but by luck.
        position = position_of(view)
        beliefs = habits_of(view.rules.facts), passed_of(view)
        judge_ending(position, stake_of(view), ENOUGH, beliefs)
    if view.legal & (view.legal - 1) == 0:
        return view.legal.bit_length() - 1
    return judge_plays(view, BUDGET, 0, believing=True).best


class _Listening(event.Listener):  # type: ignore[misc]
    """Tells of every function that has been compiled."""

    def __init__(self, report: Report | None) -> None:
        self._report = report
        self._began: list[float] = []

    def __enter__(self) -> None:
        if self._report is not None:
            event.register("numba:compile", self)

    def __exit__(self, *ended: object) -> None:
        if self._report is not None:
            event.unregister("numba:compile", self)

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - Numba's signature
        """One function begins; those it calls begin and end within it."""
        self._began.append(time.perf_counter())

    def on_end(self, event: Any) -> None:
        """One function is compiled."""
        seconds = time.perf_counter() - self._began.pop()
        done = sum(bool(dispatcher.overloads) for dispatcher in DISPATCHERS)
        assert self._report is not None
        self._report(event.data["dispatcher"].py_func.__name__, seconds, done, len(DISPATCHERS))
