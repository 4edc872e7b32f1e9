"""Which levels are offered, where."""

from dataclasses import replace

import pytest
from django.conf import settings

from moonshot.bots import POLICIES, search
from moonshot.bots.levels import LEVELS
from moonshot.bots.thinking import thinks
from moonshot.site.api import practice
from moonshot.site.api.schema import LevelName


@pytest.mark.parametrize(("thinkers", "installed"), [(1, True), (0, True), (1, False)])
def test_levels_that_search_are_offered_where_something_searches(
    thinkers: int, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CONFIG", replace(settings.CONFIG, thinkers=thinkers))
    monkeypatch.setattr(search, "installed", lambda: installed)
    offered = [found.level for found in practice.offered()]
    every = [level.name for level in LEVELS]
    cheap = [name for name in every if not thinks(POLICIES[name])]
    assert offered == (every if thinkers and installed else cheap)
    assert offered[:2] == ["easy", "steady"]


def test_every_level_can_be_asked_for() -> None:
    assert set(LevelName.__args__) == set(POLICIES)  # type: ignore[attr-defined]
    assert {level.name for level in LEVELS} < set(POLICIES)
