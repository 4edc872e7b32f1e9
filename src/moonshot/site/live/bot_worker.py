"""What runs in the processes in which bots think. They get views and seeds as data, and know nothing else.

Only the standard library and the bots are imported here, so that a worker begins quickly and stays small.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Final

from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Answer, PolicyLookup, Question, thinks
from moonshot.engine import Match, Move, Play, Rules, View, cards_of, view_of

NICENESS: Final = 5
"""While a worker gets ready."""
LEAST_PRIORITY: Final = 19
"""From then on: it thinks only while the server has nothing to do, so that no person waits for a bot."""

Weighed = tuple[tuple[Move, float, float], ...]
"""Moves, the best first, each with the points its seat is likely to get and the standard error of that."""
Weigher = Callable[[View, int, int, Move | None], Weighed]
"""Given a view, a seed, how many playouts, and the move that was made, where one was."""


@dataclass(frozen=True, slots=True)
class Decided(Question):
    """A question that its seat has answered already: the move it made is to be weighed in any case."""

    made: Move


_policies: PolicyLookup
_weigher: Weigher


def serve(pipe: Connection, policies: PolicyLookup, weigher: Weigher) -> None:
    """Do what comes through the pipe, one thing after the other; send back what was found or raised, and how
    many seconds it took.
    """
    _begin(policies, weigher)
    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        began = time.perf_counter()
        try:
            found, error = work(*given), None
        except Exception as mishap:  # noqa: BLE001 - whatever it is, whoever asked is told of it
            mishap.add_note("".join(traceback.format_exception(mishap)))
            found, error = None, mishap
        pipe.send((found, error, time.perf_counter() - began))


def _begin(policies: PolicyLookup, weigher: Weigher) -> None:
    global _policies, _weigher
    _policies, _weigher = policies, weigher
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends its workers
    _yield_to_others(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _yield_to_others(niceness: int) -> None:
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(max(0, niceness - os.nice(0)))


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
    _yield_to_others(LEAST_PRIORITY)


def think(question: Question, playouts: int) -> Answer:
    """The answer to a question after so many playouts."""
    policy = _policies(question.level)
    if not thinks(policy):
        raise NotReadyError(question.level)
    return Answer(policy.think(question.view, question.seed, playouts), policy.name, playouts)


def weigh(question: Question, playouts: int) -> Weighed:
    """What each move is worth after so many playouts in all."""
    made = question.made if isinstance(question, Decided) else None
    return _weigher(question.view, question.seed, playouts, made)


def by_search(view: View, seed: int, playouts: int, made: Move | None) -> Weighed:
    """Weigh with the compiled search. Raises NotReadyError."""
    from moonshot.bots.search.weighing import weigh as weighed

    return weighed(view, seed, playouts, made)


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
