"""The page about oneself: the name, what is kept, taking it along, deleting it. Works without scripts."""

from typing import Any, Final

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_POST, require_safe

from moonshot.site.api.guard import comes_from_here
from moonshot.site.api.people import choose_hearing, choose_name, take_along, vanish
from moonshot.site.asking import in_database
from moonshot.site.assets import asset_url
from moonshot.site.errors import ApiError, status_error
from moonshot.site.pages.views import site_files
from moonshot.site.people import appeals
from moonshot.site.people.visitors import forget_cookie, visitor_of
from moonshot.tables import LogError

_SALT: Final = "moonshot.me.form"
_SAID: Final = {
    "named": "Your name is kept.",
    "heard": "Your choice is kept. It counts at every table from now on.",
    "answered": "Your answer is kept. A moderator will read it.",
}
HEARING: Final = {"all": "Everything", "phrases": "Phrases and faces only", "nothing": "Nothing"}


@require_safe
async def me(request: HttpRequest) -> HttpResponse:
    """Who you are here, and what you can do about it."""
    said = next((words for key, words in _SAID.items() if request.GET.get(key)), "")
    return await _page(request, said=said)


@require_safe
async def data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept, as a file."""
    try:
        found = await take_along(request)
    except ApiError as refusal:
        return await _page(request, error=refusal.message, status=refusal.status)
    response = JsonResponse(found, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="moonshot-my-data.json"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
async def name(request: HttpRequest) -> HttpResponse:
    """Choose another name."""
    try:
        _check_form(request)
        await choose_name(request, request.POST.get("name", ""))
    except ApiError as refusal:
        return await _page(request, error=refusal.message, status=refusal.status)
    return HttpResponseRedirect("/me?named=1")


@require_POST
async def hearing(request: HttpRequest) -> HttpResponse:
    """Choose how much of what others say is to be heard."""
    try:
        _check_form(request)
        if (hears := request.POST.get("hears", "")) not in HEARING:
            raise ApiError(422, "bad_value", "Choose one of the three.")
        await choose_hearing(request, hears)
    except ApiError as refusal:
        return await _page(request, error=refusal.message, status=refusal.status)
    return HttpResponseRedirect("/me?heard=1")


@require_POST
async def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """Answer to a decision about oneself."""
    try:
        _check_form(request)
        account_id = visitor_of(request).account_id
        await in_database(appeals.appeal, account_id, number, request.POST.get("text", ""))
    except ApiError as refusal:
        return await _page(request, error=refusal.message, status=refusal.status)
    except appeals.NoAppealError:
        return await _page(request, error="That cannot be answered, or has been already.", status=409)
    return HttpResponseRedirect("/me?answered=1")


@require_POST
async def delete(request: HttpRequest) -> HttpResponse:
    """Delete yourself."""
    try:
        _check_form(request)
        if request.POST.get("sure") != "yes":
            raise ApiError(422, "bad_value", "Tick the box if you really mean it.")
        await vanish(request)
    except ApiError as refusal:
        return await _page(request, error=refusal.message, status=refusal.status)
    except LogError:
        return await _page(request, error=status_error(503).message, status=503)
    response = render(request, "pages/gone.html", {"title": "You are gone", **_files()})
    response["Cache-Control"] = "private, no-store"
    forget_cookie(response)
    return response


async def _page(request: HttpRequest, *, said: str = "", error: str = "", status: int = 200) -> HttpResponse:
    visitor = visitor_of(request)
    account = await visitor.stored()
    context = {
        "title": "You",
        "account": account,
        "hearing": HEARING.items(),
        "decisions": await in_database(_decisions, visitor.account_id),
        "said": said,
        "error": error,
        "form_key": _form_key(visitor.account_id),
        **_files(),
    }
    response = render(request, "pages/me.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _decisions(account_id: str) -> list[dict[str, Any]]:
    return [
        {
            "number": row.pk,
            "words": appeals.words_for(row),
            "appeal": row.appeal,
            "may_appeal": appeals.may_appeal(row),
            "field": f"me-answer-{row.pk}",
        }
        for row in appeals.decisions_about(account_id)
    ]


def _check_form(request: HttpRequest) -> None:
    """Raises ApiError unless the form was sent from this very page to this very visitor."""
    given = request.POST.get("form_key", "")
    if not comes_from_here(request) or not constant_time_compare(
        given, _form_key(visitor_of(request).account_id)
    ):
        raise ApiError(403, "cross_origin", "That form was out of date. Please send it again.")


def _form_key(account_id: str) -> str:
    return signing.Signer(salt=_SALT).signature(account_id)


def _files() -> dict[str, str]:
    return {**site_files(), "me_css": asset_url("site/me.css")}
