"""The servers that are compared, and how each is spoken to. They share one core; the crowd has another."""

import json
import os
import re
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from bench.live_players import DEAL_MOVES, PASSES, SEATS, Broken, Dialect, Player
from bench.live_storm import ticket_path, ticket_request
from moonshot.tables.terms import ClockKind

ROOT = Path(__file__).resolve().parent.parent
NODE_FOLDER = Path(__file__).resolve().parent / "live_servers"
_CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
SERVER_CORE, CROWD_CORE = _CORES[0], _CORES[-1]


class Site(Protocol):
    """A running server."""

    pid: int
    address: tuple[str, int]

    @property
    def dialect(self) -> Dialect:
        """How it is spoken to."""

    def open(self, tables: int) -> Sequence[str]:
        """Make so many tables; returns their ids."""

    def close(self) -> None:
        """End the server."""


def start(
    command: Sequence[str | Path], ready: str, env: Mapping[str, str], log: Path
) -> "subprocess.Popen[str]":
    """Start a server on its core and wait for the line that says it is ready."""
    with log.open("wb") as errors:
        process = subprocess.Popen(
            ["taskset", "-c", str(SERVER_CORE), *map(str, command)],
            env={**os.environ, **env},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None
    for line in process.stdout:
        if ready in line:
            return process
    raise RuntimeError(f"{command[0]} did not start: {log.read_text()[-2000:]}")


def stop(process: "subprocess.Popen[str]") -> None:
    """End a server that was started here."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# -- Moonshot ----------------------------------------------------------------------------------------------

RULES = {"preset": "standard", "pass_cycle": ["L"], "moon": "others_plus", "end_score": 100_000}
SECRET = "only-for-the-benchmark-" * 2
_LEGAL = re.compile(rb'"legal":\["(..)"')
TOO_LATE = ("too_late", "stale", "not_your_turn", "wrong_phase")
"""What a move is answered with when the server has made it."""


def _chosen() -> list[list[bool]]:
    """Who has chosen what to pass, after each step of the passing."""
    states = [[False] * SEATS]
    for seat, kind in PASSES:
        states.append([*states[-1]])
        states[-1][seat] = kind == "pass"
    return states


_CHOSEN = _chosen()
_MOVED = re.compile(rb'"kind":"(?:played|passed|recalled)"')


class MoonshotDialect:
    """JSON in text frames; docs/protocol.md."""

    name = "Moonshot"
    opcode = 1

    def __init__(self, address: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        self.address = address
        self.accounts: dict[str, list[str]] = {}

    def path(self, table: str, seat: int) -> str:
        """The socket, with a ticket made now."""
        from moonshot.site.live.tickets import sign_ticket

        return f"/ws/tables/{table}?ticket={sign_ticket(self.accounts[table][seat], table)}"

    def ask(self, table: str, seat: int) -> bytes:
        """The request for a ticket, as a page sends it, from a household of its own."""
        from moonshot.site.people.visitors import signed

        account = self.accounts[table][seat]
        number = int(account.encode()[-4:].hex(), 16)
        where = f"100.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        return ticket_request(self.address, table, signed(account), where)

    def way(self, body: bytes) -> str:
        """The socket's path, from the answer."""
        return ticket_path(body)

    def greet(self, player: Player) -> list[bytes]:  # noqa: ARG002
        """Nothing: the server begins."""
        return []

    def read(self, player: Player, data: bytes) -> tuple[int, list[bytes]]:
        """An update, an answer to a command, or trouble."""
        if data.startswith(b'{"t":"done"'):
            player.at = 0.0
            return 0, []
        if not data.startswith(b'{"t":"update"'):
            self._other(player, json.loads(data))
            return 0, []
        told = 1 if _MOVED.search(data) else 0
        if b'"legal":' in data:
            found = _LEGAL.search(data)
            player.legal = found[1].decode() if found else ""
        answers: list[bytes] = []
        if b'"phase":' in data:
            self._phase(player, json.loads(data)["view"], answers)
        return told, answers

    def _other(self, player: Player, message: dict[str, Any]) -> None:
        """What is neither a view nor the answer to a move that was made."""
        match message["t"]:
            case "bye":
                raise Broken(f"bye: {message['code']}")
            case "refused" if message["code"] in TOO_LATE:
                player.at = 0.0
                player.late += 1
            case "history":
                pass
            case _:
                raise RuntimeError(f"{player.table.id} seat {player.seat}: {message}")

    def _phase(self, player: Player, view: dict[str, Any], answers: list[bytes]) -> None:
        player.ready = True
        player.deal = view.get("deal", player.deal)
        player.ply = view.get("ply", player.ply)
        player.place = (player.deal - 1) * DEAL_MOVES + _step(player, view)
        if view["phase"] == "passing":
            player.fresh = True
            player.hand = view.get("hand", player.hand)
        elif view["phase"] == "deal_done":
            answers.append(b'{"t":"continue","id":"c%d","deal":%d,"ply":52}' % (player.deal, player.deal))

    def move(self, player: Player, step: int) -> bytes:
        """Choose, take back, or play the first legal card."""
        player.id += 1
        if step >= len(PASSES):
            return b'{"t":"play","id":"%d","ply":%d,"card":"%s"}' % (
                player.id,
                step - len(PASSES),
                player.legal.encode(),
            )
        if PASSES[step][1] == "recall":
            return b'{"t":"recall","id":"%d","deal":%d}' % (player.id, player.deal)
        cards = json.dumps(player.hand[-3:], separators=(",", ":")).encode()
        return b'{"t":"pass","id":"%d","deal":%d,"cards":%s}' % (player.id, player.deal, cards)


def _step(player: Player, view: dict[str, Any]) -> int:
    """How many moves of its deal a table has seen; where several steps look alike, the likeliest."""
    if view["phase"] != "passing":
        return len(PASSES) + player.ply
    chosen = view.get("has_passed", [False] * SEATS)
    alike = [step for step in range(len(PASSES)) if _CHOSEN[step] == chosen]
    expected = player.table.moves % DEAL_MOVES
    return min(alike or [0], key=lambda step: abs(step - expected))


class Moonshot:
    """`moonshot serve` as it is: sockets, tickets, clocks, and every move on the disk before it is told."""

    def __init__(self, port: int, folder: Path, clock: ClockKind = "online") -> None:
        self._folder = folder
        self._clock = clock
        self.address = ("127.0.0.1", port)
        self.dialect = MoonshotDialect(self.address)
        os.environ.update(
            MOONSHOT_DATA=str(folder),
            MOONSHOT_SECRET_KEY=SECRET,
            DJANGO_SETTINGS_MODULE="moonshot.site.settings",
        )
        program = Path(sys.executable).with_name("moonshot")
        # Compiled in the background, the bots' search would take half a minute of the same core.
        subprocess.run([program, "warmup"], check=True, stdout=subprocess.DEVNULL)
        self._process = start(
            [program, "serve", "--port", str(port), "--data", folder],
            "ready",
            {"PYTHONUNBUFFERED": "1", "MOONSHOT_TRUSTED_PROXIES": "127.0.0.1"},
            folder / "stderr.txt",
        )
        self.pid = self._process.pid

    def open(self, tables: int) -> Sequence[str]:
        """Private tables of four people, dealt; written as the site writes them, then found in the log."""
        import asyncio

        import django

        django.setup()
        return asyncio.run(self._open(tables))

    async def _open(self, tables: int) -> list[str]:
        import asyncio

        from moonshot.engine import Rules
        from moonshot.site.asking import in_database
        from moonshot.site.live.codec import encode_entry
        from moonshot.site.live.sqlite_log import SqliteLog
        from moonshot.site.people.ids import guest_name, handle_of, new_account_id
        from moonshot.tables import Terms, opening, person

        rules = Rules.from_dict(RULES)
        log = SqliteLog(self._folder / "moonshot.sqlite3")
        ids = []
        waiting = []
        for _ in range(tables):
            table_id = secrets.token_urlsafe(12)
            accounts = self.dialect.accounts[table_id] = [new_account_id() for _ in range(SEATS)]
            seats = [person(guest_name(account), account, handle_of(account)) for account in accounts]
            code = secrets.token_hex(3)
            terms = Terms(
                kind="private", clock=self._clock, code=code, link=f"/join/{secrets.token_urlsafe(16)}"
            )
            entry = opening(
                table_id, rules, seats, pace="normal", secret=secrets.token_bytes(32), terms=terms
            )
            waiting.append(log.create(table_id, accounts[0], encode_entry(entry)))
            ids.append(table_id)
        await asyncio.gather(*waiting)
        await log.close()
        await in_database(_remember, self.dialect.accounts, ids)
        return ids

    def close(self) -> None:
        """End it as planned."""
        stop(self._process)


def _remember(accounts: Mapping[str, Sequence[str]], ids: Sequence[str]) -> None:
    """The people and their invitations, as the site would have stored them."""
    from moonshot.site.live.codes import remember_members
    from moonshot.site.people.ids import guest_name, handle_of
    from moonshot.site.people.models import Account

    everybody = [account for table in ids for account in accounts[table]]
    Account.objects.bulk_create(
        Account(id=account, name=guest_name(account), handle=handle_of(account), password="!")
        for account in everybody
    )
    for table in ids:
        remember_members(table, accounts[table])


# -- boardgame.io and Colyseus -------------------------------------------------------------------------------

_STATE = re.compile(rb'"_stateID":(\d+)')


class BoardgameDialect:
    """Socket.IO's text frames, the whole state of a seat in each."""

    name = "boardgame.io"
    opcode = 1

    def __init__(self, address: tuple[str, int]) -> None:
        self._site = f"http://{address[0]}:{address[1]}/games/hearts"
        self._matches: dict[str, str] = {}
        self._passwords: dict[tuple[str, int], str] = {}

    def path(self, table: str, seat: int) -> str:
        """Join the match, which the first one makes; the socket's address is the same for everybody."""
        if table not in self._matches:
            self._matches[table] = _post(f"{self._site}/create", {"numPlayers": SEATS})["matchID"]
        place = {"playerID": str(seat), "playerName": f"Guest {seat}"}
        joined = _post(f"{self._site}/{self._matches[table]}/join", place)
        self._passwords[table, seat] = joined["playerCredentials"]
        return "/socket.io/?EIO=4&transport=websocket"

    def greet(self, player: Player) -> list[bytes]:  # noqa: ARG002
        """Enter the namespace."""
        return [b"40/hearts,"]

    def read(self, player: Player, data: bytes) -> tuple[int, list[bytes]]:
        """A state, or Socket.IO's own talk."""
        if data == b"2":
            return 0, [b"3"]
        if data.startswith(b"40/hearts"):
            table, seat = player.table.id, player.seat
            sync = json.dumps(["sync", self._matches[table], str(seat), self._passwords[table, seat], SEATS])
            return 0, [f"42/hearts,{sync}".encode()]
        update = data.startswith(b'42/hearts,["update"')
        if update or data.startswith(b'42/hearts,["sync"'):
            was_over, player.over = player.over, b'"ply":52' in data
            if player.over:
                if was_over:
                    return 0, []
                return 1, [self._action(player, "goOn", [])]
            update = update and not was_over
            player.ply = int(_STATE.findall(data)[0])
            found = _LEGAL.search(data)
            player.legal = found[1].decode() if found else ""
            if b'"chosen":[false,false,false,false]' in data:
                player.ready = player.fresh = True
                player.hand = re.findall('"(..)"', data.partition(b'"hand":[')[2].partition(b"]")[0].decode())
        elif b'"error"' in data:
            raise RuntimeError(f"{player.table.id} seat {player.seat}: {data[:300]!r}")
        return int(update), []

    def move(self, player: Player, step: int) -> bytes:
        """Choose, take back, or play the first legal card, for the state the player has seen."""
        kind, argument = _move(player, step)
        return self._action(player, kind, [argument])

    def _action(self, player: Player, kind: str, arguments: list[Any]) -> bytes:
        seat = str(player.seat)
        password = self._passwords[player.table.id, player.seat]
        payload = {"type": kind, "args": arguments, "playerID": seat, "credentials": password}
        match = self._matches[player.table.id]
        action = ["update", {"type": "MAKE_MOVE", "payload": payload}, player.ply, match, seat]
        return b"42/hearts," + json.dumps(action, separators=(",", ":")).encode()


class ColyseusDialect:
    """Colyseus' binary frames, a message of MessagePack in each."""

    name = "Colyseus"
    opcode = 2
    _JOIN, _DATA = b"\x0a", b"\x0d"

    def __init__(self, address: tuple[str, int]) -> None:
        self._site = f"http://{address[0]}:{address[1]}"
        self._rooms: dict[str, str] = {}

    def path(self, table: str, seat: int) -> str:  # noqa: ARG002
        """Reserve a seat; the first one makes the room."""
        room = self._rooms.get(table)
        way = "create/hearts" if room is None else f"joinById/{room}"
        seat_at = _post(f"{self._site}/matchmake/{way}", {})
        self._rooms[table] = seat_at["roomId"]
        return f"/{seat_at['processId']}/{seat_at['roomId']}?sessionId={seat_at['sessionId']}"

    def greet(self, player: Player) -> list[bytes]:  # noqa: ARG002
        """The server begins."""
        return []

    def read(self, player: Player, data: bytes) -> tuple[int, list[bytes]]:
        """A message, or the confirmation of the seat."""
        if data[:1] == self._JOIN:
            return 0, [self._JOIN]
        if data[:1] != self._DATA:
            return 0, []
        kind = data[2 : 2 + (data[1] & 31)]
        if kind == b"wished":
            return 0, []
        if kind not in (b"told", b"dealt"):
            raise RuntimeError(f"{player.table.id} seat {player.seat}: {data[:300]!r}")
        legal = data.rindex(b"\xa5legal")
        listed = data[legal + 6] & 15
        player.legal = data[legal + 8 : legal + 10].decode() if listed else ""
        if kind == b"told":
            over = data[data.index(b"\xa3ply") + 4] == DEAL_MOVES - len(PASSES)
            return 1, [self._DATA + b"\xa4goOn\xc0"] if over else []
        hand = data.rindex(b"\xa4hand") + 6
        player.hand = [data[place + 1 : place + 3].decode() for place in range(hand, hand + 39, 3)]
        player.ready = player.fresh = True
        return 0, []

    def move(self, player: Player, step: int) -> bytes:
        """Choose, take back, or play the first legal card."""
        kind, argument = _move(player, step)
        if kind == "play":
            return self._DATA + b"\xa4play\x81\xa4card\xa2" + str(argument).encode()
        head = self._DATA + b"\xa4pass\x81\xa5cards"
        if argument is None:
            return head + b"\xc0"
        return head + b"\x93" + b"".join(b"\xa2" + card.encode() for card in argument)


def _post(url: str, body: Mapping[str, Any]) -> Any:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, data=json.dumps(body).encode(), headers=headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def _move(player: Player, step: int) -> tuple[str, Any]:
    if step >= len(PASSES):
        return "play", player.legal
    return "pass", player.hand[-3:] if PASSES[step][1] == "pass" else None


class NodeSite:
    """One of the small servers in bench/live_servers, state in memory only."""

    def __init__(self, script: str, port: int, folder: Path) -> None:
        from tools.environment import node_program

        self.address = ("127.0.0.1", port)
        self.dialect: Dialect = (
            BoardgameDialect(self.address) if script == "boardgame" else ColyseusDialect(self.address)
        )
        self._process = start(
            [node_program(), NODE_FOLDER / f"{script}.mjs", str(port)],
            "ready",
            {"NODE_ENV": "production"},
            folder / f"{script}.txt",
        )
        self.pid = self._process.pid

    def open(self, tables: int) -> Sequence[str]:
        """Ids only: the first who comes makes the table."""
        return [secrets.token_urlsafe(9) for _ in range(tables)]

    def close(self) -> None:
        """End it."""
        stop(self._process)
