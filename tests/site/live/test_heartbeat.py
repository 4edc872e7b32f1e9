"""A server that stands still, and a clock on the wall that is set: nobody's time runs out by it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moonshot.bots import find_policy
from moonshot.site.live import rounds
from moonshot.site.live.clock import FROZEN_SECONDS, TableClock
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from tests.site.live.places import Place, in_a_place
from tests.site.live.test_ending import seat
from tests.tables.company import QUICK, Company

Freeze = Callable[[float], None]


def frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: Callable[[Place, Freeze], Awaitable[None]]
) -> None:
    """Run a test on a loop whose time can jump, as it does for a process that was stopped."""

    async def run(place: Place) -> None:
        loop = asyncio.get_running_loop()
        jumped = 0.0

        def freeze(seconds: float) -> None:
            nonlocal jumped
            jumped += seconds

        steady = loop.time
        monkeypatch.setattr(loop, "time", lambda: steady() + jumped)
        await place.host.close()
        place.host = LiveHost(place.log, find_policy)
        await seat(place, Company(terms=QUICK, people=("ann", "bob")))
        await test(place, freeze)

    in_a_place(tmp_path, run)


async def a_pass_after_a_minute_without_a_server(place: Place, freeze: Freeze) -> str:
    """What becomes of a pass that was sent in time and read late."""
    ann, view = await place.enter(account="ann")
    await place.enter(account="bob")
    ann.send(t="pass", id="p", deal=1, cards=view["hand"][:3])
    freeze(110.0)  # limit, bank and grace are 105.5 seconds
    answer = await ann.until(lambda message: message["t"] in ("done", "refused"))
    return str(answer.get("code", answer["t"]))


def test_time_in_which_the_server_stood_still_is_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(place: Place, freeze: Freeze) -> None:
        assert await a_pass_after_a_minute_without_a_server(place, freeze) == "done"
        live = place.host.tables["t"]
        assert 1 in live.table.match.acting
        assert live.table.clock.banks[1] == 60_000
        assert live.table.clock.left(1, live.table.spent_ms(place.host.clock.now()), passing=True) > 90_000

    frozen(tmp_path, monkeypatch, test)


def test_without_the_beat_it_would_be_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableClock, "_take_back", lambda _clock, _steady: None)

    async def test(place: Place, freeze: Freeze) -> None:
        assert await a_pass_after_a_minute_without_a_server(place, freeze) == "too_late"

    frozen(tmp_path, monkeypatch, test)


def test_a_busy_moment_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(place: Place, freeze: Freeze) -> None:
        before = place.host.clock.now()
        freeze(FROZEN_SECONDS / 2)
        await asyncio.sleep(0.6)
        assert place.host.clock.now() - before > FROZEN_SECONDS / 2
        place.host.clock.stop()  # nothing can be saved: its time does not pass anyhow
        stopped = place.host.clock.now()
        freeze(60.0)
        await asyncio.sleep(0.6)
        assert place.host.clock.now() == stopped

    frozen(tmp_path, monkeypatch, test)


def test_after_a_pause_tables_are_told_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "AT_ONCE", 1)

    async def test(place: Place, _freeze: Freeze) -> None:
        names = [f"t{number}" for number in range(4)]
        sockets = []
        for name in names:
            await place.table(name, pace="slow")
            sockets.append((await place.enter(name))[0])
        told: list[str] = []
        refresh = place.host.refresh_all

        def note(live: LiveTable) -> None:
            told.append(live.table.id)
            refresh(live)

        monkeypatch.setattr(place.host, "refresh_all", note)
        place.host.rounds.begin()
        assert told == ["t0"]
        await asyncio.sleep(0)
        assert told == ["t0", "t1"]
        place.host.drop(place.host.tables["t2"])  # nobody is there any more
        place.host.rounds.begin()
        for _ in range(10):
            await asyncio.sleep(0)
        assert told == ["t0", "t1", "t3", "t0", "t1"]
        place.host.rounds.begin()
        place.host.rounds.close()
        await asyncio.sleep(0)
        assert len(told) == 6

    frozen(tmp_path, monkeypatch, test)
