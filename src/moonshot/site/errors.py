"""Every refusal in one form: ``{"error": {"code", "message", "at"}}`` for programs, a page for people."""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from moonshot.site.incidents import new_incident

BY_STATUS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("bad_request", "The request cannot be read."),
    403: ("forbidden", "This is not allowed."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address does not take that method."),
    413: ("too_large", "The request body is larger than 16 KiB."),
    415: ("not_json", "Send JSON, with Content-Type: application/json."),
    422: ("bad_value", "A value is not what it should be."),
    429: ("too_many_requests", "Too many requests. Wait a little and try again."),
    500: ("server_error", "Something went wrong here. It is not your fault."),
    503: ("unavailable", "The site is busy or restarting. Try again in a moment."),
}
"""The code and the words for an HTTP status when nothing more exact is known."""


class ApiError(Exception):
    """A refusal of the HTTP API, raised anywhere below a view."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        at: str | None = None,
        *,
        problems: list[Any] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.at = at
        self.problems = problems
        self.retry_after = retry_after


def error_body(code: str, message: str, at: str | None = None, problems: list[Any] | None = None) -> bytes:
    """The JSON of a refusal."""
    error: dict[str, Any] = {"code": code, "message": message, "at": at}
    if problems is not None:
        error["problems"] = problems
    return json.dumps({"error": error}).encode()


def json_error(error: ApiError) -> HttpResponse:
    """The answer for a refusal."""
    body = error_body(error.code, error.message, error.at, error.problems)
    response = HttpResponse(body, status=error.status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    if error.retry_after is not None:
        response["Retry-After"] = str(error.retry_after)
    return response


def status_error(status: int, message: str | None = None) -> ApiError:
    """A refusal known by its HTTP status only."""
    code, words = BY_STATUS.get(status, BY_STATUS[400])
    return ApiError(status, code, message or words)


def is_api(request: HttpRequest) -> bool:
    """Whether a program rather than a person asks."""
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """400, also for what Django calls suspicious."""
    return _refuse(
        request, 400, "This address cannot be read", "Check the address, or start again from the table."
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """403."""
    return _refuse(request, 403, "This is not for you", "You may not open this page.")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """404."""
    return _refuse(
        request, 404, "No table here", "There is nothing at this address. The link may be old or mistyped."
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """500: the incident's number, nothing of the failure itself."""
    incident = new_incident(f"{request.method} {request.path}", sys.exc_info()[1])
    words = f"Something went wrong here. It is not your fault, and your cards are safe. Incident {incident}."
    if is_api(request):
        return json_error(status_error(500, words))
    return _refuse(request, 500, "The table wobbled", words)


def _refuse(request: HttpRequest, status: int, title: str, words: str) -> HttpResponse:
    if is_api(request):
        return json_error(status_error(status))
    return error_page(request, status, title, words)


def refused_page(request: HttpRequest, refusal: ApiError, title: str = "Not just now") -> HttpResponse:
    """A page that says kindly why not, and when to try again."""
    response = error_page(request, refusal.status, title, refusal.message)
    if refusal.retry_after is not None:
        response["Retry-After"] = str(refusal.retry_after)
    return response


def error_page(request: HttpRequest, status: int, title: str, words: str) -> HttpResponse:
    """A page that nobody keeps, with a title and a sentence."""
    from moonshot.site.pages.views import site_files

    context = {"title": title, "words": words, **site_files()}
    response = render(request, "pages/error.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
