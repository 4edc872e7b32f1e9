"""`moonshot moderator`: make somebody a moderator, or give one a new password, or a new authenticator key."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from moonshot.cli.databases import fail

_TRIES = 3


def moderator(
    name: Annotated[str, typer.Argument(help="The name to sign in with at /moderation/.")],
    data: Annotated[
        Path, typer.Option(envvar="MOONSHOT_DATA", help="The folder for the database and the secret key.")
    ] = Path("var"),
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Replace the authenticator's key, after a phone was lost.")
    ] = False,
) -> None:
    """Make a moderator; the password is asked for, or read from standard input when that is no terminal.

    Prints the key for an authenticator app, also as a QR code: signing in needs its codes from then on.
    """
    os.environ["MOONSHOT_DATA"] = str(data)
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"
    import django

    django.setup()
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError
    from django.db import transaction

    from moonshot.site.database import migrate
    from moonshot.site.people import second_factor
    from moonshot.site.people.staff import make_moderator

    asks = sys.stdin.isatty()
    if asks:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        password = sys.stdin.readline().rstrip("\n")
    migrate()
    try:
        validate_password(password)
        key = second_factor.new_key() if new_key or not second_factor.has_key(name.strip()) else None
        if key is not None:
            _show(second_factor.setup_address(name.strip(), key), key)
            if asks and not any(
                second_factor.shows(key, typer.prompt("The code that it shows now")) for _ in range(_TRIES)
            ):
                raise ValueError("The codes do not fit the key. Nothing was changed.")
        with transaction.atomic():
            account = make_moderator(name, password)
            if key is not None:
                second_factor.set_key(account, key)
    except (ValidationError, ValueError) as error:
        fail(" ".join(error.messages) if isinstance(error, ValidationError) else str(error))
    typer.echo(f"{account.name} can sign in at /moderation/ now.")


def _show(address: str, key: str) -> None:
    """Print how an authenticator app is set up."""
    import segno

    typer.echo("Scan this with an authenticator app, or type its key there:\n")
    segno.make(address, error="m", micro=False).terminal(out=sys.stdout, compact=True)
    typer.echo(f"\nKey: {key}\n{address}\nIt is shown this once only.\n")
