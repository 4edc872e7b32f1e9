"""`moonshot serve --role`: pages on one node, tables on another, one site for people."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.cli.test_backup import moonshot
from tests.services import SECRET_KEY, Databases
from tests.site.running import Running
from tools.services import Redis


def test_pages_here_and_tables_there(tmp_path: Path, databases: Databases, redis_server: Redis) -> None:
    environ = {
        "MOONSHOT_DATABASE_URL": databases.make(),
        "MOONSHOT_REDIS_URL": redis_server.url,
        "MOONSHOT_SECRET_KEY": SECRET_KEY,
    }
    web = Running(tmp_path / "web", environ=environ, args=("--role", "web", "--node", "pages"))
    tables = Running(tmp_path / "tables", environ=environ, args=("--role", "tables", "--node", "tables"))
    try:
        guest = web.browser()
        table = guest.post("/api/tables", {"pace": "fast"}).json["table"]
        ticket = guest.post(f"/api/tables/{table}/ticket", {}).json
        path = f"{ticket['socket']}?ticket={ticket['ticket']}"
        with pytest.raises(InvalidStatus), connect(web.address.replace("http", "ws", 1) + path):
            pass
        with connect(tables.address.replace("http", "ws", 1) + path, max_size=None) as link:
            view = json.loads(link.recv(timeout=60))["view"]
            cards = {"t": "pass", "id": "p", "deal": view["deal"], "cards": view["hand"][:3]}
            link.send(json.dumps(cards))
            while view["phase"] == "passing":
                message = json.loads(link.recv(timeout=60))
                view = {**view, **message.get("view", {})}
            link.send(json.dumps({"t": "pause", "id": "s", "on": True}))
            while json.loads(link.recv(timeout=60))["t"] != "done":
                pass
        # The other node has heard of it.
        assert [row["phase"] for row in guest.get("/api/me").json["tables"]] == ["playing"]
        there = tables.browser()
        assert there.get("/healthz").status == 200
        for elsewhere in ("/", "/api/me", "/static/site/site.css"):
            assert there.get(elsewhere).status == 404
    finally:
        assert (web.stop(), tables.stop()) == (0, 0)
    assert web.errors() == tables.errors() == ""


def test_settings_that_cannot_be(tmp_path: Path) -> None:
    ended = moonshot("serve", "--port", "0", "--data", str(tmp_path), "--role", "king")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "MOONSHOT_ROLE is 'king'. Choose one of all, web, tables.\n"
    environ = {"MOONSHOT_DATABASE_URL": "postgresql://me:geheim@127.0.0.1:1/none"}
    ended = moonshot("serve", "--port", "0", "--data", str(tmp_path), environ=environ)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("The database cannot be opened or brought up to date: ")
    assert ended.stderr.endswith("It is postgresql://127.0.0.1/none.\n")
    assert "geheim" not in ended.stderr
