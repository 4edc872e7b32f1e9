"""`moonshot check`, `backup` and `restore`, on servers that run meanwhile."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.services import Databases
from tests.site.running import Browser, Running


def moonshot(*args: str, environ: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
    return subprocess.run(
        [sys.executable, "-m", "moonshot.cli.main", *args],
        env={**os.environ, "PYTHONPATH": path, **(environ or {})},
        capture_output=True,
        text=True,
        timeout=120,
    )


class Site:
    """A running site on either database, with one guest at a table."""

    def __init__(self, data: Path, url: str | None) -> None:
        self.url = url
        self.environ = {} if url is None else {"MOONSHOT_DATABASE_URL": url}
        self.data = data
        self.running = Running(data, environ=self.environ)
        self.guest: Browser = self.running.browser()
        opened = self.guest.post("/api/tables", {"pace": "slow"})
        assert opened.status == 201, opened.text
        self.table = opened.json["table"]

    def moonshot(self, *args: str) -> subprocess.CompletedProcess[str]:
        return moonshot(*args, "--data", str(self.data), environ=self.environ)

    def enter(self) -> tuple[ClientConnection, dict[str, Any]]:
        ticket = self.guest.post(f"/api/tables/{self.table}/ticket", {}).json
        address = self.guest.address.replace("http", "ws", 1)
        link = connect(f"{address}{ticket['socket']}?ticket={ticket['ticket']}", max_size=None, legacy=True)
        return link, json.loads(link.recv(timeout=60))

    def pace(self, link: ClientConnection, number: int, pace: str) -> dict[str, Any]:
        """Change the pace; the answer."""
        with contextlib.suppress(ConnectionClosed):  # what was said before the end can be read all the same
            link.send(json.dumps({"t": "pace", "id": f"p{number}", "pace": pace}))
        while (message := json.loads(link.recv(timeout=60)))["t"] == "update":
            pass
        return message  # type: ignore[no-any-return]

    def sql(self, text: str) -> None:
        if self.url is None:
            with sqlite3.connect(self.data / "moonshot.sqlite3") as db:
                db.execute(text)
            db.close()
        else:
            with psycopg.connect(self.url) as remote:
                remote.execute(text)


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    url = request.getfixturevalue("databases").make() if request.param == "postgresql" else None
    site = Site(tmp_path / "data", url)
    yield site
    site.running.stop()


def test_back_to_the_copy_while_people_play(site: Site, tmp_path: Path) -> None:
    link, _ = site.enter()
    assert site.pace(link, 1, "fast")["t"] == "done"
    made = site.moonshot("backup", str(tmp_path / "copy"))
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"{tmp_path / 'copy'}: ")
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    assert site.pace(link, 2, "instant")["t"] == "done"
    again = site.moonshot("backup", str(tmp_path / "copy"))
    assert (again.returncode, "exists" in again.stderr) == (1, True)

    restored = site.moonshot("restore", str(tmp_path / "copy"))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "1 tables, 1 matches" in restored.stdout
    assert "all good" in restored.stdout
    assert "is kept as" in restored.stdout
    # The node is told by the database itself: it stores nothing on top of what it remembers.
    answer = site.pace(link, 3, "click")
    assert (answer["t"], answer["code"]) in (("bye", "resume"), ("refused", "try_again"))
    link.close()
    for attempt in range(20):
        link, first = site.enter()
        if first["t"] == "update" and site.pace(link, 100 + attempt, "click")["t"] == "done":
            break
        link.close()
        time.sleep(0.3)
    else:
        raise AssertionError("the table never came back")
    assert first["view"]["pace"] == "fast"
    link.close()
    assert "all good" in site.moonshot("check").stdout


def test_check_finds_what_disagrees(site: Site, tmp_path: Path) -> None:
    good = site.moonshot("check")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("1 tables, 1 matches, ")
    link, _ = site.enter()
    for number, pace in enumerate(("fast", "slow", "fast")):
        site.pace(link, number, pace)
    link.close()
    newest = f"(SELECT max(seq) FROM live_entry WHERE table_id = '{site.table}')"
    where = f"WHERE table_id = '{site.table}' AND seq = {newest}"
    site.sql(f"UPDATE live_entry SET body = replace(body, 'fast', 'warp') {where}")
    # An unknown pace is nothing a replay would stumble over by itself; a move out of turn is.
    site.sql('UPDATE live_entry SET body = \'{"events":[{"kind":"played","seat":0,"card":0}]}\' ' + where)
    bad = site.moonshot("check")
    assert bad.returncode == 1
    assert f"{site.table}: entry " in bad.stdout
    assert "does not follow" in bad.stdout
    assert bad.stdout.endswith("1 faults\n")
    made = site.moonshot("backup", str(tmp_path / "copy"))
    assert made.returncode == 0
    refused = site.moonshot("restore", str(tmp_path / "copy"))
    assert (refused.returncode, "Nothing has been changed" in refused.stderr) == (1, True)
    site.sql(f"DELETE FROM live_entry WHERE table_id = '{site.table}' AND seq = 1")
    assert f"{site.table}: entry 1 is missing" in site.moonshot("check").stdout


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (tmp_path / "text").write_text("hello")
    for name, words in (("text", "is no copy"), ("nothing", "cannot be read")):
        ended = moonshot("restore", str(tmp_path / name), "--data", str(data))
        assert (ended.returncode, words in ended.stderr) == (1, True)
    with sqlite3.connect(tmp_path / "other") as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    ended = moonshot("restore", str(tmp_path / "other"), "--data", str(data))
    assert (ended.returncode, "no database of Moonshot" in ended.stderr) == (1, True)
    assert not (data / "moonshot.sqlite3").exists()
    ended = moonshot("check", "--data", str(data))
    assert (ended.returncode, "There is no database" in ended.stderr) == (1, True)
    ended = moonshot("backup", str(tmp_path / "no" / "copy"), "--data", str(data))
    assert ended.returncode == 1
    ended = moonshot("check", "--data", str(tmp_path / "elsewhere"))
    assert (ended.returncode, "no data folder" in ended.stderr) == (1, True)


def test_a_damaged_copy_is_refused(tmp_path: Path) -> None:
    site = Site(tmp_path / "data", None)
    copy = tmp_path / "copy"
    assert site.moonshot("backup", str(copy)).returncode == 0
    body = bytearray(copy.read_bytes())
    body[4096 * 3 : 4096 * 9] = bytes(4096 * 6)
    copy.write_bytes(body)
    ended = site.moonshot("restore", str(copy))
    assert (ended.returncode, ended.stderr.startswith("Not restored: ")) == (1, True)
    assert "all good" in site.moonshot("check").stdout
    site.running.stop()


def test_a_copy_starts_a_new_site(tmp_path: Path, databases: Databases) -> None:
    site = Site(tmp_path / "data", None)
    assert site.moonshot("backup", str(tmp_path / "copy")).returncode == 0
    site.running.stop()
    assert "1 tables" in moonshot("check", str(tmp_path / "copy")).stdout
    new = tmp_path / "new"
    assert moonshot("restore", str(tmp_path / "copy"), "--data", str(new)).returncode == 0
    assert "all good" in moonshot("check", "--data", str(new)).stdout
    environ = {"MOONSHOT_DATABASE_URL": databases.make()}
    wrong = moonshot("restore", str(tmp_path / "copy"), "--data", str(new), environ=environ)
    assert (wrong.returncode, "no dump of a PostgreSQL" in wrong.stderr) == (1, True)
