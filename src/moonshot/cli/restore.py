"""`moonshot restore`: put a backup in the place of a site's database."""

import os
import sqlite3
from pathlib import Path
from typing import Annotated

import typer

from moonshot.cli.check import check_source
from moonshot.cli.databases import DataFolder, fail, read_site
from moonshot.site.backup import BackupError, restore_postgres, restore_sqlite
from moonshot.site.live.log_source import LogSource, NoLogsError


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file made by `moonshot backup`.")],
    data: DataFolder = Path("var"),
    force: Annotated[
        bool, typer.Option("--force", help="Restore it even if a log in it disagrees with the rules.")
    ] = False,
) -> None:
    """Put a backup in the place of the database; the site may be running, and what is replaced is kept.

    First every log in the backup is replayed, and a bad one stops the restore. Players at tables are sent
    back to where the backup left them.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    config = read_site(data)

    def accept(copy: LogSource) -> bool:
        return check_source(copy) or force

    try:
        kept: Path | str | None
        if config.database_url is None:
            kept = restore_sqlite(file, config.database, accept)
        else:
            kept = restore_postgres(file, config.database_url, accept)
    except (BackupError, NoLogsError, OSError, sqlite3.Error) as error:
        fail(f"Not restored: {error}")
    _migrate()
    typer.echo(f"Restored {file}." + (f" What it replaced is kept as {kept}." if kept else ""))


def _migrate() -> None:
    """A backup of an older version is brought up to date."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"
    import django

    django.setup()
    from moonshot.site.database import migrate

    migrate()
