"""Live tables over real sockets: presence, stand-ins, clocks, spectators, and who is let in."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Rules
from moonshot.site.live.directory import Directory, Person
from moonshot.tables import Terms, Visitor, bot, invitation, opening, person
from moonshot.tables.clock import LIMITS, Limits
from tests.site.live.places import SECRET, Place, Socket, in_a_place

QUICK = Terms(kind="quick", clock="online", spectators=True)
CALM = Terms(kind="quick", spectators=True)
PRIVATE = Terms(kind="private", code="K7M2QX", link="/join/abc")


class Names(Directory):
    """A directory that knows everybody by the first letter of their account."""

    async def person(self, account: str, table: str | None = None) -> Person:
        visitor = Visitor(account.title(), f"h-{account}", writes=True, invited=account != "zoe")
        return Person(account, visitor, frozenset({"h-bea"}) if account == "cai" else frozenset())


async def table(place: Place, terms: Terms, people: tuple[str, ...] = ("ann", "bea"), **more: Any) -> None:
    place.host.directory = Names()
    seats = [person(name.title(), name, f"h-{name}") for name in people]
    seats += [bot(name, "steady") for name in ("Mira", "Otto", "Juno")[: 4 - len(seats)]]
    entry = opening("t", Rules(), seats, pace=more.get("pace", "instant"), secret=SECRET, terms=terms)
    await place.host.create("t", people[0], entry)


def run(path: Path, test: Callable[[Place], Awaitable[None]]) -> None:
    in_a_place(path, test)


def kinds(message: dict[str, Any]) -> list[str]:
    return [event["kind"] for event in message.get("events", ())]


def happened(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: kind in kinds(message)


async def play_out(socket: Socket) -> None:
    """Play the first legal card whenever there is one, to the end of the match."""
    number = 0
    while socket.view["phase"] != "over":
        view = socket.view
        if view["legal"]:
            number += 1
            socket.send(t="play", id=f"p{number}", ply=view["ply"], card=view["legal"][0])
            await socket.until(lambda message: message["t"] == "done")
        else:
            await socket.message()


def here(*wanted: bool) -> Callable[[dict[str, Any]], bool]:
    """Whether a message shows exactly these people as connected."""
    return lambda message: (
        message["t"] == "update"
        and [player["connected"] for player in message["view"]["players"]][: len(wanted)] == list(wanted)
    )


def test_others_see_who_comes_and_goes_on_the_right_chair(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report C6
        await table(place, CALM, ("ann", "bea", "cai"))
        ann, _ = await place.enter(account="ann")
        bea, _ = await place.enter(account="bea")
        await ann.until(here(True, True, False))
        for _ in range(2):
            await bea.leave()
            away = await ann.until(here(True, False, False))
            assert away["view"]["absent"]["seat"] in (1, 2)
            bea, view = await place.enter(account="bea")
            assert not view["paused"]
            await ann.until(here(True, True, False))

    run(tmp_path, test)


def test_a_bot_stands_in_and_hands_the_seat_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonshot.tables.due.AWAY_SECONDS", 0.3)

    async def test(place: Place) -> None:  # user report C7
        await table(place, CALM)
        ann, _ = await place.enter(account="ann")
        bea, view = await place.enter(account="bea")
        await bea.leave()
        message = await ann.until(happened("stand_in"))
        assert message["view"]["players"][1]["stand_in"]
        assert message["view"]["players"][1]["name"] == "Bea"
        await ann.until(lambda message: message["t"] == "update" and message["view"]["has_passed"][1])
        back, first = await place.enter(account="bea")
        assert first["players"][1]["stand_in"]  # so it can be said on return
        assert len(first["passed"]) == 3
        assert first["hand"] == view["hand"] or set(first["hand"]) < set(view["hand"])
        for socket in (ann, back):
            message = await socket.until(happened("returned"))
            assert not message["view"]["players"][1]["stand_in"]

    run(tmp_path, test)


def test_the_clock_moves_for_the_silent_once_and_tells_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "online", Limits(play=200, pass_=300, bank=100, short=50, spare=3, grace=50))

    async def test(place: Place) -> None:  # user reports K4, K6
        await table(place, QUICK)
        ann, view = await place.enter(account="ann")
        assert view["clock"]["limit_ms"] == 300
        assert 0 < view["clock"]["left_ms"][0] <= 400
        watcher, seen = await place.enter(account="zoe")
        assert (seen["seat"], seen["hand"], seen["code"]) == (None, [], None)
        for socket in (ann, watcher):
            events: list[str] = []
            while events.count("timed_out") < 4:
                message = await socket.message()
                events += kinds(message)
            assert "left" not in events

    run(tmp_path, test)


def test_spectators_are_counted_and_only_look(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await table(place, CALM, pace="slow")
        ann, view = await place.enter(account="ann")
        assert view["spectators"] == 0
        zoe, seen = await place.enter(account="zoe")
        assert (seen["seat"], seen["hand"], seen["spectators"]) == (None, [], 1)
        assert (await ann.message())["view"]["spectators"] == 1
        zoe.send(t="pass", id="1", deal=1, cards=view["hand"][:3])
        refused = await zoe.until(lambda message: message["t"] == "refused")
        assert refused["code"] == "not_seated"
        zoe.send(t="say", id="2", phrase="hello")
        refused = await zoe.until(lambda message: message["t"] == "refused")
        assert refused["code"] == "not_here"

    run(tmp_path, test)


def test_words_reach_all_but_those_who_do_not_want_them(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report H1
        await table(place, CALM, ("ann", "bea", "cai"), pace="slow")
        sockets: dict[str, Socket] = {}
        for name in ("ann", "bea", "cai"):
            sockets[name], _ = await place.enter(account=name)
        sockets["bea"].send(t="say", id="1", phrase="hello")
        said = await sockets["ann"].until(happened("said"))
        assert said["events"][-1]["handle"] == "h-bea"
        sockets["ann"].send(t="say", id="1", emoji="smile")
        message = await sockets["cai"].until(happened("said"))
        assert [event["name"] for event in message["events"]] == ["Ann"]

    run(tmp_path, test)


def test_what_was_said_is_there_again_for_those_with_a_seat(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await table(place, CALM, ("ann", "bea", "cai"), pace="slow")
        sockets: dict[str, Socket] = {}
        for name in ("ann", "bea", "cai"):
            sockets[name], _ = await place.enter(account=name)
        sockets["bea"].send(t="say", id="1", phrase="hello")
        await sockets["ann"].until(happened("said"))
        sockets["ann"].send(t="say", id="1", emoji="smile")
        await sockets["cai"].until(happened("said"))  # who hears ann alone
        said = {
            name: [message["name"] for message in (await come_back(place, name))["said"]]
            for name in ("ann", "cai")
        }
        assert said == {"ann": ["Bea", "Ann"], "cai": ["Ann"]}  # cai has muted bea
        watcher, _ = await place.enter(account="zoe")
        watcher.send(t="ping", id="p")
        assert (await watcher.until(lambda message: message["t"] != "update"))["t"] == "pong"

    async def come_back(place: Place, name: str) -> dict[str, Any]:
        socket, _ = await place.enter(account=name)
        return await socket.until(lambda message: message["t"] == "history")

    run(tmp_path, test)


def test_a_ping_is_answered_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report K5
        await table(place, CALM, ("ann", "bea"), pace="slow")
        ann, _ = await place.enter(account="ann")
        before = place.host.tables["t"].table.seq
        ann.send(t="ping", id="p1")
        assert await ann.until(lambda message: message["t"] == "pong") == {"t": "pong", "id": "p1"}
        assert place.host.tables["t"].table.seq == before

    run(tmp_path, test)


def test_three_agree_and_a_card_is_in_the_hand_again(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report U9
        people = ("ann", "bea", "cai", "dan")
        await table(place, Terms(kind="private"), people)
        sockets = {name: (await place.enter(account=name))[0] for name in people}
        for name, socket in sockets.items():
            hand = socket.view["hand"]
            socket.send(t="pass", id=f"{name}-pass", deal=1, cards=hand[:3])
        for socket in sockets.values():
            await socket.until(lambda _, socket=socket: socket.view["phase"] == "playing")  # type: ignore[misc]
        leader = people[sockets["ann"].view["turn"]]
        hand, card = sockets[leader].view["hand"], sockets[leader].view["legal"][0]
        sockets[leader].send(t="play", id="play", ply=0, card=card)
        await sockets[leader].until(lambda message: message.get("view", {}).get("offers") == ["take_back"])
        sockets[leader].send(t="propose_vote", id="back", kind="take_back")
        for name in people:
            if name != leader:
                assert "offers" not in sockets[name].view or sockets[name].view["offers"] == []
                await sockets[name].until(happened("vote_opened"))
                sockets[name].send(t="vote", id="yes", yes=True)
        for socket in sockets.values():
            message = await socket.until(happened("taken_back"))
            assert message["events"][-1]["card"] == card
            assert message["view"]["ply"] == 0
        assert sockets[leader].view["hand"] == hand

    run(tmp_path, test)


def test_who_is_removed_is_told_and_cannot_come_back(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        place.host.directory = Names()
        seats = [person("Ann", "ann"), person("Bea", "bea"), *[bot(name, "easy") for name in ("Ida", "Emil")]]
        entry = invitation("t", Rules(), seats, pace="fast", secret=SECRET, terms=PRIVATE)
        await place.host.create("t", "ann", entry)
        ann, view = await place.enter(account="ann")
        assert (view["phase"], view["code"]) == ("gathering", "K7M2QX")
        bea, _ = await place.enter(account="bea")
        ann.send(t="remove", id="1", seat=1)
        assert (await bea.until(lambda message: message["t"] == "bye"))["code"] == "removed"
        assert await bea.closed() == 4005
        again = await place.connect(account="bea").accepted()
        assert (await again.message())["code"] == "removed"
        stranger = await place.connect(account="zoe").accepted()
        assert (await stranger.message())["code"] == "gone"
        cai, seen = await place.enter(account="cai")
        assert (seen["seat"], seen["code"]) == (None, None)
        cai.send(t="sit", id="1", seat=1)
        update = await cai.until(happened("sat"))
        assert (update["view"]["seat"], update["view"]["code"]) == (1, "K7M2QX")
        ann.send(t="start", id="2")
        started = await cai.until(happened("match_started"))
        assert len(started["view"]["hand"]) == 13

    run(tmp_path, test)


def test_a_full_table_without_spectators_says_so(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await table(place, Terms(kind="quick"), ("ann", "bea", "cai", "dan"))
        zoe = await place.connect(account="zoe").accepted()
        assert (await zoe.message())["code"] == "full"
        assert await zoe.closed() == 4007

    run(tmp_path, test)


def test_a_rematch_keeps_who_is_willing_and_lets_the_others_look_on(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        place.host.directory = Names()
        seats = [person("Ann", "ann"), person("Bea", "bea"), *[bot(name, "easy") for name in ("Ida", "Emil")]]
        rules = Rules(end_hands=1, end_score=0, tie="shared", pass_cycle=("H",))
        entry = opening("t", rules, seats, pace="instant", secret=SECRET, terms=CALM)
        await place.host.create("t", "ann", entry)
        sockets = [(await place.enter(account=name))[0] for name in ("ann", "bea")]
        await asyncio.gather(*(play_out(socket) for socket in sockets))
        sockets[0].send(t="propose_vote", id="v", kind="rematch")
        await sockets[1].until(happened("vote_opened"))
        sockets[1].send(t="vote", id="v", yes=False)
        message = await sockets[1].until(happened("match_started"))
        assert (message["view"]["seat"], message["view"]["hand"]) == (None, [])
        message = await sockets[0].until(happened("match_started"))
        assert (message["view"]["seat"], len(message["view"]["hand"])) == (0, 13)

    run(tmp_path, test)
