"""The table socket: moves and their answers, coming back, one truth in several windows and servers."""

from pathlib import Path
from typing import Any

from tests.site.live.places import Place, in_a_place


def first_pass(view: dict[str, Any]) -> dict[str, Any]:
    return {"t": "pass", "id": "p", "deal": view["deal"], "cards": view["hand"][:3]}


def test_a_move_is_published_and_answered(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()
        socket.send(**first_pass(view))
        update = await socket.message()
        assert (update["t"], update["seq"]) == ("update", 2)
        assert update["events"] == [{"kind": "passed", "seat": 0}]
        assert update["view"]["passed"] == view["hand"][:3]
        assert await socket.message() == {"t": "done", "id": "p", "seq": 2}
        socket.send(**first_pass(view))
        assert await socket.message() == {"t": "done", "id": "p", "seq": 2}
        socket.send(t="play", id="x", ply=0, card="2C")
        refused = await socket.message()
        assert set(refused) == {"t", "id", "code", "message", "at"}
        assert (refused["t"], refused["id"], refused["code"]) == ("refused", "x", "wrong_phase")
        await socket.leave()

    in_a_place(tmp_path, test)


def test_bots_move_by_themselves(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table()
        socket, _ = await place.enter()
        update = await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        socket.send(**first_pass(update["view"]))
        await socket.until(lambda message: message["t"] == "update" and message["view"]["phase"] == "playing")

    in_a_place(tmp_path, test)


def test_the_newest_window_plays_and_the_older_is_told(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user report C8
        await place.table(pace="slow")
        first, view = await place.enter()
        second, same = await place.enter()
        assert same["hand"] == view["hand"]
        assert (await first.message())["code"] == "moved"
        assert await first.closed() == 4001
        watcher, seen = await place.enter(watch=True)
        assert seen["hand"] == view["hand"]
        watcher.send(**first_pass(view))
        assert (await watcher.message())["code"] == "watching"
        second.send(**first_pass(view))
        assert (await second.message())["t"] == "update"
        assert (await watcher.message())["t"] == "update"
        back, _ = await place.enter()
        assert await second.closed() == 4001
        back.send(t="pause", id="x", on=True)
        assert (await back.message())["view"]["paused"]

    in_a_place(tmp_path, test)


def test_coming_back_at_any_time_finds_the_same_cards(tmp_path: Path) -> None:
    async def test(place: Place) -> None:  # user reports C1, C3
        await place.table(pace="slow")
        first, view = await place.enter()
        for _ in range(5):
            await first.leave()
            first, again = await place.enter()
            assert again["hand"] == view["hand"]
            assert [player["name"] for player in again["players"]] == ["Me", "Bot 0", "Bot 1", "Bot 2"]
            assert [player["connected"] for player in again["players"]] == [True] * 4

    in_a_place(tmp_path, test)


def test_a_table_comes_back_from_its_log_alone(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()
        socket.send(**first_pass(view))
        await socket.until(lambda message: message["t"] == "done")
        other = Place(place.path)
        there, same = await other.enter()
        assert (same["hand"], same["passed"]) == (view["hand"], view["hand"][:3])
        there.send(**first_pass(view))
        assert await there.message() == {"t": "done", "id": "p", "seq": 2}
        await other.close()

    in_a_place(tmp_path, test)


def test_two_servers_over_one_database_keep_one_truth(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        here, _ = await place.enter()
        other = Place(place.path)
        there, _ = await other.enter()
        here.send(t="pace", id="1", pace="click")
        await here.until(lambda message: message["t"] == "done")
        there.send(t="pause", id="2", on=True)
        update = await there.until(lambda message: message["t"] == "update" and message["view"]["paused"])
        assert update["view"]["pace"] == "click"
        assert (await there.message())["seq"] == 3
        await other.close()

    in_a_place(tmp_path, test)
