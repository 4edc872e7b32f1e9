"""What moderators see and do: reports with their evidence, and accounts."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Case, Count, QuerySet, When
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from moonshot.site.people.ids import guest_name
from moonshot.site.people.models import Account, Complaint, NameChange, Report
from moonshot.site.people.reports import decide

# Django's classes take parameters for type checkers only.
if TYPE_CHECKING:
    ComplaintRows = admin.TabularInline[Complaint, Report]
    NameRows = admin.TabularInline[NameChange, Account]
    ReportPages = admin.ModelAdmin[Report]
    AccountPages = admin.ModelAdmin[Account]
    ReportForm = forms.ModelForm[Report]
else:
    ComplaintRows = NameRows = admin.TabularInline
    ReportPages = AccountPages = admin.ModelAdmin
    ReportForm = forms.ModelForm


_TO_DO_FIRST: Final = Case(When(state=Report.OPEN, then=0), When(state=Report.APPEALED, then=1), default=2)


class _ReadOnly:
    """Nothing here is added, changed or removed by hand."""

    def has_add_permission(self, *_: Any) -> bool:
        return False

    def has_delete_permission(self, *_: Any) -> bool:
        return False


class ComplaintInline(_ReadOnly, ComplaintRows):
    """What people said."""

    model = Complaint
    extra = 0
    fields = readonly_fields = ("reporter_name", "reason", "note", "at")


class DecisionForm(ReportForm):
    """A decision needs a result and a reason."""

    days = forms.IntegerField(
        min_value=1, max_value=365, initial=7, help_text="How long, for barred from live tables."
    )

    class Meta:
        """The fields a moderator fills in."""

        model = Report
        fields = ("result", "action_note")

    def clean(self) -> dict[str, Any]:
        """Refuse an action without a reason."""
        given = super().clean() or {}
        if not given.get("result"):
            self.add_error("result", "Choose what is to happen.")
        if not (given.get("action_note") or "").strip():
            self.add_error("action_note", "Say why.")
        return given


@admin.register(Report)
class ReportAdmin(_ReadOnly, ReportPages):
    """The queue of reports, open and oldest first."""

    form = DecisionForm
    inlines = (ComplaintInline,)
    list_display = ("accused_name", "table", "complaints_count", "created_at", "state", "result")
    list_filter = ("state", "result", "complaints__reason")
    search_fields = ("accused_name", "accused__handle", "table")
    ordering = (_TO_DO_FIRST, "created_at")
    readonly_fields = (
        "accused", "accused_name", "table", "created_at", "state", "said", "played", "decided_by",
        "decided_at", "appeal", "appealed_at",
    )  # fmt: skip
    fields = (*readonly_fields, "result", "action_note", "days")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Reports with the number of those who complained."""
        return super().get_queryset(request).annotate(_count=Count("complaints"))

    @admin.display(description="complaints", ordering="_count")
    def complaints_count(self, report: Report) -> int:
        """How many people complained."""
        return int(getattr(report, "_count", 0))

    @admin.display(description="said at the table")
    def said(self, report: Report) -> SafeString:
        """The words around those of the accused, theirs marked."""
        return format_html(
            "<table>{}</table>",
            format_html_join(
                "",
                "<tr><td>{}</td><td>{}{}</td><td>{}</td></tr>",
                (
                    (line["at"], "» " if line["accused"] else "", line["name"], line["said"])
                    for line in _lines(report.chat)
                ),
            ),
        )

    @admin.display(description="played")
    def played(self, report: Report) -> SafeString:
        """The record, for `moonshot verify` and a replay."""
        return format_html("<pre>{}</pre>", json.dumps(report.record, indent=1)[:200_000])

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:  # noqa: ARG002
        """Decide: act on the account, and let those who complained know."""
        given = form.cleaned_data
        assert isinstance(request.user, Account)
        decide(obj, request.user, given["result"], given["action_note"], days=given["days"])
        if obj.accused_id is not None:
            _tell_of(obj.accused_id)


class NameInline(_ReadOnly, NameRows):
    """Older names."""

    model = NameChange
    extra = 0
    fields = readonly_fields = ("name", "until")


@admin.register(Account)
class AccountAdmin(_ReadOnly, AccountPages):
    """Accounts: what they may do, and what they were called."""

    inlines = (NameInline,)
    list_display = ("shown_name", "handle", "guest", "may_write", "barred_until", "created_at")
    list_filter = ("may_write", "guest", "is_staff")
    search_fields = ("name", "handle", "older_names__name")
    fields = ("shown_name", "handle", "guest", "created_at", "may_write", "barred_until", "is_active")
    readonly_fields = ("shown_name", "handle", "guest", "created_at")
    actions = ("take_name_away",)
    actions_on_bottom: ClassVar[bool] = True

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        """Store what a moderator changed, and let open windows know."""
        super().save_model(request, obj, form, change)
        _tell_of(obj.pk)

    @admin.action(description="Take the chosen name away")
    def take_name_away(self, request: HttpRequest, accounts: QuerySet[Account]) -> None:  # noqa: ARG002
        """Give back the name that a new guest has; the old one is kept for moderators."""
        for account in accounts.filter(is_staff=False):
            NameChange.objects.create(account=account, name=account.shown_name)
            account.name, account.look, account.number = guest_name(account.pk), "", 1
            account.save()
            _tell_of(account.pk)


def _tell_of(account_id: str) -> None:
    """Let this person's open windows know, on every node, as soon as the change is stored."""
    from moonshot.site.live.service import tell_of_account  # not loaded for every command that sets Django up

    transaction.on_commit(lambda: tell_of_account(account_id))


def _lines(chat: Any) -> Iterable[Mapping[str, Any]]:
    return chat if isinstance(chat, list) else ()
