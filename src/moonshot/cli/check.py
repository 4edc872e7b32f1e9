"""`moonshot check`: replay every stored log and report what disagrees with the rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moonshot.cli.databases import DataFolder, fail, open_source, read_site
from moonshot.site.live.log_source import LogSource, NoLogsError, SqliteSource

if TYPE_CHECKING:
    from rich.progress import Progress

MOST_SHOWN = 50


def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A backup file in place of the site's database.")
    ] = None,
    data: DataFolder = Path("var"),
) -> None:
    """Replay every stored log with the rules and report each that disagrees; the site may be running.

    A log is good when its entries have no gaps, each move in it is legal, no command had two effects, and
    each finished deal is what its commitment promised. Ends with 0 when all are good, with 1 when one is not.
    """
    try:
        with SqliteSource(file) if file is not None else open_source(read_site(data)) as source:
            good = check_source(source)
    except NoLogsError as error:
        fail(str(error))
    raise typer.Exit(0 if good else 1)


def check_source(source: LogSource) -> bool:
    """Check all logs of a database, print what is wrong and a sum; whether all are good."""
    from moonshot.site.live.checking import Fault, Tally, check_log
    from moonshot.site.live.log_source import each

    tally = Tally()
    faults = [Fault(table_id, "it has entries and does not exist") for table_id in source.orphans()]
    with _progress() as bar:
        tables = source.tables()
        task = bar.add_task("Replaying", total=len(tables))
        for table_id, closed, rows in each(source):
            faults += check_log(table_id, rows, closed=closed, tally=tally)
            bar.advance(task)
    for fault in faults[:MOST_SHOWN]:
        typer.echo(str(fault))
    if len(faults) > MOST_SHOWN:
        typer.echo(f"... and {len(faults) - MOST_SHOWN} more")
    counted = f"{tally.tables:,} tables, {tally.matches:,} matches, {tally.entries:,} entries"
    typer.echo(f"{counted}: all good" if not faults else f"{counted}: {len(faults):,} faults")
    return not faults


def _progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
