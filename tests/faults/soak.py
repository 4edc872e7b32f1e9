"""People who play on and on, and come and go, at a server that must be no larger at the end.

`python -m tests.faults.soak --minutes 120` prints what the server held in each tenth of the time: memory,
open files and threads, and how fast memory grew in the second half, in which a warm server has to be flat.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from moonshot.site.live.log_source import SqliteSource
from tests.faults.crowd import ENVIRON, Crowd, judge
from tests.faults.fuzz import PATIENCE, memory
from tests.faults.servers import Servers

LOOKS: Final = 200
MOST_PER_HOUR: Final = 1.0
"""Mebibytes (F20)."""
STAY_SECONDS: Final = 30.0
"""After so long a crowd goes, and another one comes to other tables."""


@dataclass(frozen=True)
class Held:
    """What a server held at a moment."""

    at: float
    memory: int
    files: int
    threads: int

    @classmethod
    def now(cls, pid: int, at: float) -> "Held":
        """As the system counts it."""
        count = [sum(1 for _ in Path(f"/proc/{pid}/{name}").iterdir()) for name in ("fd", "task")]
        return cls(at, memory(pid), *count)

    def __str__(self) -> str:
        return f"{self.at:6.0f} s: {self.memory / 2**20:.1f} MiB, {self.files} files, {self.threads} threads"


def slope(looks: list[Held]) -> float:
    """How fast memory grew over these moments: mebibytes an hour, by least squares."""
    middle = sum(look.at for look in looks) / len(looks)
    mean = sum(look.memory for look in looks) / len(looks)
    spread = sum((look.at - middle) ** 2 for look in looks)
    rise = sum((look.at - middle) * (look.memory - mean) for look in looks)
    return 3600 * rise / max(spread, 1e-9) / 2**20


async def soak(servers: Servers, seconds: float, alone: int, tables: int) -> tuple[list[Held], int]:
    """Play for so long; what the server held meanwhile, and how many faults were found in what was stored."""
    began = time.monotonic()
    looks: list[Held] = []
    faults = 0
    while (gone := time.monotonic() - began) < seconds:
        async with Crowd([servers.address], alone, tables, pace="fast") as crowd:
            ends = min(seconds, gone + STAY_SECONDS)
            while (gone := time.monotonic() - began) < ends:
                await crowd.all_answered(PATIENCE)
                looks.append(Held.now(servers.pid, gone))
                await asyncio.sleep(min(seconds / LOOKS, 10.0))
        verdict = (
            judge(crowd.people, SqliteSource(servers.data / "moonshot.sqlite3")) if gone >= seconds else None
        )
        faults += 0 if verdict is None else verdict.lost + verdict.doubled + verdict.illegal
    return looks, faults


def main(arguments: list[str] | None = None) -> int:
    """Play for some minutes and print what came of it; 1 when the server has grown or lost anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--alone", type=int, default=8, help="people alone with bots")
    parser.add_argument("--tables", type=int, default=3, help="tables of four people")
    given = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="moonshot-soak-") as folder,
        Servers(Path(folder) / "data", fixed=False, environ=ENVIRON) as servers,
    ):
        servers.start()
        looks, faults = asyncio.run(soak(servers, given.minutes * 60, given.alone, given.tables))
        errors = servers.errors.read_text()
    for look in looks[:: max(1, len(looks) // 10)]:
        print(look)
    late = looks[len(looks) // 2 :]
    grown = slope(late)
    few = (
        min(look.files for look in late[: len(late) // 2]),
        min(look.files for look in late[len(late) // 2 :]),
    )
    print(f"second half: {grown:+.2f} MiB an hour; fewest files {few[0]}, then {few[1]}; {faults} faults")
    return 1 if grown > MOST_PER_HOUR or few[1] > few[0] + 5 or faults or "Traceback" in errors else 0


if __name__ == "__main__":
    sys.exit(main())
