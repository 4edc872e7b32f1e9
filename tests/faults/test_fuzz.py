"""Two minutes of junk at a real server, while others play there.

For an hour: `python -m tests.faults.fuzz --minutes 60`.
"""

from pathlib import Path

import pytest

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
