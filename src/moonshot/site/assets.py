"""Static files over ASGI: WhiteNoise finds them and knows HTTP; we send, and compress once."""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import django
from whitenoise.base import WhiteNoise
from whitenoise.responders import Response

from moonshot.site.edge import Receive, Scope, Send, header

ROOT: Final = Path(__file__).parent / "static"
PREFIX: Final = "/static/"
_IMMUTABLE: Final = r"^/static/client/assets/[^/]+-[\w-]{8,}\.\w+$"
_COMPRESSIBLE: Final = (
    "text/",
    "application/json",
    "application/manifest",
    "image/svg",
    "application/javascript",
)
_FOREVER: Final = "max-age=31536000, public, immutable"

# Files are looked up when asked for, so a client that is built anew while the site runs is served at once.
# Nearly every request for them is the only one a browser ever makes: their names change with their content.
_finder: Final = WhiteNoise(
    None,
    ROOT,
    PREFIX,
    autorefresh=True,
    max_age=3600,
    allow_all_origins=False,
    immutable_file_test=_IMMUTABLE,
)
_finder.add_files(Path(django.__file__).parent / "contrib" / "admin" / "static" / "admin", f"{PREFIX}admin/")


@lru_cache(maxsize=64)
def _version(name: str, stamp: int) -> str:  # noqa: ARG001 - the stamp makes a changed file a new key
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:10]


def asset_url(name: str) -> str:
    """The address of one of our own static files, with a mark that changes with its content."""
    return f"{PREFIX}{name}?v={_version(name, (ROOT / name).stat().st_mtime_ns)}"


async def static_app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - ASGI's signature
    """Answer a request below /static/."""
    path = scope["path"]
    environ = {
        "HTTP_IF_NONE_MATCH": header(scope, b"if-none-match").removeprefix("W/"),
        "HTTP_IF_MODIFIED_SINCE": header(scope, b"if-modified-since"),
        "HTTP_ACCEPT_ENCODING": header(scope, b"accept-encoding"),
        "HTTP_RANGE": header(scope, b"range"),
    }
    try:
        found = _finder.find_file(path) if path.isprintable() else None
        answer = (
            found.get_response(scope["method"], {k: v for k, v in environ.items() if v}) if found else None
        )
    except OSError:  # a name that is too long, or a file that has just gone
        answer = None
    if answer is None:
        await _send(
            send, 404, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")], b"Not found\n"
        )
        return
    headers = dict(answer.headers)
    body = _read(answer)
    if int(answer.status) == 200:
        if scope["query_string"].startswith(b"v="):
            headers["Cache-Control"] = _FOREVER
        if headers.get("Content-Type", "").startswith(_COMPRESSIBLE):
            headers["Vary"] = "Accept-Encoding"
            if (
                body
                and "Content-Encoding" not in headers
                and re.search(r"\bgzip\b", environ["HTTP_ACCEPT_ENCODING"])
            ):
                body = _gzipped(body)
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(body))
                # One entity tag for both forms has to be a weak one.
                headers["ETag"] = f"W/{headers['ETag']}"
    await _send(send, int(answer.status), list(headers.items()), body)


def _read(answer: Response) -> bytes:
    if answer.file is None:
        return b""
    with answer.file as file:
        content: bytes = file.read()
    return content


@lru_cache(maxsize=128)
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


async def _send(send: Send, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
