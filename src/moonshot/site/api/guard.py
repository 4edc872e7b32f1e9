"""What every request to the HTTP API has to pass, before and after its view.

The API takes JSON only and no form tokens. A browser tells where a request comes from (`Sec-Fetch-Site`,
`Origin`), and a page of another site can neither leave those out nor send JSON without being asked first; so
requests that change something are refused when they come from elsewhere. A plain program sends neither
header and is welcome: it carries no visitor's cookie but its own.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware

from moonshot.site.api.body import read_json
from moonshot.site.errors import ApiError, is_api, json_error, status_error
from moonshot.site.origins import is_own

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]
_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = _READING | {"POST", "PUT", "PATCH", "DELETE"}


@async_only_middleware
def api_guard(get_response: Handler) -> Handler:
    """Refuse foreign and malformed requests to the API, and give every refusal of it the same form."""

    async def handle(request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return await get_response(request)
        try:
            check_request(request)
        except ApiError as refusal:
            return json_error(refusal)
        response = await get_response(request)
        if response.status_code >= 400 and not _is_json(response.get("Content-Type", "")):
            told = json_error(status_error(response.status_code))
            if "Allow" in response:
                told["Allow"] = response["Allow"]
            return told
        if "Cache-Control" not in response:
            response["Cache-Control"] = "no-store"
        return response

    return handle


def check_request(request: HttpRequest) -> None:
    """Raises ApiError when the request is not one that the API takes."""
    if request.method not in _METHODS:
        raise status_error(405)
    if request.method in _READING:
        return
    if not comes_from_here(request):
        raise ApiError(
            403, "cross_origin", "Requests that change something are taken from this site's own pages only."
        )
    body = request.body
    if body and not _is_json(request.headers.get("Content-Type", "")):
        raise status_error(415)
    value = read_json(body) if body else {}
    if not isinstance(value, dict):
        raise ApiError(422, "bad_value", "Send a JSON object.")
    request.json_value = value  # type: ignore[attr-defined]


def comes_from_here(request: HttpRequest) -> bool:
    """Whether a page of this site sent the request, or a program, which no page of another site can be."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    origin = request.headers.get("Origin")
    public = settings.CONFIG.public_url
    host = request.headers.get("Host", "")
    return is_own([] if origin is None else [origin], host, () if public is None else (public,))


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"
