"""Django's handler of requests, without the knot that each of them would leave behind.

When a request has been answered, Django raises an error inside itself, as if the client had gone; what it
traces back to holds all that the request was made of, and is held by it. Only the collector could undo that,
and it goes through old objects too seldom (`tidying`). So it is dropped as soon as nobody needs it.
"""

from typing import Any

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler

from moonshot.site.edge import Receive


class _Ear:
    """Hears what a client says of one request, and remembers how that was taken to have ended."""

    __slots__ = ("_receive", "ended")

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.ended: RequestAborted | None = None

    async def __call__(self) -> Any:
        return await self._receive()


class Handler(ASGIHandler):
    """Answers requests as Django does, and lets go of them afterwards."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        ear = _Ear(receive)
        try:
            await super().__call__(scope, ear, send)
        finally:
            if ear.ended is not None:
                ear.ended.__traceback__ = None

    async def listen_for_disconnect(self, receive: Any) -> None:
        """Raise RequestAborted when the client has gone, or everything has been said."""
        try:
            await super().listen_for_disconnect(receive)
        except RequestAborted as aborted:
            receive.ended = aborted
            raise


def handler() -> Handler:
    """Django, set up, as an ASGI application for requests."""
    django.setup(set_prefix=False)
    return Handler()
