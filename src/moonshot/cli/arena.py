"""`moonshot arena`: bots against bots on the same deals, with standard errors."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.table import Table

from moonshot.bots.arena import ArenaResult
from moonshot.bots.arena import arena as run_arena
from moonshot.bots.levels import POLICIES
from moonshot.engine import HeartsError, Rules

LINES: Final = 4
"""How often a run that no terminal shows says how far it is, for each pair of bots."""


def arena(
    players: Annotated[
        list[str], typer.Argument(help=f"Two or more bots: {', '.join(POLICIES)}.", show_default=False)
    ],
    rules: Annotated[
        str,
        typer.Option(help="A preset's name, a JSON object of changed fields, or a file with one."),
    ] = "standard",
    deals: Annotated[int, typer.Option(min=1, help="Duplicate deals for each pair of bots.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same cards and figures.")] = 1,
    processes: Annotated[
        int, typer.Option(min=1, help="Processes that share the work; the figures do not depend on it.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Let bots play each other: every deal is played in all seatings, so that luck cancels out.

    The lead is in points a deal, with its standard error over duplicate deals; above twice the error it
    is hardly chance. Fewer points are better.
    """
    chosen = _rules(rules)
    for name in players:
        if name not in POLICIES:
            raise typer.BadParameter(f"There is no bot called {name!r}; there are {', '.join(POLICIES)}.")
    if len(players) < 2:
        raise typer.BadParameter("Name at least two bots.")
    result = _run(players, chosen, deals, seed, processes, quiet=as_json)
    if as_json:
        sys.stdout.write(json.dumps(_plain(result, rules, chosen, seed), indent=2) + "\n")
    else:
        _show(result, deals, seed)


def _rules(text: str) -> Rules:
    """Rules from a preset's name, JSON, or a file of JSON."""
    try:
        if text.lstrip().startswith("{"):
            rules = Rules.from_dict(_json(text, "That"))
        elif text.endswith(".json"):
            rules = Rules.from_dict(_json(_read(text), f"The file {text}"))
        else:
            rules = Rules.from_dict(text)
    except HeartsError as error:
        raise typer.BadParameter(error.message, param_hint="--rules") from None
    problems = rules.problems()
    if problems:
        raise typer.BadParameter(" ".join(problem.message for problem in problems), param_hint="--rules")
    return rules


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        words = f"There is no file {path} here."
    except UnicodeDecodeError:
        words = f"The file {path} is not text in UTF-8."
    except OSError as error:
        words = f"The file {path} cannot be read: {(error.strerror or 'the system refuses').lower()}."
    raise typer.BadParameter(words, param_hint="--rules")


def _json(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        words = f"{what} is not JSON: it cannot be read from line {error.lineno}, column {error.colno} on."
    except (ValueError, RecursionError):
        words = f"{what} is not JSON that can be read: a number or the nesting is too large."
    raise typer.BadParameter(words, param_hint="--rules")


def _run(
    players: list[str], rules: Rules, deals: int, seed: int, processes: int, *, quiet: bool
) -> ArenaResult:
    lines = not quiet and not sys.stderr.isatty()
    bar = ProgressBar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet or lines,
    )
    with bar:
        tasks: dict[tuple[str, str], Any] = {}

        def note(pair: tuple[str, str], done: int) -> None:
            if lines and done * LINES // deals > (done - 1) * LINES // deals:
                sys.stderr.write(f"{pair[0]} and {pair[1]}: {done} of {deals} deals\n")
                sys.stderr.flush()
            if pair not in tasks:
                tasks[pair] = bar.add_task(f"{pair[0]} and {pair[1]}", total=deals)
            bar.update(tasks[pair], completed=done)

        return run_arena(players, rules, deals=deals, seed=seed, processes=processes, progress=note)


def _plain(result: ArenaResult, name: str, rules: Rules, seed: int) -> dict[str, Any]:
    """The result as JSON types. Times are measured, all else follows from the seed."""
    return {
        "rules": name,
        "changes": rules.changes(),
        "seed": seed,
        "lines": [asdict(line) for line in result.lines],
        "times": {
            player: {
                "moves": clock.moves,
                "mean_ms": round(clock.mean * 1000, 4),
                "max_ms": round(clock.longest * 1000, 3),
            }
            for player, clock in result.clocks.items()
        },
    }


def _show(result: ArenaResult, deals: int, seed: int) -> None:
    console = Console(width=None if sys.stdout.isatty() else 110)
    table = Table(title=f"{deals} duplicate deals, seed {seed}", title_justify="left")
    for heading in ("bots", "seats"):
        table.add_column(heading)
    for heading in ("points", "against", "lead", "± s.e.", "moons /100", "against"):
        table.add_column(heading, justify="right")
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
        )
    console.print(table)
    times = Table(title="Time a move", title_justify="left")
    for heading in ("bot", "moves", "mean ms", "longest ms"):
        times.add_column(heading, justify="left" if heading == "bot" else "right")
    for player, clock in result.clocks.items():
        times.add_row(player, str(clock.moves), f"{clock.mean * 1000:.3f}", f"{clock.longest * 1000:.1f}")
    console.print(times)
