"""Two minutes of junk at a real server, while others play there.

For an hour: `python -m tests.faults.fuzz --minutes 60`.
"""

import asyncio
from pathlib import Path

import pytest

from tests.faults.crowd import Crowd
from tests.faults.fuzz import attack

pytestmark = pytest.mark.faults
SECONDS = 90.0


def test_two_minutes_of_junk_hurt_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = attack(tmp_path / "data", SECONDS, seed=7, rest=0.04)
    with capsys.disabled():
        print(f"\n{report}")
    assert report.failures == []
    assert report.frames > 300
    assert report.requests > 300
    assert report.honest is not None
    assert report.honest.acknowledged > 20
    # In two minutes caches still fill: the exact bound is that of the whole hour.
    assert report.growth < 0.25


def test_nobody_is_missed_while_everything_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a machine stops all of it to measure something else."""

    async def watch() -> None:
        loop = asyncio.get_running_loop()
        clock, stood = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: clock() + stood)
        crowd = Crowd(["http://127.0.0.1:1"], 2)
        watching = asyncio.create_task(crowd.all_answered(30.0))
        await asyncio.sleep(0.1)
        stood = 1000.0
        await asyncio.sleep(0.1)
        assert not watching.done()
        for person in crowd.people:
            person.answered_at = loop.time()
        assert await watching < 30.0
        for person in crowd.people:
            person.answered_at = 0.0
        with pytest.raises(AssertionError, match="no answer"):
            await crowd.all_answered(0.1)

    asyncio.run(watch())
