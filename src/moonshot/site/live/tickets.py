"""Tickets: the right to enter one table's socket, for a minute.

The HTTP side knows who asks (by the guest's cookie) and signs a ticket; the socket side checks the signature
and needs neither the session nor the user tables.
"""

from typing import Final

from django.core import signing

TICKET_SECONDS: Final = 60
_SALT: Final = "moonshot.live.ticket"


class BadTicketError(Exception):
    """The ticket is forged, for another table, or too old."""


def sign_ticket(owner: str, table_id: str) -> str:
    """A ticket for this guest and this table."""
    return signing.dumps([owner, table_id], salt=_SALT, compress=False)


def read_ticket(ticket: str, table_id: str) -> str:
    """The guest of a valid ticket. Raises BadTicketError."""
    try:
        content = signing.loads(ticket, salt=_SALT, max_age=TICKET_SECONDS)
    except signing.BadSignature as error:
        raise BadTicketError(str(error)) from error
    if not isinstance(content, list) or len(content) != 2 or content[1] != table_id:
        raise BadTicketError("the ticket is for another table")
    return str(content[0])
