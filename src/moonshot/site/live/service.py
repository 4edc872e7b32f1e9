"""The live tables' door for the rest of the site: make a table, find it again, and let sockets in."""

import contextlib
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.asking import in_database
from moonshot.site.live import lobby_socket, wire
from moonshot.site.live.bot_pool import BotPool
from moonshot.site.live.directory import SiteDirectory
from moonshot.site.live.ending import ClosingError
from moonshot.site.live.entrance import Entrance, address_of
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby import Lobby
from moonshot.site.live.news import NewsBus
from moonshot.site.live.record import record_of
from moonshot.site.live.rooms import tables_of
from moonshot.site.live.socket import Receive, Scope, Send, serve_socket
from moonshot.site.live.sqlite_log import SqliteLog
from moonshot.site.live.storage import Log
from moonshot.site.live.tickets import TICKET_SECONDS, sign_ticket
from moonshot.site.live.upkeep import Upkeep
from moonshot.site.live.views import rules_name
from moonshot.tables import ConflictError, LogError, Seat, TableError, Terms, bot, opening, person

__all__ = [
    "TICKET_SECONDS",
    "Arranged",
    "ClosingError",
    "LogError",
    "TableError",
    "UnknownTableError",
    "create_arranged",
    "create_table",
    "end",
    "host",
    "is_known",
    "issue_ticket",
    "lobby",
    "news",
    "record",
    "shutdown",
    "socket_app",
    "startup",
    "tell_of_account",
    "waiting_tables",
]

BOT_NAMES: Final = ("Mira", "Otto", "Juno", "Emil", "Vera")
"""Names of bots, clockwise from the person's left."""
WAITING_SHOWN: Final = 5

new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)  # noqa: E731
new_table_id: Callable[[], str] = lambda: secrets.token_urlsafe(12)  # noqa: E731


class UnknownTableError(LookupError):
    """There is no such table, or it is not this guest's."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table whose id is known beforehand, and which deals like all others of this name and secret."""

    table_id: str
    match_name: str
    secret: bytes
    terms: Terms


class _Service:
    """What runs while the site is up."""

    def __init__(self) -> None:
        self.log: Log | None = None
        self.news: NewsBus | None = None
        self.host: LiveHost | None = None
        self.lobby: Lobby | None = None
        self.upkeep: Upkeep | None = None

    def running(self) -> tuple[Log, LiveHost]:
        if self.log is None or self.host is None:
            raise LogError("the tables are not running")
        return self.log, self.host


_service: Final = _Service()
_entrance: Final = Entrance(settings.CONFIG.sockets_per_address)


def _open_log(database: Path | str | None) -> Log:
    """The site's log, or that of an SQLite file. Raises RuntimeError without schema."""
    url = settings.CONFIG.database_url
    if database is None and url is not None:
        from moonshot.site.live.postgres_log import PostgresLog

        return PostgresLog(url)
    path = str(database or settings.DATABASES["default"]["NAME"])
    with sqlite3.connect(path) as check:
        found = check.execute("SELECT 1 FROM sqlite_master WHERE name = 'live_entry'").fetchone()
    check.close()
    if found is None:
        raise RuntimeError(f"The database {path} has no tables yet. Run the migrations first.")
    return SqliteLog(path)


async def startup(database: Path | str | None = None) -> None:
    """Start the tables over the site's database or an SQLite file. Raises RuntimeError without schema."""
    config = settings.CONFIG
    _service.log = _open_log(database)
    _service.news = NewsBus(config.node)
    if database is None and config.redis_url is not None:
        from moonshot.site.live.redis_news import RedisNews

        _service.news = RedisNews(config.redis_url, config.news_channel, config.node)
    _service.host = LiveHost(_service.log, find_policy, _service.news, drives=config.role != "web")
    if _service.host.drives and config.thinkers:
        _service.host.thinkers.employ(BotPool(config.thinkers))
    _service.host.directory = SiteDirectory(free_text=config.free_text)
    _service.lobby = Lobby(_service.host)
    _service.upkeep = Upkeep(_service.host)


async def end(seconds: float) -> None:
    """A planned end: begin nothing new, tell everybody, and after so long send them away to come back."""
    if _service.host is not None:
        await _service.host.ending.announce(seconds)
        if _service.lobby is not None:
            await _service.lobby.close()
        await _service.host.close()


def host() -> LiveHost:
    """The tables of this node. Raises LogError when they are not running."""
    return _service.running()[1]


def lobby() -> Lobby:
    """The lobby of this node. Raises LogError when the tables are not running."""
    _service.running()
    assert _service.lobby is not None
    return _service.lobby


def tell_of_account(account: str) -> None:
    """Something about an account has changed: its name, its rights, whom it does not want to hear.

    May be called from any thread.
    """
    if _service.news is not None:
        _service.news.tell_soon("account", account)


def news() -> NewsBus:
    """The bus of this node. Raises LogError when the tables are not running."""
    _service.running()
    assert _service.news is not None
    return _service.news


async def shutdown() -> None:
    """Send everybody away with the advice to come back, store what waits, stop."""
    log, host = _service.running()
    _service.host = None
    if _service.lobby is not None:
        await _service.lobby.close()
        _service.lobby = None
    if _service.upkeep is not None:
        await _service.upkeep.close()
        _service.upkeep = None
    await host.close()
    if _service.news is not None:
        await _service.news.close()
    await log.close()
    _service.log = _service.news = None


async def socket_app(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI entry of every websocket. Where there is no room, the handshake is answered with 503."""
    address = address_of(scope)
    if not _entrance.enter(address):
        await _no_room(scope, receive, send)
        return
    try:
        await _serve(scope, receive, send)
    finally:
        _entrance.leave(address)


async def _no_room(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    await send({"type": "websocket.http.response.start", "status": 503, "headers": [(b"retry-after", b"30")]})
    await send({"type": "websocket.http.response.body", "body": b"Too many sockets are open.\n"})


async def _serve(scope: Scope, receive: Receive, send: Send) -> None:
    public = settings.CONFIG.public_url
    if scope["path"] == lobby_socket.PATH:
        trusted = () if public is None else (public,)
        await lobby_socket.serve_lobby(_service.lobby, scope, receive, send, trusted)
        return
    host = None if settings.CONFIG.role == "web" else _service.host
    await serve_socket(host, scope, receive, send, trusted=() if public is None else (public,))


async def create_table(owner: str, owner_name: str, rules: Rules, level: str, pace: str) -> str:
    """Open a practice table for a guest, with bots in all other seats, and deal; returns its id.

    Raises RulesError or TableError for what cannot be played, LogError when it cannot be stored.
    """
    _, host = _service.running()
    try:
        find_policy(level)
    except (LookupError, ValueError):
        raise TableError("bad_level", f"There is no bot level called {level[:40]!r}.", "level") from None
    problems = rules.problems()
    if problems:
        raise TableError(problems[0].code, problems[0].message, f"rules.{problems[0].field}")
    seats = _alone(owner, owner_name, rules, level)
    table_id = new_table_id()
    await host.create(table_id, owner, opening(table_id, rules, seats, pace=pace, secret=new_secret()))
    return table_id


async def create_arranged(
    given: Arranged, owner: str, owner_name: str, rules: Rules, level: str, pace: str
) -> None:
    """Open this table for somebody, with bots in all other seats; one that is there already stays as it is.

    Raises LogError when it cannot be stored.
    """
    _, host = _service.running()
    entry = opening(
        given.table_id,
        rules,
        _alone(owner, owner_name, rules, level),
        pace=pace,
        secret=given.secret,
        terms=given.terms,
        match_name=given.match_name,
    )
    with contextlib.suppress(ConflictError):
        await host.create(given.table_id, owner, entry)


def _alone(owner: str, owner_name: str, rules: Rules, level: str) -> list[Seat]:
    """Somebody and bots."""
    return [person(owner_name, owner)] + [bot(name, level) for name in BOT_NAMES[: rules.players - 1]]


async def is_known(table_id: str) -> bool:
    """Whether there is, or was, a table of that id; taken for granted while the database does not answer."""
    from moonshot.site.live.models import Table

    try:
        return await in_database(Table.objects.filter(pk=table_id).exists)
    except LogError:
        return True


async def waiting_tables(owner: str) -> list[wire.WaitingTable]:
    """The guest's matches that are not over, newest first."""
    log, host = _service.running()
    waiting = []
    own = await log.tables_of(owner, WAITING_SHOWN)
    for table_id in dict.fromkeys([*await tables_of(owner, WAITING_SHOWN), *own]):
        with contextlib.suppress(LogError):  # one damaged table must not hide the others
            live = await host.find(table_id)
            if live is not None and live.table.phase == "over":
                log.mark_finished(table_id, finished=True)  # this process, or another, died before it could
            elif live is not None and live.table.seat_of(owner) is not None:
                waiting.append(_waiting(live))
    return waiting[:WAITING_SHOWN]


def _waiting(live: LiveTable) -> wire.WaitingTable:
    table = live.table
    return wire.WaitingTable(
        table=table.id,
        rules_name=rules_name(table.rules),
        deal=table.match.deal_no,
        totals=list(table.match.totals),
        phase=cast("wire.Phase", table.phase),
        kind=table.terms.kind,
    )


def issue_ticket(owner: str, table_id: str) -> str:
    """A ticket for the table's socket. Anybody may have one; only those with a seat get in."""
    return sign_ticket(owner, table_id)


async def record(owner: str, table_id: str) -> dict[str, Any]:
    """The record of the table's present match: its finished deals, or all of it when it is over.

    Raises UnknownTableError for a table that is not this guest's, LogError.
    """
    log, host = _service.running()
    live = await host.find(table_id)
    if live is None or live.table.seat_of(owner) is None:
        raise UnknownTableError(table_id)
    return record_of(live.table, await log.read(table_id))
