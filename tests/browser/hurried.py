"""`moonshot serve` in a hurry: the same site with short times and short matches, for tests that wait.

Run as a module, with what is to be different as JSON before the command line of the server.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from socket import socket
from typing import Any

from tests.browser.server import Server


class HurriedServer(Server):
    """A server some of whose numbers are others: see `hurry` for what may be changed."""

    def __init__(self, data: Path, **changes: Any) -> None:
        super().__init__(data)
        self.program = ("-m", "tests.browser.hurried", json.dumps(changes))


def hurry(changes: Mapping[str, Any]) -> None:
    """Put the changed numbers where the site reads them."""
    from dataclasses import replace

    from moonshot.engine import Rules
    from moonshot.site.live import lobby_socket, queue, rooms
    from moonshot.tables import clock, due, view

    def put(module: Any, name: str, value: Any) -> None:
        assert hasattr(module, name), name
        setattr(module, name, value)

    if away := changes.get("away"):
        put(due, "AWAY_SECONDS", away)
        put(view, "AWAY_SECONDS", away)
    if online := changes.get("online"):
        clock.LIMITS["online"] = replace(clock.ONLINE, **online)
    if idle := changes.get("idle"):
        put(lobby_socket, "IDLE_SECONDS", idle)
    if soon := changes.get("soon"):
        queue.PATIENCE["soon"] = soon
    if rules := changes.get("rules"):
        put(rooms, "MODES", dict.fromkeys(rooms.MODES, Rules.from_dict(rules)))
    if pace := changes.get("pace"):
        put(rooms, "PACE", pace)


def main() -> None:
    """Serve, with the changes made once the site is set up."""
    from moonshot.cli import serve
    from moonshot.cli.main import app

    changes = json.loads(sys.argv.pop(1))
    run = serve._run

    def hurried(listener: socket, drain: float) -> None:
        hurry(changes)
        run(listener, drain)

    serve._run = hurried
    app()


if __name__ == "__main__":
    main()
