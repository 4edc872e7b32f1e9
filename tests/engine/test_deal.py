"""One deal: what makes a valid one, passing, playing, taking back, the kitty, the redeal."""

import pickle
from collections.abc import Callable

import pytest

from moonshot.engine import Deal, MoveError, Rules, StateError, cards_of, mask_of, parse_card, parse_cards
from tests.engine.hands import HEARTS, deal, filled, mask, play, rules, text
from tests.laws.states import deal_state

STANDARD = Rules()


@pytest.mark.parametrize(
    ("change", "message", "at"),
    [
        (lambda hands: hands[:3], "Give 4 hands, one a seat.", "hands"),
        (lambda hands: [hands[0], hands[0], *hands[2:]], "2C is dealt twice.", "hands[1]"),
        (lambda hands: [hands[0] & ~1, *hands[1:]], "Each hand has 13 cards.", "hands[0]"),
        (lambda hands: [-1, *hands[1:]], "That is no set of cards.", "hands[0]"),
        (lambda hands: [hands[0] | 1 << 52, *hands[1:]], "That is no set of cards.", "hands[0]"),
    ],
)
def test_hands_that_do_not_make_up_the_deck(
    change: Callable[[list[int]], list[int]], message: str, at: str
) -> None:
    with pytest.raises(StateError) as caught:
        Deal(STANDARD, change(filled(["2C", "", "", ""], STANDARD)))
    assert (caught.value.code, caught.value.message, caught.value.at) == ("bad_hands", message, at)


def test_kitties_that_do_not_make_up_the_deck() -> None:
    value = Rules(players=3, kitty="last_trick")
    hands = filled(["", "", ""], value)
    kitty = value.facts.deck & ~sum(hands)
    assert kitty.bit_count() == 1
    assert Deal(value, hands, kitty=kitty).phase == "passing"
    for wrong, message in (
        (0, "The kitty has 1 cards of the deck."),
        (-1, "That is no set of cards."),
        (hands[0] & -hands[0], "2C is dealt twice."),
    ):
        with pytest.raises(StateError) as caught:
            Deal(value, hands, kitty=wrong)
        assert caught.value.message == message
    three = Rules(players=3)
    with pytest.raises(StateError) as caught:
        Deal(three, [hands[0] & ~mask("2C") | mask("2D"), *hands[1:]])
    assert caught.value.message in ("2D is not in the deck of these rules.", "2D is dealt twice.")


def test_passing_and_opening() -> None:
    state = Deal(STANDARD, filled(["2C 5C", "", "", ""], STANDARD))
    assert (state.phase, state.direction, state.legal_mask()) == ("passing", "L", 0)
    assert state.why_illegal(0) is not None
    for seat in range(4):
        state.pass_cards(seat, cards_of(state.dealt[seat])[:3])
    assert (state.phase, state.turn, text(state.legal_mask())) == ("playing", 1, "2C")
    assert str(state.legal_moves) == "2C"
    with pytest.raises(MoveError) as caught:
        state.pass_cards(0, (0, 1, 2))
    assert caught.value.code == "wrong_phase"


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_seats_the_table_lacks(seat: int) -> None:
    state = Deal(STANDARD, filled(["", "", "", ""], STANDARD))
    before = deal_state(state)
    with pytest.raises(MoveError) as caught:
        state.pass_cards(seat, (0, 1, 2))
    assert (caught.value.code, caught.value.message) == ("bad_seat", "Seats are 0 to 3.")
    with pytest.raises(MoveError) as caught:
        state.recall(seat)
    assert caught.value.code == "bad_seat"
    assert deal_state(state) == before


def test_a_pass_that_was_not_made_cannot_be_taken_back() -> None:
    state = Deal(STANDARD, filled(["", "", "", ""], STANDARD))
    with pytest.raises(MoveError) as caught:
        state.recall(0)
    assert caught.value.code == "wrong_phase"


def test_a_refused_card_changes_nothing_and_says_why() -> None:
    state = play(deal("2C 3C", "5C 5D", "", ""), "2C")
    before = deal_state(state)
    for card, code in (("5D", "must_follow_suit"), ("3C", "not_in_hand")):
        with pytest.raises(MoveError) as caught:
            state.play(parse_card(card))
        assert caught.value.code == code
    for number in (-1, 52):
        with pytest.raises(MoveError):
            state.play(number)
    assert deal_state(state) == before
    for seat, card, code in ((0, "3C", "not_your_turn"), (1, "5D", "must_follow_suit")):
        with pytest.raises(MoveError) as caught:
            state.verify_play(seat, parse_card(card))
        assert caught.value.code == code
    state.verify_play(1, parse_card("5C"))
    assert state.why_illegal(parse_card("5C")) is None


def test_a_trick_goes_to_its_winner_and_comes_back() -> None:
    state = deal("2C", "AC", "3C 2D", "4C")
    start = deal_state(state)
    play(state, "2C AC 3C")
    assert (state.in_trick, state.trick_cards(), state.leader) == (3, parse_cards("2C AC 3C"), 0)
    play(state, "4C")
    assert (state.turn, state.leader, state.in_trick, state.trick_cards()) == (1, 1, 0, ())
    assert text(state.taken[1]) == "2C 3C 4C AC"
    assert (state.tricks_won, state.winners) == ([0, 1, 0, 0], [1])
    assert [state.leader_of(number) for number in range(2)] == [0, 1]
    assert repr(state) == "<Deal 1 playing, ply 4>"
    for card in reversed(parse_cards("2C AC 3C 4C")):
        assert state.pop() == card
    assert deal_state(state) == start
    with pytest.raises(IndexError):
        state.pop()


def test_breaking_hearts_comes_back_too() -> None:
    state = play(deal("2C", HEARTS, "", ""), "2C 2H")
    assert (state.broken, state.broken_at) == (True, 1)
    state.pop()
    assert (state.broken, state.broken_at) == (False, -1)
    play(state, "2H")
    assert state.broken


@pytest.mark.parametrize(
    ("kitty", "trick"),
    [("first_trick", 1), ("last_trick", 17), ("first_heart", 3)],
    ids=lambda value: str(value),
)
def test_the_kitty_goes_with_its_trick(kitty: str, trick: int) -> None:
    value = Rules(players=3, kitty=kitty, pass_cycle=("H",), first_trick_barred=(), lead_hearts="anytime")
    state = Deal(value, filled(["2C 3C 2H", "4C 5C 3H", "6C 7C 4H"], value), kitty=mask("AH"))
    assert text(state.kitty) == "AH"
    states = [deal_state(state)]
    # Two tricks of clubs, a trick of hearts, then whatever comes.
    for card in parse_cards("2C 4C 6C 7C 3C 5C 4H 2H 3H"):
        state.play(card)
        states.append(deal_state(state))
    while legal := state.legal_mask():
        state.play(cards_of(legal)[0])
        states.append(deal_state(state))
    assert state.kitty_trick == trick - 1
    assert state.taken[state.winners[trick - 1]] & mask("AH")
    assert sum(state.taken) == value.facts.deck
    for earlier in reversed(states[:-1]):
        state.pop()
        assert deal_state(state) == earlier


def test_a_wholly_barred_hand_is_dealt_again_when_its_turn_comes() -> None:
    value = rules(first_trick_fallback="redeal")
    state = deal("2C", "3C", HEARTS, "", value=value)
    play(state, "2C")
    assert state.phase == "playing"
    play(state, "3C")
    assert (state.phase, state.turn, state.legal_mask(), len(state.legal_moves)) == ("redeal", 2, 0, 0)
    with pytest.raises(MoveError) as caught:
        state.play(parse_card("2H"))
    assert caught.value.code == "wrong_phase"
    state.pop()
    assert state.phase == "playing"
    # Left of the dealer would open, with nothing but hearts.
    opening = rules(first_trick_fallback="redeal", opening_leader="left_of_dealer", opening_card="any")
    assert deal("", HEARTS, "", "", value=opening).phase == "redeal"
    # A club that opens is never barred.
    small = rules(
        removed=text(mask_of(range(1, 26)) & ~mask("AD")).split(),
        penalties={"2C": 3, "QS": 13},
        first_trick_barred=["hearts", "qs", "other_penalties"],
        first_trick_fallback="redeal",
        opening_card="any_club",
    )
    assert deal("2C 2H 3H 4H 5H 6H 7H", "", "", "", value=small).phase == "playing"


def test_copies_and_pickles_go_on_by_themselves() -> None:
    state = play(deal("2C", "AC", "3C", "4C"), "2C AC")
    before = deal_state(state)
    twin = state.copy()
    twin.play(parse_card("3C"))
    assert deal_state(state) == before
    thawed = pickle.loads(pickle.dumps(state))
    assert deal_state(thawed) == before
    assert thawed.legal_mask() == state.legal_mask()


def test_the_transposition_key_tells_apart_what_plays_on_differently() -> None:
    one = play(deal("2C 5C 2D", "3C 6C 3D", "4C 7C 4D", "8C 9C 5D"), "2C 3C 4C 8C 9C 5C 6C 7C")
    other = play(deal("2C 5C 2D", "3C 6C 3D", "4C 7C 4D", "8C 9C 5D"), "2C 3C 4C 9C 8C 5C 6C 7C")
    assert one.transposition_key() == other.transposition_key()
    assert one.plays != other.plays
    one.push(parse_card("5D"))
    assert one.transposition_key() != other.transposition_key()
    passing = Deal(STANDARD, filled(["", "", "", ""], STANDARD))
    key = passing.transposition_key()
    passing.pass_cards(0, cards_of(passing.hands[0])[:3])
    assert passing.transposition_key() != key
