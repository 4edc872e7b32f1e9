"""The first page of the learning rooms, and the door to a guided first hand."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from moonshot.engine import Rules
from moonshot.learn.catalogue import catalogue
from moonshot.site.api.guard import comes_from_here
from moonshot.site.api.limits import PerAddress
from moonshot.site.errors import ApiError, refused_page, status_error
from moonshot.site.live import service as live
from moonshot.site.pages.quiz import learn_page
from moonshot.site.people.visitors import visitor_of
from moonshot.tables import LogError

_limit: Final = PerAddress(settings.CONFIG.tables_per_minute)

WAYS: Final = (
    (
        "begin",
        (
            ("rules", "/rules/standard"),
            ("first_hand", "/learn/first-hand"),
            ("rehearsal", "/learn/rehearsal"),
        ),
    ),
    (
        "practise",
        (
            ("lessons", "/learn/lessons"),
            ("quiz", "/learn/quiz"),
            ("daily", "/daily"),
        ),
    ),
    (
        "beyond",
        (
            ("variations", "/rules"),
            ("keeper", "/score-keeper"),
            ("matches", "/matches"),
            ("fair", "/fair"),
        ),
    ),
)
"""Every way to learn, by the key of its words, with its address, in groups."""


@require_safe
async def index(request: HttpRequest) -> HttpResponse:
    """All ways to learn."""
    words = catalogue()
    context = {
        "title": words.text("learn.page.title"),
        "about": words.text("learn.page.about"),
        "path": "/learn",
        "groups": WAYS,
    }
    return learn_page(request, "pages/learn_index.html", context)


@require_POST
async def first_hand(request: HttpRequest) -> HttpResponse:
    """Open a practice table at which the first hand is guided."""
    try:
        if not comes_from_here(request):
            raise ApiError(403, "cross_origin", "That was not asked for on a page of this site.")
        _limit.check(request)
        account = await visitor_of(request).account()
        table = await live.create_table(account.id, account.shown_name, Rules(), "easy", "normal")
    except ApiError as refusal:
        return refused_page(request, refusal)
    except (LogError, live.ClosingError):
        return refused_page(request, status_error(503))
    return HttpResponseRedirect(f"/table/{table}#first-hand")
