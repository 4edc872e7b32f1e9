"""The pages of matches: scores, chart, every deal with all hands open, the record, and one for frames.

They can be read without scripts; a small one of their own adds the stepping.
"""

import asyncio
import re
from collections.abc import Collection
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from moonshot.engine.record import write_record
from moonshot.learn import daily
from moonshot.site.api.limits import PerAddress
from moonshot.site.asking import in_database
from moonshot.site.assets import asset_url
from moonshot.site.daily import tries
from moonshot.site.errors import ApiError, refused_page, status_error
from moonshot.site.live import reviewing
from moonshot.site.live.past import PastMatch, past_match
from moonshot.site.pages.client import chunk_url, page_assets
from moonshot.site.pages.packing import packed_page
from moonshot.site.pages.retold import match_page
from moonshot.site.pages.views import site_files
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import LogError

SCRIPT: Final = "src/replay/replay.ts"
_MATCH_ID: Final = re.compile(r"([\w-]{1,40})-([1-9]\d{0,5})", re.ASCII)
_TITLES: Final = {
    "no_such_match": "No such match",
    "no_such_seat": "No such seat",
    "no_such_review": "No such review",
    "not_over": "Not over yet",
}
_limit: Final = PerAddress(120)
_NOT_THERE: Final = (
    "There is no such match, or it is not for you to see: private matches are shown to those who played "
    "them, and running ones as well."
)


@require_safe
async def page(request: HttpRequest, match_id: str) -> HttpResponse:
    """A match: everything about it once it is over, the finished deals for its players before."""
    try:
        past = await find_match(request, match_id)
        reviewed = await in_database(reviewing.reviewed_seats, past.table_id, past.no)
    except ApiError as refusal:
        return refused(request, refusal)
    except LogError:
        return refused(request, status_error(503))
    html = await asyncio.to_thread(_html, request, past, "pages/match.html", reviewed=reviewed)
    return await packed_page(request, html)


@require_safe
async def embed(request: HttpRequest, match_id: str) -> HttpResponse:
    """The stepper alone, for a frame on another site. Only matches that anybody may see."""
    try:
        past = await find_match(request, match_id)
        if not past.is_open:
            raise ApiError(404, "no_such_match", "This match cannot be shown on other sites.")
    except ApiError as refusal:
        return refused(request, refusal)
    return await packed_page(request, await asyncio.to_thread(_html, request, past, "pages/match_embed.html"))


@require_safe
async def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of the match, as a file."""
    try:
        past = await find_match(request, match_id)
    except ApiError as refusal:
        return refused(request, refusal)
    response = HttpResponse(write_record(past.record), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="moonshot-{past.match_id}.json"'
    response["Cache-Control"] = "private, no-store"
    return response


async def find_match(request: HttpRequest, match_id: str) -> PastMatch:
    """The match, if this visitor may see it. Raises ApiError."""
    _limit.check(request)
    named = _MATCH_ID.fullmatch(match_id)
    account = visitor_of(request).account_id
    try:
        table = named[1] if named else ""
        if daily.day_of(match_id) is not None:  # many have played a match of that name: show one's own
            table = await in_database(tries.table_of, account, match_id) or ""
        past = await in_database(past_match, table, int(named[2])) if named and table else None
    except LogError:
        raise status_error(503) from None
    if past is None or not past.may_be_seen_by(account):
        raise ApiError(404, "no_such_match", _NOT_THERE)
    return past


def _html(request: HttpRequest, past: PastMatch, template: str, *, reviewed: Collection[int] = ()) -> str:
    assets = page_assets("home")
    context = {
        **match_page(past),
        "reviewed": reviewed,
        **site_files(),
        "mine": past.seats.get(visitor_of(request).account_id),
        "address": f"{request.scheme}://{request.get_host()}/matches/{past.match_id}",
        "rules_css": asset_url("site/rules.css"),
        "pictures_css": asset_url("site/rules-pictures.css"),
        "match_css": asset_url("site/match.css"),
        "chart_css": asset_url("site/chart.css"),
        "stepper_css": asset_url("site/match-stepper.css"),
        "print_css": asset_url("site/match-print.css"),
        "styles": assets.styles[:1] if assets else (),
        "fonts": assets.fonts if assets else (),
        "script": chunk_url(SCRIPT),
    }
    return render_to_string(template, context)


def refused(request: HttpRequest, refusal: ApiError) -> HttpResponse:
    """Say kindly why not."""
    return refused_page(request, refusal, _TITLES.get(refusal.code, "Not just now"))
