"""People over HTTP: the own name, whom one mutes or blocks, and reports."""

from typing import Any, Final

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from ninja import Router

from moonshot.site.api.limits import PerAddress
from moonshot.site.api.schema import (
    DeleteIn,
    HearingIn,
    HearingOut,
    NameIn,
    NameOut,
    Notice,
    PassOut,
    RelationIn,
    RelationsOut,
    ReportIn,
    ReportOut,
)
from moonshot.site.asking import in_database
from moonshot.site.errors import ApiError
from moonshot.site.live import evidence, farewell
from moonshot.site.live import service as live
from moonshot.site.people import departure, relations, reports
from moonshot.site.people.models import Account, Relation
from moonshot.site.people.names import NameRefusedError
from moonshot.site.people.naming import set_name
from moonshot.site.people.visitors import forget_cookie, new_pass, visitor_of

router: Final = Router()
_names_limit: Final = PerAddress(20)
_names_of_account: Final = PerAddress(0.5, most=10)
_relations_limit: Final = PerAddress(60)
_reports_limit: Final = PerAddress(10)
_reports_of_account: Final = PerAddress(0.2, most=10)
_passes_limit: Final = PerAddress(20)
_data_limit: Final = PerAddress(20)
_departures_limit: Final = PerAddress(5)


@router.post("/name", response=NameOut)
async def name(request: HttpRequest, given: NameIn) -> Any:
    """Choose the name that others see. Names that look alike get a number."""
    account = await choose_name(request, given.name)
    return {"name": account.shown_name, "handle": account.handle}


async def choose_name(request: HttpRequest, text: str) -> Account:
    """Give the visitor a name. Raises ApiError."""
    account_id = visitor_of(request).account_id
    _names_limit.check(request)
    _names_of_account.check_key(account_id)
    try:
        account = await sync_to_async(set_name)(account_id, text)
    except NameRefusedError as refused:
        raise ApiError(422, refused.code, refused.message, "name") from None
    live.tell_of_account(account_id)
    return account


@router.post("/visitor", response=PassOut)
async def visitor(request: HttpRequest) -> Any:
    """A pass for a page whose browser blocks cookies: the same guest, until the tab closes."""
    _passes_limit.check(request)
    return {"visitor": new_pass(visitor_of(request).account_id)}


@router.post("/hearing", response=HearingOut)
async def hearing(request: HttpRequest, given: HearingIn) -> Any:
    """Choose how much of what others say at tables reaches you. They are not told."""
    await choose_hearing(request, given.hears)
    return {"hears": given.hears}


async def choose_hearing(request: HttpRequest, hears: str) -> None:
    """Let the visitor hear so much. Raises ApiError."""
    _relations_limit.check(request)
    account = await visitor_of(request).account()
    await in_database(relations.set_hearing, account, hears)
    live.tell_of_account(account.id)


@router.get("/blocks", response=RelationsOut)
async def blocks(request: HttpRequest) -> Any:
    """Whom you block and whom you mute."""
    return await _relations(visitor_of(request).account_id)


@router.post("/blocks", response=RelationsOut)
async def block(request: HttpRequest, given: RelationIn) -> Any:
    """Block somebody: no words of theirs, and never together in quick play. They are not told."""
    return await _relate(request, given, Relation.BLOCK)


@router.post("/mutes", response=RelationsOut)
async def mute(request: HttpRequest, given: RelationIn) -> Any:
    """Mute somebody: no words of theirs. They are not told."""
    return await _relate(request, given, Relation.MUTE)


async def _relate(request: HttpRequest, given: RelationIn, kind: str) -> Any:
    _relations_limit.check(request)
    account = await visitor_of(request).account()
    try:
        await sync_to_async(relations.set_relation)(account, given.handle, kind, on=given.on)
    except relations.UnknownPersonError:
        raise ApiError(404, "no_such_person", "There is nobody with that handle.", "handle") from None
    except relations.TooManyError:
        raise ApiError(409, "too_many", "You mute and block as many people as possible.", "handle") from None
    live.tell_of_account(account.id)
    return await _relations(account.id)


async def _relations(account_id: str) -> dict[str, Any]:
    found = {}
    for key, kind in (("blocks", Relation.BLOCK), ("mutes", Relation.MUTE)):
        rows = await sync_to_async(relations.people_in_relation)(account_id, kind)
        found[key] = [{"handle": handle, "name": name} for handle, name in rows]
    return found


@router.post("/reports", response={201: ReportOut})
async def report(request: HttpRequest, given: ReportIn) -> Any:
    """Report somebody you have met at a table. What moderators need is attached here."""
    _reports_limit.check(request)
    visitor_ = visitor_of(request)
    _reports_of_account.check_key(visitor_.account_id)
    account = await visitor_.account()
    found = await evidence.collect(live.host(), given.table, account.id, given.handle)
    filed = await sync_to_async(reports.file_report)(account, found, given.reason, given.note)
    return 201, {"report": filed.report, "merged": filed.merged}


@router.get("/me/data")
async def my_data(request: HttpRequest) -> Any:
    """All that is kept about you, to take along."""
    return await take_along(request)


async def take_along(request: HttpRequest) -> dict[str, Any]:
    """What is kept about the visitor. Raises ApiError, LogError."""
    _data_limit.check(request)
    return await in_database(farewell.export, await visitor_of(request).stored())


@router.post("/me/delete", response={204: None})
async def delete_me(request: HttpRequest, given: DeleteIn, response: HttpResponse) -> Any:  # noqa: ARG001
    """Delete yourself: name, mutes, blocks, words. Matches keep a seat without a name, played by a bot."""
    await vanish(request)
    forget_cookie(response)
    return 204, None


async def vanish(request: HttpRequest) -> None:
    """Forget the visitor. Raises ApiError, LogError."""
    _departures_limit.check(request)
    try:
        await farewell.say_goodbye(live.host(), visitor_of(request).account_id)
    except departure.NotAGuestError:
        raise ApiError(403, "not_a_guest", "This account is not deleted here.") from None


@router.post("/notices", response=list[Notice])
async def notices(request: HttpRequest) -> Any:
    """The lines of `/api/me` have been read: do not show them again."""
    account_id = visitor_of(request).account_id
    await sync_to_async(reports.seen)(account_id)
    return await sync_to_async(reports.notices)(account_id)
