"""Sharing the units of a run among processes of this machine."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import NoReturn

from moonshot.bots.arena.errors import ArenaError
from moonshot.bots.arena.units import Found, Unit, do_unit

AHEAD = 2
"""Units handed out for each process, so that none waits for work."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def work(units: Iterable[Unit], processes: int) -> Iterator[Found]:
    """Do all units; they come as they are finished."""
    if processes <= 1:
        yield from map(do_unit, units)
        return
    before = set(multiprocessing.active_children())
    # Not forked: this process may have threads, and a search compiled in it.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_settle_in)
    try:
        yield from _shared(pool, iter(units), processes)
        pool.shutdown()
    except BrokenProcessPool:
        raise ArenaError(
            "worker_lost", "A process of this run was ended from outside, perhaps for want of memory."
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        pool.shutdown()


def _shared(pool: ProcessPoolExecutor, units: Iterator[Unit], processes: int) -> Iterator[Found]:
    """Hand out units, a few ahead, and give back what is done."""
    running: set[Future[Found]] = {pool.submit(_do, unit) for unit in islice(units, processes * AHEAD)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {pool.submit(_do, unit) for unit in islice(units, len(done))}
        for future in done:
            yield future.result()


_told_to_end = threading.Event()


def _settle_in() -> None:
    """In a new process: leave Ctrl-C to its parent, and end players from outside when told to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _do(unit: Unit) -> Found:
    """In such a process: do a unit, unless it is to end; the pool may still have some for it."""
    if _told_to_end.is_set():
        sys.exit(0)
    return do_unit(unit)


def _leave(_number: int, _frame: object) -> NoReturn:
    _told_to_end.set()
    sys.exit(0)
