"""Who somebody is, as tables need to know it: asked once for each connection, and again at news of them."""

from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Final

from django.db import connection

from moonshot.site.asking import in_database
from moonshot.site.live.hearing import ALL
from moonshot.tables.seats import Visitor

if TYPE_CHECKING:
    from moonshot.site.people.models import Account


_KNOWN: Final = (
    "id",
    "handle",
    "name",
    "look",
    "number",
    "guest",
    "is_active",
    "may_write",
    "hears",
    "barred_until",
)
"""What is asked of an account."""
_ACCOUNT: Final = f"SELECT {', '.join(_KNOWN)} FROM people_account WHERE id = %s"  # noqa: S608 - as above


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table or in the lobby. ``hides`` are the handles of those whose words they do not see."""

    account: str
    visitor: Visitor = field(default_factory=Visitor)
    hides: frozenset[str] = frozenset()
    hears: str = ALL
    """How much of what others say: everything, ``phrases`` and emoji only, or ``nothing``."""
    barred: bool = False


class Directory:
    """A directory that knows nobody: everybody is a guest without a handle."""

    async def person(self, account: str, table: str | None = None) -> Person:  # noqa: ARG002
        """Who this account is; ``table`` is a private table that they may have been invited to."""
        return Person(account)

    async def kept_apart(self, account: str, others: frozenset[str]) -> bool:  # noqa: ARG002
        """Whether one of the others blocks the account, or the other way round."""
        return False

    async def remember(self, account: str, table: str) -> None:
        """Note that somebody is about to sit down at a table. Raises LogError when that cannot be kept."""


class SiteDirectory(Directory):
    """The people of this site. Raises LogError when the database does not answer."""

    def __init__(self, *, free_text: bool = True) -> None:
        self._free_text = free_text

    async def person(self, account: str, table: str | None = None) -> Person:
        """Who this account is."""
        return await in_database(self._find, account, table)

    async def kept_apart(self, account: str, others: frozenset[str]) -> bool:
        """Whether one of the others blocks the account, or the other way round."""
        from moonshot.site.people.relations import is_kept_apart

        return bool(others) and await in_database(is_kept_apart, account, others)

    async def remember(self, account: str, table: str) -> None:
        """Note that somebody is about to sit down at a table: so they find it again, and can be forgotten."""
        from moonshot.site.live.codes import remember_members

        await in_database(remember_members, table, [account])

    def _find(self, account: str, table: str | None) -> Person:
        """In SQL: when lines break, everybody is asked about at the same moment, and this is most of it."""
        from moonshot.site.live.codes import is_admitted
        from moonshot.site.people.ids import guest_name, handle_of
        from moonshot.site.people.relations import hidden_from

        found = _account(account)
        invited = table is not None and is_admitted(table, account)
        if found is None:
            return Person(account, Visitor(guest_name(account), handle_of(account), False, invited))
        writes = self._free_text and found.may_write and found.has_chosen
        return Person(
            account,
            Visitor(found.shown_name, found.handle, writes, invited),
            hidden_from(account),
            found.hears,
            barred=found.is_barred,
        )


def _account(account: str) -> "Account | None":
    """An account with what is known about it here; it is not for storing."""
    from moonshot.site.people.models import Account

    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNT, [account])
        row = cursor.fetchone()
    if row is None:
        return None
    found = Account.from_db(None, _KNOWN, row)
    if found.barred_until is not None:  # SQLite knows no time zones; what is stored there is UTC
        found.barred_until = found.barred_until.replace(tzinfo=found.barred_until.tzinfo or UTC)
    return found
