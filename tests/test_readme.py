"""The README's tour of the library runs as it stands."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_tour_of_the_library_plays_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    (tour,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert len([line for line in tour.splitlines() if line.strip()]) <= 20

    exec(compile(tour, "README.md", "exec"), {})  # the text under test is our own

    opening, *rows = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"seat \d opens with 2C from 2C( \S\S){12}", opening)
    assert rows[0].startswith("1 L (")
    assert any(int(total) >= 50 for total in re.findall(r"-?\d+", rows[-1])[-4:])
