"""Hearts as a PettingZoo environment: PettingZoo's own tests, and the engine's view of the same deal."""

import random
from pathlib import Path
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from moonshot.bots.environments import layout as at  # noqa: E402
from moonshot.bots.environments.hearts import ILLEGAL_REWARD, HeartsEnv, env, raw_env  # noqa: E402
from moonshot.bots.environments.observing import observation  # noqa: E402
from moonshot.engine import PRESETS, Match, MoveError, Rules, RulesError, view_of  # noqa: E402
from moonshot.engine.events import Dealt  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
RULES: dict[str, Any] = {
    "standard": "standard",
    "omnibus": "omnibus",
    "3 players": "black_maria",
    "5 players": {"players": 5},
    "6 players": {"players": 6, "end_score": 30},
}
KEPT = Rules(no_pass_cards=("QS", "AS", "KS"), moon="choice", bonus_card="JD")

# What PettingZoo says of all dictionaries with action masks but those of its own games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_pettingzoos_own_tests_pass(rules: Any, episode: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(rules, episode=episode), num_cycles=60)
    seed_test(lambda: env(rules, episode=episode), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def play(table: HeartsEnv, rng: random.Random) -> dict[str, float]:
    """Play random allowed actions to the end; returns the sum of rewards of each agent."""
    rewards: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    while table.agents and not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(rng.choice(np.flatnonzero(mask).tolist()))
        for agent, reward in table.rewards.items():
            rewards[agent] += reward
    return rewards


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_plays_to_the_end_and_pays_its_points(name: str) -> None:
    table = raw_env(name)
    table.reset(seed=5)
    rewards = play(table, random.Random(name))
    (row,) = table.match.results
    assert list(rewards.values()) == [-points for points in row.points]
    assert table.infos["player_0"]["points"] == row.points


def test_a_match_pays_every_deal() -> None:
    table = raw_env(Rules(players=3, end_score=40), episode="match")
    table.reset(seed=1)
    rewards = play(table, random.Random(1))
    assert table.match.winners
    assert list(rewards.values()) == [-total for total in table.match.totals]


def test_the_masks_are_what_the_rules_allow() -> None:
    table = raw_env(KEPT)
    rng = random.Random(2)
    for seed in range(12):
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            seat = table.possible_agents.index(table.agent_selection)
            mask = table.observe(table.agent_selection)["action_mask"]
            allowed = np.flatnonzero(mask).tolist()
            if table.match.phase == "playing":
                assert sum(1 << action for action in allowed) == table.match.legal_mask()
            elif table.match.phase == "choosing_moon":
                assert allowed == [52, 53]
            else:
                assert table.match.deal is not None
                assert all(table.match.deal.hands[seat] >> action & 1 for action in allowed)
            for other in table.possible_agents:
                if other != table.agent_selection:
                    assert not table.observe(other)["action_mask"].any()
            table.step(rng.choice(allowed))


def test_the_moon_is_chosen_by_an_action() -> None:
    rules = Rules(players=3, pass_cycle=("H",), heart_points="zero", moon="choice")
    chosen = set()
    for seed in range(6):
        table = raw_env(rules)
        table.reset(seed=seed)
        rng = random.Random(seed)
        while table.match.phase != "choosing_moon":
            table.step(
                rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist())
            )
        shooter = table.agent_selection
        assert table.observe(shooter)["observation"][at.START["phase"] + 2] == 1
        assert table.observe(shooter)["observation"][at.START["shooter"]] == 1
        action = 52 + seed % 2
        table.step(action)
        chosen.add((action, table.rewards[shooter]))
    assert chosen == {(52, 0.0), (53, 13.0)}


def test_an_episode_can_be_cut_short() -> None:
    table = raw_env(max_cycles=7)
    table.reset(seed=3)
    for step in range(7):
        assert not any(table.truncations.values()), step
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    for _ in range(4):
        table.step(None)
    assert table.agents == []


def test_illegal_actions() -> None:
    table = raw_env({"pass_cycle": ["H"]})
    table.reset(seed=3)
    before = table.observe(table.agent_selection)["observation"].tolist()
    mask = table.observe(table.agent_selection)["action_mask"]
    for action in (*np.flatnonzero(mask[:52] == 0).tolist(), -1, 53, 54):
        with pytest.raises(MoveError):
            table.step(action)
    assert table.observe(table.agent_selection)["observation"].tolist() == before
    guarded = env()
    guarded.reset(seed=3)
    agent = guarded.agent_selection
    guarded.step(53)
    assert guarded.terminations[agent]
    assert guarded.rewards[agent] == ILLEGAL_REWARD


def test_a_card_cannot_be_passed_twice() -> None:
    table = raw_env({"pass_cycle": ["L"]})
    table.reset(seed=3)
    card = int(np.flatnonzero(table.observe("player_0")["action_mask"])[0])
    table.step(card)
    seen = table.observe("player_0")
    assert seen["observation"][at.START["chosen"] + card] == 1
    assert seen["observation"][at.START["to_choose"]] == 2
    assert table.observe("player_1")["observation"][at.START["chosen"] + card] == 0
    with pytest.raises(MoveError):
        table.step(card)


def test_bad_rules_and_episodes_are_refused() -> None:
    with pytest.raises(RulesError):
        raw_env({"end_score": 0})
    with pytest.raises(ValueError, match="deal or a match"):
        raw_env(episode="trick")


def test_it_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env({"pass_cycle": ["H"]}, render_mode="human")
    table.reset(seed=3)
    table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert "trick from player_" in capsys.readouterr().out
    table.render_mode = "ansi"
    text = table.render()
    assert text is not None
    assert text.startswith("deal 1, playing, totals 0 0 0 0\n")


def test_hidden_cards_do_not_change_an_observation() -> None:
    one, other = Match(Rules(pass_cycle=("H",))), Match(Rules(pass_cycle=("H",)))
    hands = [0x1FFF << 13 * seat for seat in range(4)]
    one.apply(Dealt(1, 0, tuple(hands), 0))
    other.apply(Dealt(1, 0, (hands[0], hands[2], hands[3], hands[1]), 0))
    vectors = [observation(view_of(match, 0), 0, match.turn) for match in (one, other)]
    assert vectors[0].tolist() == vectors[1].tolist()


def test_a_vector_says_what_the_view_says() -> None:
    table = raw_env(Rules(bonus_card="JD", pass_cycle=("L",)))
    table.reset(seed=8)
    rng = random.Random(8)
    for _ in range(12 + 30):
        table.step(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist()))
    for seat, agent in enumerate(table.possible_agents):
        view = view_of(table.match, seat)
        vector = table.observe(agent)["observation"].astype(int).tolist()

        def block(name: str, vector: list[int] = vector) -> list[int]:
            found = next(block for block in at.BLOCKS if block.name == name)
            return vector[found.start : found.start + found.size]

        def mask(bits: list[int]) -> int:
            return sum(bit << place for place, bit in enumerate(bits))

        assert mask(block("hand")) == view.hand
        assert mask(block("legal")) == view.legal
        assert mask(block("received")) == view.received
        assert mask(block("passed")) == sum(1 << card for card in view.passed or ())
        for place in range(4):
            other = (seat + place) % 4
            assert mask(block("captured")[52 * place : 52 * place + 52]) == view.taken[other]
            assert block("hand_size")[place] == view.hand_sizes[other]
            assert sum(block("played")[52 * place : 52 * place + 52]) == 13 - view.hand_sizes[other]
            assert block("points")[place] == view.points[other]
        assert sum(block("on_table")) == view.ply % 4
        assert block("seat") == [1, 1, 1, 1, 0, 0]
        assert block("ply") == [view.ply]
        assert block("broken") == [view.broken]
        assert block("direction") == [1, 0, 0, 0, 0, 0, 0]
        assert block("card_points")[9 + 13] == -10
        assert block("card_points")[10 + 26] == 13


def test_the_documents_table_is_the_codes() -> None:
    text = (ROOT / "docs" / "environments.md").read_text()
    assert at.layout_table() in text
    assert f"{at.SIZE:,} numbers" in text
    assert f"{at.ACTIONS} places" in text
