"""What a seat may know: the fields of a view and of the events it is shown, one by one."""

from typing import Any

import pytest

from moonshot.engine import (
    Match,
    Pass,
    Play,
    Rules,
    StateError,
    Trick,
    cards_of,
    parse_cards,
    seen_by,
    view_of,
)
from moonshot.engine.events import (
    Committed,
    DealScored,
    Dealt,
    Exchanged,
    HeartsBroken,
    MatchOver,
    MatchStarted,
    MoonChosen,
    MoonShot,
    OvertimeStarted,
    Passed,
    Played,
    Recalled,
    Redeal,
    Revealed,
    TrickTaken,
)
from tests.engine.hands import HEARTS, dealt, play_out, rules, text

SECRET = bytes(range(32))


def test_before_the_first_deal() -> None:
    view = view_of(Match(Rules(), match_id="evening", first_dealer=3), 1)
    assert (view.phase, view.deal_no, view.dealer, view.direction, view.pass_to) == (
        "between",
        1,
        3,
        "L",
        (1, 2, 3, 0),
    )
    assert (view.hand, view.legal, view.ply, view.trick, view.tricks) == (0, 0, 0, None, ())
    assert (view.hand_sizes, view.taken, view.points, view.tricks_won) == (
        (0,) * 4,
        (0,) * 4,
        (0,) * 4,
        (0,) * 4,
    )
    assert (view.passed, view.received, view.has_passed) == (None, None, (False,) * 4)
    assert (view.broken, view.commitment, view.turn, view.acting) == (False, None, None, ())
    assert (view.players, view.match_id, view.seat) == (4, "evening", 1)


@pytest.mark.parametrize("seat", [-1, 4])
def test_seats_the_table_lacks(seat: int) -> None:
    with pytest.raises(StateError) as caught:
        view_of(Match(Rules()), seat)
    assert caught.value.code == "bad_seat"


def test_while_passing() -> None:
    match = Match(Rules())
    match.apply(match.commit(SECRET))
    match.apply(match.deal_event())
    assert match.deal is not None
    given = cards_of(match.deal.hands[2])[:3]
    match.act(2, Pass(given))
    own, other, spectator = view_of(match, 2), view_of(match, 0), view_of(match, None)
    assert (own.hand, own.passed, own.received) == (match.deal.hands[2], given, None)
    assert (other.hand, other.passed) == (match.deal.hands[0], None)
    assert (spectator.hand, spectator.passed, spectator.seat) == (0, None, None)
    for view in (own, other, spectator):
        assert view.has_passed == (False, False, True, False)
        assert view.acting == (0, 1, 3)
        assert view.commitment == match.committed.commitment if match.committed else False
        assert SECRET.hex() not in repr(view)


def test_in_the_middle_of_a_trick() -> None:
    match = dealt(Match(rules(bonus_card="JD")), "2C JD", HEARTS, "4C", "AC QD KC")
    match.act(0, Play(0))
    match.act(1, Play(parse_cards("5H")[0]))
    view = view_of(match, 2)
    assert view.trick == Trick(0, parse_cards("2C 5H"), None)
    assert (view.turn, view.acting, view.broken, view.ply) == (2, (2,), True, 2)
    assert view.legal == match.legal_mask() != 0
    assert view_of(match, 3).legal == 0
    assert view_of(match, None).legal == 0
    assert view.hand_sizes == (12, 12, 13, 13)
    match.act(2, Play(parse_cards("4C")[0]))
    match.act(3, Play(parse_cards("AC")[0]))
    view = view_of(match, 0)
    assert view.trick == Trick(3, (), None)
    assert view.tricks == (Trick(0, parse_cards("2C 5H 4C AC"), 3),)
    assert [text(taken) for taken in view.taken] == ["", "", "", "2C 4C AC 5H"]
    assert (view.points, view.tricks_won) == ((0, 0, 0, 1), (0, 0, 0, 1))
    match.act(3, Play(parse_cards("QD")[0]))
    match.act(0, Play(parse_cards("JD")[0]))
    match.act(1, Play(parse_cards("6H")[0]))
    match.act(2, Play(cards_of(match.legal_mask())[0]))
    assert view_of(match, 0).points == (0, 0, 0, 2 - 10)


def test_after_the_deal_and_in_a_choice() -> None:
    match = dealt(Match(rules(moon="choice")), "AC KC AD KD AS KS QS AH KH QH JH TH 9H", "2C", "", "")
    play_out(match, shooter=0)
    view = view_of(match, 1)
    assert (view.phase, view.shooter, view.turn, view.trick, len(view.tricks)) == (
        "choosing_moon",
        0,
        0,
        None,
        13,
    )
    assert view.legal == view_of(match, 0).legal == 0
    assert view.points == (26, 0, 0, 0)


def test_an_unfinished_trick_stays_in_sight_when_the_deal_is_dealt_again() -> None:
    match = dealt(Match(rules(first_trick_fallback="redeal")), "2C", "3C", HEARTS, "")
    match.act(0, Play(0))
    match.act(1, Play(1))
    view = view_of(match, 3)
    assert (view.phase, view.trick) == ("redeal", Trick(0, parse_cards("2C 3C"), None))


EVENTS: list[tuple[Any, dict[Any, Any]]] = [
    (Committed(1, "c", "secret"), {seat: Committed(1, "c", "") for seat in (None, 0, 1)}),
    (
        Dealt(1, 0, (1, 2, 4), 8, ("a",)),
        {None: Dealt(1, 0, (0, 0, 0), 0, ("a",)), 1: Dealt(1, 0, (0, 2, 0), 0, ("a",))},
    ),
    (Passed(1, (1, 2)), {None: Passed(1, ()), 0: Passed(1, ()), 1: Passed(1, (1, 2))}),
    (
        Exchanged(1, "L", (1, 2, 4), (4, 1, 2)),
        {
            None: Exchanged(1, "L", (0, 0, 0), (0, 0, 0)),
            2: Exchanged(1, "L", (0, 0, 4), (0, 0, 2)),
        },
    ),
]
PUBLIC = [
    MatchStarted("m", {}, 0),
    Recalled(1),
    Played(1, 7),
    MoonChosen(1, "others_plus"),
    HeartsBroken(1, 40),
    TrickTaken(0, (1, 2, 3), 2, 8),
    Redeal(1, 2),
    MoonShot(1, 2, True),
    DealScored(1, (0, 26, 0), (0, 26, 0), None, None, False),
    Revealed(1, "secret"),
    OvertimeStarted((0, 1)),
    MatchOver((0,), (1, 2, 3)),
]


@pytest.mark.parametrize(("event", "shown"), EVENTS)
def test_private_events(event: Any, shown: dict[Any, Any]) -> None:
    for seat, expected in shown.items():
        assert seen_by(event, seat) == expected


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: event.kind)
def test_public_events(event: Any) -> None:
    for seat in (None, 0, 1, 2):
        assert seen_by(event, seat) is event


def test_an_event_that_nobody_has_judged_is_shown_to_nobody() -> None:
    with pytest.raises(AssertionError):
        seen_by("something new", 0)  # type: ignore[arg-type]
