"""`moonshot arena`: bots against bots on the same deals, with standard errors."""

import contextlib
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from moonshot.bots.arena import ArenaError, ArenaResult, Terms, cores, full_name
from moonshot.bots.arena import arena as run_arena
from moonshot.bots.levels import POLICIES
from moonshot.cli.arena_rules import read_rules
from moonshot.cli.arena_tables import result_json, show_result

LINES: Final = 4
"""How often a run that no terminal shows says how far it is, for each pair of bots."""
INTERRUPTED: Final = 130
STDOUT: Final = "-"


def arena(
    players: Annotated[
        list[str],
        typer.Argument(
            help=f"Two or more of: {', '.join(POLICIES)}; a bot that thinks may have NAME:playouts=N; or "
            "exec:COMMAND, a program that speaks the protocol of docs/outside-players.md.",
            show_default=False,
        ),
    ],
    rules: Annotated[
        str,
        typer.Option(help="A preset's name, a JSON object of changed fields, or a file with one."),
    ] = "standard",
    seats: Annotated[
        int | None,
        typer.Option("--players", min=3, max=6, help="Players at the table, in place of what the rules say."),
    ] = None,
    deals: Annotated[int, typer.Option(min=0, help="Duplicate deals for each pair of bots.")] = 100,
    matches: Annotated[int, typer.Option(min=0, help="Duplicate matches to the end for each pair.")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same cards and figures.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "--processes",
            min=1,
            help="Processes that share the work; the figures do not depend on it.",
            show_default="all cores",
        ),
    ] = None,
    dask: Annotated[
        str | None, typer.Option(help="Let a Dask cluster do the work: the address of its scheduler.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep what is done in this file, and go on from there next time.")
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for standard output."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help="For a move of a program; then the move is replaced.")
    ] = 10.0,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="Let a program go on from one seating of a deal to the next: quicker, less strict."
        ),
    ] = False,
) -> None:
    """Let bots play each other: every deal is played in all seatings, so that luck cancels out.

    The lead is in points a deal, with its standard error over duplicate deals; above twice the error it
    is hardly chance. Fewer points are better. With --matches whole matches are played too, and the lead is
    in places.
    """
    chosen = read_rules(rules, seats)
    for name in players:
        try:
            full_name(name)
        except (KeyError, ValueError) as error:
            raise typer.BadParameter(str(error.args[0])) from None
    if len(players) < 2:
        raise typer.BadParameter("Name at least two bots.")
    if deals + matches == 0:
        raise typer.BadParameter("There is nothing to play: no deals and no matches.")
    share = None
    if dask is not None:
        from moonshot.cli.arena_dask import sharing_with

        share = sharing_with(dask)
    try:
        with (
            _ended_gently(),
            _progress({"deals": deals, "matches": matches}, quiet=json_file == STDOUT) as note,
        ):
            result = run_arena(
                players,
                chosen,
                deals=deals,
                matches=matches,
                seed=seed,
                processes=workers or cores(),
                terms=Terms(seconds, keep),
                resume=resume,
                share=share,
                progress=note,
            )
    except ArenaError as error:
        sys.stderr.write(f"{error.message}\n")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        kept = f" What is done is kept: go on with --resume {resume}." if resume else ""
        sys.stderr.write(f"The run was interrupted.{kept}\n")
        raise typer.Exit(INTERRUPTED) from None
    _write(result, result_json(result, players, rules, chosen, seed), f"seed {seed}", json_file)


def _write(result: ArenaResult, data: dict[str, Any], title: str, json_file: str | None) -> None:
    text = json.dumps(data, indent=2) + "\n"
    if json_file == STDOUT:
        sys.stdout.write(text)
        return
    show_result(result, title)
    if json_file is not None:
        try:
            Path(json_file).write_text(text, encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or "the system refuses").lower()
            sys.stderr.write(f"The file {json_file} cannot be written: {reason}.\n")
            raise typer.Exit(1) from None


@contextlib.contextmanager
def _ended_gently() -> Iterator[None]:
    """Take a request to end for Ctrl-C, so that no process is left behind."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # not the main thread: whoever has that decides
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _progress(counts: dict[str, int], *, quiet: bool) -> Iterator[Any]:
    """A bar for each pair of bots; where no terminal shows it, a line now and then."""
    total = sum(counts.values())
    what = " and ".join(word for word, count in counts.items() if count)
    lines = not quiet and not sys.stderr.isatty()
    bar = ProgressBar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet or lines,
    )
    tasks: dict[tuple[str, str], Any] = {}

    def note(pair: tuple[str, str], done: int) -> None:
        if lines and done * LINES // total > (done - 1) * LINES // total:
            sys.stderr.write(f"{pair[0]} and {pair[1]}: {done} of {total} {what}\n")
            sys.stderr.flush()
        if pair not in tasks:
            tasks[pair] = bar.add_task(f"{pair[0]} and {pair[1]}", total=total)
        bar.update(tasks[pair], completed=done)

    with bar:
        yield note
