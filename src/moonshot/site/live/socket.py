"""The table socket as plain ASGI: `/ws/tables/<table id>?ticket=<ticket>`, and `&watch=1` to look on only."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs

from moonshot.site.live import seating, wire
from moonshot.site.live.connection import Connection
from moonshot.site.live.frames import BadFrameError, read_frame
from moonshot.site.live.host import LiveHost
from moonshot.site.live.limits import (
    BAD_FRAMES_BEFORE_CLOSE,
    DRAIN_SECONDS,
    HELD_BEFORE_CLOSE,
    SPECTATORS_PER_TABLE,
    Rate,
)
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.outbox import AT_ONCE, Hear
from moonshot.site.live.tickets import BadTicketError
from moonshot.site.live.turns import Turn
from moonshot.site.live.views import encode
from moonshot.site.origins import is_own
from moonshot.tables import Done, LogError, Refusal
from moonshot.tables.commands import MOVES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATH: Final = re.compile(r"/ws/tables/([A-Za-z0-9_-]{1,32})")
POLICY_VIOLATION: Final = 1008
BAD_DATA: Final = 1007

log: Final = logging.getLogger("moonshot.live")


def same_origin(scope: Scope, trusted: Collection[str] = ()) -> bool:
    """Whether a browser page of this very site opens the socket. Programs send no Origin."""
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return is_own(origins, hosts[0] if hosts else "", trusted)


async def serve_socket(
    host: LiveHost | None, scope: Scope, receive: Receive, send: Send, trusted: Collection[str] = ()
) -> None:
    """Serve one websocket from its handshake to its end."""
    if (await receive())["type"] != "websocket.connect":
        return
    found = PATH.fullmatch(scope["path"])
    if found is None or host is None or not same_origin(scope, trusted):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    try:
        await send({"type": "websocket.accept"})
    except OSError:  # the client has gone already
        return
    query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8)
    session = _Session(host, receive, send, found[1], query)
    session.at_once(scope.get("extensions", {}).get(AT_ONCE, {}))
    await session.run()


class _Session:
    """One open socket."""

    def __init__(
        self, host: LiveHost, receive: Receive, send: Send, table_id: str, query: dict[str, list[str]]
    ) -> None:
        self._host = host
        self._receive = receive
        self._send = send
        self._table_id = table_id
        self._ticket = query.get("ticket", [""])[0]
        self._peer = Connection("", watching=query.get("watch") == ["1"])
        self._rate = Rate()
        self._bad_frames = 0
        self._held = 0
        self._turn = Turn()
        """Of the messages that come in: the next one is taken when this one has its answer."""
        self._hear_by: Callable[[Hear], None] | None = None

    def at_once(self, extension: Mapping[str, Any]) -> None:
        """The server can send and hear without waiting."""
        self._peer.outbox.send_now = extension.get("send")
        self._hear_by = extension.get("hear")

    async def run(self) -> None:
        """Read and write at the same time, until either side ends."""
        writer = asyncio.create_task(self._peer.outbox.run(self._send))
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not reader.cancelled() and reader.exception() is not None:
                log.error("a table socket failed", exc_info=reader.exception())
                self._peer.end("resume", "Something went wrong here. Come back and go on.")
            if self._peer.outbox.is_closing:
                await asyncio.wait((writer,))
        finally:
            if (
                self._turn.locked()
            ):  # a command on its way to disk is seen through, whoever has left meanwhile
                await asyncio.wait((reader,), timeout=DRAIN_SECONDS)
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self) -> None:
        live = await self._enter()
        if live is None:
            return
        try:
            await seating.show_name(self._host, live, self._peer)
            if self._hear_by is not None:
                self._hear_by(partial(self._hear, live))
            while not self._peer.outbox.is_closing:
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    return
                async with self._turn:
                    if not await self._in_time():
                        return
                    await self._take(live, message.get("text"))
        finally:
            self._host.windows.closed(self._peer)
            self._host.part(live, self._peer)

    async def _in_time(self) -> bool:
        """Wait until this message is within the rate; meanwhile nothing more is read. False: far too many."""
        wait = self._rate.hold()
        self._held = self._held + 1 if wait > 0 else 0
        if self._held > HELD_BEFORE_CLOSE:
            self._peer.outbox.close(code=POLICY_VIOLATION)
            return False
        if wait > 0:
            await asyncio.sleep(wait)
        return True

    async def _enter(self) -> LiveTable | None:
        try:
            self._peer.account = self._host.tickets.take(self._ticket, self._table_id)
        except BadTicketError:
            self._peer.end("bad_ticket", "That ticket is not valid any more. Ask for a new one.")
            return None
        try:
            live = await self._host.find(self._table_id)
        except LogError:
            self._peer.end("resume", "The table cannot be read just now. Come back in a moment.")
            return None
        if live is None or not await self._admit(live):
            self._peer.end("gone", "There is no such table any more.")
            return None
        if self._peer.outbox.is_closing:
            return None
        if not self._host.holds(live):  # dropped while this client was being looked up
            self._peer.end("resume", "The table is being reloaded. Come back in a moment.")
            return None
        self._host.join(live, self._peer)
        self._host.windows.opened(self._peer)
        return live

    async def _admit(self, live: LiveTable) -> bool:
        """Whether the table is there for this client, who is told why it is not."""
        table, account = live.table, self._peer.account
        if table.terms.alone:
            return not table.closed and table.seat_of(account) is not None
        try:
            person = await self._host.directory.person(account, table.id)
        except LogError:
            self._peer.end("resume", "The table cannot be read just now. Come back in a moment.")
            return True
        self._peer.visitor, self._peer.hides, self._peer.hears = person.visitor, person.hides, person.hears
        if person.barred:
            self._peer.end("removed", "You cannot play with others at the moment.")
            return True
        looks_on = table.seat_of(account) is None
        if table.admits(account, person.visitor) and (not looks_on or live.spectators < SPECTATORS_PER_TABLE):
            return True
        if account in table.barred and not table.closed:
            self._peer.end("removed", "The host has removed you from this table.")
        elif person.visitor.invited or (table.terms.kind != "private" and not table.closed):
            self._peer.end("full", "This table has no place for you, and takes no spectators.")
        return self._peer.outbox.is_closing

    async def _take(self, live: LiveTable, text: str | None) -> None:
        """Deal with one frame; whatever it holds, only its sender hears of it."""
        try:
            command = read_frame(text)
        except BadFrameError as error:
            self._peer.refuse(error.refusal)
            self._bad_frames += error.counts
            if self._bad_frames >= BAD_FRAMES_BEFORE_CLOSE:
                self._peer.outbox.close(code=BAD_DATA)
            return
        if isinstance(command, wire.Ping):
            self._peer.send(encode(wire.Pong(id=command.id)))
            return
        self._answer(live, command.id, await self._host.submit(live, self._peer, command))

    def _hear(self, live: LiveTable, text: str) -> bool:
        """Take a move in the moment in which it comes, if nothing has to be waited for first."""
        if self._peer.outbox.is_closing or not self._turn.take():
            return False
        try:
            command = read_frame(text)
        except BadFrameError:
            command = None
        if (
            isinstance(command, MOVES)
            and self._rate.take()
            and self._host.take_now(live, self._peer, command, partial(self._heard, live, command.id))
        ):
            self._held = 0
            return True
        self._turn.release()
        return False

    def _heard(self, live: LiveTable, command_id: str, outcome: Done | Refusal) -> None:
        self._turn.release()
        self._answer(live, command_id, outcome)

    def _answer(self, live: LiveTable, command_id: str, outcome: Done | Refusal) -> None:
        if isinstance(outcome, Done):
            self._peer.send(encode(wire.Done(id=command_id, seq=outcome.seq)))
            return
        refusal = wire.Refused(
            id=command_id, code=outcome.code, message=outcome.message, at=outcome.at or None
        )
        self._peer.refuse(refusal)
        if refusal.code == "stale":
            self._host.refresh(live, self._peer)
