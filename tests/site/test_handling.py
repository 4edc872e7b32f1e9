"""A request that has been answered is freed at once, with all that it was made of."""

import asyncio
import gc
import weakref
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest

from moonshot.site import handling

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/healthz",
    "query_string": b"",
    "headers": [(b"host", b"127.0.0.1")],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 8000),
    "scheme": "http",
}


@pytest.mark.parametrize("gone", [False, True])
def test_a_request_leaves_nothing_to_the_collector(monkeypatch: pytest.MonkeyPatch, gone: bool) -> None:
    made: list[weakref.ref[ASGIRequest]] = []
    django = handling.handler()

    class Noted(ASGIRequest):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            made.append(weakref.ref(self))

    monkeypatch.setattr(django, "request_class", Noted)
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        said = asyncio.Event()
        words = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> dict[str, Any]:
            if (word := next(words, None)) is not None:
                return word
            if not gone:
                await said.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                said.set()

        await django(dict(SCOPE), receive, send)

    async def look() -> None:
        await asyncio.create_task(ask())
        for _ in range(3):
            await asyncio.sleep(0)
        assert [one() for one in made] == [None]

    gc.collect()
    gc.disable()
    try:
        asyncio.run(look())
    finally:
        gc.enable()
    assert gone or sent[0]["type"] == "http.response.start"
