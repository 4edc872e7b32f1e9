"""What holds in every deal under every playable rules value, at every ply."""

import pickle
import random

from hypothesis import given, settings

from moonshot.engine import Deal, MoveError, Rules, cards_of
from moonshot.engine.cards import SUIT_MASKS
from moonshot.engine.scoring import points_of
from tests.laws.states import deal_state
from tests.laws.strategies import rules_values, seed_combinations, seeds, some_deal, some_style

REASONS = {
    "not_in_hand",
    "must_follow_suit",
    "points_on_first_trick",
    "hearts_not_broken",
    "hearts_never_led",
    "queen_not_allowed",
    "must_play_queen",
    "opening_card",
}


@settings(max_examples=150, deadline=None)
@given(rules_values(), seeds())
def test_a_deal_keeps_the_laws_of_play_at_every_ply(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    deal = some_deal(rules, rng)
    check_deal(deal, rng)


def test_the_laws_of_play_hold_in_all_combinations_of_the_source_documents() -> None:
    rng = random.Random(16)
    for rules in seed_combinations():
        check_deal(some_deal(rules, rng), rng, deep=False)


def check_deal(deal: Deal, rng: random.Random, *, deep: bool = True) -> None:
    """Play ``deal`` to its end and check every law on the way; ``deep`` the slow ones too."""
    style = some_style(rng)
    states = [deal_state(deal)]
    check_cards(deal)
    while deal.phase == "playing":
        legal = deal.legal_mask()
        hand = deal.hands[deal.turn]
        assert legal
        assert legal & ~hand == 0
        if deal.in_trick and hand & SUIT_MASKS[deal.led]:
            assert legal & ~SUIT_MASKS[deal.led] == 0
        if deep:
            check_refusals(deal)
            check_branches(deal)
        deal.play(style(cards_of(legal), rng))
        check_cards(deal)
        states.append(deal_state(deal))
    assert deal.phase in ("done", "redeal")
    assert deal.legal_mask() == 0
    if deal.phase == "done":
        assert not any(deal.hands)
        assert sum(deal.tricks_won) == deal.facts.hand_size
    for state in reversed(states[:-1]):
        deal.pop()
        assert deal_state(deal) == state


def check_cards(deal: Deal) -> None:
    """Every card of the deck is in one place, and points neither appear nor vanish."""
    facts = deal.facts
    kitty = deal.kitty if deal.kitty_trick < 0 else 0
    places = [*deal.hands, *deal.taken, deal.trick, kitty]
    assert sum(place.bit_count() for place in places) == facts.deck.bit_count()
    union = 0
    for place in places:
        union |= place
    assert union == facts.deck
    assert sum(points_of(facts.points, place) for place in places) == points_of(facts.points, facts.deck)
    assert deal.broken == (facts.lead_hearts == 1) or deal.broken_at >= 0


def check_refusals(deal: Deal) -> None:
    """Every card that is not legal is refused with a reason, and nothing changes."""
    before = deal_state(deal)
    legal = deal.legal_mask()
    for card in range(-1, 53):
        if card >= 0 and legal >> card & 1:
            assert deal.why_illegal(card) is None
            continue
        try:
            deal.play(card)
        except MoveError as error:
            assert error.code in REASONS, error.code
            assert (error.code == "not_in_hand") == (card < 0 or not deal.hands[deal.turn] >> card & 1)
        else:
            raise AssertionError(card)
    assert deal_state(deal) == before


def check_branches(deal: Deal) -> None:
    """Push and pop are inverse for every legal card; a copy goes its own way, a pickle goes on alike."""
    before = deal_state(deal)
    key = deal.transposition_key()
    twin = deal.copy()
    for card in cards_of(deal.legal_mask()):
        deal.push(card)
        assert deal.transposition_key() != key
        assert deal.pop() == card
        assert deal_state(deal) == before
    assert deal.transposition_key() == key
    assert deal_state(twin) == before
    twin.push(cards_of(twin.legal_mask())[0])
    assert deal_state(deal) == before
    thawed = pickle.loads(pickle.dumps(deal))
    assert thawed.legal_mask() == deal.legal_mask()
    assert deal_state(thawed) == before
