"""The moderators' site: Django's admin behind a name, a password and a code, with nothing in it but ours."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.admin.sites import AdminSite
from django.http import HttpRequest

_WRONG = "Name, password and code do not fit together. Each code can be used once; wait for the next one."


class SignInForm(AdminAuthenticationForm):
    """Name, password and the code of the moment; whatever is wrong, the answer is the same."""

    code = forms.CharField(
        max_length=12,
        label="Code",
        help_text="Six digits, from your authenticator app.",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    error_messages = {"invalid_login": _WRONG, "inactive": _WRONG}  # noqa: RUF012 - as Django declares it

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError unless both factors are right."""
        from moonshot.site.people.models import Account
        from moonshot.site.people.second_factor import accept

        given: dict[str, Any] = super().clean() or {}
        account = self.get_user()
        if isinstance(account, Account):
            device = accept(account, given.get("code", ""))
            if device is None:
                raise self.get_invalid_login_error()
            account.otp_device = device  # type: ignore[attr-defined]
        return given


class ModerationSite(AdminSite):
    """Closed to whoever has not shown the second factor in this very session."""

    site_header = site_title = "Moonshot moderation"
    index_title = "Reports and accounts"
    login_form = SignInForm
    login_template = "people/sign_in.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether these pages are open to whoever asks."""
        verified = getattr(request.user, "is_verified", None)
        return super().has_permission(request) and verified is not None and bool(verified())
