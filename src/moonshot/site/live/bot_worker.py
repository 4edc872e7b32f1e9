"""What runs in the processes in which bots think. They get views and seeds as data, and know nothing else.

Only the standard library and the bots are imported here, so that a worker begins quickly and stays small.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Final, TypeVar

from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Answer, PolicyLookup, Question, thinks
from moonshot.engine import Match, Move, Play, Rules, View, cards_of, view_of

NICENESS: Final = 5
"""The tables come first wherever processors are scarce."""

Weighed = tuple[tuple[Move, float, float], ...]
"""Moves, the best first, each with the points its seat is likely to get and the standard error of that."""
Weigher = Callable[[View, int, int, Move | None], Weighed]
"""Given a view, a seed, how many playouts, and the move that was made, where one was."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Decided(Question):
    """A question that its seat has answered already: the move it made is to be weighed in any case."""

    made: Move


_policies: PolicyLookup
_weigher: Weigher


def begin(policies: PolicyLookup, weigher: Weigher) -> None:
    """The first thing that a worker does."""
    global _policies, _weigher
    _policies, _weigher = policies, weigher
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends its workers
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(server: int) -> None:
    """Nobody is left to think for once the server is gone, however it went."""
    wait([server])
    os._exit(0)


def warm(levels: tuple[str, ...], prepare: Callable[[], object]) -> None:
    """Prepare, and try each of these levels that searches. Raises NotReadyError."""
    prepare()
    for level in levels:
        policy = _policies(level)
        if thinks(policy):
            for view in _samples():
                policy.think(view, 1, 1)


def think(question: Question, playouts: int) -> tuple[Answer, float]:
    """The answer to a question after so many playouts, and how many seconds that took."""
    policy = _policies(question.level)
    if not thinks(policy):
        raise NotReadyError(question.level)
    return _timed(lambda: Answer(policy.think(question.view, question.seed, playouts), policy.name, playouts))


def weigh(question: Question, playouts: int) -> tuple[Weighed, float]:
    """What each move is worth after so many playouts in all, and how many seconds that took."""
    made = question.made if isinstance(question, Decided) else None
    return _timed(lambda: _weigher(question.view, question.seed, playouts, made))


def by_search(view: View, seed: int, playouts: int, made: Move | None) -> Weighed:
    """Weigh with the compiled search. Raises NotReadyError."""
    from moonshot.bots.search.weighing import weigh as weighed

    return weighed(view, seed, playouts, made)


def _timed(work: Callable[[], Found]) -> tuple[Found, float]:
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def _samples() -> tuple[View, View]:
    """A hand before the pass and a card to lead."""
    passing = _dealt(Rules())
    playing = _dealt(Rules(pass_cycle=("H",)))
    assert playing.turn is not None
    playing.act(playing.turn, Play(cards_of(playing.legal_mask())[0]))
    return view_of(passing, 0), view_of(playing, playing.turn)


def _dealt(rules: Rules) -> Match:
    match = Match(rules)
    match.apply(match.commit(bytes(32)))
    match.apply(match.deal_event())
    return match
