"""A real server in a process of its own, which tests may stop, kill and start again on the same port."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.services import free_port


class Server:
    """`moonshot serve` on one port and one data folder."""

    program: tuple[str, ...] = ("-m", "moonshot.cli.main")

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start and wait for the line that says it is ready."""
        program = [sys.executable, *self.program]
        command = [*program, "serve", "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "server.log").open("a") as log:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment()
            )
        self._process = process
        assert process.stdout is not None
        line = process.stdout.readline()
        if not re.search(r"http://127\.0\.0\.1:\d+", line):
            self.kill()
            raise AssertionError((self.data / "server.log").read_text()[-2000:])

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        process.send_signal(number)
        process.wait(60)
        if process.stdout is not None:
            process.stdout.close()


def environment() -> dict[str, str]:
    """The tests' environment without a coverage or data folder of their own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOONSHOT_", "COV"))}
    kept["MOONSHOT_THINKERS"] = "0"
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))}


@contextmanager
def running(data: Path) -> Iterator[Server]:
    """A started server, ended afterwards."""
    server = Server(data)
    server.start()
    try:
        yield server
    finally:
        server.stop()
