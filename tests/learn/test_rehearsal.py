"""The rehearsal: one trick, open, in which a heart is thrown and counts for its taker, by the engine."""

from itertools import pairwise

import pytest

from moonshot.engine import cards_of
from moonshot.engine.cards import HEARTS
from moonshot.engine.legality import trick_winner
from moonshot.engine.scoring import points_of
from moonshot.learn.quiz import Teller
from moonshot.learn.rehearsal import RULES, rehearsal, steps, why_not

SOME = range(0, 300, 7)
TELLER = Teller()


@pytest.mark.parametrize("seed", SOME)
def test_S4_28_whatever_is_played_a_thrown_heart_counts_for_the_taker(seed: int) -> None:
    show = rehearsal(seed)
    asked = steps(seed)[-1]
    assert asked.asks
    assert asked.legal.bit_count() >= 2
    for card in cards_of(asked.legal):
        told = steps(seed, card)
        trick = told[-1].trick
        assert len(trick) == RULES.players
        led = trick[0][1] // 13
        thrown = [one for seat, one in trick if one // 13 == 3 and seat != show.me]
        assert thrown
        assert led != 3
        cards = tuple(one for _, one in trick)
        assert told[-1].taker == trick[trick_winner(cards)][0]
        cost = points_of(RULES.facts.points, sum(1 << one for one in cards))
        costs = [one for one in told[-1].said if one.kind == "learn.rehearsal.costs"]
        assert dict(costs[0].params)["n"] == cost
        assert dict(costs[0].params)["who"] == show.who(trick[trick_winner(cards)][0])
        assert any(one.kind == "learn.rehearsal.loses" for step in told for one in step.said)
        assert [one.kind for step in told for one in step.said].count("learn.rehearsal.breaks") == 1
        assert all(TELLER.text(one) for step in told for one in step.said)


@pytest.mark.parametrize("seed", SOME)
def test_all_hands_lie_open_and_only_played_cards_leave_them(seed: int) -> None:
    told = steps(seed, cards_of(steps(seed)[-1].legal)[0])
    for before, after in pairwise(told):
        gone = sum(before.hands) & ~sum(after.hands)
        assert gone == 1 << after.trick[-1][1]
    assert sum(told[0].hands) & HEARTS == HEARTS  # none has fallen before


def test_a_card_that_may_not_be_played_is_refused_with_the_reason() -> None:
    show, asked = rehearsal(3), steps(3)[-1]
    barred = [card for card in cards_of(asked.hands[show.me]) if not asked.legal >> card & 1]
    for card in barred:
        reason = why_not(3, card)
        assert reason is not None
        assert reason.kind == "quiz.reason.must_follow_suit"
        with pytest.raises(ValueError, match="may not"):
            steps(3, card)
    assert why_not(3, cards_of(asked.legal)[0]) is None
