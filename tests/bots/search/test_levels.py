"""The levels that search: their budgets, and the machine they run on."""

import pytest

from moonshot.bots import POLICY_VERSION, find_policy, version_of
from moonshot.bots.levels import LEVELS
from moonshot.bots.search import calibrating
from moonshot.bots.search.policy import ENOUGH_FOR_PASSES, pass_budget
from moonshot.bots.searching import EXPERT, MASTER, SKILLED
from moonshot.bots.thinking import thinks


def test_every_level_is_a_policy_and_the_stronger_thinks_longer() -> None:
    for level in LEVELS:
        assert find_policy(level.name).name == level.name
        assert (level.lead is None) == (level.error is None)
    thinking = [find_policy(level.name) for level in LEVELS if thinks(find_policy(level.name))]
    assert thinking == [SKILLED, EXPERT, MASTER]
    assert SKILLED.playouts < EXPERT.playouts < MASTER.playouts


def test_a_level_that_has_changed_alone_has_a_version_of_its_own() -> None:
    assert version_of("steady") == version_of("easy") == version_of("no such bot") == POLICY_VERSION
    assert version_of("master") > version_of("expert") > POLICY_VERSION


def test_a_small_budget_is_larger_for_a_pass() -> None:
    assert pass_budget(100) == 400
    assert pass_budget(5000) == ENOUGH_FOR_PASSES
    assert pass_budget(MASTER.playouts) == ENOUGH_FOR_PASSES


def test_playouts_fit_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert calibrating.playouts_within(0.0) == calibrating.STEP
    assert calibrating.playouts_within(0.05) % calibrating.STEP == 0
    monkeypatch.setattr(calibrating, "_seconds_a_playout", lambda: 4e-6)
    assert calibrating.playouts_within(0.05) == 12_500
