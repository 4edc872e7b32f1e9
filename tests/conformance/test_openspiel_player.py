"""OpenSpiel as a player: the states it is given agree with the view, and it plays through the real arena."""

import json
import random
import sys
from typing import Any

import pytest

from moonshot.bots import find_policy
from moonshot.bots.arena import Terms, arena
from moonshot.bots.outside.messages import view_json
from moonshot.engine import Match, Rules, deal_hands, parse_card, preset, view_of
from moonshot.engine.events import Dealt

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -r requirements/bench.txt"
)

from bench import openspiel_player as player  # noqa: E402

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("direction", ["L", "R", "A", "H"])
def test_states_agree_with_every_view_of_a_deal(direction: str) -> None:
    rules = Rules(pass_cycle=(direction,))
    game = pyspiel.load_game("hearts", {"pass_cards": True, **player.options_for(rules)})
    rng = random.Random(direction)
    for number in range(2):
        match = Match(rules)
        match.apply(Dealt(1, 0, *deal_hands(rules, 0, bytes([number]) * 32)))
        while match.acting:
            seat = match.acting[0]
            view = view_of(match, seat)
            told = json.loads(json.dumps(view_json(view)))
            state = player.state_of(game, player.Position(told), rng)
            assert state.current_player() == player.OWN
            legal = {player.OURS[action] for action in state.legal_actions()}
            wanted = told["hand"] if view.phase == "passing" else told["legal"]
            assert legal == {parse_card(card) for card in wanted}
            match.act(seat, find_policy("random").choose(view, number))


def test_rules_that_openspiel_knows_and_rules_that_it_does_not() -> None:
    assert player.options_for(Rules())["no_pts_on_first_trick"]
    assert player.options_for(preset("openspiel"))["qs_breaks_hearts"]
    for name in ("deniro", "black_maria", "spot"):
        with pytest.raises(ValueError, match="does not know these rules"):
            player.options_for(preset(name))


def test_it_plays_through_the_arena() -> None:
    command = f"exec:'{sys.executable}' -m bench.openspiel_player --simulations 10"
    result = arena(["random", command], deals=1, terms=Terms(seconds=60, keep=True))
    assert result.reports == {}
    assert result.clocks[command].moves > 300
