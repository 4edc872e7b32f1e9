"""The outermost layer, with applications that misbehave behind it."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from moonshot.site.config import SiteConfig
from moonshot.site.edge import App, Message, Receive, Scope, Send, guarded

PLAIN = SiteConfig(data=Path("/nowhere"), secret_key="x" * 40)
SECURE = SiteConfig(data=Path("/nowhere"), secret_key="x" * 40, public_url="https://hearts.example")


async def ask(app: App, scope: Mapping[str, Any], *messages: Message) -> list[Message]:
    waiting = list(messages)
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(
        {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")], **scope},
        receive,
        send,
    )
    return sent


def run(
    app: App, scope: Mapping[str, Any] | None = None, *messages: Message, config: SiteConfig = PLAIN
) -> list[Message]:
    return asyncio.run(ask(guarded(app, config), scope or {}, *messages))


async def fails(scope: Scope, receive: Receive, send: Send) -> None:
    raise RuntimeError("the secret is QS KS AS")


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


async def streams(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello", "more_body": True})
    await send({"type": "http.response.body", "body": b"again"})


async def reads(scope: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    await answers(scope, receive, send)


def test_a_failure_is_a_number_to_the_visitor_and_a_traceback_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR, "moonshot.site"):
        start, body = run(fails, {"path": "/api/me"})
    assert start["status"] == 500
    text = body["body"].decode()
    (record,) = caplog.records
    incident = record.getMessage().split()[1]
    assert text == (
        '{"error": {"code": "server_error", "message": "Something went wrong here. It is not your fault. '
        f'Incident {incident}.", "at": null}}}}'
    )
    assert record.exc_info is not None
    assert "QS" not in text


def test_lengths_are_told_of_whole_answers_only() -> None:
    start, body = run(answers)
    assert (b"content-length", b"5") in start["headers"]
    assert body["body"] == b"hello"
    start, *bodies = run(streams)
    assert not any(name == b"content-length" for name, _ in start["headers"])
    assert [message["body"] for message in bodies] == [b"hello", b"again"]


def test_transport_security_is_announced_under_tls_only() -> None:
    strict = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
    assert strict not in run(answers, {"scheme": "http"})[0]["headers"]
    assert strict in run(answers, {"scheme": "https"})[0]["headers"]
    assert strict in run(answers, config=SECURE)[0]["headers"]


def test_a_body_that_goes_on_is_cut_off() -> None:
    piece = {"type": "http.request", "body": b"x" * 7_500, "more_body": True}
    assert run(reads, {}, piece, {**piece, "more_body": False})[0]["status"] == 200
    assert run(reads, {}, piece, piece, piece)[0]["status"] == 413
    long = {"headers": [(b"host", b"localhost"), (b"content-length", b"16385")]}
    assert run(reads, long, {"type": "http.request", "body": b""})[0]["status"] == 413


@pytest.mark.parametrize("headers", [[], [(b"host", b"evil.example")], [(b"host", b"localhost")] * 2])
def test_a_host_must_be_named_once_and_known(headers: list[tuple[bytes, bytes]]) -> None:
    assert run(answers, {"headers": headers})[0]["status"] == 400
    (closed,) = run(answers, {"type": "websocket", "headers": headers}, {"type": "websocket.connect"})
    assert closed == {"type": "websocket.close", "code": 1008}


def test_sockets_of_known_hosts_pass_through_untouched() -> None:
    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})

    assert run(socket, {"type": "websocket"}) == [{"type": "websocket.accept"}]
