"""The rules pages: a list of all rule sets, a page for each, and one for rules of a table's own.

They are the same for everybody, so each is made once, kept with its compressed form, and answered with 304 to
a browser that has it. They need no scripts. Making one takes a tenth of a second, so that is done in a
thread beside the tables.
"""

import asyncio
import gzip
import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from moonshot.engine import PRESETS, Rules, RulesError, preset_of
from moonshot.learn.rules_query import read_query, rules_address
from moonshot.site.api.guard import comes_from_here
from moonshot.site.api.limits import PerAddress
from moonshot.site.api.rooms import guest_of
from moonshot.site.assets import asset_url
from moonshot.site.errors import ApiError, page_not_found, refused_page, status_error
from moonshot.site.live import codes, rooms
from moonshot.site.live import service as live
from moonshot.site.pages.client import page_assets
from moonshot.site.pages.rulebook import list_page, rules_page
from moonshot.site.pages.views import site_files
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import LogError, Terms

_FRESH: Final = "public, max-age=300"
_custom_limit: Final = PerAddress(120)
_play_limit: Final = PerAddress(settings.CONFIG.tables_per_minute)
Files = tuple[tuple[str, Any], ...]
Made = tuple[bytes, bytes, str]
"""A page, the same compressed, and its entity tag."""


@require_safe
async def index(request: HttpRequest) -> HttpResponse:
    """All rule sets, each with what makes it different."""
    return answer(request, await asyncio.to_thread(_list_html, page_files()))


@require_safe
async def page(request: HttpRequest, preset_id: str) -> HttpResponse:
    """The rules of a preset."""
    if preset_id not in PRESETS:
        return page_not_found(request, LookupError(preset_id))
    rules = PRESETS[preset_id].rules
    return answer(request, await asyncio.to_thread(_rules_html, rules, preset_id, page_files()))


@require_safe
async def custom(request: HttpRequest) -> HttpResponse:
    """Rules spelled out in the address. Those of a preset are shown on its own page."""
    try:
        _custom_limit.check(request)
        rules = _read(request.GET)
    except ApiError as refusal:
        return _refused(request, refusal)
    if preset_of(rules) is not None:
        return HttpResponseRedirect(rules_address(rules))
    return answer(request, await asyncio.to_thread(_rules_html, rules, "", page_files()))


@require_safe
async def of_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rules in force at a table."""
    try:
        # PostgreSQL takes no such sign.
        found = None if "\0" in table_id else await live.host().find(table_id)
    except (LogError, live.ClosingError):
        return _refused(request, status_error(503))
    if found is None:
        return page_not_found(request, LookupError("table"))
    response = HttpResponseRedirect(rules_address(found.table.rules))
    response["Cache-Control"] = "no-store"  # a table may agree on other rules
    return response


@require_POST
async def play(request: HttpRequest) -> HttpResponse:
    """Open a table with these rules at once: alone against bots, or a private one for friends."""
    try:
        if not comes_from_here(request):
            raise ApiError(403, "cross_origin", "That was not asked for on a page of this site.")
        rules = _read(QueryDict(request.POST.get("rules", "")))
        how = request.POST.get("how")
        if how not in ("alone", "private"):
            raise status_error(422)
        _play_limit.check(request)
        account = await visitor_of(request).account()
        if how == "alone":
            table = await live.create_table(account.id, account.shown_name, rules, "steady", "normal")
        else:
            table = await _private_table(account, rules)
    except ApiError as refusal:
        return _refused(request, refusal)
    except (LogError, live.ClosingError):
        return _refused(request, status_error(503))
    return HttpResponseRedirect(f"/table/{table}")


async def _private_table(account: Any, rules: Rules) -> str:
    if account.is_barred:
        raise ApiError(403, "barred", "You cannot play with others at the moment.")
    plan = [rooms.SeatPlan("person")] * rules.players
    terms = Terms(kind="private", text=settings.CONFIG.free_text)
    try:
        invite = await rooms.open_private(live.host(), guest_of(account), rules, plan, terms)
    except codes.TooManyTablesError:
        words = f"You have {codes.OPEN_TABLES} tables open already. Close one of them first."
        raise ApiError(409, "too_many_tables", words) from None
    return invite.table


def _read(query: QueryDict) -> Rules:
    """The rules of a query. Raises ApiError with a reason when they cannot be read or played."""
    try:
        rules = read_query({name: str(value) for name, value in query.items()})
    except RulesError as error:
        raise ApiError(422, error.code, error.message) from None
    if problems := rules.problems():
        raise ApiError(422, problems[0].code, " ".join(problem.message for problem in problems))
    return rules


def _refused(request: HttpRequest, refusal: ApiError) -> HttpResponse:
    title = "These rules cannot be played" if refusal.status == 422 else "Not just now"
    return refused_page(request, refusal, title)


def page_files() -> Files:
    """What the pages name of the site's files: a new version of any of them is a new page."""
    assets = page_assets("home")
    files = {
        **site_files(),
        "rules_css": asset_url("site/rules.css"),
        "more_styles": (asset_url("site/rules-pictures.css"), asset_url("site/rules-print.css")),
        "styles": assets.styles[:1] if assets else (),
        "fonts": assets.fonts if assets else (),
    }
    return tuple(files.items())


@lru_cache(maxsize=64)
def _rules_html(rules: Rules, preset_id: str, files: Files) -> Made:
    context = rules_page(rules, PRESETS.get(preset_id))
    return pack(lambda: render_to_string("pages/rules.html", {**context, **dict(files)}))


@lru_cache(maxsize=2)
def _list_html(files: Files) -> Made:
    return pack(lambda: render_to_string("pages/rules_list.html", {**list_page(), **dict(files)}))


def pack(build: Callable[[], str]) -> Made:
    """A page that is the same for everybody, ready to be sent."""
    body = re.sub(r"\n\s*\n+", "\n", build()).encode()
    return body, gzip.compress(body, 9, mtime=0), f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'


def answer(request: HttpRequest, made: Made) -> HttpResponse:
    """The page, or 304 for a browser that has it."""
    body, packed, tag = made
    headers = {"ETag": tag, "Cache-Control": _FRESH, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("If-None-Match", ""):
        return HttpResponse(status=304, headers=headers)
    if re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = packed
    return HttpResponse(body, headers=headers)
