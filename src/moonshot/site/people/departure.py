"""What is kept about a guest, as a file to take along; and forgetting all of it.

The tables' side of both is in `moonshot.site.live.farewell`.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from moonshot.site.people.appeals import decisions_about
from moonshot.site.people.models import Account, Complaint, NameChange, Relation, Report
from moonshot.site.people.reports import NOBODY, forget_accused, with_names

FORMAT: Final = "moonshot.account"
VERSION: Final = 1


class NotAGuestError(Exception):
    """Moderators' accounts are the host's, and not deleted from outside."""


def about(account: Account) -> dict[str, Any]:
    """What is kept about somebody beside the tables."""
    relations = Relation.objects.filter(account=account).select_related("other").order_by("since")
    complaints = Complaint.objects.filter(reporter=account).select_related("report").order_by("at")
    return {
        "name": account.shown_name,
        "handle": account.handle,
        "named": account.has_chosen,
        "since": account.created_at.isoformat(),
        "may_write": account.may_write,
        "hears": account.hears,
        "barred_until": account.barred_until.isoformat() if account.barred_until else None,
        "older_names": [
            {"name": row.name, "until": row.until.isoformat()}
            for row in NameChange.objects.filter(account=account).order_by("until")
        ],
        **{
            key: [
                {
                    "handle": row.other.handle,
                    "name": row.other.shown_name,
                    "since": row.since.isoformat(),
                }
                for row in relations
                if row.kind == kind
            ]
            for key, kind in (("mutes", Relation.MUTE), ("blocks", Relation.BLOCK))
        },
        "reports": [
            {
                "about": row.report.accused_name,
                "table": row.report.table,
                "reason": row.reason,
                "note": row.note,
                "at": row.at.isoformat(),
                "result": row.report.result or None,
            }
            for row in complaints
        ],
        "decisions": [
            {"table": row.table, "at": at.isoformat(), "result": row.result, "appeal": row.appeal}
            for row in decisions_about(account.pk)
            if (at := row.decided_at) is not None
        ],
    }


def refuse_others(account_id: str) -> None:
    """Raises NotAGuestError for accounts that do not end this way."""
    if Account.objects.filter(Q(is_staff=True) | Q(guest=False), pk=account_id).exists():
        raise NotAGuestError


def set_doors(account_id: str, *, open_: bool) -> None:
    """Somebody is about to be forgotten, and sits down nowhere meanwhile; or it has failed."""
    Account.objects.filter(pk=account_id).update(is_active=open_)


def forget(account_id: str, tables: Sequence[str]) -> None:
    """Forget somebody: name, older names, mutes and blocks either way, words in reports, and the account.

    ``tables`` are those at which they have been. A report about them that is still open keeps what it says
    until a moderator has closed it.
    """
    with transaction.atomic():
        account = Account.objects.select_for_update().filter(pk=account_id).first()
        if account is None:
            return
        names = {account.shown_name, *account.older_names.values_list("name", flat=True)}
        for report in Report.objects.filter(accused=account).exclude(state=Report.OPEN):
            forget_accused(report)
        for report in Report.objects.filter(table__in=tables).exclude(accused=account):
            _forget_bystander(report, account.handle, names)
        Complaint.objects.filter(reporter=account).update(reporter_name=NOBODY, note="")
        account.delete()


def _forget_bystander(report: Report, handle: str, names: set[str]) -> None:
    """Take somebody's words and name out of a report about somebody else."""
    if not any(line["handle"] == handle for line in report.chat) and not names & {
        player["name"] for player in report.record.get("players", ())
    }:
        return
    report.chat = [
        line | {"name": NOBODY, "handle": "", "said": ""} if line["handle"] == handle else line
        for line in report.chat
    ]
    report.record = with_names(report.record, names)
    report.save(update_fields=["chat", "record"])
