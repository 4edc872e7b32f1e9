"""Who is asking: the signed cookie that makes a browser the same guest on every visit.

The cookie names an account id. The id exists from the first answer on, the stored account only from the
moment when something has to be kept for it, so passing crawlers leave nothing behind. A cookie that is
missing, forged or damaged gets a new id, never an error.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, cast

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware

from moonshot.site.people.ids import guest_name, is_account_id, new_account_id
from moonshot.site.people.models import Account

KEPT_FOR: Final = timedelta(days=400)  # the longest that browsers allow; every visit after a week renews it
RENEWED_AFTER: Final = timedelta(days=7)
LONGEST_COOKIE: Final = 200
_SALT: Final = "moonshot.visitor"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent a request. Holds no more than the cookie did."""

    account_id: str
    needs_cookie: bool

    async def stored_name(self) -> str:
        """The display name: the stored one, or the name that goes with the id."""
        found = await Account.objects.filter(pk=self.account_id).values_list("name", flat=True).afirst()
        return found if found is not None else guest_name(self.account_id)

    async def account(self) -> Account:
        """The stored account, made now when this is the first thing to keep for this visitor."""
        account, _ = await Account.objects.aget_or_create(
            pk=self.account_id, defaults={"name": guest_name(self.account_id), "password": "!"}
        )
        return account


def cookie_name() -> str:
    """The cookie's name; under TLS the prefix makes browsers refuse one set by a neighbour."""
    return "__Host-moonshot" if settings.CONFIG.https else "moonshot"


def signed(account_id: str) -> str:
    """The cookie value for an id."""
    return signing.TimestampSigner(salt=_SALT).sign(account_id)


def read_cookie(value: str | None) -> Visitor:
    """The visitor a cookie names, or a new one."""
    if value and len(value) <= LONGEST_COOKIE:
        signer = signing.TimestampSigner(salt=_SALT)
        try:
            account_id = signer.unsign(value, max_age=KEPT_FOR)
        except signing.BadSignature:
            account_id = ""
        if is_account_id(account_id):
            return Visitor(account_id, needs_cookie=_is_old(signer, value))
    return Visitor(new_account_id(), needs_cookie=True)


def _is_old(signer: signing.TimestampSigner, value: str) -> bool:
    try:
        signer.unsign(value, max_age=RENEWED_AFTER)
    except signing.SignatureExpired:
        return True
    return False


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor that the middleware found."""
    return cast("Visitor", request.visitor)  # type: ignore[attr-defined]


Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]


@async_only_middleware
def visitor_middleware(get_response: Handler) -> Handler:
    """Put the visitor on each request, and the cookie on each answer that needs one."""

    async def handle(request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return await get_response(request)
        visitor = read_cookie(request.COOKIES.get(cookie_name()))
        request.visitor = visitor  # type: ignore[attr-defined]
        response = await get_response(request)
        if visitor.needs_cookie and response.status_code < 400:
            response.set_cookie(
                cookie_name(),
                signed(visitor.account_id),
                max_age=KEPT_FOR,
                secure=settings.CONFIG.https,
                httponly=True,
                samesite="Lax",
            )
        return response

    return handle
