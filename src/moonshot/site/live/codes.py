"""Codes and links of private tables: how they are drawn, read, kept, and how they die with their table.

A code is for saying aloud: six signs of Crockford's alphabet, which leaves out I, L, O and U; whoever writes
one of them is understood. 30 bits are enough because wrong tries are counted (`site/api/limits.py`). The link
carries a token of its own, 128 bits that nobody guesses.
"""

import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from moonshot.site.live.lobby_models import Admission, Invite

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH: Final = 6
TOKEN_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{22}")
OPEN_TABLES: Final = 3
"""Private tables that one person may have open. (Guests too: nobody needs an account to host an evening, and
a limit of one would stop the host whose first table was a mistake.)"""
REMEMBERED: Final = timedelta(days=7)
"""How long a dead code says that it is dead; then it may be drawn again."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V", "-": None, " ": None})
_TRIES: Final = 20
_ADMITTED: Final = """
    SELECT EXISTS (SELECT 1 FROM live_admission WHERE "table" = %s AND account = %s)
        OR EXISTS (SELECT 1 FROM live_invite WHERE "table" = %s AND listed AND ended_at IS NULL)
"""


class TooManyTablesError(Exception):
    """The person has as many private tables open as one may have."""


def new_code() -> str:
    """Six signs drawn at random."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """The secret part of a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def read_code(text: str) -> str | None:
    """The code that somebody meant; None for what cannot be one.

    >>> read_code("k7m-2qx"), read_code("O1LI0o"), read_code("hello!")
    ('K7M2QX', '011100', None)
    """
    code = text.strip().upper().translate(_READ_AS) if len(text) <= 40 else ""
    return code if len(code) == CODE_LENGTH and all(sign in ALPHABET for sign in code) else None


def open_invite(table: str, owner: str, *, listed: bool) -> Invite:
    """A fresh code and link for a table that is about to be made. Raises TooManyTablesError."""
    with transaction.atomic():
        if Invite.objects.filter(owner=owner, ended_at=None).count() >= OPEN_TABLES:
            raise TooManyTablesError
        Invite.objects.filter(ended_at__lt=timezone.now() - REMEMBERED).delete()
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                Admission.objects.get_or_create(table=table, account=owner)
                return Invite.objects.create(
                    code=new_code(), token=new_token(), table=table, owner=owner, listed=listed
                )
        except IntegrityError:
            continue
    raise RuntimeError("no code is free")


def find_invite(code: str | None = None, token: str | None = None) -> Invite | None:
    """The invitation with this code or token, dead or alive."""
    if code is not None:
        return Invite.objects.filter(code=code).first()
    shaped = token is not None and TOKEN_SHAPE.fullmatch(token) is not None
    return Invite.objects.filter(token=token).first() if shaped else None


def admit(table: str, account: str) -> None:
    """Remember that somebody came with the code or the link."""
    Admission.objects.get_or_create(table=table, account=account)
    Invite.objects.filter(table=table).update(used_at=timezone.now())


def remember_members(table: str, accounts: Sequence[str]) -> None:
    """Remember who has been seated, so that they find the table again."""
    Admission.objects.bulk_create(
        (Admission(table=table, account=account) for account in accounts), ignore_conflicts=True
    )


def tables_of(account: str, limit: int) -> list[str]:
    """The tables that somebody has been let in to, newest first."""
    rows = Admission.objects.filter(account=account).order_by("-pk")
    return list(rows.values_list("table", flat=True)[:limit])


def is_admitted(table: str, account: str) -> bool:
    """Whether somebody may sit down at a private table. In SQL, as it is asked for each socket."""
    with connection.cursor() as cursor:
        cursor.execute(_ADMITTED, [table, account, table])
        return bool(cursor.fetchone()[0])


def touch(tables: Sequence[str]) -> None:
    """Somebody does something at these tables."""
    if tables:
        Invite.objects.filter(table__in=tables, ended_at=None).update(used_at=timezone.now())


def touch_all() -> None:
    """Nobody can tell when somebody did something last: the clock on the wall was set."""
    Invite.objects.filter(ended_at=None).update(used_at=timezone.now())


def idle_tables(since: datetime) -> list[str]:
    """Private tables at which nobody has done anything since then."""
    return list(Invite.objects.filter(ended_at=None, used_at__lt=since).values_list("table", flat=True)[:50])


def end_invite(table: str) -> None:
    """The table is over: code and link die with it."""
    Invite.objects.filter(table=table, ended_at=None).update(ended_at=timezone.now())


def forget_invite(table: str) -> None:
    """The table was never made."""
    Admission.objects.filter(table=table).delete()
    Invite.objects.filter(table=table).delete()
