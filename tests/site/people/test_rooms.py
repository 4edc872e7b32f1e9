"""Private tables: opened, joined by code and link, limited, locked, and over."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from moonshot.site.live.codes import ALPHABET
from tests.site.people.halls import Guest, Line, run, table
from tests.site.people.test_people_api import code
from tests.site.running import Running

New = Callable[[], Guest]


async def entered(visitor: Guest, table_id: str) -> tuple[Line, dict[str, Any]]:
    line = await table(visitor, table_id)
    return line, (await line.until("update"))["view"]


def token_of(opened: dict[str, Any]) -> str:
    return str(opened["link"]).rpartition("/")[2]


def test_a_table_is_opened_with_code_and_link(new: New) -> None:
    host = new().named("Opener")
    opened = host.open(
        rules={"preset": "standard", "end_score": 75},
        seats=[{"kind": "bot", "level": "easy"}, {"kind": "person"}, {"kind": "person"}, {"kind": "bot"}],
        clock="online",
        spectators=True,
        text_chat=False,
    )
    assert set(opened) == {"table", "url", "code", "link"}
    assert len(opened["code"]) == 6
    assert set(opened["code"]) <= set(ALPHABET)
    assert len(token_of(opened)) == 22
    assert opened["code"] not in opened["link"]

    async def look() -> None:
        line, view = await entered(host, opened["table"])
        assert (view["kind"], view["phase"], view["seat"], view["host"]) == ("private", "gathering", 1, 1)
        assert (view["code"], view["link"]) == (opened["code"], opened["link"])
        assert [(seat["bot"], seat["empty"]) for seat in view["players"]] == [
            (True, False), (False, False), (False, True), (True, False),
        ]  # fmt: skip
        assert view["rules"]["end_score"] == 75
        assert view["chat"]["text"] is False
        assert view["players"][1]["name"] == "Opener"
        assert view["players"][1]["handle"] == host.me["handle"]
        await line.close()

    run(look())


def test_friends_come_by_code_and_by_link_and_play(new: New) -> None:
    host, by_code, by_link = new().named("Hosting"), new().named("Coded"), new().named("Linked")
    opened = host.open(rules="deniro_3")
    said = f" {opened['code'][:3].lower()}-{opened['code'][3:].lower()} "
    assert by_code.post("/api/join", {"code": said}).json == {
        "table": opened["table"], "url": opened["url"], "seat": 1,
    }  # fmt: skip
    assert by_link.post("/api/join", {"token": token_of(opened)}).json["seat"] == 2
    assert by_link.post("/api/join", {"token": token_of(opened)}).json["seat"] == 2  # again: the same seat
    assert [row["table"] for row in by_link.me["tables"]] == [opened["table"]]

    async def play() -> None:
        lines = [await entered(visitor, opened["table"]) for visitor in (host, by_code, by_link)]
        assert [view["seat"] for _, view in lines] == [0, 1, 2]
        await lines[1][0].send("start")
        assert (await lines[1][0].until("refused"))["code"] == "not_host"
        sent = await lines[0][0].send("start")
        assert (await lines[0][0].until("done", id=sent))["id"] == sent
        for line, _ in lines:
            await line.seen(lambda view: view["phase"] == "passing")
        late = new().post("/api/join", {"code": opened["code"]})
        assert code(late) == (409, "table_full", None)
        for line, _ in lines:
            await line.close()

    run(play())


def test_what_is_read_for_what_was_meant(new: New) -> None:
    host = new().named("Misread")
    opened = host.open(seats=[{"kind": "person"}] * 4)
    heard = opened["code"].replace("0", "O").replace("1", "I").replace("V", "U")
    assert new().post("/api/join", {"code": heard}).json["seat"] == 1


@pytest.mark.parametrize("given", ["AAAAAA", "", "12345", "1234567", "!!!!!!", "K7M2Q\x00", "   ", "ÄÖÜÄÖÜ"])
def test_wrong_codes_look_and_last_the_same(new: New, given: str) -> None:
    visitor = new()
    began = time.monotonic()
    answer = visitor.post("/api/join", {"code": given})
    assert code(answer) == (404, "code_unknown", "code")
    assert time.monotonic() - began >= 0.3
    assert answer.json["error"]["message"] == "There is no table with that code."


@pytest.mark.parametrize("given", ["A" * 22, "", "x", "../../etc/passwd", "A" * 40])
def test_wrong_links(new: New, given: str) -> None:
    assert code(new().post("/api/join", {"token": given})) == (404, "code_unknown", "code")


def test_a_join_names_one_way_in(new: New) -> None:
    for body in ({}, {"code": "AAAAAA", "token": "A" * 22}):
        assert code(new().post("/api/join", body)) == (422, "bad_value", "code")
    assert new().post("/api/join", {"code": "A" * 41}).status == 422
    assert new().post("/api/join", {"code": 123456}).status == 422


def guesses_until_refused(guesser: Guest) -> int:
    """How many wrong codes are answered; on a slow machine the limit fills again a little meanwhile."""
    for done in range(60):
        answer = guesser.post("/api/join", {"code": "ZZZZZ0"})
        if answer.status == 429:
            return done
        assert answer.status == 404
    raise AssertionError("guessing goes on and on")


def test_guessing_is_stopped_by_address_and_the_right_code_with_it(new: New, hall: Running) -> None:
    host = new().named("Guarded")
    opened = host.open()
    guesser = new()
    assert guesses_until_refused(guesser) >= 10
    assert guesser.post("/api/join", {"code": opened["code"]}).status == 429
    fresh = Guest(hall.address, where=guesser.where)  # a new guest does not help: the address counts
    fresh.get("/api/me")
    guesses_until_refused(fresh)
    assert fresh.post("/api/join", {"token": token_of(opened)}).status == 429
    guesses_until_refused(fresh)
    assert "retry-after" in fresh.post("/api/join", {"code": "ZZZZZ0"}).headers
    assert new().post("/api/join", {"code": opened["code"]}).status == 200


def test_guessing_is_stopped_by_account_whatever_its_address(new: New) -> None:
    guesser = new()
    statuses = []
    for address in range(12):
        guesser.where = f"203.0.113.{address}"
        statuses += [guesser.post("/api/join", {"code": "ZZZZZ0"}).status for _ in range(9)]
    assert statuses[:30] == [404] * 30
    assert 429 in statuses


def test_right_codes_are_not_counted(new: New) -> None:
    host, friend = new().named("Counting"), new()
    opened = host.open()
    assert {friend.post("/api/join", {"code": opened["code"]}).status for _ in range(15)} == {200}


def test_three_open_tables_are_enough(new: New) -> None:
    host = new().named("Collector")
    tables = [host.open() for _ in range(3)]
    assert code(host.post("/api/tables/private", {})) == (409, "too_many_tables", None)
    assert len({row["code"] for row in tables}) == 3

    async def close_one() -> None:
        line, _ = await entered(host, tables[0]["table"])
        await line.send("leave")
        assert (await line.until("bye"))["code"] == "left"
        assert await line.close_code() == 4004

    run(close_one())
    deadline = time.monotonic() + 10
    while (answer := host.post("/api/tables/private", {})).status == 409 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert answer.status == 201
    # the code died with its table, and says so
    assert code(new().post("/api/join", {"code": tables[0]["code"]})) == (410, "table_over", "code")
    assert code(new().post("/api/join", {"token": token_of(tables[0])})) == (410, "table_over", "code")


def test_a_locked_table_lets_nobody_in_and_a_removed_guest_stays_out(new: New) -> None:
    host, friend, other = new().named("Locker"), new().named("Friendly"), new().named("Otherwise")
    opened = host.open()
    assert friend.post("/api/join", {"code": opened["code"]}).json["seat"] == 1

    async def remove() -> None:
        line, _ = await entered(host, opened["table"])
        theirs, _ = await entered(friend, opened["table"])
        await line.until("done", id=await line.send("lock", on=True))
        answer = await asyncio.to_thread(other.post, "/api/join", {"code": opened["code"]})
        assert code(answer) == (409, "table_locked", None)
        await line.until("done", id=await line.send("lock", on=False))
        await line.until("done", id=await line.send("remove", seat=1))
        assert (await theirs.until("bye"))["code"] == "removed"
        assert await theirs.close_code() == 4005
        answer = await asyncio.to_thread(friend.post, "/api/join", {"code": opened["code"]})
        assert code(answer) == (403, "barred", None)
        again = await table(friend, opened["table"])
        assert (await again.until("bye"))["code"] == "removed"
        answer = await asyncio.to_thread(other.post, "/api/join", {"code": opened["code"]})
        assert answer.json["seat"] == 1
        await line.close()

    run(remove())


def test_strangers_see_nothing_of_a_private_table(new: New) -> None:
    host, stranger = new().named("Privately"), new()
    opened = host.open(spectators=True)
    table_id = opened["table"]
    for path in (f"/api/tables/{table_id}/record", f"/api/tables/{table_id}/qr.svg"):
        assert stranger.get(path).status == 404
    assert code(stranger.post(f"/api/tables/{table_id}/join", {}))[:2] == (404, "no_such_table")

    async def knock() -> None:
        line = await table(stranger, table_id)
        assert (await line.hear())["code"] == "gone"
        assert await line.close_code() == 4003

    run(knock())


def test_those_let_in_may_look_on_where_that_is_allowed(new: New) -> None:
    host = new().named("Openly")
    seats = [{"kind": "person"}, *[{"kind": "bot"}] * 3]
    watched, closed = host.open(seats=seats, spectators=True), host.open(seats=seats)
    friend = new().named("Watching")
    assert friend.post("/api/join", {"code": watched["code"]}).json["seat"] is None
    assert code(friend.post("/api/join", {"code": closed["code"]})) == (409, "table_full", None)

    async def look() -> None:
        line, view = await entered(friend, watched["table"])
        assert (view["seat"], view["code"], view["link"], view["hand"]) == (None, None, None, [])
        await line.close()

    run(look())


def test_the_qr_code_is_a_picture_of_the_link(new: New) -> None:
    host = new().named("Drawing")
    opened = host.open()
    answer = host.get(f"/api/tables/{opened['table']}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "script" not in answer.text


@pytest.mark.parametrize(
    ("given", "expected", "at"),
    [
        ({"rules": {"players": 9}}, "bad_rules", "rules.players"),
        ({"rules": "nothing"}, "unknown_preset", "rules.preset"),
        ({"seats": [{"kind": "person"}] * 3}, "bad_seats", "seats"),
        ({"seats": [{"kind": "bot"}] * 4}, "bad_seats", "seats"),
        ({"seats": [{"kind": "person"}] * 9}, "bad_value", "seats"),
        ({"seats": [{"kind": "person", "name": "x"}] * 4}, "unknown_field", "seats"),
        ({"seats": [{"kind": "dog"}] * 4}, "bad_value", "seats"),
        ({"clock": "coin"}, "bad_value", "clock"),
        ({"level": "god"}, "bad_value", "level"),
        ({"spectators": "yes"}, "bad_value", "spectators"),
        ({"coins": 5}, "unknown_field", "coins"),
    ],
)
def test_tables_that_cannot_be(new: New, given: dict[str, Any], expected: str, at: str) -> None:
    answer = new().post("/api/tables/private", given)
    assert code(answer) == (422, expected, at)


def test_a_block_keeps_people_from_a_table_and_is_not_told(new: New) -> None:
    host, unwanted = new().named("Quiet Host"), new().named("Unwanted")
    host.post("/api/blocks", {"handle": unwanted.me["handle"]})
    opened = host.open()
    blocked = unwanted.post("/api/join", {"code": opened["code"]})
    assert code(blocked) == (409, "table_full", None)
    assert "block" not in json.dumps(blocked.json)


def test_the_same_table_for_many_who_come_at_once(new: New) -> None:
    host = new().named("Crowded")
    opened = host.open()
    people = [new() for _ in range(8)]

    async def rush() -> list[Any]:
        return await asyncio.gather(
            *(asyncio.to_thread(one.post, "/api/join", {"code": opened["code"]}) for one in people)
        )

    answers = asyncio.run(rush())
    seats = [answer.json["seat"] for answer in answers if answer.status == 200]
    assert sorted(seats) == [1, 2, 3]
    assert [answer.status for answer in answers].count(409) == 5


def test_a_name_that_changes_is_shown_at_the_table_at_once_and_to_who_comes_back(new: New) -> None:
    host, friend = new().named("Before"), new().named("Friend")
    opened = host.open()
    assert friend.post("/api/join", {"code": opened["code"]}).status == 200

    async def look() -> None:
        own, _ = await entered(host, opened["table"])
        other, view = await entered(friend, opened["table"])
        seats = {player["name"]: seat for seat, player in enumerate(view["players"])}
        await own.send("say", phrase="hello")
        assert (await other.said())["name"] == "Before"
        await asyncio.to_thread(host.named, "After")
        await other.seen(lambda view: view["players"][seats["Before"]]["name"] == "After")
        await other.close()
        again = await table(friend, opened["table"])
        assert [said["name"] for said in (await again.until("history"))["said"]] == ["After"]
        await again.close()
        await asyncio.to_thread(friend.named, "Mate")  # nobody is told while its owner is away
        await entered(friend, opened["table"])
        await own.seen(lambda view: view["players"][seats["Friend"]]["name"] == "Mate")

    run(look())
