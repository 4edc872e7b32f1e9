"""A real server in a process of its own, and a small HTTP client that keeps its cookies."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Browser:
    """Sends what a browser on a page of this site would, unless told otherwise."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)
        sent = {"Host": urlsplit(self.address).netloc, **(headers or {})}
        if self.cookies:
            sent.setdefault("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            received = {name.lower(): value for name, value in response.getheaders()}
            answer = Answer(response.status, received, response.read())
            cookies = response.headers.get_all("Set-Cookie") or []
        finally:
            connection.close()
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )

    def post(self, path: str, value: Any, **headers: str) -> Answer:
        sent = {"Content-Type": "application/json", "Origin": self.address.rstrip("/"), **headers}
        sent = {name.replace("_", "-"): text for name, text in sent.items()}
        return self.ask("POST", path, json.dumps(value).encode(), sent)


class Running:
    """`moonshot serve` on a free port, from the moment it says that it is ready."""

    def __init__(
        self, data: Path, *, environ: Mapping[str, str] | None = None, args: tuple[str, ...] = ()
    ) -> None:
        self.data = data
        self._errors_file = data.parent / f"{data.name}.stderr"
        path = os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
        with self._errors_file.open("wb") as errors:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "moonshot.cli.main",
                    "serve",
                    "--port",
                    "0",
                    "--data",
                    str(data),
                    *args,
                ],
                env={**os.environ, "PYTHONPATH": path, **(environ or {})},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        if not self.line.startswith("Moonshot is ready at http://"):
            self.stop()
            raise AssertionError(self.line + self.errors())
        self.address = self.line.split()[-1].rstrip("/")

    def errors(self) -> str:
        return self._errors_file.read_text()

    def browser(self) -> Browser:
        return Browser(self.address)

    def stop(self) -> int:
        """End it as a supervisor would; the exit code."""
        self.process.terminate()
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
