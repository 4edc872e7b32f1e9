"""`moonshot warmup`: compile what the bots that search need, before anybody waits for it."""

import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from moonshot.bots import search
from moonshot.bots.searching import EXPERT

SHOWN = 8
"""So many of the functions that took longest are listed."""
EXPERT_SECONDS = 0.05
"""Expert is to think for no longer than this on one core."""


def warmup(
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing unless it fails.")] = False,
) -> None:
    """Compile the search of the stronger bots and keep the result on disk.

    It takes half a minute on one core and is needed once for each version; the server does it by itself in
    the background, and its bots play by rules of thumb until then. MOONSHOT_COMPILED names another folder
    than the one in the user's cache.
    """
    console = Console(quiet=quiet, highlight=False)
    seconds: dict[str, float] = {}
    began = time.perf_counter()
    with Progress(
        TextColumn("Compiling"),
        BarColumn(),
        TextColumn("{task.fields[done]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[name]}"),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task("compiling", total=None, name="", done="")

        def note(name: str, took: float, done: int, of: int) -> None:
            seconds[name] = seconds.get(name, 0.0) + took
            progress.update(task, completed=done, total=of, name=name, done=f"{done} of {of}")

        if not search.warm(note):
            progress.stop()
            sys.stderr.write(f"{search.why_not()}\n")
            raise typer.Exit(1)
    from moonshot.bots.search.storing import folder_in_use

    took = time.perf_counter() - began
    if seconds:
        console.print(_table(seconds))
        console.print(f"Compiled in {took:.1f} s, kept in {folder_in_use()}")
    else:
        console.print(f"Compiled before; loaded in {took:.1f} s from {folder_in_use()}")
    console.print(_time_of_a_card())


def _time_of_a_card() -> str:
    """What this machine can do in the time that Expert may take."""
    from moonshot.bots.search.calibrating import playouts_within

    within = playouts_within(EXPERT_SECONDS)
    wanted = f"Expert takes {EXPERT.playouts:,}"
    return f"{EXPERT_SECONDS * 1000:.0f} ms for a first card hold {within:,} playouts here; {wanted}."


def _table(seconds: dict[str, float]) -> Table:
    table = Table("function", "seconds, with what it calls", box=None)
    for name, took in sorted(seconds.items(), key=lambda item: -item[1])[:SHOWN]:
        table.add_row(name, f"{took:.1f}")
    return table
