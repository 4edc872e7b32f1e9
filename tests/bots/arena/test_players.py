"""Who plays: names, numbers of playouts, and bots that think."""

from collections.abc import Sequence

import pytest

from moonshot.bots import levels, search
from moonshot.bots.arena import ArenaError, arena
from moonshot.bots.arena.players import full_name, named_policy
from moonshot.bots.chaotic import Random
from moonshot.bots.policy import POLICY_VERSION
from moonshot.engine import Move, Rules, View


class Counting:
    """Thinks by rolling a die, and says how often."""

    name = "counting"
    playouts = 40

    def __init__(self) -> None:
        self.asked: list[int] = []

    def choose(self, view: View, seed: int) -> Move:
        raise AssertionError("rules of thumb are not what is measured")

    def think(self, view: View, seed: int, playouts: int) -> Move:
        self.asked.append(playouts)
        return Random().choose(view, seed)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    policy = Counting()
    monkeypatch.setattr(levels, "POLICIES", {**levels.POLICIES, "counting": policy})
    return policy


def test_names_say_how_many_playouts(counting: Counting) -> None:
    assert full_name("steady") == "steady"
    assert full_name("counting") == "counting:playouts=40"
    assert full_name("counting:playouts=7") == "counting:playouts=7"
    assert full_name("exec:x y") == "exec:x y"
    assert POLICY_VERSION >= 1


@pytest.mark.parametrize(
    "option", ["", "7", "playouts=", "playouts=0", "playouts=-1", "playouts=٣", "depth=3"]
)
def test_other_options_are_refused(counting: Counting, option: str) -> None:
    with pytest.raises(ValueError, match="After the colon there may be playouts=1 to"):
        named_policy(f"counting:{option}")


def test_a_bot_that_thinks_does_so_with_the_playouts_of_its_name(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "warm", lambda: True)
    rules = Rules(players=3)
    result = arena(["counting:playouts=5", "random"], rules, deals=1)
    assert set(counting.asked) == {5}
    counting.asked.clear()
    assert arena(["counting", "random"], rules, deals=1).lines[0].lead == result.lines[0].lead
    assert set(counting.asked) == {40}


@pytest.mark.parametrize("names", [["random", "counting"], ["counting", "random"]])
def test_a_bot_that_cannot_think_is_not_measured(
    counting: Counting, monkeypatch: pytest.MonkeyPatch, names: Sequence[str]
) -> None:
    monkeypatch.setattr(search, "warm", lambda: False)
    monkeypatch.setattr(search, "why_not", lambda: "Numba is not installed.")
    with pytest.raises(ArenaError, match="Numba is not installed") as caught:
        arena(names, deals=1)
    assert caught.value.code == "not_ready"
