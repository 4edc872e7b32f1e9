"""The client's shell and the small files that browsers and crawlers ask for."""

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from moonshot.site.assets import asset_url
from moonshot.site.live import service as live
from moonshot.site.pages.client import page_assets

_TITLES: Final = {
    "home": "Moonshot: play Hearts",
    "play": "Choose rules · Moonshot",
    "table": "Your table · Moonshot",
    "lobby": "With people · Moonshot",
    "private": "A private table · Moonshot",
    "join": "Join a table · Moonshot",
}
_ABOUT: Final = (
    "Play Hearts in the browser against three honest bots. No account, no advertising, any house rules, "
    "and a hand that is never lost."
)


@require_safe
async def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, and one button."""
    return _shell(request, "home")


@require_safe
async def play(request: HttpRequest) -> HttpResponse:
    """The setup card."""
    return _shell(request, "play")


@require_safe
async def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table. The client finds out whether it is yours, and says so kindly when there is none."""
    return _shell(request, "table", status=200 if await live.is_known(table_id) else 404)


@require_safe
async def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables and quick play."""
    return _shell(request, "lobby")


@require_safe
async def private(request: HttpRequest) -> HttpResponse:
    """The setup card of a table for friends."""
    return _shell(request, "private")


@require_safe
async def join(request: HttpRequest, token: str = "") -> HttpResponse:  # noqa: ARG001 - the client reads the address
    """A link to a table, or the field for its code. The client asks for a name, then for the seat."""
    return _shell(request, "join")


@require_safe
async def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Browsers ask for this name; the mark is drawn as SVG."""
    return HttpResponseRedirect(asset_url("site/mark.svg"))


@require_safe
async def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Crawlers may read the front page; tables are private."""
    hidden = ("/api/", "/table/", "/join/", "/matches/", "/me")
    text = "".join(["User-agent: *\n", *(f"Disallow: {path}\n" for path in hidden)])
    return HttpResponse(text, content_type="text/plain", headers={"Cache-Control": "max-age=86400, public"})


def _shell(request: HttpRequest, page: str, *, status: int = 200) -> HttpResponse:
    assets = page_assets(page)
    name = "pages/shell.html" if assets else "pages/unbuilt.html"
    context = {"page": page, "title": _TITLES[page], "about": _ABOUT, "assets": assets, **site_files()}
    response = render(request, name, context, status=status if assets else 503)
    response["Cache-Control"] = "private, no-cache"
    return response


def site_files() -> dict[str, str]:
    """The addresses of our own small files, for the templates."""
    return {
        "mark": asset_url("site/mark.svg"),
        "touch_icon": asset_url("site/touch-icon.png"),
        "site_css": asset_url("site/site.css"),
        "first_js": asset_url("site/first.js"),
        "webmanifest": asset_url("site/moonshot.webmanifest"),
    }
