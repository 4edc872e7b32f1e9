"""Tickets: the right to enter one table's socket, once, within a minute.

The HTTP side knows who asks (by the guest's cookie) and signs a ticket; the socket side checks the signature
and needs neither the session nor the user tables. A ticket stands in an address, so it may end up in the log
of a proxy: it is worth nothing once it has been used.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from django.core import signing

from moonshot.site.live.news import News, NewsBus

TICKET_SECONDS: Final = 60
_SALT: Final = "moonshot.live.ticket"
_KEPT_SECONDS: Final = TICKET_SECONDS + 5
"""A little longer than the signature holds."""


class BadTicketError(Exception):
    """The ticket is forged, for another table, too old, or used."""


def sign_ticket(owner: str, table_id: str) -> str:
    """A ticket for this guest and this table."""
    return signing.dumps([owner, table_id, secrets.token_urlsafe(12)], salt=_SALT, compress=False)


def read_ticket(ticket: str, table_id: str) -> tuple[str, str]:
    """The guest of a valid ticket, and what tells it from all others. Raises BadTicketError."""
    try:
        content = signing.loads(ticket, salt=_SALT, max_age=TICKET_SECONDS)
    except (signing.BadSignature, ValueError) as error:
        raise BadTicketError(str(error)) from error
    if not isinstance(content, list) or len(content) != 3 or content[1] != table_id:
        raise BadTicketError("the ticket is for another table")
    return str(content[0]), str(content[2])


class Tickets:
    """Takes each ticket once. Nodes tell each other which are used; while they cannot, each knows its own."""

    def __init__(self, news: NewsBus, clock: Callable[[], float] = time.monotonic) -> None:
        self._news = news
        self._clock = clock
        self._used: OrderedDict[str, float] = OrderedDict()
        news.hear("ticket", self._hear)

    def take(self, ticket: str, table_id: str) -> str:
        """The guest of a ticket, which is used now. Raises BadTicketError."""
        owner, mark = read_ticket(ticket, table_id)
        if mark in self._used:
            raise BadTicketError("the ticket has been used")
        self._note(mark)
        self._news.tell("ticket", mark)
        return owner

    def _hear(self, news: News) -> None:
        self._note(news.about)

    def _note(self, mark: str) -> None:
        now = self._clock()
        self._used[mark] = now
        while self._used and now - next(iter(self._used.values())) > _KEPT_SECONDS:
            self._used.popitem(last=False)
