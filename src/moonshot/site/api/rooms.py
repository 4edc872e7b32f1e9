"""Live tables over HTTP: the lobby, private tables, and joining by code, link or from the list."""

import asyncio
import io
import time
from collections.abc import Awaitable
from typing import Any, Final

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Router

from moonshot.site.api import rules as rules_api
from moonshot.site.api.limits import PerAddress, WrongTries
from moonshot.site.api.schema import (
    JoinIn,
    JoinOut,
    PrivateTableIn,
    PrivateTableOut,
    TableId,
    TicketOut,
)
from moonshot.site.asking import in_database
from moonshot.site.errors import ApiError
from moonshot.site.live import codes, rooms
from moonshot.site.live import service as live
from moonshot.site.live.lobby_socket import PATH, TICKET_FOR
from moonshot.site.people.models import Account
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import Terms

router: Final = Router()
WRONG_SECONDS: Final = 0.3
"""An answer to a wrong code takes this long, whatever was wrong with it."""
_opened_limit: Final = PerAddress(settings.CONFIG.tables_per_minute)
_tickets_limit: Final = PerAddress(240)
_joins_limit: Final = PerAddress(60)
wrong_tries: Final = WrongTries(per_address_minute=10, per_account_hour=30)

_NO_SEAT: Final[dict[str, tuple[int, str]]] = {
    "table_full": (409, "Every seat of that table is taken."),
    "table_locked": (409, "The host lets nobody else sit down."),
    "barred": (403, "You cannot sit down at that table."),
    "table_over": (410, "That table is over."),
}


@router.post("/lobby/ticket", response=TicketOut)
async def lobby_ticket(request: HttpRequest) -> Any:
    """A ticket for the socket of the lobby."""
    _tickets_limit.check(request)
    account = await visitor_of(request).account()
    issued = live.issue_ticket(account.id, TICKET_FOR)
    return {"ticket": issued, "socket": PATH, "expires_in": live.TICKET_SECONDS}


@router.post("/tables/private", response={201: PrivateTableOut})
async def open_private(request: HttpRequest, given: PrivateTableIn) -> Any:
    """Open a table for friends; you are its host and sit in the first seat for people."""
    rules = rules_api.playable_rules(given.rules)
    _opened_limit.check(request)
    account = await visitor_of(request).account()
    _refuse_barred(account)
    plan = [rooms.SeatPlan(seat.kind, seat.level) for seat in given.seats]
    terms = Terms(
        kind="private",
        clock=given.clock,
        spectators=given.spectators,
        text=given.text_chat and settings.CONFIG.free_text,
        level=given.level,
        listed=given.listed,
    )
    try:
        invite = await rooms.open_private(live.host(), guest_of(account), rules, plan, terms)
    except codes.TooManyTablesError:
        raise ApiError(
            409,
            "too_many_tables",
            f"You have {codes.OPEN_TABLES} tables open already. Close one of them first.",
        ) from None
    url = f"/table/{invite.table}"
    return 201, {"table": invite.table, "url": url, "code": invite.code, "link": f"/join/{invite.token}"}


@router.post("/join", response=JoinOut)
async def join(request: HttpRequest, given: JoinIn) -> Any:
    """Sit down at the table with this code or link."""
    if (given.code is None) == (given.token is None):
        raise ApiError(422, "bad_value", "Send either a code or a token.", "code")
    account = await visitor_of(request).account()
    return await join_with(request, account, code=given.code, token=given.token)


@router.post("/tables/{table_id}/join", response=JoinOut)
async def join_listed(request: HttpRequest, table_id: TableId) -> Any:
    """Sit down at a table of the lobby."""
    _joins_limit.check(request)
    account = await visitor_of(request).account()
    found = await rooms.find_open(live.host(), table_id, account.id)
    if found is None:
        raise ApiError(404, "no_such_table", "There is no such table, or it is not open.", "table_id")
    return await _seat(rooms.join(live.host(), table_id, account.id, invited=False))


@router.get("/tables/{table_id}/qr.svg")
async def qr_code(request: HttpRequest, table_id: TableId) -> HttpResponse:
    """The link of a private table as a QR code, for those who sit there."""
    link = await rooms.link_of(live.host(), table_id, visitor_of(request).account_id)
    if link is None:
        raise ApiError(404, "no_such_table", "There is no such table, or it is not yours.", "table_id")
    address = settings.CONFIG.public_url or f"{request.scheme}://{request.headers['Host']}"
    drawn = io.BytesIO()
    segno.make(address + link, error="m", micro=False).save(
        drawn, kind="svg", scale=8, border=4, dark="#10201c", light="#ffffff", omitsize=True, xmldecl=False
    )
    return HttpResponse(
        drawn.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "private, no-store"}
    )


async def join_with(
    request: HttpRequest, account: Account, *, code: str | None = None, token: str | None = None
) -> dict[str, Any]:
    """Seat an account by code or token. Wrong ones are counted, and take their time. Raises ApiError."""
    began = time.monotonic()
    wrong_tries.take(request, account.id)
    read = None if code is None else (codes.read_code(code) or "")
    invite = await in_database(codes.find_invite, read, token)
    if invite is None or invite.ended_at is not None:
        await asyncio.sleep(max(0.0, began + WRONG_SECONDS - time.monotonic()))
        if invite is None:
            raise ApiError(404, "code_unknown", "There is no table with that code.", "code")
        raise ApiError(410, "table_over", _NO_SEAT["table_over"][1], "code")
    wrong_tries.was_right(request, account.id)
    _refuse_barred(account)
    return await _seat(rooms.join(live.host(), invite.table, account.id, invited=True))


async def _seat(joining: Awaitable[rooms.Joined]) -> dict[str, Any]:
    try:
        joined = await joining
    except rooms.NoSeatError as error:
        status, words = _NO_SEAT[error.code]
        raise ApiError(status, error.code, words) from None
    return {"table": joined.table, "url": f"/table/{joined.table}", "seat": joined.seat}


def guest_of(account: Account) -> rooms.Guest:
    """An account as tables know it."""
    return rooms.Guest(account.id, account.shown_name, account.handle)


def _refuse_barred(account: Account) -> None:
    if account.is_barred:
        raise ApiError(403, "barred", "You cannot play with others at the moment.")
