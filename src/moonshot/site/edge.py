"""What every request passes first and every answer last: host check, body limit, security headers.

Plain ASGI, in front of Django, the static files and the sockets alike, so that none of them can be forgotten.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from moonshot.site.config import SiteConfig
from moonshot.site.incidents import new_incident

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT: Final = 16 * 1024
DRAIN_LIMIT: Final = 16 * 1024 * 1024
"""So much of a body that is too large is still taken off the line, and thrown away."""
DRAIN_SECONDS: Final = 5.0

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_UNUSED_POWERS: Final = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
    "idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
)
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", _UNUSED_POWERS.encode()),
)
_EMBEDDED: Final = re.compile(r"/matches/[\w-]+/embed", re.ASCII)
"""The one kind of page that other sites may show in a frame: nothing on it does more than show cards."""
_FRAMED: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode()),
    *(pair for pair in HEADERS[1:] if pair[0] != b"cross-origin-resource-policy"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)
_KEEPER: Final = "/score-keeper"
"""The one page whose script names another one as it runs: the worker that keeps it without a network."""
_KEEPING: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", (_POLICY.removesuffix("'none'") + "score-keeper").encode()),
    *HEADERS[1:],
)
STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class BodyTooLargeError(Exception):
    """A request went on past the body limit."""


def guarded(app: App, config: SiteConfig) -> App:
    """The app behind the checks, with security headers on every answer."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "http":
            await _http(app, config, scope, receive, send)
        elif kind == "websocket" and not config.knows_host(header(scope, b"host")):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await app(scope, receive, send)

    return handle


def header(scope: Scope, name: bytes) -> str:
    """A request header as text; empty when it is missing or sent twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else ""


async def _http(app: App, config: SiteConfig, scope: Scope, receive: Receive, send: Send) -> None:
    started = False
    head: Message | None = None

    async def send_with_headers(message: Message) -> None:
        nonlocal started, head
        if message["type"] == "http.response.start":
            started = True
            own = _headers_of(scope["path"]) if message["status"] == 200 else HEADERS
            headers = [*message.get("headers", ()), *own]
            if config.https or scope.get("scheme") == "https":
                headers.append(STRICT_TRANSPORT)
            head = {**message, "headers": headers}
            return  # held until the body is here, so that its length can be told
        if head is not None:
            whole = not message.get("more_body")
            if (
                whole
                and head["status"] not in (204, 304)
                and not any(k == b"content-length" for k, _ in head["headers"])
            ):
                head["headers"].append((b"content-length", str(len(message.get("body", b""))).encode()))
            await send(head)
            head = None
        await send(message)

    if not config.knows_host(header(scope, b"host")):
        await plain(send_with_headers, scope, 400, "unknown_host", _UNKNOWN_HOST)
        return
    try:
        await app(scope, _limited(scope, receive), send_with_headers)
    except BodyTooLargeError:
        await _drain(receive)
        if not started:
            await plain(send_with_headers, scope, 413, "too_large", "The request body is larger than 16 KiB.")
    except Exception as error:  # noqa: BLE001 - the last resort: nothing of it may reach the visitor
        incident = new_incident(f"{scope['method']} {scope['path']}", error)
        if not started:
            words = f"Something went wrong here. It is not your fault. Incident {incident}."
            await plain(send_with_headers, scope, 500, "server_error", words)


def _headers_of(path: str) -> tuple[tuple[bytes, bytes], ...]:
    """The security headers of an answer below a path."""
    if path == _KEEPER:
        return _KEEPING
    return _FRAMED if _EMBEDDED.fullmatch(path) else HEADERS


_UNKNOWN_HOST: Final = (
    "This site does not go by that name. "
    "Its host can add the name with MOONSHOT_HOSTS or MOONSHOT_PUBLIC_URL."
)


def _limited(scope: Scope, receive: Receive) -> Receive:
    declared = header(scope, b"content-length")
    seen = 0

    async def receive_limited() -> Message:
        nonlocal seen
        if declared.isdecimal() and int(declared[:12]) > BODY_LIMIT:
            raise BodyTooLargeError
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > BODY_LIMIT:
            raise BodyTooLargeError
        return message

    return receive_limited


async def _drain(receive: Receive) -> None:
    """Throw the rest of a body away: who is still sending would see a broken connection, not the answer."""
    left = DRAIN_LIMIT
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body"):
                    return
                left -= len(message.get("body", b""))
    except TimeoutError:
        return


async def plain(send: Send, scope: Scope, status: int, code: str, words: str) -> None:
    """Answer in a few words: JSON for the API's paths, plain text elsewhere."""
    if scope["path"].startswith("/api/"):
        from moonshot.site.errors import error_body

        body, kind = error_body(code, words), b"application/json"
    else:
        body, kind = words.encode() + b"\n", b"text/plain; charset=utf-8"
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
