"""Talk, mutes, reports with their evidence, moderators, and words that time erases."""

import asyncio
import html
import json
import sqlite3
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from moonshot.bots import find_policy
from moonshot.engine import Rules
from moonshot.site.live import erasing
from moonshot.site.live.codec import decode_entry, encode_entry
from moonshot.site.live.lobby_models import ChatLine
from moonshot.site.live.models import Entry as Row
from moonshot.site.live.models import Table as Stored
from moonshot.tables import EMPTY, Entry, Table, Terms, invitation, person
from moonshot.tables.events import Said
from tests.site.people.halls import Guest, Line, lobby, run, table
from tests.site.people.staff import PASSWORD, Authenticator, form, make_moderator, sign_in
from tests.site.people.test_people_api import code
from tests.site.running import Browser, Running

New = Callable[[], Guest]


def friends(new: New, *names: str, **given: Any) -> tuple[list[Guest], str]:
    """People at one private table, the first of them its host."""
    people = [new().named(name) for name in names]
    opened = people[0].open(text_chat=True, **given)
    for visitor in people[1:]:
        assert visitor.post("/api/join", {"code": opened["code"]}).status == 200
    return people, opened["table"]


async def entered(visitor: Guest, table_id: str) -> Line:
    line = await table(visitor, table_id)
    await line.until("update")
    return line


def test_rude_words_are_masked_and_the_worst_are_not_sent(new: New) -> None:
    people, table_id = friends(new, "Speaker", "Hearer")

    async def talk() -> None:
        speaker, hearer = [await entered(person, table_id) for person in people]
        await speaker.send("say", text="what a sh1t hand")
        assert (await hearer.said())["text"] == "what a **** hand"
        await asyncio.sleep(3.1)
        await speaker.send("say", text="kill yourself")
        assert (await speaker.until("refused"))["code"] == "bad_words"
        await speaker.send("say", text="see www.example.com")
        assert (await speaker.until("refused"))["code"] == "bad_text"

    run(talk())


def test_muted_and_blocked_people_are_not_heard_from_now_on_and_on_every_device(
    new: New, hall: Running
) -> None:
    (ann, bob, cat), table_id = friends(new, "Ann Mutes", "Bob Talks", "Cat Hears")
    handle = bob.me["handle"]

    async def talk() -> None:
        theirs = await entered(bob, table_id)
        mine, cats = await entered(ann, table_id), await entered(cat, table_id)
        await theirs.send("say", phrase="hello")
        assert (await mine.said())["handle"] == handle
        await cats.said()
        await asyncio.to_thread(ann.post, "/api/mutes", {"handle": handle})
        await asyncio.sleep(3.1)
        await theirs.send("say", text="can you hear me")
        assert (await cats.said())["text"] == "can you hear me"
        with pytest.raises(TimeoutError):
            await mine.said(seconds=1)
        other_device = await entered(Guest(hall.address, dict(ann.cookies)), table_id)
        await asyncio.sleep(3.1)
        await theirs.send("say", phrase="good_luck")
        assert (await cats.said())["phrase"] == "good_luck"
        with pytest.raises(TimeoutError):
            await other_device.said(seconds=1)
        await asyncio.to_thread(ann.post, "/api/mutes", {"handle": handle, "on": False})
        again = await entered(ann, table_id)
        await asyncio.sleep(3.1)
        await theirs.send("say", emoji="smile")
        assert (await again.said())["emoji"] == "smile"

    run(talk())


def evidence_of(hall: Running) -> list[dict[str, Any]]:
    database = sqlite3.connect(hall.data / "moonshot.sqlite3")
    database.row_factory = sqlite3.Row
    try:
        rows = database.execute("SELECT * FROM people_report ORDER BY id").fetchall()
        return [dict(row) | {key: json.loads(row[key]) for key in ("chat", "record")} for row in rows]
    finally:
        database.close()


def test_a_report_carries_its_evidence_and_duplicates_merge(new: New, hall: Running) -> None:
    (ann, bob, cat), table_id = friends(new, "Ann Reports", "Bob Accused", "Cat Too", rules="deniro_3")
    accused = {"table": table_id, "handle": bob.me["handle"]}

    async def talk() -> None:
        lines = [await entered(person, table_id) for person in (ann, bob, cat)]
        await lines[1].send("say", text="you play like shit")
        await lines[0].said()
        await lines[0].send("say", phrase="one_moment")
        await lines[1].said()
        await lines[0].until("done", id=await lines[0].send("start"))
        await lines[1].send("leave")
        await lines[1].until("bye", code="left")

    run(talk())
    bob.named("Bob Hides")
    first = ann.post("/api/reports", {**accused, "reason": "insults", "note": "first <b>note</b>"})
    assert (first.status, first.json["merged"]) == (201, False)
    second = cat.post("/api/reports", {**accused, "reason": "spam"})
    assert second.json == {"report": first.json["report"], "merged": True}
    assert ann.post("/api/reports", {**accused, "reason": "name"}).json["merged"] is True
    report = next(row for row in evidence_of(hall) if row["id"] == first.json["report"])
    assert report["accused_name"] == "Bob Accused"  # as they were called then
    assert [(line["name"], line["said"], line["accused"]) for line in report["chat"]] == [
        ("Bob Accused", "you play like shit", True),  # the words before masking
        ("Ann Reports", "one_moment", False),
    ]
    assert report["record"]["rules"]
    assert [player["name"] for player in report["record"]["players"]] == [  # a bot has taken the seat since
        "Ann Reports",
        "Bob Accused",
        "Cat Too",
    ]


async def said_and_left(people: Sequence[Guest], table_id: str) -> None:
    """The second of them says something, the match begins, and everybody leaves."""
    lines = [await entered(person, table_id) for person in people]
    await lines[1].until("done", id=await lines[1].send("say", text="see if I care"))
    await lines[0].until("done", id=await lines[0].send("start"))
    for line in reversed(lines):
        await line.send("leave")
        assert await line.close_code() == 4004


def test_h3_a_day_later_when_everybody_has_left_a_report_still_has_all_of_it(new: New, hall: Running) -> None:
    people, table_id = friends(new, "Ann Later", "Bob Gone", rules="deniro_3")
    ann, bob = people
    handle = bob.me["handle"]

    run(said_and_left(people, table_id))
    database = sqlite3.connect(hall.data / "moonshot.sqlite3")
    with database:
        database.execute(
            "UPDATE live_entry SET stored_at = datetime(stored_at, '-1 day') WHERE table_id = ?", (table_id,)
        )
    database.close()
    filed = ann.post("/api/reports", {"table": table_id, "handle": handle, "reason": "insults"})
    assert filed.status == 201
    report = next(row for row in evidence_of(hall) if row["id"] == filed.json["report"])
    assert [line["said"] for line in report["chat"]] == ["see if I care"]
    assert [player["name"] for player in report["record"]["players"]][:2] == ["Ann Later", "Bob Gone"]


def test_reports_about_people_one_has_not_met(new: New) -> None:
    (ann, bob), table_id = friends(new, "Ann Met", "Bob Met")
    stranger = new().named("Stranger")
    handle = bob.me["handle"]
    given = {"table": table_id, "handle": handle, "reason": "other"}
    for visitor, body in (
        (stranger, given),
        (ann, given | {"handle": stranger.me["handle"]}),
        (ann, given | {"handle": ann.me["handle"]}),
        (ann, given | {"table": "nowhere"}),
        (ann, given | {"table": "' OR 1=1 --"}),
    ):
        assert code(visitor.post("/api/reports", body)) == (404, "no_such_person", "handle")
    assert code(ann.post("/api/reports", given | {"reason": "boring"}))[:2] == (422, "bad_value")
    assert ann.post("/api/reports", given | {"note": "x" * 501}).status == 422


@pytest.fixture(scope="module")
def judge(hall: Running) -> Authenticator:
    """The authenticator of the moderator *Judge*; a new one, since the site outlives this fixture."""
    return make_moderator(hall.data, "Judge", "--new-key")


@pytest.fixture(scope="module")
def moderator(hall: Running, judge: Authenticator) -> Browser:
    """Signed in at the moderators' pages."""
    visitor = Guest(hall.address)
    answer = sign_in(visitor, "Judge", PASSWORD, judge.code())
    assert (answer.status, answer.headers["location"]) == (302, "/moderation/")
    return visitor


def test_moderators_see_the_evidence_decide_and_the_reporter_is_told_once(
    new: New, moderator: Browser, hall: Running
) -> None:
    (ann, bob), table_id = friends(new, "Ann Told", "Bob Judged")
    given = {"table": table_id, "handle": bob.me["handle"], "reason": "insults", "note": "<script>x</script>"}
    number = ann.post("/api/reports", given).json["report"]
    assert "Bob Judged" in moderator.get("/moderation/people/report/").text
    page = f"/moderation/people/report/{number}/change/"
    shown = moderator.get(page).text
    assert "<script>x</script>" not in shown
    assert html.escape("<script>x</script>") in shown
    refused = form(moderator, page, result="barred", action_note="", days="7")
    assert "Say why." in refused.text

    async def closed() -> None:
        at_table, in_lobby = await entered(bob, table_id), await lobby(bob)
        await in_lobby.hear()
        decided = await asyncio.to_thread(
            lambda: form(moderator, page, result="barred", action_note="Seen it.", days="7")
        )
        assert decided.status == 302
        for line in (at_table, in_lobby):  # open windows are closed at once
            assert await line.close_code() == 4005

    run(closed())
    notices = ann.me["notices"]
    assert [line["text"] for line in notices] == ["Bob Judged may not play with others for a while."]
    assert ann.me["notices"] == notices  # reading changes nothing
    assert ann.post("/api/notices", {}).json == []
    assert ann.me["notices"] == []
    assert code(bob.post("/api/tables/private", {}))[:2] == (403, "barred")
    answer = new().named("Open House").open()
    assert code(bob.post("/api/join", {"code": answer["code"]}))[:2] == (403, "barred")
    assert bob.post("/api/tables", {}).status == 201  # practice stays open to everybody
    report = next(row for row in evidence_of(hall) if row["id"] == number)
    assert (report["state"], report["result"], report["action_note"]) == ("closed", "barred", "Seen it.")
    assert report["decided_by_id"]
    assert report["decided_at"]


def test_the_moderators_pages_are_closed_to_everybody_else(new: New) -> None:
    visitor = new().named("Curious")
    for path in ("/moderation/", "/moderation/people/report/", "/moderation/people/account/"):
        answer = visitor.get(path)
        assert (answer.status, answer.headers["location"].partition("?")[0]) == (302, "/moderation/login/")
    assert "sessionid" not in visitor.cookies
    assert visitor.get("/api/me").headers.get("set-cookie") is None


def test_the_moderators_pages_have_their_styles_and_the_sites_headers(moderator: Browser) -> None:
    assert moderator.get("/static/admin/css/base.css").headers["content-type"].startswith("text/css")
    headers = moderator.get("/moderation/people/account/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "no-store" in headers["cache-control"]


def test_forms_of_moderators_need_their_token(moderator: Browser) -> None:
    body = b"result=warned&action_note=x&days=7"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    path = "/moderation/people/report/1/change/"
    assert moderator.ask("POST", path, body, kind).status == 403
    assert moderator.ask("POST", path, body, kind | {"Origin": "https://evil.example"}).status == 403


def test_words_are_erased_after_a_week_and_the_table_still_replays(
    tmp_path: Any, people: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [person("Ann", "a", "h"), EMPTY, EMPTY, EMPTY]
    first = invitation("talky", Rules(), seats, pace="normal", secret=b"s" * 32, terms=Terms(kind="private"))
    said = Entry(
        2, (Said(0, "Ann", "h", text="my address is **** street", original="my address"),), "a", "c1"
    )
    stored = Stored.objects.create(id="talky", owner="a")
    for entry in (first, said):
        Row.objects.create(table=stored, seq=entry.seq, body=encode_entry(entry).decode())
    erasing.note_line("talky", 2, "a")
    erasing.note_line("talky", 2, "a")
    assert ChatLine.objects.filter(table="talky").count() == 1
    assert erasing.erase_old_words() == 0
    later = timezone.now() + erasing.KEPT + timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert erasing.erase_old_words() == 1
    bodies = list(Row.objects.filter(table_id="talky").order_by("seq").values_list("seq", "body"))
    assert "address" not in bodies[1][1]
    entries = [decode_entry(seq, body.encode()) for seq, body in bodies]
    assert Table.replay(entries, find_policy).seq == 2
    assert not ChatLine.objects.filter(table="talky").exists()
