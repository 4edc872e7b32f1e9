"""Faults of passing that users of other programs reported, one test each, by ID. P7 is for pages."""

import pytest

from moonshot.engine import (
    Match,
    MoveError,
    Pass,
    Recall,
    Rules,
    cards_of,
    mask_of,
    parse_cards,
    view_of,
)
from tests.engine.hands import dealt, mask, play_out
from tests.engine.reported import STANDARD, shown_to
from tests.laws.states import match_state


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_P2_a_pass_has_exactly_as_many_cards_as_the_rules_say(count: int) -> None:
    match = dealt(Match(Rules(pass_count=count)), "", "", "", "")
    assert match.deal is not None
    hand = cards_of(match.deal.hands[0])
    before = match_state(match)
    for cards in (hand[: count - 1], hand[: count + 1], (), hand):
        with pytest.raises(MoveError) as caught:
            match.verify(0, Pass(cards))
        assert caught.value.code == "pass_count"
    if count > 1:
        with pytest.raises(MoveError) as caught:
            match.verify(0, Pass(hand[:1] * count))
        assert caught.value.code == "pass_repeated"
    assert match_state(match) == before
    match.act(0, Pass(hand[:count]))


def test_P3_left_is_the_next_seat_in_play() -> None:
    north, east, south, west = range(4)
    receivers = [view_of(match_at(number), None).pass_to for number in range(1, 6)]
    assert receivers[0] == (east, south, west, north)
    assert receivers[1] is not None
    assert receivers[1][south] == east
    assert receivers[2] is not None
    assert receivers[2][south] == north
    assert receivers[3] is None
    assert receivers[4] == receivers[0]


def match_at(deal_no: int) -> Match:
    """A Standard match whose deal of that number has just been dealt."""
    match = Match(Rules(end_score=10_000))
    while match.deal_no < deal_no:
        dealt(match, "", "", "", "")
        while match.phase == "passing" and match.deal_no < deal_no:
            assert match.deal is not None
            seat = match.acting[0]
            match.act(seat, Pass(cards_of(match.deal.hands[seat])[:3]))
        if match.deal_no < deal_no:
            play_out(match)
    return match


def test_P4_the_exchange_changes_the_hands_and_not_the_deal() -> None:
    match = dealt(Match(STANDARD), "", "2C 3C 4C", "AS KS QS", "")
    assert match.deal is not None
    before = match.deal.dealt
    given = {2: parse_cards("AS KS QS"), 1: parse_cards("2C 3C 4C")}
    for seat in range(4):
        match.act(seat, Pass(given.get(seat, cards_of(match.deal.hands[seat])[-3:])))
    assert match.deal.hands[3] & mask("AS KS QS") == mask("AS KS QS")
    assert match.deal.hands[2] & mask("AS KS QS") == 0
    assert match.deal.hands[2] & mask("2C 3C 4C") == mask("2C 3C 4C")
    assert [hand.bit_count() for hand in match.deal.hands] == [13] * 4
    assert sum(match.deal.hands) == (1 << 52) - 1
    assert match.deal.dealt == before
    assert match.deal.dealt[2] & mask("AS KS QS") == mask("AS KS QS")
    assert match.deal.passes[2] == given[2]
    view = view_of(match, 2)
    assert (view.passed, view.received) == (given[2], mask("2C 3C 4C"))
    assert isinstance(view.taken, tuple)
    assert isinstance(view.tricks, tuple)


def test_P5_nobody_sees_a_passed_card_too_early_and_third_parties_never() -> None:
    match = dealt(Match(STANDARD), "", "", "", "")
    assert match.deal is not None
    passes = [cards_of(hand)[4:7] for hand in match.deal.hands]
    for seat in (2, 3, 0):
        (event,) = match.act(seat, Pass(passes[seat]))
        for other in (None, 0, 1, 2, 3):
            shown = shown_to(event, other)
            assert shown.cards == (passes[seat] if other == seat else ())
    for other in (None, 0, 1, 2, 3):
        view = view_of(match, other)
        assert view.has_passed == (True, False, True, True)
        assert view.received is None
        assert view.passed == (None if other in (None, 1) else passes[other])
    happened = match.act(1, Pass(passes[1]))
    exchanged = next(event for event in happened if event.kind == "exchanged")
    assert shown_to(exchanged, 1).received == (0, mask_of(passes[0]), 0, 0)
    assert shown_to(exchanged, 1).given == (0, mask_of(passes[1]), 0, 0)
    assert shown_to(exchanged, None).received == (0, 0, 0, 0)
    assert view_of(match, 1).received == mask_of(passes[0])
    assert view_of(match, None).received is None


def test_P8_a_pass_can_be_taken_back_until_the_last_seat_has_passed() -> None:
    match = dealt(Match(STANDARD), "", "", "", "")
    assert match.deal is not None
    hands = [cards_of(hand) for hand in match.deal.hands]
    match.act(2, Pass(hands[2][:3]))
    with pytest.raises(MoveError) as caught:
        match.act(2, Pass(hands[2][3:6]))
    assert caught.value.code == "already_passed"
    match.act(2, Recall())
    match.act(2, Pass(hands[2][3:6]))
    for seat in (0, 1, 3):
        match.act(seat, Pass(hands[seat][:3]))
    assert match.deal.passes[2] == hands[2][3:6]
    assert match.deal.hands[3] & mask_of(hands[2][3:6]) == mask_of(hands[2][3:6])
    with pytest.raises(MoveError) as caught:
        match.act(2, Recall())
    assert caught.value.code == "wrong_phase"


def test_P9_kept_cards_are_kept_for_everybody_while_there_are_others() -> None:
    value = Rules(no_pass_cards=("QS", "KS", "AS"))
    match = dealt(Match(value), "", "KS 2C 3D", "", "")
    with pytest.raises(MoveError) as caught:
        match.verify(1, Pass(parse_cards("KS 2C 3D")))
    assert (caught.value.code, caught.value.at) == ("pass_forbidden_card", "cards[0]")
    spades = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    match = dealt(Match(Rules(no_pass_cards=tuple(spades.split()[2:]))), "", spades, "", "")
    with pytest.raises(MoveError) as caught:
        match.verify(1, Pass(parse_cards("QS KS AS")))
    assert (caught.value.code, caught.value.at) == ("pass_forbidden_card", "cards")
    match.act(1, Pass(parse_cards("2S 3S QS")))
