"""Whom people mute and block. Kept with the account for ever, whatever either of them is called by then."""

from collections.abc import Collection, Iterable
from typing import Final

from django.db import connection

from moonshot.site.people.models import Account, Relation

MOST: Final = 1000
"""Mutes and blocks that one account may keep."""
_HIDDEN: Final = """
    SELECT other.handle FROM people_relation r JOIN people_account other ON other.id = r.other_id
    WHERE r.account_id = %s
"""
"""In SQL: it is asked for each socket (`live/directory.py`)."""


class UnknownPersonError(LookupError):
    """Nobody has this handle, or it is one's own."""


class TooManyError(Exception):
    """The account keeps as many mutes and blocks as it may."""


def set_relation(account: Account, handle: str, kind: str, *, on: bool) -> None:
    """Mute or block somebody, or stop it. Doing it twice changes nothing.

    Raises UnknownPersonError, TooManyError.
    """
    other = Account.objects.filter(handle=handle).first()
    if other is None or other.pk == account.pk:
        raise UnknownPersonError(handle)
    own = Relation.objects.filter(account=account)
    if not on:
        own.filter(other=other, kind=kind).delete()
        return
    if own.count() >= MOST:
        raise TooManyError
    Relation.objects.get_or_create(account=account, other=other, kind=kind)


def set_hearing(account: Account, hears: str) -> None:
    """Choose how much of what others say is to be heard."""
    Account.objects.filter(pk=account.pk).update(hears=hears)


def people_in_relation(account_id: str, kind: str) -> list[tuple[str, str]]:
    """The handles and present names of those whom an account mutes or blocks, newest first."""
    rows = Relation.objects.filter(account_id=account_id, kind=kind).select_related("other")
    return [(row.other.handle, row.other.shown_name) for row in rows.order_by("-since", "-pk")]


def hidden_from(account_id: str) -> frozenset[str]:
    """The handles of those whose words an account does not want to see: muted and blocked."""
    with connection.cursor() as cursor:
        cursor.execute(_HIDDEN, [account_id])
        return frozenset(handle for (handle,) in cursor.fetchall())


def blocked_pairs(accounts: Collection[str]) -> set[frozenset[str]]:
    """The pairs among these accounts of which one blocks the other."""
    if len(accounts) < 2:
        return set()
    rows = Relation.objects.filter(kind=Relation.BLOCK, account__in=accounts, other__in=accounts)
    return {frozenset(pair) for pair in rows.values_list("account_id", "other_id")}


def is_kept_apart(account_id: str, others: Iterable[str]) -> bool:
    """Whether an account and one of the others do not want to meet, whoever of them said so."""
    ids = {account_id, *others}
    return any(account_id in pair for pair in blocked_pairs(ids))
