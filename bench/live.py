"""Live tables under load, beside boardgame.io and Colyseus in the same run on the same core.

    python -m bench.live [--tables 200] [--rounds 3] [--seconds 8] [--only moonshot,colyseus] [--data FOLDER]
    python -m bench.live --soak [--tables 2000] [--minutes 10]
    python -m bench.live --storm [--tables 2000]

Four sockets a table; twelve moves of the pass and 52 cards a deal; the next seat moves when it has been told.
After the last card all four wish for the next deal, which is not counted. The tables are at different places
of their deals, as tables are: dealt all at once they would measure little but the dealing.
The server has one core, the crowd another. Measured: moves for each second of the server's processor time at
saturation, the time from a move to each seat's being told of it at 1,000 and 2,000 moves a second, and the
memory of an idle table with its four sockets. Moonshot is `moonshot serve` as it is: private tables, tickets,
clocks, every move on the disk before anybody is told. The other two (bench/live_servers, installed by this
program alone) keep everything in memory. Rounds alternate, so that a busy machine slows all alike; compare
the columns, and look at the load average beside them. No move of Moonshot's can be faster than its disk, so
that is measured too; with ``--data`` the log lies elsewhere, in memory for instance. Linux only.

The soak is 2,000 tables at 0.4 cards a second each; the storm breaks all its sockets and lets them return.
"""

import argparse
import gc
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from bench.live_crowd import Crowd, Result, cpu_seconds, memory_kb, percentile
from bench.live_sites import CROWD_CORE, NODE_FOLDER, Moonshot, NodeSite, Site
from bench.live_storm import Door, Storm
from tools.environment import install_node_packages
from tools.services import free_port

PORT = 8500
RATES = (1000, 2000)
MEMORY_TABLES = 1000
SOAK_RATE = 0.4
"""Cards a second and table: a person thinks for two or three seconds."""
SOAK_P99_MS = 150
STORM_SECONDS = 30
STORM_PATIENCE = 300.0
SYNCS = 500
COMING = 200
"""So many tables come in together."""

MAKERS: dict[str, Callable[[Path, int], Site]] = {
    "moonshot": lambda folder, port: Moonshot(port, folder),
    "colyseus": lambda folder, port: NodeSite("colyseus", port, folder),
    "boardgame": lambda folder, port: NodeSite("boardgame", port, folder),
}


@dataclass
class Contestant:
    """One server with its crowd and what was measured."""

    site: Site
    crowd: Crowd
    per_cpu_second: list[float] = field(default_factory=list)
    saturated: list[float] = field(default_factory=list)
    p50: dict[int, list[float]] = field(default_factory=dict)
    p99: dict[int, list[float]] = field(default_factory=dict)
    reached: dict[int, list[float]] = field(default_factory=dict)
    own_cpu: float = 0.0
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name in the table."""
        return self.site.dialect.name


def load() -> str:
    """The load average, which says how far to trust the times."""
    return "/".join(f"{part:.1f}" for part in os.getloadavg())


def sync_ms(folder: Path) -> tuple[float, float]:
    """What the disk alone takes to make a page durable: p50 and p99."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


def measured(
    contestant: Contestant, seconds: float, rate: float | None, until: Callable[[], bool] = lambda: False
) -> tuple[Result, float]:
    """One run, and the processor time that the server used for it."""
    before = cpu_seconds(contestant.site.pid)
    result = contestant.crowd.play(seconds, rate, until)
    used = cpu_seconds(contestant.site.pid) - before
    contestant.own_cpu = max(contestant.own_cpu, result.own_cpu)
    contestant.errors += result.errors
    return result, used


def compare(names: Sequence[str], tables: int, rounds: int, seconds: float, data: str | None) -> int:
    """Run all contestants in turn and print what came of it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="moonshot-bench-", dir=data)))
        print("the disk alone: p50 {:.2f}, p99 {:.2f} ms".format(*sync_ms(folder)), flush=True)
        company: list[Crowd] = []
        field_ = [
            _enter(stack, name, folder, PORT + number, tables, company) for number, name in enumerate(names)
        ]
        for contestant in field_:
            measured(contestant, min(2.0, seconds), None)  # compilers and caches warm up
            contestant.crowd.spread()
        for turn in range(rounds):
            for contestant in field_:
                result, used = measured(contestant, seconds, None)
                contestant.per_cpu_second.append(result.moves / max(used, 0.01))
                contestant.saturated.append(result.moves / result.seconds)
            for rate in RATES:
                for contestant in field_:
                    result, _ = measured(contestant, seconds, rate)
                    contestant.p50.setdefault(rate, []).append(result.told_ms(0.5))
                    contestant.p99.setdefault(rate, []).append(result.told_ms(0.99))
                    contestant.reached.setdefault(rate, []).append(result.moves / result.seconds)
            print(f"round {turn + 1} of {rounds} done, load average {load()}", flush=True)
    _report(field_)
    for name, contestant in zip(names, field_, strict=True):
        print(f"{contestant.name}: {_memory_of(name):.0f} KB for an idle table with its sockets", flush=True)
    return 1 if any(contestant.errors for contestant in field_) else 0


def _enter(
    stack: ExitStack, name: str, folder: Path, port: int, tables: int, company: list[Crowd] | None = None
) -> Contestant:
    own = folder / name
    own.mkdir()
    site = MAKERS[name](own, port)
    stack.callback(site.close)
    crowd = Crowd(site.address, site.dialect, company)
    stack.callback(crowd.close)
    ids = site.open(tables)
    for first in range(0, len(ids), COMING):
        began = time.perf_counter()
        crowd.join(ids[first : first + COMING])
        if len(ids) > COMING:  # whoever is there plays as long, or the clocks of the first would run out
            took = time.perf_counter() - began
            crowd.play(max(0.5, took), SOAK_RATE * len(crowd.tables))
    return Contestant(site, crowd)


def _memory_of(name: str) -> float:
    """What a table costs that is only there, with its four people connected."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="moonshot-bench-")))
        small = _enter(stack, name, folder, PORT + 9, 20)
        before = memory_kb(small.site.pid)
        small.crowd.join(small.site.open(MEMORY_TABLES))
        small.crowd.idle(2.0)
        return (memory_kb(small.site.pid) - before) / MEMORY_TABLES


def _report(field_: Sequence[Contestant]) -> None:
    middle = statistics.median
    print(f"\n{'':14}" + "".join(f"{one.name:>16}" for one in field_))

    def line(title: str, value: Callable[[Contestant], str]) -> None:
        print(f"{title:14}" + "".join(f"{value(one):>16}" for one in field_))

    line("moves/CPU s", lambda one: f"{middle(one.per_cpu_second):,.0f}")
    line("moves/s most", lambda one: f"{middle(one.saturated):,.0f}")
    for rate in RATES:
        line(f"at {rate}/s", lambda one: f"{middle(one.reached[rate]):,.0f}/s")  # noqa: B023
        line("  p50, p99 ms", lambda one: f"{middle(one.p50[rate]):.2f}, {middle(one.p99[rate]):.2f}")  # noqa: B023
    line("crowd's CPU", lambda one: f"{one.own_cpu:.0%}")
    line("errors", lambda one: str(len(one.errors)))
    ours = field_[0]
    for other in field_[1:]:
        ratio = middle(ours.per_cpu_second) / middle(other.per_cpu_second)
        tail = middle(ours.p99[RATES[0]]) / middle(other.p99[RATES[0]])
        print(
            f"{ours.name} against {other.name}: {ratio:.2f} times the moves for each CPU second, "
            f"{tail:.2f} times the p99 at {RATES[0]}/s"
        )
    print(f"load average {load()}")
    for one in field_:
        for error in one.errors[:5]:
            print(f"{one.name}: {error}", file=sys.stderr)


def soak(tables: int, minutes: float) -> int:
    """Many tables at the speed of people, for long: no error, and nobody waits."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="moonshot-bench-")))
        contestant = _enter(stack, "moonshot", folder, PORT, tables)
        contestant.crowd.spread()
        print(f"{tables} tables, {tables * 4} sockets; load average {load()}", flush=True)
        whole = Result()
        used = 0.0
        for minute in range(max(1, round(minutes))):
            seconds = 60.0 if minutes >= 1 else 60.0 * minutes
            result, cpu = measured(contestant, seconds, SOAK_RATE * tables)
            used += cpu
            whole.moves += result.moves
            whole.seconds += result.seconds
            whole.told.extend(result.told)
            whole.acked.extend(result.acked)
            print(
                f"minute {minute + 1}: {result.moves / result.seconds:.0f} moves/s, "
                f"told p50 {result.told_ms(0.5):.1f} p99 {result.told_ms(0.99):.1f} ms, "
                f"answered p99 {result.acked_ms(0.99):.1f} ms, server {cpu / result.seconds:.0%} of a core, "
                f"{memory_kb(contestant.site.pid) // 1024} MB, crowd {result.own_cpu:.0%}, load {load()}",
                flush=True,
            )
        tail = whole.told_ms(0.99)
        print(
            f"{whole.moves} moves in {whole.seconds:.0f} s: "
            f"told p50 {whole.told_ms(0.5):.1f}, p99 {tail:.1f} ms (at most {SOAK_P99_MS}); "
            f"answered p99 {whole.acked_ms(0.99):.1f} ms; "
            f"{1000 * used / max(1, whole.moves):.2f} ms of processor time a move; "
            f"{len(contestant.errors)} errors"
        )
        for error in contestant.errors[:5]:
            print(error, file=sys.stderr)
        return 1 if contestant.errors or tail > SOAK_P99_MS else 0


def storm(tables: int, seconds: float) -> int:
    """Everybody's connection breaks in the middle of play; how long until all are back by themselves."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="moonshot-bench-")))
        contestant = _enter(stack, "moonshot", folder, free_port(), tables)
        crowd, rate = contestant.crowd, SOAK_RATE * tables
        measured(contestant, seconds, rate)
        storm = Storm(crowd, cast("Door", contestant.site.dialect))
        storm.begin()
        during, cpu = measured(contestant, STORM_PATIENCE, rate, lambda: storm.is_over)
        if not storm.is_over:
            contestant.errors.append("not everybody is back")
        after, _ = measured(contestant, seconds, rate)
        late = sum(player.late for table in crowd.tables for player in table.players)
        longest = max(storm.took, default=0.0)
        print(
            f"{tables * 4} sockets broken and back in {longest:.1f} s (at most {STORM_SECONDS}), "
            f"half of them in {percentile(storm.took, 0.5) / 1000:.1f} s; "
            f"server {cpu / during.seconds:.0%} of a core, {1000 * cpu / tables / 4:.1f} ms for each; "
            f"tries {dict(sorted(storm.tries.items()))}, why again {dict(storm.setbacks.most_common())}; "
            f"{during.moves / during.seconds:.0f} moves/s meanwhile, then {after.moves / after.seconds:.0f}, "
            f"{late} made by the server, {len(contestant.errors)} errors, load average {load()}"
        )
        for error in contestant.errors[:5]:
            print(error, file=sys.stderr)
        return 1 if contestant.errors or longest > STORM_SECONDS else 0


def main(arguments: Sequence[str]) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", default=",".join(MAKERS), help="which servers, the first being compared")
    parser.add_argument("--data", help="the folder for the servers' data")
    parser.add_argument("--soak", action="store_true")
    parser.add_argument("--storm", action="store_true")
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args(arguments)
    os.sched_setaffinity(0, {CROWD_CORE})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers end as well
    gc.disable()  # the crowd makes no cycles, and must not be what is slow
    _allow_many_files()
    if given.soak:
        return soak(given.tables or 2000, given.minutes)
    if given.storm:
        return storm(given.tables or 2000, given.seconds)
    names = given.only.split(",")
    if set(names) - {"moonshot"}:
        install_node_packages(NODE_FOLDER)
    return compare(names, given.tables or 200, given.rounds, given.seconds, given.data)


def _allow_many_files() -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
