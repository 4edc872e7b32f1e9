"""The pages of the daily deal: playing it, how it went, and the days before. Plain forms; a script copies."""

import asyncio
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from moonshot.engine.record import write_record
from moonshot.learn import daily
from moonshot.learn.retelling import retell
from moonshot.site.api.guard import comes_from_here
from moonshot.site.api.limits import PerAddress
from moonshot.site.asking import in_database
from moonshot.site.assets import asset_url
from moonshot.site.daily import days, looking, playing, tries
from moonshot.site.daily.looking import Sight
from moonshot.site.daily.par import par_of
from moonshot.site.errors import ApiError, page_not_found, refused_page, status_error
from moonshot.site.live import service as live
from moonshot.site.live.past import past_match
from moonshot.site.live.review_models import Review
from moonshot.site.pages.fair import page_files
from moonshot.site.pages.packing import packed_page
from moonshot.site.pages.retold import shown
from moonshot.site.pages.reviews import summary_of, verdicts_of
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import LogError

_looks: Final = PerAddress(120)
_begins: Final = PerAddress(settings.CONFIG.tables_per_minute)
FAN: Final = tuple(range(-24, 25, 4))
"""Thirteen cards face down, in degrees."""
_NO_DAY: Final = "There is no deal of that day here."


@require_safe
async def today(request: HttpRequest) -> HttpResponse:
    """Today's deal."""
    return await _page(request, days.today(days.clock()))


@require_safe
async def page(request: HttpRequest, day: str) -> HttpResponse:
    """The deal of a day."""
    found = _day(day)
    return page_not_found(request, LookupError(day)) if found is None else await _page(request, found)


@require_safe
async def archive(request: HttpRequest) -> HttpResponse:
    """The days before, with one's own results."""
    try:
        _looks.check(request)
        account = visitor_of(request).account_id
        before = _day(request.GET.get("before", ""))
        lines, older = await in_database(looking.archive, account, before, days.clock())
    except ApiError as refusal:
        return refused_page(request, refusal)
    except LogError:
        return refused_page(request, status_error(503))
    context = {**_files(), "lines": lines, "older": older}
    return await packed_page(
        request, await asyncio.to_thread(render_to_string, "pages/daily_archive.html", context)
    )


@require_POST
async def play(request: HttpRequest, day: str) -> HttpResponse:
    """Go to one's table with the deal of a day, and open it first if there is none."""
    found = _day(day)
    if found is None:
        return page_not_found(request, LookupError(day))
    try:
        if not comes_from_here(request):
            raise ApiError(403, "cross_origin", "That was not asked for on a page of this site.")
        _begins.check(request)
        account = await visitor_of(request).account()
        table = await playing.begin(account.id, account.shown_name, found, days.clock())
    except ApiError as refusal:
        return refused_page(request, refusal)
    except tries.NoDayError:
        return refused_page(request, ApiError(404, "no_day", _NO_DAY), "No such day")
    except tries.ClosedDayError:  # its page says when it opens
        return HttpResponseRedirect(f"/daily/{found.isoformat()}")
    except (LogError, live.ClosingError):
        return refused_page(request, status_error(503))
    return HttpResponseRedirect(f"/table/{table}")


@require_safe
async def record(request: HttpRequest, day: str) -> HttpResponse:
    """The record of a day's deal as bots play it, once everybody may see the cards."""
    found, now = _day(day), days.clock()
    try:
        _looks.check(request)
        row = None if found is None else await in_database(days.find, found, now)
        if row is None or not daily.is_open(row.day, now):
            raise ApiError(404, "no_day", "The cards of that day are not open.")
    except ApiError as refusal:
        return refused_page(request, refusal, "Not open")
    except LogError:
        return refused_page(request, status_error(503))
    played = await asyncio.to_thread(par_of, row)
    response = HttpResponse(write_record(played.record), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="moonshot-{daily.name_of(row.day)}.json"'
    response["Cache-Control"] = "private, no-store"
    return response


def _day(text: str) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text and found >= daily.FIRST_DAY else None


async def _page(request: HttpRequest, day: date) -> HttpResponse:
    now = days.clock()
    try:
        _looks.check(request)
        sight = await in_database(looking.look, visitor_of(request).account_id, day, now)
        if sight is None:
            raise ApiError(404, "no_day", _NO_DAY)
        review = await in_database(_review, sight)
    except ApiError as refusal:
        return refused_page(request, refusal, "No such day" if refusal.status == 404 else "Not just now")
    except LogError:
        return refused_page(request, status_error(503))
    address = f"{request.scheme}://{request.get_host()}/daily/{day.isoformat()}"
    html = await asyncio.to_thread(_html, sight, review, address, now)
    return await packed_page(request, html)


def _review(sight: Sight) -> dict[str, Any]:
    """What the review of the own try says in short, or how far it has come."""
    if sight.mine is None:
        return {}
    state = "none" if sight.review is None else sight.review.state
    told: dict[str, Any] = {"state": state, "match": f"{sight.mine.table}-1"}
    if sight.review is not None and state == Review.DONE:
        past = past_match(sight.mine.table, 1)
        if past is not None:
            verdicts = verdicts_of(past, daily.SEAT, sight.review)
            found = summary_of(retell(past.record), verdicts, daily.SEAT)
            told |= {
                "average": f"{found.average:.2f}",
                "lost": f"{found.lost:.1f}",
                "accuracy": found.accuracy,
            }
    return told


def _html(sight: Sight, review: dict[str, Any], address: str, now: datetime) -> str:
    day, mine = sight.day.day, sight.mine
    promise = days.promise_of(sight.day)
    rules = daily.rules_of(day)
    context: dict[str, Any] = {
        **_files(),
        "sight": sight,
        "day": day,
        "iso": day.isoformat(),
        "number": daily.number_of(day),
        "direction": rules.pass_cycle[0],
        "opens": daily.opens(day),
        "is_today": day == days.today(now),
        "today": days.today(now),
        "match": promise.match,
        "commitment": promise.commitment,
        "secret": promise.secret if sight.open else "",
        "tomorrow": sight.tomorrow,
        "fan": FAN,
        "early": sight.day.promised_at < daily.begins(day),
        "review": review,
    }
    if sight.knows:
        points = None if mine is None else mine.points
        context["bars"] = daily.bars(sight.field, points)
        context["average"] = sum(sight.field) / len(sight.field) if sight.field else None
        passed = "" if mine is None else mine.passed
        context["passes"] = [
            {"card": shown(one.card), "percent": one.percent, "mine": one.mine}
            for one in daily.passes(sight.passes, passed)
        ]
        if points is not None:
            stands = daily.standing(points, sight.field)
            context["stands"] = stands
            context["share"] = daily.share_text(day, stands, address)
    return render_to_string("pages/daily.html", context)


def _files() -> dict[str, Any]:
    return {
        **page_files(),
        "daily_css": asset_url("site/daily.css"),
        "daily_js": asset_url("site/daily.mjs"),
    }
