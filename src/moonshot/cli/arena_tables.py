"""The result of an arena run, for people and for programs."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from moonshot.bots.arena import ArenaResult, Clock, full_name
from moonshot.engine import Rules

WIDTH: Final = 120
"""Columns where no terminal says how many it has."""


def result_json(
    result: ArenaResult, players: Sequence[str], name: str, rules: Rules, seed: int
) -> dict[str, Any]:
    """The result as JSON types. Times are measured, all else follows from the seed."""
    return {
        "players": [full_name(player) for player in players],
        "rules": name,
        "changes": rules.changes(),
        "seed": seed,
        "lines": [asdict(line) for line in result.lines],
        "matches": [asdict(line) for line in result.matches],
        "faults": {player: report.to_json() for player, report in result.reports.items()},
        "times": {player: _times(clock) for player, clock in result.clocks.items()},
    }


def _times(clock: Clock) -> dict[str, float]:
    return {
        "moves": clock.moves,
        "mean_ms": round(clock.mean * 1000, 4),
        "median_ms": round(clock.quantile(0.5) * 1000, 4),
        "p99_ms": round(clock.quantile(0.99) * 1000, 4),
        "max_ms": round(clock.longest * 1000, 3),
    }


def show_result(result: ArenaResult, title: str) -> None:
    """Print tables: deals, matches, times, and what went wrong with programs."""
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    if result.lines:
        console.print(_deals(result, f"{_counted(result.lines[0].deals, 'deal', 'deals')}, {title}"))
    if result.matches:
        console.print(_matches(result, f"{_counted(result.matches[0].matches, 'match', 'matches')}, {title}"))
    console.print(_clocks(result))
    if result.reports:
        console.print(_faults(result))


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} duplicate {one if count == 1 else many}"


def _table(title: str, words: tuple[str, ...], numbers: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left")
    for word in words:
        table.add_column(word, overflow="fold")
    for number in numbers:
        table.add_column(number, justify="right")
    return table


def _deals(result: ArenaResult, title: str) -> Table:
    numbers = ("points", "against", "lead", "± s.e.", "moons /100", "against", "allowed /100", "against")
    table = _table(title, ("bots", "seats"), numbers)
    for line in result.lines:
        table.add_row(
            f"{line.first} : {line.second}",
            line.kind,
            f"{line.first_points:.2f}",
            f"{line.second_points:.2f}",
            f"{line.lead:+.2f}",
            f"{line.error:.2f}",
            f"{line.first_moons:.2f}",
            f"{line.second_moons:.2f}",
            f"{line.first_allowed:.2f}",
            f"{line.second_allowed:.2f}",
        )
    return table


def _matches(result: ArenaResult, title: str) -> Table:
    numbers = ("deals", "place", "against", "lead", "± s.e.", "wins %", "± s.e.", "against %")
    table = _table(title, ("bots", "seats"), numbers)
    for line in result.matches:
        table.add_row(
            f"{line.first} : {line.second}",
            line.kind,
            f"{line.length:.1f}",
            f"{line.first_place:.2f}",
            f"{line.second_place:.2f}",
            f"{line.lead:+.2f}",
            f"{line.error:.2f}",
            f"{100 * line.first_wins:.1f}",
            f"{100 * line.wins_error:.1f}",
            f"{100 * line.second_wins:.1f}",
        )
    return table


def _clocks(result: ArenaResult) -> Table:
    table = _table("Time a move", ("bot",), ("moves", "mean ms", "median ms", "p99 ms", "longest ms"))
    for player, clock in result.clocks.items():
        row = _times(clock)
        table.add_row(
            player,
            str(clock.moves),
            *(f"{row[name]:.3f}" for name in ("mean_ms", "median_ms", "p99_ms", "max_ms")),
        )
    return table


def _faults(result: ArenaResult) -> Table:
    table = _table("Faults, each replaced by a move of Steady", ("bot", "faults", "the first"), ())
    for player, report in result.reports.items():
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.faults.items()))
        table.add_row(player, kinds, report.first or "")
    return table
