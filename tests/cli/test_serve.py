"""`moonshot serve` as a host meets it: what it prints, how it fails, how it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.site.running import Running


def serve(*args: str, environ: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
    return subprocess.run(
        [sys.executable, "-m", "moonshot.cli.main", "serve", *args],
        env={**os.environ, "PYTHONPATH": path, **(environ or {})},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_one_line_when_it_is_ready_and_a_clean_end(tmp_path: Path) -> None:
    running = Running(tmp_path / "data")
    assert running.line == f"Moonshot is ready at {running.address}/\n"
    assert running.address.startswith("http://127.0.0.1:")
    assert running.browser().get("/healthz").status == 200
    assert sorted(path.name for path in running.data.iterdir() if "-" not in path.name) == [
        "moonshot.sqlite3",
        "secret_key",
    ]
    assert running.process.stdout is not None
    running.process.send_signal(signal.SIGTERM)
    assert running.process.stdout.read() == ""
    assert running.stop() == 0
    assert running.errors() == ""


def test_it_starts_again_on_the_same_data_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    first = Running(tmp_path / "data")
    browser = first.browser()
    opened = browser.post("/api/tables", {}).json["table"]
    assert first.stop() == 0
    second = Running(tmp_path / "data")
    browser.address = second.address
    assert [table["table"] for table in browser.get("/api/me").json["tables"]] == [opened]
    second.process.send_signal(signal.SIGINT)
    assert second.process.wait(60) == 0
    assert second.stop() == 0
    assert second.errors() == ""


def test_killed_and_started_again(tmp_path: Path) -> None:
    first = Running(tmp_path / "data")
    browser = first.browser()
    opened = browser.post("/api/tables", {}).json["table"]
    first.process.kill()
    first.stop()
    second = Running(tmp_path / "data")
    browser.address = second.address
    assert [table["table"] for table in browser.get("/api/me").json["tables"]] == [opened]
    assert second.stop() == 0


def test_a_taken_port_is_told_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        started = time.monotonic()
        ended = serve("--port", str(port), "--data", str(tmp_path / "data"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"Port {port} on 127.0.0.1 is taken. Stop what uses it, or choose another with --port.\n"
    )
    assert time.monotonic() - started < 60
    assert not (tmp_path / "data").exists()


def test_a_second_server_over_one_file_is_refused(tmp_path: Path) -> None:
    first = Running(tmp_path / "data")
    ended = serve("--port", "0", "--data", str(tmp_path / "data"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"Moonshot serves from {tmp_path}/data already. Stop it first, or choose another folder with --data. "
        "Several nodes need PostgreSQL and Redis: see docs/hosting.md.\n"
    )
    assert first.browser().get("/healthz").status == 200
    assert first.stop() == 0


def test_a_host_that_is_not_ours(tmp_path: Path) -> None:
    ended = serve("--host", "192.0.2.1", "--port", "0", "--data", str(tmp_path / "data"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Cannot listen on 192.0.2.1, port 0: ")


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    ended = serve("--port", "0", "--data", str(tmp_path / "data"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"The data folder {tmp_path}/data is a file. Choose another place with --data.\n"


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "moonshot.sqlite3").write_bytes(b"this is no database " * 100)
    ended = serve("--port", "0", "--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        "The database cannot be opened or brought up to date: file is not a database. "
        f"It is {tmp_path}/moonshot.sqlite3.\n"
    )


def test_a_weak_secret_is_refused(tmp_path: Path) -> None:
    ended = serve("--port", "0", "--data", str(tmp_path), environ={"MOONSHOT_SECRET_KEY": "secret"})
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "MOONSHOT_SECRET_KEY is too short: at least 32 characters are needed.\n"


@pytest.mark.parametrize("args", [("--port", "70000"), ("--port", "x"), ("--nope",)])
def test_bad_options_are_explained(args: tuple[str, ...]) -> None:
    ended = serve(*args)
    assert ended.returncode == 2
    assert "Usage: moonshot serve [OPTIONS]" in ended.stderr


def test_under_tls_the_cookie_is_locked_to_the_host(tmp_path: Path) -> None:
    running = Running(tmp_path / "data", environ={"MOONSHOT_PUBLIC_URL": "https://hearts.example"})
    try:
        answer = running.browser().get("/", Host="hearts.example")
        cookie = answer.headers["set-cookie"].split("; ")
        assert cookie[0].startswith("__Host-moonshot=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie)
        assert not any(part.startswith("Domain") for part in cookie)
        assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        for origin, status in (("https://hearts.example", 201), ("https://evil.example", 403)):
            headers = {"Host": "hearts.example", "Origin": origin}
            assert running.browser().post("/api/tables", {}, **headers).status == status
    finally:
        assert running.stop() == 0


def test_the_api_describes_itself_when_asked_to(tmp_path: Path) -> None:
    running = Running(tmp_path / "data", environ={"MOONSHOT_API_DOCS": "1"})
    try:
        described = running.browser().get("/api/openapi.json").json
        assert sorted(described["paths"]) == [
            "/api/blocks",
            "/api/hearing",
            "/api/join",
            "/api/levels",
            "/api/lobby/ticket",
            "/api/me",
            "/api/me/data",
            "/api/me/delete",
            "/api/mutes",
            "/api/name",
            "/api/notices",
            "/api/presets",
            "/api/reports",
            "/api/rules/check",
            "/api/rules/fields",
            "/api/rules/text",
            "/api/tables",
            "/api/tables/private",
            "/api/tables/{table_id}/hint",
            "/api/tables/{table_id}/join",
            "/api/tables/{table_id}/qr.svg",
            "/api/tables/{table_id}/record",
            "/api/tables/{table_id}/ticket",
            "/api/tables/{table_id}/tip",
            "/api/visitor",
        ]
    finally:
        assert running.stop() == 0


def test_the_list_of_commands_loads_none_of_them() -> None:
    code = (
        "import sys; from moonshot.cli import main\n"
        "try: main.app(['--help'], prog_name='moonshot')\n"
        "except SystemExit: pass\n"
        "print([name for name in ('django', 'moonshot.engine', 'uvicorn') if name in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": "src"}, capture_output=True, text=True
    )
    lines = ended.stdout.splitlines()
    assert lines[0] == "Usage: moonshot [OPTIONS] COMMAND [ARGS]..."
    assert "serve Start the site: tables in the browser, saved in a data folder." in [
        " ".join(line.split()) for line in lines
    ]
    assert lines[-1] == "[]"
