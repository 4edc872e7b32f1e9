"""`moonshot moderator`: make somebody a moderator, or give one a new password."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer


def moderator(
    name: Annotated[str, typer.Argument(help="The name to sign in with at /moderation/.")],
    data: Annotated[
        Path, typer.Option(envvar="MOONSHOT_DATA", help="The folder for the database and the secret key.")
    ] = Path("var"),
) -> None:
    """Make a moderator; the password is asked for, or read from standard input when that is no terminal."""
    os.environ["MOONSHOT_DATA"] = str(data)
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"
    import django

    django.setup()
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from moonshot.site.database import migrate
    from moonshot.site.people.staff import make_moderator

    if sys.stdin.isatty():
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        password = sys.stdin.readline().rstrip("\n")
    migrate()
    try:
        validate_password(password)
        account = make_moderator(name, password)
    except (ValidationError, ValueError) as error:
        words = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        typer.echo(words, err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{account.name} can sign in at /moderation/ now.")
