"""One running program: lines go in, lines come out, nothing it does can hold up or harm the caller.

Pipes are read and written by threads of their own, so that every wait has a limit: a program that does not
read, does not write, writes without end or leaves children behind costs at most its time and is then killed
with its whole process group.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, Final

MOST_BYTES: Final = 65_536
"""The longest line that a program may send."""
MOST_WAITING: Final = 64
"""Lines that nobody has asked for yet; beyond that the program's writes wait."""
TAIL: Final = 2_000
"""How many of the last bytes on standard error are kept."""
FAREWELL_SECONDS: Final = 0.5
"""How long a program that was told to end may take over it."""
THREAD_SECONDS: Final = 5.0

ENDED: Final = b""
"""What stands for the end of the output."""


class TooSlow(Exception):  # noqa: N818 - what happened, and not by mistake
    """Nothing came in time."""


class TooLong(Exception):  # noqa: N818
    """A line was longer than `MOST_BYTES`."""


class Ended(Exception):  # noqa: N818
    """The program has ended."""


class Program:
    """A command in a process group of its own. Raises OSError when it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        apart: dict[str, Any] = (
            {"creationflags": 0x200} if sys.platform == "win32" else {"start_new_session": True}
        )
        self._process = subprocess.Popen(  # noqa: S603 - to run the named command is the purpose
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **apart,
        )
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._orders: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._tail = b""
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._read, self._process.stdout),
                (self._write, self._process.stdin),
                (self._overhear, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def last_words(self) -> str:
        """The last line on standard error that speaks of an error, or else the last, or nothing."""
        lines = [line.strip() for line in self._tail.decode("utf-8", "replace").splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line.lower()] or lines
        return telling[-1][:200] if telling else ""

    def send(self, line: bytes) -> None:
        """Send a line, some time."""
        self._orders.put(line)

    def receive(self, until: float) -> bytes:
        """The next line. Raises TooSlow at ``until`` (by time.monotonic), TooLong or Ended."""
        left = until - time.monotonic()
        if left <= 0:  # even if there are lines: a flood of them would never end
            raise TooSlow
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise TooSlow from None
        if line == ENDED:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL_SECONDS)
            self._threads[2].join(FAREWELL_SECONDS)
            raise Ended(self._process.returncode)
        if len(line) > MOST_BYTES:
            raise TooLong
        return line

    def close(self, farewell: bytes = b"") -> None:
        """Say ``farewell``, wait a moment, and kill what is left of the whole group."""
        if farewell and self._process.poll() is None:
            self.send(farewell)
            self._orders.put(None)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL_SECONDS)
        self._closed.set()
        self._kill()
        self._process.wait()
        self._orders.put(None)
        for thread, pipe in zip(
            self._threads, (self._process.stdout, self._process.stdin, self._process.stderr), strict=True
        ):
            thread.join(THREAD_SECONDS)
            # A process that left the group may still hold the other end; then the pipe is left to its thread.
            if pipe is not None and not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()

    def _kill(self) -> None:
        """Kill the group, whose number is not used again as long as one of its processes is left."""
        if sys.platform == "win32":
            self._process.kill()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    # -- threads ---------------------------------------------------------------------------------------

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(MOST_BYTES + 1):
                if not self._put(line) or len(line) > MOST_BYTES:
                    break
        self._put(ENDED)

    def _put(self, line: bytes) -> bool:
        """Hand a line over, as soon as there is room; False when nobody will ask any more."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return True
        return False

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._orders.get()) is not None:
                pipe.write(line)
                pipe.flush()
            pipe.close()

    def _overhear(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while data := os.read(pipe.fileno(), 4096):
                self._tail = (self._tail + data)[-TAIL:]
