"""Long commands, watched: a moving line on a terminal, a sign of life elsewhere, the story of a failure."""

import os
import re
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

HEAD_LINES = 8
TAIL_LINES = 20
QUIET_SECONDS = 10.0
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class SetupError(Exception):
    """A set-up step failed; the message says what to do."""


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def run_step(
    title: str,
    command: Sequence[str | Path],
    *,
    hint: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> None:
    """Run a command behind a progress line; `SetupError` with its last lines and the hint when it fails."""
    line = _ProgressLine(title)
    head: list[str] = []  # npm explains first and lists its options at length afterwards
    tail: deque[str] = deque(maxlen=TAIL_LINES)
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**(os.environ if env is None else env), "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        line.close("failed")
        raise SetupError(f"{title}: {error}\n{hint}") from error
    with process, line:
        assert process.stdout is not None
        for raw in process.stdout:
            text = COLOUR.sub("", raw).rstrip()
            if text:
                (head if len(head) < HEAD_LINES else tail).append(text)
                line.detail = text
    if process.returncode != 0:
        line.close("failed")
        story = "\n".join(f"    {text}" for text in [*head, *tail])
        raise SetupError(f"{title} failed (exit code {process.returncode}):\n{story}\n{hint}")
    line.close("done")


class _ProgressLine:
    """The line of one running step; a thread keeps its seconds moving while the command is silent."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.detail = ""
        self._began = time.monotonic()
        self._moving = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)
        if not self._moving:
            say(f"{title} ...")

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        self._thread.join()

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _tick(self) -> None:
        while not self._stop.wait(0.2 if self._moving else QUIET_SECONDS):
            if self._moving:
                self._draw(f"{self.title} ... {self._seconds():.0f} s  {self.detail}")
            else:
                say(f"    {self._seconds():.0f} s: {self.detail[:90]}")

    def _draw(self, text: str) -> None:
        width = _terminal_width() - 1
        sys.stdout.write(f"\r{text[:width]:<{width}}")
        sys.stdout.flush()

    def close(self, word: str) -> None:
        """End the line with how it went."""
        result = f"{self.title}: {word} ({self._seconds():.1f} s)"
        if self._moving:
            self._draw(result)
            sys.stdout.write("\n")
            sys.stdout.flush()
        else:
            say(f"    {word} ({self._seconds():.1f} s)")


def _terminal_width() -> int:
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80
