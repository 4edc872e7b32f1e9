"""`moonshot backup`: copy a site's database while it runs."""

import sqlite3
import time
from pathlib import Path
from typing import Annotated

import typer

from moonshot.cli.databases import DataFolder, fail, read_site
from moonshot.site.backup import BackupError, backup_postgres, backup_sqlite


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to put the copy.")],
    data: DataFolder = Path("var"),
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
) -> None:
    """Copy the database of a site that may be running into one file: every account, table and move.

    The copy is whole or not there at all. The data folder's secret_key is not in it; keep that as well.
    """
    config = read_site(data)
    if file.exists() and not force:
        fail(f"{file} exists. Name another file, or replace it with --force.")
    began = time.monotonic()
    try:
        if config.database_url is None:
            backup_sqlite(config.database, file)
        else:
            backup_postgres(config.database_url, file)
    except (BackupError, OSError, sqlite3.Error) as error:
        fail(f"No backup: {error}")
    size = file.stat().st_size / 1e6
    typer.echo(f"{file}: {size:,.1f} MB in {time.monotonic() - began:.1f} s")
