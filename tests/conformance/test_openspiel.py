"""The engine beside OpenSpiel's hearts: the same legal cards at every ply and the same scores.

OpenSpiel (package open-spiel) numbers cards rank * 4 + suit with suits C D H S, deals and passes card by
card, makes the pass direction a chance event, plays one deal only, and returns 26 minus points. It is a
witness, not the authority.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from bench.openspiel_player import DIRECTIONS, OURS, THEIRS, rules_of
from moonshot.engine import Rules, card_text, cards_of, parse_card
from moonshot.engine.cards import CARD_BITS, nth_card
from moonshot.engine.deal import Deal
from moonshot.engine.scoring import score_deal
from tests.laws.strategies import some_hands

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -r requirements/bench.txt"
)

pytestmark = [pytest.mark.conformance, pytest.mark.slow]

DEALS = 1000
ODD_DEALS = 200
DEFAULTS = {
    "pass_cards": True,
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
}
BITS = [CARD_BITS[card] for card in OURS]

TOGGLED = [{name: not value} for name, value in DEFAULTS.items()]
COMBINED = [
    {"pass_cards": False, "must_break_hearts": False, "qs_breaks_hearts": False, "jd_bonus": True},
    {"qs_breaks_hearts": False, "can_lead_hearts_instead_of_qs": True},
    {"jd_bonus": True, "avoid_all_tricks_bonus": True},
    {"can_lead_any_club": True, "no_pts_on_first_trick": False, "avoid_all_tricks_bonus": True},
    {name: not value for name, value in DEFAULTS.items()},
]


def rules_like(options: dict[str, bool], direction: str) -> Rules:
    """Our rules for OpenSpiel's options."""
    return replace(rules_of(options), pass_cycle=(direction,))


def test_card_numbers_are_a_bijection() -> None:
    assert sorted(OURS) == list(range(52))
    assert [THEIRS[card] for card in OURS] == list(range(52))
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)
    for action in range(52):
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, action) == card_text(OURS[action])
    assert THEIRS[parse_card("2C")] == 0
    assert THEIRS[parse_card("AS")] == 51


@pytest.mark.parametrize(
    "changes", [{}, *TOGGLED, *COMBINED], ids=lambda changes: " ".join(changes) or "defaults"
)
def test_legal_cards_and_scores_agree(changes: dict[str, bool]) -> None:
    options = {**DEFAULTS, **changes}
    game = pyspiel.load_game("hearts", options)
    rules = {direction: rules_like(options, direction) for direction in DIRECTIONS}
    rng = random.Random(" ".join(changes))
    for number in range(DEALS + ODD_DEALS):
        event = rng.randrange(4) if options["pass_cards"] else 0
        value = rules[DIRECTIONS[event]]
        if number < DEALS:
            pack = list(range(52))
            rng.shuffle(pack)
            hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        else:
            hands = list(some_hands(value, rng)[0])
        compare(game.new_initial_state(), value, event, hands, rng)


def compare(state: Any, rules: Rules, event: int, hands: list[int], rng: random.Random) -> None:
    """Deal the same hands on both sides, play the same random cards, and compare all there is."""
    deal = Deal(rules, hands)
    state.apply_action(event)
    for row in zip(*(cards_of(hand) for hand in hands), strict=True):
        for card in row:
            state.apply_action(THEIRS[card])
    for seat in range(4):
        if deal.phase == "passing":
            cards = rng.sample(cards_of(hands[seat]), 3)
            for place, card in enumerate(cards):
                assert state.current_player() == seat
                mask = deal.hands[seat] & ~sum(1 << gone for gone in cards[:place])
                assert sum([BITS[action] for action in state.legal_actions()]) == mask
                state.apply_action(THEIRS[card])
            deal.pass_cards(seat, cards)
    while legal := deal.legal_mask():
        assert state.current_player() == deal.turn
        assert sum([BITS[action] for action in state.legal_actions()]) == legal, deal.plays
        card = nth_card(legal, int(rng.random() * legal.bit_count()))
        deal.push(card)
        state.apply_action(THEIRS[card])
    assert state.is_terminal()
    score = score_deal(rules, deal.taken, deal.tricks_won, (0, 0, 0, 0))
    assert score is not None
    assert [26 - value for value in state.returns()] == list(score.points)
