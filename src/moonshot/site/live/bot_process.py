"""One process in which bots think, and the pipe to it: questions go in, answers come out in the same order.

Several questions may wait in the pipe, so that the process has something to do while the loop is busy. On the
loop an answer costs one read; no thread of the server is awake for it.
"""

import asyncio
import contextlib
import multiprocessing
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from moonshot.bots.thinking import PolicyLookup
from moonshot.site.live import bot_worker
from moonshot.site.live.bot_worker import Weigher

BY_LOOP: Final = sys.platform != "win32"
"""Whether the loop itself can wait for a pipe; elsewhere a thread does."""


_Answer = tuple[Any, Exception | None, float]


class GoneError(Exception):
    """The process has ended."""


class BotProcess:
    """Begins at once. ``heard`` is told each answer on the loop: what was found or raised, and how many
    seconds that took; ``lost`` once that the process has ended by itself.
    """

    def __init__(
        self,
        policies: PolicyLookup,
        weigher: Weigher,
        heard: Callable[["BotProcess", Any, Exception | None, float], None],
        lost: Callable[["BotProcess"], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._lost = lost
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=bot_worker.serve, args=(theirs, policies, weigher), daemon=True
        )
        self._process.start()
        theirs.close()  # so that its end is seen when the process ends
        self._gone = False
        if BY_LOOP:
            self._loop.add_reader(self._pipe.fileno(), self._read)
        else:
            threading.Thread(target=self._listen, args=(self._pipe,), daemon=True).start()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    def ask(self, work: Callable[..., Any], *given: Any) -> None:
        """Let it do this after what it has been asked before. Raises GoneError."""
        if self._gone:
            raise GoneError
        try:
            self._pipe.send((work, given))
        except OSError:
            raise GoneError from None

    def kill(self) -> None:
        """End it as if it had died: that will be told."""
        self._process.kill()

    def end(self) -> None:
        """End it, in the middle of a thought if need be. Nothing is told any more."""
        if not self._gone:
            self._gone = True
            if BY_LOOP:
                self._loop.remove_reader(self._pipe.fileno())
                self._pipe.close()
        self._process.kill()

    def join(self, seconds: float) -> None:
        """Wait until it has ended."""
        self._process.join(seconds)

    def _read(self) -> None:
        self._take(_answer(self._pipe))

    def _listen(self, pipe: Connection) -> None:
        """In a thread, which closes the pipe in the end."""
        with pipe:
            answer: _Answer | None = (None, None, 0.0)
            while answer is not None and not self._loop.is_closed():
                answer = _answer(pipe)
                with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                    self._loop.call_soon_threadsafe(self._take, answer)

    def _take(self, answer: _Answer | None) -> None:
        if self._gone:
            return
        if answer is None:
            self.end()
            self._lost(self)
        else:
            self._heard(self, *answer)


def _answer(pipe: Connection) -> _Answer | None:
    """The next answer; None when there will be no more."""
    try:
        answer: _Answer = pipe.recv()
    except (EOFError, OSError):
        return None
    return answer
