"""What people are told of decisions about them, and their one answer to each, which a moderator reads."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from moonshot.site.people.models import Complaint, Report

LONGEST: Final = 1000
WITHIN: Final = timedelta(days=30)
_WORDS: Final = {
    "warned": "A moderator has warned you because of what happened at a table on {day}{reasons}.",
    "chat_off": "You cannot write to others any more because of what happened at a table on {day}"
    "{reasons}. Phrases and emoji are still there.",
    "barred": "You cannot play with others for a while because of what happened at a table on {day}"
    "{reasons}.",
    "nothing": "A moderator has looked again at what was decided about you, and has taken it back.",
}
_REASONS: Final = dict(Complaint.REASONS)


class NoAppealError(Exception):
    """There is nothing to answer: no such decision, too late, or answered before."""


def decisions_about(account_id: str) -> list[Report]:
    """What has been decided about somebody, newest first."""
    found = Report.objects.filter(accused_id=account_id, decided_at__isnull=False)
    return [row for row in found.order_by("-decided_at", "-pk") if row.result in _WORDS and not _silent(row)]


def _silent(report: Report) -> bool:
    """Nobody hears of reports that led to nothing; what was taken back is no such case."""
    return report.result == "nothing" and report.told and not report.appeal


def words_for(report: Report) -> str:
    """A decision in words for whom it is about."""
    given = report.complaints.order_by("reason").values_list("reason", flat=True).distinct()
    reasons = f" ({', '.join(_REASONS[reason] for reason in given)})" if given else ""
    return _WORDS[report.result].format(day=f"{report.created_at:%d %B %Y}".lstrip("0"), reasons=reasons)


def may_appeal(report: Report) -> bool:
    """Whether an answer would still be read."""
    return (
        report.result in ("warned", "chat_off", "barred")
        and report.state == Report.CLOSED
        and report.appealed_at is None
        and report.decided_at is not None
        and timezone.now() - report.decided_at < WITHIN
    )


def notices(account_id: str) -> list[dict[str, str]]:
    """What somebody has not been told yet of decisions about them."""
    found = Report.objects.filter(accused_id=account_id, told=False).order_by("decided_at")
    return [
        {
            "at": (row.decided_at or row.created_at).isoformat(),
            "text": words_for(row) + (" You can answer on the page /me." if may_appeal(row) else ""),
        }
        for row in found
    ]


def appeal(account_id: str, number: int, text: str) -> None:
    """Keep somebody's answer to a decision, and put the case before a moderator again.

    Raises NoAppealError.
    """
    report = Report.objects.filter(pk=number, accused_id=account_id).first()
    text = text.replace("\0", "").strip()[:LONGEST]  # PostgreSQL takes no such sign
    if report is None or not text or not may_appeal(report):
        raise NoAppealError
    report.appeal, report.appealed_at, report.state = text, timezone.now(), Report.APPEALED
    report.save(update_fields=["appeal", "appealed_at", "state"])
