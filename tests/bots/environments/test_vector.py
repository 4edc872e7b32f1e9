"""Many deals at once: the same masks, vectors and rewards, step by step, as the engine's own match."""

from dataclasses import replace
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")
pytest.importorskip("numba")

from moonshot.bots.environments import kernel as k  # noqa: E402
from moonshot.bots.environments import layout as at  # noqa: E402
from moonshot.bots.environments.observing import allowed_actions, observation  # noqa: E402
from moonshot.bots.environments.vector import VectorHearts  # noqa: E402
from moonshot.bots.search.state import HANDS  # noqa: E402
from moonshot.engine import PRESETS, ChooseMoon, Match, Pass, Play, Rules, RulesError, view_of  # noqa: E402
from moonshot.engine.events import Dealt  # noqa: E402

ALL_HEARTS = {f"{rank}H" for rank in "23456789TJQKA"}
FEW_OTHERS = ALL_HEARTS | {"QS", "2C", "3C", "4C", "5C", "6C", "7C"}
ODD: dict[str, Rules] = {
    "five": Rules(players=5, pass_cycle=("L2", "R2"), kitty="last_trick"),
    "six": Rules(players=6),
    "scattered": Rules(players=4, pass_cycle=("S", "H"), no_pass_cards=("QS", "AS", "KS")),
    "hearts anytime": Rules(players=3, lead_hearts="anytime", qs_discard="must_when_void"),
    "choice": Rules(players=3, heart_points="zero", moon="choice", bonus_card="JD"),
    "dealt again": Rules(
        removed=tuple(r + s for s in "CDSH" for r in "23456789TJQKA" if r + s not in FEW_OTHERS),
        pass_cycle=("H", "L"),
        first_trick_fallback="redeal",
        pass_count=1,
    ),
}
CASES = {**{name: PRESETS[name].rules for name in sorted(PRESETS)}, **ODD}


class Mirror:
    """The engine's match of one table."""

    def __init__(self, env: VectorHearts, row: int) -> None:
        self.env = env
        self.row = row
        course = env.tables.course[row]
        direction = env.rules.directions[course[k.DIRECTION]]
        rules = replace(env.rules, pass_cycle=(direction,))
        self.match = Match(rules, first_dealer=int(course[k.DEALER]))
        self.deal()

    def deal(self) -> None:
        hands = tuple(
            int(hand) for hand in self.env.tables.states[self.row, HANDS, : self.match.rules.players]
        )
        self.match.apply(Dealt(1, self.match.dealer, hands, int(self.env.tables.course[self.row, k.KITTY])))
        self.chosen: tuple[int, ...] = ()

    def compare(self) -> None:
        seat = self.match.acting[0]
        assert self.env.seats[self.row] == seat
        view = view_of(self.match, seat)
        chosen = sum(1 << card for card in self.chosen)
        assert np.array_equal(self.env.masks[self.row], allowed_actions(view, chosen))
        expected = observation(view, chosen, seat)
        wrong = np.flatnonzero(self.env.observations[self.row] != expected)
        assert [
            max(b.name for b in at.BLOCKS if b.start <= place < b.start + b.size) for place in wrong
        ] == []

    def act(self, action: int) -> None:
        seat = self.match.acting[0]
        if self.match.phase == "playing":
            self.match.act(seat, Play(action))
        elif self.match.phase == "choosing_moon":
            self.match.act(seat, ChooseMoon(at.CHOICES[action - 52]))
        else:
            self.chosen += (action,)
            if len(self.chosen) == self.match.rules.pass_count:
                self.match.act(seat, Pass(self.chosen))
                self.chosen = ()


@pytest.mark.parametrize("name", CASES)
def test_every_step_is_the_engines(name: str) -> None:
    env = VectorHearts(3, CASES[name], seed=11)
    mirrors = [Mirror(env, row) for row in range(3)]
    ended = again = 0
    for _ in range(150):
        for mirror in mirrors:
            mirror.compare()
        actions = env.sample().tolist()
        rewards, over = env.step(np.array(actions))
        for row, mirror in enumerate(mirrors):
            mirror.act(actions[row])
            assert over[row] == bool(mirror.match.results)
            if mirror.match.results:
                ended += 1
                assert rewards[row].tolist() == [-points for points in mirror.match.results[0].points]
                mirrors[row] = Mirror(env, row)
            else:
                assert not rewards[row].any()
                if mirror.match.phase == "redeal":
                    again += 1
                    mirror.deal()
    assert ended >= 3
    assert (again > 0) == (name == "dealt again")


def test_moons_are_chosen() -> None:
    """The cases above would prove little if this never came."""
    env = VectorHearts(64, ODD["choice"], seed=1)
    choices = 0
    for _ in range(70):
        choices += int((env.tables.course[:, k.PHASE] == k.CHOOSING).sum())
        env.step(env.sample())
    assert choices >= 64


def test_the_same_seed_gives_the_same_course() -> None:
    def course(seed: int) -> list[Any]:
        env = VectorHearts(4, seed=seed)
        return [(env.step(env.sample())[0].tolist(), env.observations.sum()) for _ in range(70)]

    assert course(1) == course(1)
    assert course(1) != course(2)


def test_a_table_does_not_depend_on_how_many_there_are() -> None:
    few, many = VectorHearts(2, seed=3), VectorHearts(5, seed=3)
    for _ in range(130):
        actions = many.masks.argmax(axis=1)
        few.step(actions[:2])
        many.step(actions)
        assert np.array_equal(few.observations, many.observations[:2])


@pytest.mark.parametrize("bad", [-1, 52, 53, 54, "lowest missing card"])
def test_actions_that_are_not_allowed_change_nothing(bad: Any) -> None:
    env = VectorHearts(3, seed=5)
    before = env.observations.copy()
    actions = env.sample().copy()
    actions[1] = int(np.flatnonzero(env.masks[1, :52] == 0)[0]) if isinstance(bad, str) else bad
    with pytest.raises(ValueError, match="is not allowed at table 1"):
        env.step(actions)
    with pytest.raises(ValueError, match="must be 3 actions"):
        env.step(actions[:2])
    assert np.array_equal(env.observations, before)
    env.step(env.sample())


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(RulesError):
        VectorHearts(1, {"end_score": 0})


def test_the_kernel_writes_every_block_that_a_first_deal_can_have() -> None:
    assert set(k.BLOCKS) == {block.name for block in at.BLOCKS} - {"total"}
