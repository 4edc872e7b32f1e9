"""Who is asking: the signed cookie that makes a browser the same guest on every visit.

Where cookies are blocked, a page may ask for a pass and send it in the header `Moonshot-Visitor` with each
request: the same guest until the tab closes. No page of another site can send that header.

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

from moonshot.site.people.ids import guest_name, handle_of, is_account_id, new_account_id
from moonshot.site.people.models import Account

KEPT_FOR: Final = timedelta(days=400)  # the longest that browsers allow; every visit after a week renews it
RENEWED_AFTER: Final = timedelta(days=7)
LONGEST_COOKIE: Final = 200
_SALT: Final = "moonshot.visitor"
_PASS_SALT: Final = "moonshot.visitor.pass"  # noqa: S105 - no password
PASS_KEPT_FOR: Final = timedelta(days=2)
PASS_HEADER: Final = "Moonshot-Visitor"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent a request. Holds no more than the cookie did."""

    account_id: str
    needs_cookie: bool
    remembered: bool = True
    """Whether the request brought a cookie or a pass: the next one will come from the same guest."""

    async def stored(self) -> Account:
        """The account, or an unsaved one like it as long as nothing has to be kept for this visitor."""
        found = await Account.objects.filter(pk=self.account_id).afirst()
        return found or Account(
            id=self.account_id, name=guest_name(self.account_id), handle=handle_of(self.account_id)
        )

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
    return Visitor(new_account_id(), needs_cookie=True, remembered=False)


def forget_cookie(response: HttpResponse) -> None:
    """Let the browser come back as somebody new."""
    response.delete_cookie(cookie_name(), samesite="Lax")


def new_pass(account_id: str) -> str:
    """What a page without cookies sends to be the same guest until its tab closes."""
    return signing.TimestampSigner(salt=_PASS_SALT).sign(account_id)


def read_pass(value: str) -> str | None:
    """The account id of a valid pass."""
    if len(value) > LONGEST_COOKIE:
        return None
    try:
        account_id = signing.TimestampSigner(salt=_PASS_SALT).unsign(value, max_age=PASS_KEPT_FOR)
    except signing.BadSignature:
        return None
    return account_id if is_account_id(account_id) else None


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


def _visitor(request: HttpRequest) -> Visitor:
    shown = request.headers.get(PASS_HEADER)
    account_id = None if shown is None else read_pass(shown)
    if account_id is not None:
        return Visitor(account_id, needs_cookie=False)
    return read_cookie(request.COOKIES.get(cookie_name()))


@async_only_middleware
def visitor_middleware(get_response: Handler) -> Handler:
    """Put the visitor on each request, and the cookie on each answer that needs one."""

    async def handle(request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return await get_response(request)
        visitor = _visitor(request)
        request.visitor = visitor  # type: ignore[attr-defined]
        response = await get_response(request)
        # An answer that anybody may keep for others must not carry one visitor's cookie.
        public = "public" in response.get("Cache-Control", "")
        wanted = visitor.needs_cookie and not public and cookie_name() not in response.cookies
        if wanted and response.status_code < 400:
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
