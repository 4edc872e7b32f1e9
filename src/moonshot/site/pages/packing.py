"""Answers with a page that is made for one visitor, compressed where the browser takes it."""

import asyncio
import gzip
import re

from django.http import HttpRequest, HttpResponse


async def packed_page(request: HttpRequest, html: str) -> HttpResponse:
    """The answer. Nobody may keep it: who may see what can change."""
    body = re.sub(r"\n\s*\n+", "\n", html).encode()
    headers = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding, Cookie"}
    if re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = await asyncio.to_thread(gzip.compress, body, 6, mtime=0)
    return HttpResponse(body, headers=headers)
