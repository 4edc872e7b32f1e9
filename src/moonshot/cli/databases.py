"""What the commands share that look at a site's database: which one it is, and how a failure is told."""

import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from moonshot.site.config import ConfigError, SiteConfig, read_config
from moonshot.site.live.log_source import LogSource, PostgresSource, SqliteSource

DataFolder = Annotated[
    Path, typer.Option(envvar="MOONSHOT_DATA", help="The data folder of the site, as for `moonshot serve`.")
]


def read_site(data: Path) -> SiteConfig:
    """The configuration of a site that exists already; ends with a message when there is none."""
    if not data.is_dir():
        fail(f"There is no data folder {data}. Name it with --data.")
    os.environ["MOONSHOT_DATA"] = str(data)
    try:
        return read_config()
    except ConfigError as error:
        fail(str(error))


def open_source(config: SiteConfig) -> LogSource:
    """The logs of a site. Raises NoLogsError."""
    if config.database_url is not None:
        return PostgresSource(config.database_url)
    return SqliteSource(config.database)


def fail(message: str) -> NoReturn:
    """End with a message for the host."""
    typer.echo(message, err=True)
    raise typer.Exit(1)
