"""Moderators: how they sign in, apart from everybody else, and what stands in the way of guessing.

The pages are Django's admin below `/moderation/`. Sessions exist for these pages only. A second factor is
still to come; until then a host can keep the path off the public net at the proxy.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware

from moonshot.site.api.limits import PerAddress
from moonshot.site.errors import ApiError
from moonshot.site.people.models import Account

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]
PREFIX: Final = "/moderation/"
_SIGN_INS: Final = PerAddress(5)
_ALL_SIGN_INS: Final = PerAddress(60)


class StaffBackend(ModelBackend):
    """Sign-in of moderators by their name or account id. Nobody else has a password yet."""

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


@async_only_middleware
def moderation_middleware(get_response: Handler) -> Handler:
    """Sessions, sign-in and messages for the pages of moderators; the admin protects its forms itself."""
    inner: Any = get_response
    for layer in (MessageMiddleware, AuthenticationMiddleware, SessionMiddleware):
        inner = layer(inner)

    async def handle(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return await get_response(request)
        if request.method == "POST" and request.path == f"{PREFIX}login/":
            try:
                _SIGN_INS.check(request)
                _ALL_SIGN_INS.check_key("all")
            except ApiError as refusal:
                headers = {"Retry-After": str(refusal.retry_after), "Cache-Control": "no-store"}
                return HttpResponse(refusal.message, status=429, content_type="text/plain", headers=headers)
        response: HttpResponse = await inner(request)
        return response

    return handle
