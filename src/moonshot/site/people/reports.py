"""Reports: what was said about whom, with the evidence that moderators need, and what became of it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from moonshot.site.people import appeals
from moonshot.site.people.models import Account, Complaint, Report

RESULT_WORDS: Final[Mapping[str, str]] = {
    "warned": "{name} has been warned.",
    "chat_off": "{name} may not write to others any more.",
    "barred": "{name} may not play with others for a while.",
    "nothing": "Your report about {name} has been looked at. Nothing was found that breaks the rules.",
}
SANCTIONS: Final = frozenset({"warned", "chat_off", "barred"})
NOBODY: Final = "Guest"
"""What people are called who have deleted themselves."""
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the case: the table, the accused by their account, and what happened there."""

    table: str
    accused: str
    accused_name: str
    chat: Sequence[Mapping[str, Any]] = ()
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filed:
    """The number of a report, and whether it was there already."""

    report: int
    merged: bool


def file_report(reporter: Account, found: Evidence, reason: str, note: str) -> Filed:
    """Keep a report; one about the same person at the same table is added to the open one."""
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                return _file(reporter, found, reason, note)
        except IntegrityError:  # somebody reported the same at the same moment
            continue
    raise IntegrityError("the report could not be stored")


def _storable(value: Any) -> Any:
    """The value as PostgreSQL takes it too. Players' seeds are any text, so a record may hold the sign that
    it refuses, and whoever sends such seeds could not be reported.
    """
    return json.loads(json.dumps(value).replace("\\u0000", "\\ufffd"))


def _file(reporter: Account, found: Evidence, reason: str, note: str) -> Filed:
    chat, record = _storable(list(found.chat)), _storable(dict(found.record))
    report, made = Report.objects.get_or_create(
        table=found.table,
        accused_id=found.accused,
        state=Report.OPEN,
        defaults={
            "accused_name": found.accused_name,
            "chat": chat,
            "record": record,
        },
    )
    if not made:
        report.chat = merged_chat(report.chat, chat)
        report.record = record or report.record
        report.save(update_fields=["chat", "record"])
    Complaint.objects.update_or_create(
        report=report,
        reporter=reporter,
        defaults={
            "reporter_name": reporter.shown_name,
            "reason": reason,
            "note": note.strip(),
            "at": timezone.now(),
        },
    )
    return Filed(report.pk, not made)


def merged_chat(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """The lines of both, once each and in order; a line whose text has been erased does not hide it."""
    lines = {line["seq"]: line for line in after}
    lines |= {line["seq"]: line for line in before}
    return [lines[seq] for seq in sorted(lines)]


def decide(report: Report, moderator: Account, result: str, note: str, *, days: int = 7) -> None:
    """Close a report: act, and let those who complained and the accused know.

    Deciding again takes back what was decided before.
    """
    accused = report.accused
    before = Report.objects.values_list("result", flat=True).get(pk=report.pk)  # a form has changed ours
    if accused is not None:
        others = Report.objects.filter(accused=accused).exclude(pk=report.pk).exclude(state=Report.OPEN)
        if before == "chat_off" and not others.filter(result="chat_off").exists():
            accused.may_write = True
        elif before == "barred" and not others.filter(result="barred").exists():
            accused.barred_until = None
        if result == "chat_off":
            accused.may_write = False
        elif result == "barred":
            accused.barred_until = timezone.now() + timedelta(days=days)
        accused.save(update_fields=["may_write", "barred_until"])
    report.told = accused is None or (result not in SANCTIONS and before not in SANCTIONS)
    report.state, report.result, report.action_note = Report.CLOSED, result, note
    report.decided_by, report.decided_at = moderator, timezone.now()
    report.save()
    if accused is None:
        forget_accused(report)


def forget_accused(report: Report) -> None:
    """Take out of a report the name and the words of somebody who has deleted themselves."""
    report.record = with_names(report.record, {report.accused_name})
    report.chat = [
        line | {"name": NOBODY, "handle": "", "said": ""} if line["accused"] else line for line in report.chat
    ]
    report.accused_name, report.appeal, report.state = NOBODY, "", Report.CLOSED
    report.save(update_fields=["accused_name", "chat", "record", "appeal", "state"])


def with_names(record: Mapping[str, Any], gone: Collection[str]) -> dict[str, Any]:
    """A match record in which the people of these names have none any more."""
    players = [
        player | {"name": NOBODY} if player["name"] in gone and not player["bot"] else player
        for player in record.get("players", ())
    ]
    return {**record, "players": players} if players else dict(record)


def notices(account_id: str) -> list[dict[str, str]]:
    """What became of the reports of an account, and what was decided about it, until `seen`."""
    found = Complaint.objects.filter(reporter_id=account_id, seen=False, report__state=Report.CLOSED)
    rows = list(found.select_related("report").order_by("report__decided_at"))
    return appeals.notices(account_id) + [
        {
            "at": (row.report.decided_at or row.at).isoformat(),
            "text": RESULT_WORDS.get(row.report.result, RESULT_WORDS["nothing"]).format(
                name=row.report.accused_name
            ),
        }
        for row in rows
    ]


def seen(account_id: str) -> None:
    """The account has been told what became of its reports."""
    Complaint.objects.filter(reporter_id=account_id, seen=False, report__state=Report.CLOSED).update(
        seen=True
    )
    Report.objects.filter(accused_id=account_id, told=False).update(told=True)
