"""Tickets for tables, without the long way through Django.

When a line breaks, or a server has started anew, everybody asks for one at the same moment, and nobody is
back before they have it. Only the plain request of a visitor whose cookie is known is answered here, in a
third of the time; all others, and all that would be refused, take the usual way and get its answers.
"""

import json
import re
from collections.abc import MutableMapping
from typing import Any, Final

from django.conf import settings
from django.http import parse_cookie

from moonshot.site.api.limits import PerAddress
from moonshot.site.edge import App, Receive, Scope, Send, header
from moonshot.site.live.entrance import address_of
from moonshot.site.live.service import TICKET_SECONDS, issue_ticket
from moonshot.site.origins import is_own
from moonshot.site.people.visitors import PASS_HEADER, cookie_name, read_cookie

PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})/ticket", re.ASCII)
limit: Final = PerAddress(600)
"""A household with all the sockets that one address may have can lose and find them three times a minute."""

_PASS: Final = PASS_HEADER.lower().encode()


def ticket_for(owner: str, table_id: str) -> dict[str, Any]:
    """What somebody is told who asks for a ticket."""
    ticket = issue_ticket(owner, table_id)
    return {"ticket": ticket, "socket": f"/ws/tables/{table_id}", "expires_in": TICKET_SECONDS}


def quick_tickets(usual: App) -> App:
    """The app, with plain requests for tickets answered at once."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        owner = None if found is None else _owner(scope)
        if found is None or owner is None:
            await usual(scope, receive, send)
            return
        message = await receive()
        if not _is_plain(scope, message) or limit.wait(address_of(scope)):
            await usual(scope, _with_first(message, receive), send)
            return
        told = ticket_for(owner, found[1])
        headers = [(b"content-type", b"application/json; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})

    return handle


def _owner(scope: Scope) -> str | None:
    """Whom the cookie names; None when there is anything else to be looked at."""
    names = [name for name, _ in scope["headers"]]
    if _PASS in names or names.count(b"cookie") != 1:
        return None
    if header(scope, b"sec-fetch-site") not in ("", "same-origin") or names.count(b"sec-fetch-site") > 1:
        return None
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    public = settings.CONFIG.public_url
    if not is_own(origins, header(scope, b"host"), () if public is None else (public,)):
        return None
    visitor = read_cookie(parse_cookie(header(scope, b"cookie")).get(cookie_name()))
    return visitor.account_id if visitor.remembered and not visitor.needs_cookie else None


def _is_plain(scope: Scope, message: MutableMapping[str, Any]) -> bool:
    """Whether this is a whole request that says nothing."""
    if message["type"] != "http.request" or message.get("more_body"):
        return False
    body = message.get("body", b"")
    return not body or (body == b"{}" and header(scope, b"content-type") == "application/json")


def _with_first(message: MutableMapping[str, Any], receive: Receive) -> Receive:
    """The same messages, of which the first has been read already."""
    left = [message]

    async def again() -> MutableMapping[str, Any]:
        return left.pop() if left else await receive()

    return again
