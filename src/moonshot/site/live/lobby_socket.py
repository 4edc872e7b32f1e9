"""The lobby's socket as plain ASGI: `/ws/lobby?ticket=<ticket>`."""

import asyncio
import logging
from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qs

import msgspec

from moonshot.site.live import wire
from moonshot.site.live.entrance import address_of
from moonshot.site.live.frames import BadFrameError, decode_frame
from moonshot.site.live.limits import BAD_FRAMES_BEFORE_CLOSE, REFUSED_BEFORE_CLOSE, Rate
from moonshot.site.live.lobby import UNREADABLE, Lobby, LobbyPeer
from moonshot.site.live.lobby_wire import Cancel, LobbyClosed, LobbyCommand, Quick
from moonshot.site.live.socket import BAD_DATA, POLICY_VIOLATION, Receive, Scope, Send, same_origin
from moonshot.site.live.tickets import BadTicketError
from moonshot.tables import LogError

PATH: Final = "/ws/lobby"
TICKET_FOR: Final = "lobby"
"""What stands in a ticket in place of a table's id."""
IDLE_SECONDS: Final = 600.0
IDLE: Final = "Nothing happened here for ten minutes. Open the lobby again whenever you like."

CLOSED: Final[dict[LobbyClosed, tuple[str, str]]] = {
    "restart": ("draining", "The server restarts in a moment. Ask again after that."),
    "saving": ("lobby_closed", "Nothing can be saved just now, so no new match begins. Ask again later."),
}
"""What those are told who want to play while no new match begins."""

_DECODER: Final = msgspec.json.Decoder(LobbyCommand)
log: Final = logging.getLogger("moonshot.live")


async def serve_lobby(
    lobby: Lobby | None, scope: Scope, receive: Receive, send: Send, trusted: Collection[str] = ()
) -> None:
    """Serve one websocket of the lobby from its handshake to its end."""
    if (await receive())["type"] != "websocket.connect":
        return
    address = address_of(scope)
    if lobby is None or lobby.is_full(address) or not same_origin(scope, trusted):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    try:
        await send({"type": "websocket.accept"})
    except OSError:  # the client has gone already
        return
    query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8)
    await _Visit(lobby, receive, send, query.get("ticket", [""])[0], address).run()


class _Visit:
    """One open socket."""

    def __init__(self, lobby: Lobby, receive: Receive, send: Send, ticket: str, address: str) -> None:
        self._lobby = lobby
        self._receive = receive
        self._send = send
        self._ticket = ticket
        self._address = address
        self._rate = Rate(per_second=2, burst=20)
        self._bad_frames = 0
        self._refused = 0

    async def run(self) -> None:
        """Read and write at the same time, until either side ends."""
        peer = await self._lobby.welcome(self._account(), self._address)
        writer = asyncio.create_task(peer.outbox.run(self._send))
        reader = asyncio.create_task(self._read(peer))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not reader.cancelled() and reader.exception() is not None:
                log.error("a lobby socket failed", exc_info=reader.exception())
                peer.end("resume", "Something went wrong here. Come back in a moment.")
            if peer.outbox.is_closing:
                await asyncio.wait((writer,))
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    def _account(self) -> str | None:
        try:
            return self._lobby.tickets.take(self._ticket, TICKET_FOR)
        except BadTicketError:
            return None

    async def _read(self, peer: LobbyPeer) -> None:
        if peer.outbox.is_closing:
            return
        try:
            await self._lobby.enter(peer)
            while not peer.outbox.is_closing:
                try:
                    async with asyncio.timeout(IDLE_SECONDS):
                        message = await self._receive()
                except TimeoutError:
                    if not self._lobby.is_waiting(peer.account):
                        peer.end("idle", IDLE)
                    continue
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(peer, message.get("text"))
        except LogError:
            peer.end("resume", UNREADABLE)
        finally:
            self._lobby.part(peer)

    async def _take(self, peer: LobbyPeer, text: str | None) -> None:
        if not self._rate.take():
            self._refused += 1
            if self._refused > REFUSED_BEFORE_CLOSE:
                peer.outbox.close(code=POLICY_VIOLATION)
            else:
                peer.refuse(wire.Refused(id=None, code="too_fast", message="Not so fast.", at=None))
            return
        try:
            command = decode_frame(text, _DECODER)
        except BadFrameError as error:
            peer.refuse(error.refusal)
            self._bad_frames += error.counts
            if self._bad_frames >= BAD_FRAMES_BEFORE_CLOSE:
                peer.outbox.close(code=BAD_DATA)
            return
        try:
            refusal = await self._do(peer, command)
        except LogError:
            refusal = ("try_again", "This could not be saved just now. Send it again in a moment.")
        if refusal is not None:
            peer.refuse(wire.Refused(id=command.id, code=refusal[0], message=refusal[1], at=None))

    async def _do(self, peer: LobbyPeer, command: LobbyCommand) -> tuple[str, str] | None:
        if isinstance(command, Quick):
            if peer.barred:
                return ("barred", "You cannot play with others at the moment.")
            if self._lobby.closed is not None:
                return CLOSED[self._lobby.closed]
            await self._lobby.quick(peer, command.mode, command.when)
        elif isinstance(command, Cancel) and not await self._lobby.cancel(peer):
            return ("seated", "There is a seat for you already.")
        return None
