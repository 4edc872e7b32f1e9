"""Moderators: how they sign in, apart from everybody else, and what stands in the way of guessing.

The pages are Django's admin below `/moderation/`, behind a password and the code of an authenticator
(`staff_site`, `second_factor`). Sessions exist for these pages only. Whoever guesses is slowed down by
address, by account and as a whole; a browser in which the moderator has signed in before is counted apart, so
nobody else can lock the moderator out of it.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware
from django_otp.middleware import OTPMiddleware

from moonshot.site.api.limits import PerAddress
from moonshot.site.errors import ApiError
from moonshot.site.people.models import Account

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]
PREFIX: Final = "/moderation/"
KNOWN_FOR: Final = timedelta(days=90)
_SALT: Final = "moonshot.moderator.browser"
_of_addresses: Final = PerAddress(5)
_of_accounts: Final = PerAddress(0.5, most=10)
_of_known_browsers: Final = PerAddress(5)
_of_all: Final = PerAddress(60)


class StaffBackend(ModelBackend):
    """Sign-in of moderators by their name or account id. Nobody else has a password."""

    def authenticate(
        self,
        request: HttpRequest | None,  # noqa: ARG002 - Django's signature
        username: str | None = None,
        password: str | None = None,
        **_: Any,
    ) -> Account | None:
        """The moderator with this name and password; a wrong name takes as long as a wrong password."""
        if username is None or password is None:
            return None
        staff = Account.objects.filter(is_staff=True, is_active=True)
        account = staff.filter(pk=username).first() or staff.filter(name=username).order_by("pk").first()
        if account is None:
            Account().set_password(password)
            return None
        return account if account.check_password(password) else None


def known_cookie() -> str:
    """The cookie that says who has signed in with this browser before."""
    return "__Host-moderation-known" if settings.CONFIG.https else "moderation-known"


def _slow_down(request: HttpRequest, name: str) -> None:
    """Count a try to sign in. Raises ApiError with status 429."""
    signer = signing.TimestampSigner(salt=_SALT)
    try:
        known = signer.unsign(request.COOKIES.get(known_cookie(), "")[:300], max_age=KNOWN_FOR) == name
    except signing.BadSignature:
        known = False
    if known:
        _of_known_browsers.check_key(name)
        return
    _of_addresses.check(request)
    _of_all.check_key("all")
    _of_accounts.check_key(name)


@async_only_middleware
def moderation_middleware(get_response: Handler) -> Handler:
    """Sessions, sign-in and messages for the pages of moderators; the admin protects its forms itself."""
    inner: Any = get_response
    for layer in (MessageMiddleware, OTPMiddleware, AuthenticationMiddleware, SessionMiddleware):
        inner = layer(inner)

    async def handle(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return await get_response(request)
        signs_in = request.method == "POST" and request.path == f"{PREFIX}login/"
        name = request.POST.get("username", "").strip().casefold()[:40] if signs_in else ""
        if signs_in:
            try:
                _slow_down(request, name)
            except ApiError as refusal:
                headers = {"Retry-After": str(refusal.retry_after), "Cache-Control": "no-store"}
                return HttpResponse(refusal.message, status=429, content_type="text/plain", headers=headers)
        response: HttpResponse = await inner(request)
        if signs_in and response.status_code == 302:
            response.set_cookie(
                known_cookie(),
                signing.TimestampSigner(salt=_SALT).sign(name),
                max_age=KNOWN_FOR,
                secure=settings.CONFIG.https,
                httponly=True,
                samesite="Strict",
            )
        return response

    return handle
