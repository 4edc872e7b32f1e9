"""Plays whole matches on a running Moonshot server: the smallest complete client of docs/protocol.md.

Usage: `python examples/client.py --server http://127.0.0.1:8000 --matches 2 --rules standard`. It needs the
package `websockets` and nothing else. Its play is poor (the first legal card), its manners are not: what has
no answer it sends again under the same id, and it comes back after any break of the connection.
"""

import argparse
import json
import time
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

from websockets import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


class Site:
    """The HTTP side: a guest's cookie, tables, tickets."""

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.call("/api/me")  # the first answer brings the cookie that makes us the same guest from now on

    def call(self, path: str, body: Any = None) -> Any:
        """GET, or POST when there is a body; returns the answer's JSON."""
        request = urllib.request.Request(self.server + path)  # noqa: S310
        if body is not None:
            request.data, request.headers["Content-type"] = json.dumps(body).encode(), "application/json"
        with self._opener.open(request, timeout=30) as answer:
            return json.load(answer)

    def socket_address(self, table: str) -> str:
        """Where to connect, with a fresh ticket."""
        ticket = self.call(f"/api/tables/{table}/ticket", {})
        return f"{self.server.replace('http', 'ws', 1)}{ticket['socket']}?ticket={ticket['ticket']}"


def next_command(view: dict[str, Any]) -> dict[str, Any] | None:
    """What to do in this view; None when it is somebody else's move."""
    seat, deal, ply = view["seat"], view["deal"], view["ply"]
    if view["phase"] == "passing" and not view["has_passed"][seat]:
        kept = view["rules"]["no_pass_cards"]
        cards = sorted(view["hand"], key=lambda card: card in kept)
        return {"t": "pass", "deal": deal, "cards": cards[: view["pass_count"]]}
    if view["legal"]:
        return {"t": "play", "ply": ply, "card": view["legal"][0]}
    if view["phase"] == "choosing_moon" and view["shooter"] == seat:
        return {"t": "choose_moon", "deal": deal, "choice": "others_plus"}
    if "continue" in view["waiting"]:
        return {"t": "continue", "deal": deal, "ply": ply}
    return {"t": "new_match"} if view["phase"] == "over" else None


class Player:
    """One guest at one table, through any number of connections."""

    def __init__(self, site: Site, table: str, matches: int) -> None:
        self.site, self.table, self.matches = site, table, matches
        self.finished: list[dict[str, Any]] = []
        self._last, self._view = dict[str, Any](), dict[str, Any]()

    def run(self) -> list[dict[str, Any]]:
        """Play until enough matches are over; returns the last view of each."""
        while len(self.finished) < self.matches:
            try:
                with connect(self.site.socket_address(self.table)) as socket:
                    if self._last:
                        socket.send(json.dumps(self._last))
                    while len(self.finished) < self.matches:
                        self._take(socket, json.loads(socket.recv(timeout=60)))
            except (ConnectionClosed, OSError):  # urllib's errors and time-outs are OSErrors too
                time.sleep(0.2)
        return self.finished

    def _take(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message["t"] == "update":
            self._view = self._view | message["view"]  # what is not named has not changed
            self._look(socket, self._view)
        elif message["t"] == "bye" and message["code"] in ("left", "gone", "moved"):
            raise SystemExit(message["message"])  # after any other farewell: come back
        elif message["t"] == "refused" and message["code"] == "try_again":
            time.sleep(0.2)
            socket.send(json.dumps(self._last))
        elif message["t"] == "refused" and message["code"] != "stale":
            raise SystemExit(f"refused: {message['message']}")

    def _look(self, socket: ClientConnection, view: dict[str, Any]) -> None:
        """The merged view is complete: decide by it alone."""
        if view["phase"] == "over" and view["match"] not in [last["match"] for last in self.finished]:
            self.finished.append(view)
        command = next_command(view)
        if command is None or len(self.finished) == self.matches:
            return
        if {**command, "id": self._last.get("id")} != self._last:  # not the one that was sent already
            self._last = {**command, "id": str(time.time_ns())}
            socket.send(json.dumps(self._last))


def main() -> None:
    """Read the options, play, print the results."""
    options = argparse.ArgumentParser()
    options.add_argument("--server", default="http://127.0.0.1:8000")
    options.add_argument("--matches", type=int, default=1)
    options.add_argument("--rules", default="standard", help="the id of a preset")
    options.add_argument("--level", default="steady", help="how well the bots play")
    chosen = options.parse_args()
    site = Site(chosen.server)
    new = {"rules": chosen.rules, "level": chosen.level, "pace": "instant"}
    for view in Player(site, site.call("/api/tables", new)["table"], chosen.matches).run():
        names = [player["name"] for player in view["players"]]
        totals = dict(zip(names, view["totals"], strict=True))
        print(view["match"], f"after {len(view['rows'])} deals:", totals)


if __name__ == "__main__":
    main()
