"""Whoever is judged is told, may answer once, and what was decided can be taken back."""

import itertools
from datetime import timedelta

import pytest
from django.utils import timezone
from pydantic import ValidationError

from moonshot.site.api.schema import RelationIn, ReportIn
from moonshot.site.people import appeals, departure, reports
from moonshot.site.people.models import Account, Report
from moonshot.site.people.naming import set_name
from moonshot.site.people.reports import Evidence, decide, file_report
from tests.site.people.halls import Guest
from tests.site.people.staff import PASSWORD, form, make_moderator, sign_in
from tests.site.people.test_farewell import person, send_form
from tests.site.people.test_reports import New, friends
from tests.site.running import Running

pytestmark = pytest.mark.usefixtures("people")
_tables = itertools.count()


def judge() -> Account:
    return Account.objects.create(name="Judge", is_staff=True, guest=False)


def case(accused: Account, reason: str = "insults") -> Report:
    number = next(_tables)
    reporter = set_name(person(f"Reporter {'abcdefghijklmnop'[number]}").pk, f"Rep {number}x")
    found = Evidence(f"appealed{number}", accused.pk, accused.shown_name)
    return Report.objects.get(pk=file_report(reporter, found, reason, "").report)


def told(account: Account) -> list[str]:
    return [line["text"] for line in reports.notices(account.pk)]


def test_a_warning_is_told_until_it_has_been_read() -> None:
    accused = person("Walter Warned")
    report = case(accused)
    assert told(accused) == []  # nobody hears that they were reported
    decide(report, judge(), "warned", "Be kind.")
    (line,) = told(accused)
    assert "warned you" in line
    assert "insults or threats" in line
    assert "Be kind." not in line  # the note is for moderators
    assert "/me" in line
    reports.seen(accused.pk)
    assert told(accused) == []
    assert [row.pk for row in appeals.decisions_about(accused.pk)] == [report.pk]


def test_signs_that_a_database_refuses_keep_nobody_from_being_reported_or_heard() -> None:
    """PostgreSQL has no place for the sign of number 0, which players may put into their seeds."""
    accused = person("Sid Seeds")
    found = Evidence("seeds", accused.pk, accused.shown_name, (), {"deals": [{"seeds": ["a\0b", "\\u0000"]}]})
    file_report(person("Rita Reports"), found, "cheating", "")
    again = file_report(person("Rolf Reports"), found, "cheating", "")
    assert again.merged
    report = Report.objects.get(pk=again.report)
    assert "\0" not in "".join(report.record["deals"][0]["seeds"])
    decide(report, judge(), "warned", "")
    appeals.appeal(accused.pk, report.pk, "\0 But why? \0")
    report.refresh_from_db()
    assert report.appeal == "But why?"
    for what, body in (
        (RelationIn, {"handle": "a\0"}),
        (ReportIn, {"table": "t\0", "handle": "a", "reason": "spam"}),
        (ReportIn, {"table": "t", "handle": "a", "reason": "spam", "note": "\0"}),
    ):
        with pytest.raises(ValidationError, match="pattern"):
            what.model_validate(body)


def test_who_was_reported_for_nothing_never_hears_of_it() -> None:
    accused = person("Ivy Innocent")
    decide(case(accused), judge(), "nothing", "Nothing there.")
    assert told(accused) == []
    assert appeals.decisions_about(accused.pk) == []


def test_deciding_again_takes_back_what_was_decided() -> None:
    accused, moderator = person("Rita Returned"), judge()
    report = case(accused)
    decide(report, moderator, "barred", "Cheats.", days=7)
    accused.refresh_from_db()
    assert accused.is_barred
    report.result = "nothing"  # as the form of moderators has it
    decide(report, moderator, "nothing", "I was wrong.")
    assert not Account.objects.get(pk=accused.pk).is_barred
    assert "taken it back" in told(accused)[-1]
    decide(report, moderator, "chat_off", "But rude.")
    accused.refresh_from_db()
    assert not accused.may_write
    decide(report, moderator, "warned", "Not that rude.")
    accused.refresh_from_db()
    assert accused.may_write


def test_what_another_case_has_decided_stays() -> None:
    accused, moderator = person("Theo Twice"), judge()
    first, second = case(accused), case(accused)
    for report in (first, second):
        decide(report, moderator, "chat_off", "Rude.")
    decide(first, moderator, "nothing", "Not there.")
    accused.refresh_from_db()
    assert not accused.may_write
    decide(second, moderator, "nothing", "Nor there.")
    accused.refresh_from_db()
    assert accused.may_write


def test_one_answer_to_each_decision_in_time_and_from_its_subject_only() -> None:
    accused, other, moderator = person("Anna Answers"), person("Otis Other"), judge()
    report = case(accused)
    with pytest.raises(appeals.NoAppealError):
        appeals.appeal(accused.pk, report.pk, "too early")
    decide(report, moderator, "barred", "Cheats.")
    for account, text in ((other, "not mine"), (accused, "   ")):
        with pytest.raises(appeals.NoAppealError):
            appeals.appeal(account.pk, report.pk, text)
    appeals.appeal(accused.pk, report.pk, "It was my brother. " + "x" * 2000)
    report.refresh_from_db()
    assert (report.state, len(report.appeal)) == (Report.APPEALED, appeals.LONGEST)
    with pytest.raises(appeals.NoAppealError):
        appeals.appeal(accused.pk, report.pk, "and another thing")
    decide(report, moderator, "barred", "It was not.")
    report.refresh_from_db()
    assert report.state == Report.CLOSED
    assert not appeals.may_appeal(report)
    late = case(accused)
    decide(late, moderator, "warned", "x")
    Report.objects.filter(pk=late.pk).update(decided_at=timezone.now() - appeals.WITHIN - timedelta(hours=1))
    with pytest.raises(appeals.NoAppealError):
        appeals.appeal(accused.pk, late.pk, "sorry, I was away")


def test_who_goes_takes_the_answer_along() -> None:
    accused = person("Gerd Goes")
    report = case(accused)
    decide(report, judge(), "warned", "x")
    appeals.appeal(accused.pk, report.pk, "my private words")
    assert departure.about(accused)["decisions"][0]["appeal"] == "my private words"
    departure.forget(accused.pk, [])
    report.refresh_from_db()
    assert (report.appeal, report.state, report.accused) == ("", Report.CLOSED, None)


def test_an_answer_goes_from_the_page_about_oneself_to_the_moderators(new: New, hall: Running) -> None:
    app = make_moderator(hall.data, "Appeals")
    moderator = Guest(hall.address)
    assert sign_in(moderator, "Appeals", PASSWORD, app.code()).status == 302
    (ann, bob), table_id = friends(new, "Ann Appeals", "Bob Appeals")
    given = {"table": table_id, "handle": bob.me["handle"], "reason": "spam"}
    number = ann.post("/api/reports", given).json["report"]
    assert "me-decided" not in bob.get("/me").text
    page = f"/moderation/people/report/{number}/change/"
    assert form(moderator, page, result="chat_off", action_note="Links.", days="7").status == 302
    (notice,) = bob.me["notices"]
    assert "cannot write to others" in notice["text"]
    assert "spam or advertising" in bob.get("/me").text
    assert send_form(ann, f"/me/appeal/{number}", text="not mine").status == 409
    answered = send_form(bob, f"/me/appeal/{number}", text="I said <b>nothing</b>")
    assert (answered.status, answered.headers["location"]) == (302, "/me?answered=1")
    assert "I said &lt;b&gt;nothing&lt;/b&gt;" in bob.get("/me").text
    assert send_form(bob, f"/me/appeal/{number}", text="again").status == 409
    queue = moderator.get("/moderation/people/report/?state__exact=appealed").text
    assert "Bob Appeals" in queue
    assert "I said &lt;b&gt;nothing&lt;/b&gt;" in moderator.get(page).text
    assert form(moderator, page, result="nothing", action_note="He is right.", days="7").status == 302
    assert "taken it back" in bob.me["notices"][-1]["text"]
