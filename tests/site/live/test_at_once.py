"""Moves that are taken in the moment in which they come, past queues and tasks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from moonshot.site.live.turns import Turn
from moonshot.tables import ConflictError, LogError
from tests.site.live.places import PATIENCE, Place, Socket, appended, appending, in_a_place
from tests.site.live.test_ending import seat
from tests.tables.company import Company

PEOPLE = ("ann", "bob", "cai", "dan")


async def company(place: Place) -> list[Socket]:
    await seat(place, Company(people=PEOPLE))
    sockets = [(await place.enter(account=account, at_once=True))[0] for account in PEOPLE]
    for socket in sockets:
        await asyncio.wait_for(socket.hears.wait(), PATIENCE)
    return sockets


def first_pass(socket: Socket) -> dict[str, Any]:
    return {"t": "pass", "id": "p", "deal": 1, "cards": socket.view["hand"][:3]}


async def answer(socket: Socket) -> dict[str, Any]:
    return await socket.until(lambda message: message["t"] in ("done", "refused"))


def test_a_deal_is_played_at_once(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        sockets = await company(place)
        for socket in sockets:
            socket.send(**first_pass(socket))
            assert (await answer(socket))["t"] == "done"
        for socket in sockets:
            while socket.view["phase"] != "playing":
                await socket.message()
        live = place.host.tables["t"]
        for ply in range(52):
            turn = live.table.match.turn
            assert turn is not None
            mover = sockets[turn]
            while not (mover.view["legal"] and mover.view["ply"] == ply):
                await mover.message()
            mover.send(t="play", id=f"m{ply}", ply=ply, card=mover.view["legal"][0])
            assert (await answer(mover))["t"] == "done"
        assert live.table.phase == "deal_done"
        assert sum(socket.taken for socket in sockets) == 56
        assert not live.turn.locked()

    in_a_place(tmp_path, test)


def test_what_comes_too_early_waits_for_the_answer_before(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ann, bob, *_ = await company(place)
        ann.send(**first_pass(ann))
        ann.send(t="recall", id="r", deal=1)
        bob.send(**first_pass(bob))  # the table is busy with the first
        assert (ann.taken, bob.taken) == (1, 0)
        assert [(await answer(ann))["id"], (await answer(ann))["id"]] == ["p", "r"]
        assert (await answer(bob))["t"] == "done"
        ann.send_text("no json")
        assert (await answer(ann))["code"] == "not_json"
        ann.send(t="play", id="early", ply=0, card="2C")
        assert (await answer(ann))["code"] == "wrong_phase"
        assert ann.taken == 2
        ann.send(t="recall", id="again", deal=7)
        assert (await answer(ann))["code"] == "stale"
        assert (await ann.message())["events"] == [], "the whole view comes after it"

    in_a_place(tmp_path, test)


@pytest.mark.parametrize(
    ("error", "said"), [(LogError("full"), "try_again"), (ZeroDivisionError("x"), "resume")]
)
def test_a_move_that_cannot_be_stored_is_not_acknowledged(
    error: Exception, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any, **__: Any) -> None:
        raise error

    async def test(place: Place) -> None:
        ann, *_ = await company(place)
        monkeypatch.setattr(place.log, "append", appending(fails))
        ann.send(**first_pass(ann))
        told = await ann.until(lambda message: message["t"] in ("done", "refused", "bye"))
        assert told["code"] == said

    in_a_place(tmp_path, test)


def test_a_move_goes_on_after_what_others_have_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(place: Place) -> None:
        ann, bob, *_ = await company(place)

        async def second(*given: Any, **named: Any) -> None:
            monkeypatch.undo()
            await appended(place.log, "t", 2, b'{"events":[{"kind":"host_set","seat":1}]}')
            raise ConflictError

        monkeypatch.setattr(place.log, "append", appending(second))
        ann.send(**first_pass(ann))
        done = await answer(ann)
        assert (done["t"], done["seq"]) == ("done", 3)
        assert place.host.tables["t"].table.host == 1
        await bob.until(lambda message: message["view"]["has_passed"][0])

    in_a_place(tmp_path, test)


def test_whoever_gives_up_waiting_for_a_turn_does_not_keep_it() -> None:
    async def wait(turn: Turn, order: list[str], name: str) -> None:
        async with turn:
            order.append(name)

    async def test() -> None:
        turn, order = Turn(), list[str]()
        assert turn.take()
        first, second, third = (asyncio.create_task(wait(turn, order, name)) for name in "abc")
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        turn.release()  # handed to the first, which gives up in that moment
        first.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert order == ["c"]
        assert not turn.locked()

    asyncio.run(test())
