"""Compiling the whole search at once: a deal thought through with the smallest budgets calls everything."""

import hashlib
import time
from typing import Any, Final

from numba.core import event

from moonshot.bots.search.compiling import DISPATCHERS
from moonshot.bots.search.passes import judge_passes
from moonshot.bots.search.plays import judge_plays
from moonshot.bots.search.readiness import Report
from moonshot.bots.search.storing import locked
from moonshot.engine import Match, Play, Rules, View, deal_hands, view_of
from moonshot.engine.events import Dealt

BUDGET: Final = 4


def compile_all(report: Report | None = None) -> None:
    """Call every compiled function once with the types it is used with."""
    with locked("warm"), _Listening(report):
        _think_through_a_deal()


def _think_through_a_deal() -> None:
    match = Match(Rules(), match_id="warm")
    secret = hashlib.sha256(b"warm").digest()
    match.apply(Dealt(1, match.dealer, *deal_hands(match.rules, match.dealer, secret)))
    judge_passes(view_of(match, 0), BUDGET, 0)
    _pass_low(match)
    while match.turn is not None:
        view = view_of(match, match.turn)
        match.act(match.turn, Play(_thought(view)))


def _pass_low(match: Match) -> None:
    from moonshot.bots import find_policy

    for seat in match.acting:
        match.act(seat, find_policy("easy").choose(view_of(match, seat), 0))


def _thought(view: View) -> int:
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
