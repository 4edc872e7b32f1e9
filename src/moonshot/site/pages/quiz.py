"""The quiz: plain forms, no scripts. Where somebody is stands signed in the address; nothing is stored."""

import gzip
import re
import secrets
from datetime import UTC, date, datetime
from typing import Any, Final

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from moonshot.engine import PRESETS
from moonshot.learn.catalogue import catalogue
from moonshot.learn.quiz import SEEDS, Row, is_level, unpacked
from moonshot.site.api.limits import PerAddress
from moonshot.site.assets import asset_url
from moonshot.site.errors import ApiError, page_not_found, refused_page
from moonshot.site.pages.client import page_assets
from moonshot.site.pages.quizbook import question_page, start_page
from moonshot.site.pages.rulebook import structured
from moonshot.site.pages.views import site_files

_STYLES: Final = ("rules-pictures", "learn-cards", "learn")
_SALT: Final = "moonshot.learn.quiz"
_FIRST_DAY: Final = date(2026, 1, 1)
_limit: Final = PerAddress(240)


@require_safe
async def start(request: HttpRequest) -> HttpResponse:
    """Today's ten, or a row of questions of some level for some rules."""
    level, rules_id = request.GET.get("level", ""), request.GET.get("rules", "standard")
    if is_level(level) and rules_id in PRESETS:
        row = Row(level=level, rules_id=rules_id, seed=secrets.randbelow(SEEDS))
        return _to(row)
    context = {
        **start_page(),
        "path": "/learn/quiz",
        "rules_id": rules_id if rules_id in PRESETS else "standard",
    }
    return learn_page(request, "pages/quiz_start.html", context)


@require_safe
async def daily(request: HttpRequest, day: str = "") -> HttpResponse:
    """The ten of a day, today's unless another is named; none of the days to come."""
    today = datetime.now(UTC).date()
    try:
        wanted = date.fromisoformat(day) if day else today
    except ValueError:
        return page_not_found(request, LookupError(day))
    if not _FIRST_DAY <= wanted <= today:
        return page_not_found(request, LookupError(day))
    return _to(Row(day=wanted.isoformat()))


@require_http_methods(["GET", "HEAD", "POST"])
async def ask(request: HttpRequest) -> HttpResponse:
    """A question, and after an answer what is right and why."""
    try:
        _limit.check(request)
    except ApiError as refusal:
        return refused_page(request, refusal)
    given = request.POST if request.method == "POST" else request.GET
    try:
        row = unpacked(signing.loads(given.get("s", ""), salt=_SALT))
        if row.day and date.fromisoformat(row.day) > datetime.now(UTC).date():
            raise ValueError("a day to come")
    except (signing.BadSignature, ValueError):
        return HttpResponseRedirect("/learn/quiz")
    if request.method == "POST":
        answer = request.POST.get("answer", "")
        if re.fullmatch("[0-9]", answer) and int(answer) < len(row.question().options):
            row = row.answered(int(answer))
        return _to(row, "#why")
    following = None if row.ends or row.given is None else _signed(row.following())
    page = question_page(row)
    page |= {"state": _signed(row), "next": following, "path": "/learn/quiz", "about": page["ask"]}
    response = learn_page(request, "pages/quiz_ask.html", page)
    response["X-Robots-Tag"] = "noindex"
    return response


def _signed(row: Row) -> str:
    return signing.dumps(row.packed(), salt=_SALT, compress=True)


def _to(row: Row, place: str = "") -> HttpResponse:
    response = HttpResponseRedirect(f"/learn/quiz/ask?s={_signed(row)}{place}")
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def learn_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of the learning rooms, in the looks of the rules pages, compressed."""
    assets = page_assets("home")
    files = {
        **site_files(),
        "rules_css": asset_url("site/rules.css"),
        "more_styles": tuple(asset_url(f"site/{name}.css") for name in _STYLES),
        "styles": assets.styles[:1] if assets else (),
        "fonts": assets.fonts if assets else (),
        "structured": structured(
            {"@context": "https://schema.org", "@type": "WebPage", "name": context["title"]}
        ),
    }
    response = render(request, template, {"about": catalogue().text("quiz.page.about"), **context, **files})
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = gzip.compress(response.content, 6, mtime=0)
        response["Content-Encoding"] = "gzip"
    return response
