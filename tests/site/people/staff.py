"""Moderators of a running site: made with the command, signed in with the codes of an authenticator."""

import base64
import hashlib
import hmac
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.site.running import Answer, Browser

PASSWORD = "a long enough phrase"


def code_of(key: str, step: int) -> str:
    """The six digits of a key for a half minute, after RFC 6238."""
    digest = hmac.new(base64.b32decode(key), step.to_bytes(8, "big"), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


@dataclass
class Authenticator:
    """An app on a telephone whose owner waits for a fresh code; here the next one is taken early instead."""

    key: str
    last: int = field(default=0)

    def code(self) -> str:
        self.last = max(int(time.time() // 30), self.last + 1)
        return code_of(self.key, self.last)


def command(data: Path, name: str, *given: str, password: str = PASSWORD) -> subprocess.CompletedProcess[str]:
    """`moonshot moderator`."""
    return subprocess.run(
        [sys.executable, "-m", "moonshot.cli.main", "moderator", name, *given, "--data", str(data)],
        input=f"{password}\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": "src"},
        check=False,
    )


def make_moderator(data: Path, name: str, *given: str) -> Authenticator:
    made = command(data, name, *given)
    assert made.returncode == 0, made.stderr
    key = re.search(r"^Key: ([A-Z2-7]+)$", made.stdout, re.MULTILINE)
    assert key is not None, made.stdout
    return Authenticator(key[1])


def form(visitor: Browser, path: str, **fields: str) -> Answer:
    """Load a page and send its form, as a browser does."""
    page = visitor.get(path)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
    assert token is not None, page.text[:500]
    body = urlencode({**hidden, "csrfmiddlewaretoken": token[1], **fields}).encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": visitor.address}
    return visitor.ask("POST", path, body, headers)


def sign_in(visitor: Browser, name: str, password: str, code: str = "000000") -> Answer:
    path = "/moderation/login/?next=/moderation/"
    return form(visitor, path, username=name, password=password, code=code)
