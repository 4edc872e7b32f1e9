"""Names, blocks, mutes and the pass for browsers without cookies, against a running server."""

import json
from collections.abc import Callable

import pytest
from django.core import signing

from moonshot.site.people.ids import handle_of, new_account_id
from moonshot.site.people.visitors import new_pass, read_pass
from tests.site.people.halls import Guest
from tests.site.running import Running

New = Callable[[], Guest]


def code(answer: object) -> tuple[int, str, str | None]:
    status, error = answer.status, answer.json["error"]  # type: ignore[attr-defined]
    return status, error["code"], error["at"]


def test_a_name_is_asked_for_once_kept_and_changed(new: New) -> None:
    visitor = new()
    before = visitor.me
    assert (before["named"], before["cookies"], before["notices"]) == (False, True, [])
    answer = visitor.post("/api/name", {"name": "  Nora   Q "})
    assert answer.json == {"name": "Nora Q", "handle": before["handle"]}
    assert (visitor.me["name"], visitor.me["named"]) == ("Nora Q", True)
    assert visitor.post("/api/name", {"name": "Norbert"}).json["name"] == "Norbert"
    assert visitor.me["name"] == "Norbert"


def test_guests_with_names_that_look_alike_are_told_apart(new: New) -> None:
    assert new().named("Quirin").me["name"] == "Quirin"
    assert new().named("QUIRIN").me["name"] == "QUIRIN #2"
    third = new().named("Qu-irin")
    assert third.me["name"] == "Qu-irin #3"
    assert third.named("Quirina").me["name"] == "Quirina"
    assert new().named("quirin").me["name"] == "quirin #3"  # the number is free again
    assert third.named("Quirina").me["name"] == "Quirina"  # and the same name twice changes nothing


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("<img src=x>", "name_signs"),
        ("a/b", "name_signs"),
        ("x\ny", "name_signs"),
        ("\u202eabc", "name_signs"),
        ("x" * 10_000, "name_length"),
        ("admin", "name_reserved"),
        ("Mira", "name_reserved"),
        ("\u0410nna", "name_mixed"),
    ],
)
def test_names_that_are_refused_change_nothing(new: New, name: str, expected: str) -> None:
    visitor = new()
    before = visitor.me["name"]
    assert code(visitor.post("/api/name", {"name": name})) == (422, expected, "name")
    assert visitor.me["name"] == before


def test_a_name_of_a_megabyte_is_thrown_away(new: New) -> None:
    assert new().post("/api/name", {"name": "x" * 1_000_000}).status == 413


def test_changing_names_has_a_limit(new: New) -> None:
    visitor = new()
    statuses = [
        visitor.post("/api/name", {"name": f"Name {'abcdefghijklmnop'[n]}"}).status for n in range(12)
    ]
    assert statuses == [200] * 10 + [429] * 2


def test_mutes_and_blocks_are_lists_of_handles(new: New) -> None:
    ann, bob = new().named("Blocker"), new().named("Blocked")
    handle = bob.me["handle"]
    told = {"handle": handle, "name": "Blocked"}
    assert ann.get("/api/blocks").json == {"blocks": [], "mutes": []}
    assert ann.post("/api/blocks", {"handle": handle}).json == {"blocks": [told], "mutes": []}
    assert ann.post("/api/blocks", {"handle": handle, "on": True}).json["blocks"] == [told]
    assert ann.post("/api/mutes", {"handle": handle}).json["mutes"] == [told]
    bob.named("Renamed")
    assert ann.get("/api/blocks").json["blocks"] == [{"handle": handle, "name": "Renamed"}]
    assert ann.post("/api/blocks", {"handle": handle, "on": False}).json["blocks"] == []
    assert bob.get("/api/blocks").json == {"blocks": [], "mutes": []}


def test_blocks_outlive_a_restart_of_the_browser_on_another_address(new: New, hall: Running) -> None:
    ann, bob = new().named("Keeper"), new().named("Kept")
    ann.post("/api/blocks", {"handle": bob.me["handle"]})
    later = Guest(hall.address, dict(ann.cookies))
    assert [row["name"] for row in later.get("/api/blocks").json["blocks"]] == ["Kept"]


def test_nobody_blocks_themselves_or_a_stranger(new: New) -> None:
    ann = new().named("Lonely")
    for handle in (ann.me["handle"], handle_of(new_account_id()), "", "x" * 300, "' OR 1=1 --"):
        for path in ("/api/blocks", "/api/mutes"):
            assert code(ann.post(path, {"handle": handle})) == (404, "no_such_person", "handle")


def test_without_cookies_a_pass_is_the_guest_until_the_tab_closes(new: New, hall: Running) -> None:
    page = Guest(hall.address)
    page.get("/api/me")
    page.cookies.clear()
    assert page.me["cookies"] is False  # this is how a page finds out
    page.cookies.clear()
    shown = page.post("/api/visitor", {}).json["visitor"]
    page.cookies.clear()

    def ask(method: str, path: str, value: object = None) -> object:
        body = None if value is None else json.dumps(value).encode()
        headers = {"Content-Type": "application/json", "Origin": hall.address, "Moonshot-Visitor": shown}
        answer = page.ask(method, path, body, headers)
        assert "set-cookie" not in answer.headers
        return answer.json

    assert ask("POST", "/api/name", {"name": "Tab Only"})["name"] == "Tab Only"  # type: ignore[index]
    host = new().named("Hostess")
    opened = host.open(rules="standard")
    joined = ask("POST", "/api/join", {"token": opened["link"].rpartition("/")[2]})
    assert joined["seat"] == 1  # type: ignore[index]
    assert ask("GET", "/api/me")["name"] == "Tab Only"  # type: ignore[index]
    assert ask("POST", f"/api/tables/{opened['table']}/ticket", {})["expires_in"] == 60  # type: ignore[index]


def test_passes_and_cookies_are_not_each_other(new: New) -> None:
    account = new_account_id()
    assert read_pass(new_pass(account)) == account
    cookie = signing.TimestampSigner(salt="moonshot.visitor").sign(account)
    for forged in (cookie, account, "", "x" * 10_000, new_pass(account)[:-1] + "?", new_pass("not an id")):
        assert read_pass(forged) is None
    visitor = new()
    me = visitor.me["handle"]
    answer = visitor.get("/api/me", Moonshot_Visitor="forged")
    assert answer.json["handle"] == me


@pytest.mark.parametrize(
    "path",
    [
        "/api/name", "/api/visitor", "/api/blocks", "/api/mutes", "/api/reports", "/api/join",
        "/api/lobby/ticket", "/api/tables/private", "/api/tables/x/join", "/api/notices", "/api/hearing",
        "/api/me/delete",
    ],
)  # fmt: skip
def test_every_change_is_taken_from_our_own_pages_only(new: New, path: str) -> None:
    visitor = new()
    body = json.dumps({}).encode()
    kind = {"Content-Type": "application/json"}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": visitor.address},
    ):
        assert code(visitor.ask("POST", path, body, kind | headers))[:2] == (403, "cross_origin")
    assert visitor.ask("POST", path, b"name=x", {"Content-Type": "text/plain"}).status == 415
    assert visitor.ask("GET", path).status in (200, 405)
    assert code(visitor.ask("POST", path, b'{"a":1,"a":2}', kind))[:2] == (400, "bad_json")
    assert visitor.ask("POST", path, b'{"surprise":1}', kind).status in (200, 404, 422)
