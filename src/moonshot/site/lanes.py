"""A few lasting threads for what Django does on threads.

Left to itself Django begins a thread for each request, with a database connection that nobody closes. Under
load that costs files, memory and, on PostgreSQL, connections of the server, until they are collected.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Final

from asgiref.sync import ThreadSensitiveContext

from moonshot.site.edge import App, Receive, Scope, Send

THREADS: Final = 8
"""Requests that can wait for the database at the same time; others wait for these."""


class Lane:
    """One thread, with its database connection, and how many requests are on it."""

    def __init__(self, number: int) -> None:
        self.executor = ThreadPoolExecutor(1, thread_name_prefix=f"moonshot-request-{number}")
        self.requests = 0


class Lanes:
    """Each request keeps to one thread, that with the fewest others."""

    def __init__(self, app: App, threads: int = THREADS) -> None:
        self._app = app
        self._lanes = [Lane(number) for number in range(threads)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry."""
        lane = min(self._lanes, key=lambda lane: lane.requests)
        lane.requests += 1
        try:
            async with ThreadSensitiveContext(executor=lane.executor):
                await self._app(scope, receive, send)
        finally:
            lane.requests -= 1
