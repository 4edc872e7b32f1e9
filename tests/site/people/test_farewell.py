"""Taking along what is kept about oneself, and deleting it: user report N2."""

import asyncio
import itertools
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any
from urllib.parse import urlencode

import pytest

from moonshot.site.live.farewell import without_person
from moonshot.site.people import departure
from moonshot.site.people.ids import new_account_id
from moonshot.site.people.models import Account, Complaint, Report
from moonshot.site.people.naming import set_name
from moonshot.site.people.reports import NOBODY, Evidence, decide, file_report
from tests.site.people.halls import Guest, lobby, run, table
from tests.site.people.test_people_api import code
from tests.site.people.test_reports import entered, friends
from tests.site.running import Running

New = Callable[[], Guest]


def account_of(visitor: Guest) -> str:
    return visitor.cookies["moonshot"].partition(":")[0]


def dump(hall: Running) -> str:
    with closing(sqlite3.connect(hall.data / "moonshot.sqlite3")) as database:
        return "\n".join(database.iterdump())


def owners(hall: Running, tables: list[str]) -> list[str]:
    with closing(sqlite3.connect(hall.data / "moonshot.sqlite3")) as database:
        return [
            database.execute("SELECT owner FROM live_table WHERE id = ?", (one,)).fetchone()[0]
            for one in tables
        ]


def test_deleting_in_the_middle_of_a_match_leaves_the_others_playing_and_nothing_behind(
    new: New, hall: Running
) -> None:
    people, table_id = friends(new, "Ann Stays", "Wanda Vanishes", rules="deniro_3")
    ann, wanda = people
    account, handle = account_of(wanda), wanda.me["handle"]
    practice = wanda.post("/api/tables", {}).json["table"]
    older = wanda.open(rules="deniro_3")["table"]
    ann.post("/api/blocks", {"handle": handle})
    wanda.post("/api/mutes", {"handle": ann.me["handle"]})

    async def match() -> None:
        ann_line, wanda_line = [await entered(person, table_id) for person in people]
        await wanda_line.until("done", id=await wanda_line.send("say", text="my secret words"))
        await ann_line.until("done", id=await ann_line.send("start"))
        await wanda_line.seen(lambda view: view["phase"] == "passing")
        in_lobby, at_practice = await lobby(wanda), await table(wanda, practice)
        answer = await asyncio.to_thread(wanda.post, "/api/me/delete", {"delete": True})
        assert answer.status == 204
        assert re.search(r"moonshot=\"?\"?;.*Max-Age=0", answer.headers["set-cookie"])
        for line in (wanda_line, in_lobby, at_practice):
            assert await line.close_code() == 4004
        # Whoever stays may have been told to come back: this table has forgotten what was said at it.
        again = await entered(ann, table_id)
        again.ids = itertools.count(100)
        view = await again.seen(lambda view: sum(player["bot"] for player in view["players"]) == 2)
        assert "Wanda Vanishes" not in json.dumps(view)
        await again.send("pass", deal=1, cards=view["hand"][:3])
        await again.seen(lambda view: view["phase"] == "playing")

    run(match())
    left = dump(hall)
    for trace in (account, handle, "Wanda Vanishes", "my secret words"):
        assert trace not in left
    assert len(set(owners(hall, [practice, older]))) == 2  # no two tables tell of the same person
    checked = subprocess.run(
        [sys.executable, "-m", "moonshot.cli.main", "check", "--data", str(hall.data)],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": "src", "PATH": ""},
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert wanda.me["named"] is False
    assert wanda.me["name"] != "Wanda Vanishes"


def test_everything_can_be_taken_along(new: New) -> None:
    people, table_id = friends(new, "Olga Old", "Paul Muted")
    olga, paul = people
    olga.post("/api/mutes", {"handle": paul.me["handle"]})

    async def talk() -> None:
        line = await entered(olga, table_id)
        await line.until("done", id=await line.send("say", text="good evening"))

    run(talk())
    olga.post(
        "/api/reports", {"table": table_id, "handle": paul.me["handle"], "reason": "other", "note": "n"}
    )
    olga.named("Olga New")
    answer = olga.get("/api/me/data")
    found: dict[str, Any] = answer.json
    assert (found["format"], found["version"]) == ("moonshot.account", 1)
    person = found["person"]
    assert (person["name"], person["handle"]) == ("Olga New", olga.me["handle"])
    assert [row["name"] for row in person["older_names"]] == ["Olga Old"]
    assert [row["name"] for row in person["mutes"]] == ["Paul Muted"]
    assert [(row["about"], row["reason"], row["note"]) for row in person["reports"]] == [
        ("Paul Muted", "other", "n")
    ]
    assert [(row["table"], row["own"], row["open"]) for row in found["tables"]] == [(table_id, True, True)]
    assert [row["said"] for row in found["said"]] == ["good evening"]
    assert account_of(olga) not in answer.text  # the id is the key to everything and leaves the site nowhere
    assert account_of(paul) not in answer.text
    assert new().get("/api/me/data").json["person"]["named"] is False


def send_form(visitor: Guest, path: str, key: str | None = None, **fields: str) -> Any:
    """Send a form of the page /me as a browser without scripts does."""
    found = re.search(r'name="form_key" value="([^"]+)"', visitor.get("/me").text)
    assert found is not None
    body = urlencode({"form_key": found[1] if key is None else key, **fields}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": visitor.address}
    return visitor.ask("POST", path, body, kind)


def test_the_page_about_oneself_works_without_scripts(new: New) -> None:
    visitor = new()
    page = visitor.get("/me")
    assert page.status == 200
    assert "<script" not in page.text
    assert "no-store" in page.headers["cache-control"]
    refused = send_form(visitor, "/me/name", name="admin")
    assert (refused.status, "kept for the house" in refused.text) == (422, True)
    named = send_form(visitor, "/me/name", name="Plain Page")
    assert (named.status, named.headers["location"]) == (302, "/me?named=1")
    assert visitor.me["name"] == "Plain Page"
    file = visitor.get("/me/data")
    assert "attachment" in file.headers["content-disposition"]
    assert file.json["person"]["name"] == "Plain Page"
    unsure = send_form(visitor, "/me/delete")
    assert (unsure.status, visitor.me["name"]) == (422, "Plain Page")
    gone = send_form(visitor, "/me/delete", sure="yes")
    assert (gone.status, "as somebody new" in gone.text) == (200, True)
    assert visitor.me["named"] is False


def test_forms_of_that_page_are_taken_from_there_only(new: New) -> None:
    visitor, other = new().named("Form Owner"), new()
    theirs = re.search(r'name="form_key" value="([^"]+)"', other.get("/me").text)
    assert theirs is not None
    for key in ("", "x", theirs[1]):
        assert send_form(visitor, "/me/delete", key, sure="yes").status == 403
    own = re.search(r'name="form_key" value="([^"]+)"', visitor.get("/me").text)
    assert own is not None
    body = urlencode({"form_key": own[1], "sure": "yes"}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for foreign in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert visitor.ask("POST", "/me/delete", body, kind | foreign).status == 403
    for path in ("/me/delete", "/me/name"):
        assert visitor.get(path).status == 405
    assert code(visitor.post("/api/me/delete", {"delete": False}))[:2] == (422, "bad_value")
    assert code(visitor.post("/api/me/delete", {}))[:2] == (422, "missing_field")
    assert visitor.me["name"] == "Form Owner"


def test_an_entry_without_a_person_keeps_its_cards_and_forgets_the_rest() -> None:
    said = {"kind": "said", "seat": 0, "name": "Ann", "handle": "h1", "text": "hi", "original": "hi!"}
    body = json.dumps({"events": [said], "account": "a1", "command_id": "c"})
    found = json.loads(without_person(body, "a1", "b2"))
    assert found["account"] == "b2"
    assert found["events"][0] | {"handle": ""} == {
        "kind": "said", "seat": 0, "name": NOBODY, "handle": "", "text": ""
    }  # fmt: skip
    played = json.dumps({"events": [{"kind": "played", "seat": 1, "card": 5}], "account": "z9"})
    assert json.loads(without_person(played, "a1", "b2")) == json.loads(played)
    seats = [{"name": "Ann", "account": "a1", "handle": "h1"}, {"name": "Bob", "account": "b1"}]
    opened = json.dumps({"events": [{"kind": "opened", "seats": seats}]})
    (first, second) = json.loads(without_person(opened, "a1", "b2"))["events"][0]["seats"]
    assert (first["name"], first["account"]) == (NOBODY, "b2")
    assert first["handle"] != "h1"
    assert second == seats[1]


def person(name: str) -> Account:
    return set_name(new_account_id(), name)


LINES = [
    {"seq": 2, "at": "", "name": "Yves", "handle": "", "said": "an insult", "accused": True},
    {"seq": 3, "at": "", "name": "Zoe", "handle": "", "said": "please stop", "accused": False},
]


def report_about(accused: Account, reporter: Account) -> Report:
    chat = [
        {**LINES[0], "name": accused.shown_name, "handle": accused.handle},
        {**LINES[1], "name": reporter.shown_name, "handle": reporter.handle},
    ]
    record = {"players": [{"name": one.shown_name, "bot": False} for one in (accused, reporter)]}
    found = Evidence("table", accused.pk, accused.shown_name, chat, record)
    return Report.objects.get(pk=file_report(reporter, found, "insults", "he said it").report)


def test_an_open_report_outlives_the_accused_until_it_is_closed(people: None) -> None:
    accused, reporter = person("Yves Accused"), person("Zoe Reporter")
    report = report_about(accused, reporter)
    judge = Account.objects.create(name="Judge", is_staff=True, guest=False)
    departure.forget(accused.pk, ["table"])
    report.refresh_from_db()
    assert (report.accused, report.accused_name) == (None, "Yves Accused")
    assert report.chat[0]["said"] == "an insult"
    decide(report, judge, "nothing", "The account is gone.")
    report.refresh_from_db()
    kept = json.dumps([report.accused_name, report.chat, report.record])
    assert "Yves" not in kept
    assert "an insult" not in kept
    assert "please stop" in kept


def test_who_reported_and_goes_leaves_the_case_but_no_name_or_word(people: None) -> None:
    accused, reporter = person("Yvo Accused"), person("Zita Reporter")
    report = report_about(accused, reporter)
    departure.forget(reporter.pk, ["table"])
    report.refresh_from_db()
    kept = json.dumps([report.chat, report.record])
    assert "Zita" not in kept
    assert "please stop" not in kept
    assert "an insult" in kept
    (complaint,) = Complaint.objects.filter(report=report)
    assert (complaint.reporter, complaint.reporter_name, complaint.note) == (None, NOBODY, "")
    departure.forget(reporter.pk, [])  # twice is as good as once


def test_moderators_are_not_deleted_this_way(people: None) -> None:
    judge = Account.objects.create(name="Judge Two", is_staff=True, guest=False)
    with pytest.raises(departure.NotAGuestError):
        departure.refuse_others(judge.pk)
