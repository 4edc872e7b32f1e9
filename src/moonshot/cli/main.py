"""The `moonshot` command: a list of subcommands, each loaded only when it is called.

A subcommand NAME is the function NAME of the module `moonshot.cli.NAME`, with a Typer signature; to add one,
write that module and list it in `COMMANDS`. Nothing else is imported here, so that `moonshot judge` does not
wait for Django.
"""

import importlib
from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer
import typer.core

COMMANDS: Final[Mapping[str, str]] = {
    "serve": "Start the site: tables in the browser, saved in a data folder.",
    "moderator": "Make somebody a moderator of the site, or give one a new password or key.",
    "judge": "Answer rules questions, one JSON line each, from standard input.",
    "cases": "Answer the cases of a file of rules cases.",
    "verify": "Check a match record: rules, moves, scores, shuffles.",
    "check": "Replay every stored log and report what disagrees with the rules.",
    "backup": "Copy the database of a site, which may be running.",
    "restore": "Put a backup in the place of the database.",
    "warmup": "Compile what the bots that search need, once and for all.",
    "arena": "Let bots play each other on the same deals and print the figures.",
}
"""Each subcommand with the line that `moonshot --help` shows for it."""


class LazyGroup(typer.core.TyperGroup):
    """A group that knows its commands by name and imports one when it is used."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is typer's
        """The names, in the order of the list above."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of that name; `None` lets typer say that there is none, with close matches."""
        if cmd_name not in COMMANDS:
            return None
        function = getattr(importlib.import_module(f"moonshot.cli.{cmd_name}"), cmd_name)
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, help=COMMANDS[cmd_name] if function.__doc__ is None else None)(function)
        return typer.main.get_command(single)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - the signature is typer's
        """List the commands from the table above, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(value: bool) -> None:
    if value:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("moonshot-hearts")
        except PackageNotFoundError:
            found = "unpacked source"
        typer.echo(f"Moonshot {found}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Moonshot, a platform for Hearts."""


def main() -> None:
    """Run the command line; the entry point of the installed `moonshot` script."""
    app(prog_name="moonshot")


if __name__ == "__main__":
    main()
