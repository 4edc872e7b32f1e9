"""A match: dealing, the phases, results, ends, and what is refused."""

import pickle

import pytest

from moonshot.engine import (
    ChooseMoon,
    HeartsError,
    Match,
    MoveError,
    Pass,
    Play,
    Recall,
    Rules,
    RulesError,
    StateError,
    cards_of,
    parse_cards,
    preset,
)
from moonshot.engine.events import (
    RECORDED_BY_KIND,
    Committed,
    DealScored,
    Dealt,
    Event,
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
    Recorded,
    Redeal,
    Revealed,
    TrickTaken,
)
from tests.engine.hands import HEARTS, dealt, filled, mask, play_out, rules
from tests.laws.states import match_state

SECRET = bytes(range(32))
SHOOTER = "AC KC AD KD AS KS QS AH KH QH JH TH 9H"


def acting(match: Match) -> tuple[int, ...]:
    """Asked anew each time."""
    return match.acting


def test_a_new_match() -> None:
    match = Match(Rules(), match_id="evening", first_dealer=2)
    assert (match.phase, match.deal_no, match.dealer, match.next_deal_no, match.next_dealer) == (
        "between",
        0,
        2,
        1,
        2,
    )
    assert (match.turn, match.acting, match.shooter, match.legal_mask(), match.totals) == (
        None,
        (),
        None,
        0,
        (0,) * 4,
    )
    assert match.started() == MatchStarted("evening", Rules().to_dict(), 2)
    assert repr(match) == "<Match evening between, deal 0>"
    with pytest.raises(StateError):
        match.default_moon_choice()


def test_what_cannot_be_a_match() -> None:
    with pytest.raises(RulesError) as caught:
        Match(Rules(players=5, pass_cycle=("A",), pass_count=0))
    assert (caught.value.code, caught.value.at) == ("E_PASS_ACROSS_ODD", "pass_cycle")
    assert "Pass between 1 and 9 cards." in caught.value.message
    for seat in (-1, 4):
        with pytest.raises(StateError) as bad:
            Match(Rules(), first_dealer=seat)
        assert (bad.value.code, bad.value.at) == ("bad_seat", "first_dealer")


def test_a_deal_is_promised_dealt_passed_played_and_opened() -> None:
    match = Match(Rules(), match_id="evening")
    with pytest.raises(StateError) as caught:
        match.deal_event()
    assert caught.value.code == "not_committed"
    promise = match.commit(SECRET)
    assert promise == Committed(
        1, "e90d4fcab409e8230de95eabdd168d9784761620b76cd3732f5722c3325857f3", SECRET.hex()
    )
    assert match.apply(promise) == (promise,)
    event = match.deal_event(("alpha", "βeta"))
    assert (event.deal_no, event.dealer, event.kitty, event.seeds) == (1, 0, 0, ("alpha", "βeta"))
    assert match.apply(event) == (event,)
    assert (match.phase, match.acting, match.turn, match.dealer) == ("passing", (0, 1, 2, 3), None, 0)
    deal = match.deal
    assert deal is not None
    for seat in (3, 1, 2):
        assert match.act(seat, Pass(cards_of(deal.hands[seat])[:3])) == (
            Passed(seat, cards_of(deal.dealt[seat])[:3]),
        )
    assert acting(match) == (0,)
    assert match.act(1, Recall()) == (Recalled(1),)
    assert acting(match) == (0, 1)
    match.act(1, Pass(cards_of(deal.dealt[1])[:3]))
    happened = match.act(0, Pass(cards_of(deal.dealt[0])[:3]))
    exchanged = happened[1]
    assert isinstance(exchanged, Exchanged)
    assert exchanged.direction == "L"
    assert exchanged.received[1] == exchanged.given[0]
    assert (match.phase, match.acting) == ("playing", (match.turn,))
    happened = tuple(play_out(match))
    assert isinstance(happened[-2], DealScored)
    assert happened[-1] == Revealed(1, SECRET.hex())
    assert sum(happened[-2].points) == 26
    assert (match.phase, match.next_deal_no, match.next_dealer, match.dealer) == ("between", 2, 1, 0)
    (row,) = match.results
    assert (row.deal_no, row.dealer, row.direction, row.check, row.totals) == (1, 0, "L", 26, match.totals)
    assert row.bonus is None
    assert row.queen is not None
    assert row.points[row.queen] >= 13


def test_events_of_play() -> None:
    match = dealt(Match(rules()), "2C 3D", HEARTS, "4C 5C", "AC KC")
    assert match.act(0, Play(0)) == (Played(0, 0),)
    happened = match.act(1, Play(parse_cards("2H")[0]))
    assert happened == (Played(1, 39), HeartsBroken(1, 39))
    match.act(2, Play(parse_cards("4C")[0]))
    happened = match.act(3, Play(parse_cards("AC")[0]))
    assert happened[1:] == (TrickTaken(0, parse_cards("2C 2H 4C AC"), 3),)
    assert match.turn == 3


def test_a_moon_its_choice_and_the_end() -> None:
    match = dealt(Match(rules(moon="choice", end_score=50)), SHOOTER, "2C", "", "")
    match.totals = (10, 30, 20, 20)
    happened = play_out(match, shooter=0)
    assert happened[-1] == MoonShot(1, 0, False)
    assert (match.phase, match.turn, match.acting, match.shooter) == ("choosing_moon", 0, (0,), 0)
    assert match.moon_options() == {"others_plus": (10, 56, 46, 46), "self_minus": (-16, 30, 20, 20)}
    assert match.default_moon_choice() == "others_plus"
    before = match_state(match)
    for seat, move, code in (
        (1, ChooseMoon("others_plus"), "not_your_turn"),
        (0, ChooseMoon("both"), "bad_choice"),
        (0, Play(0), "wrong_phase"),
        (0, Pass((0, 1, 2)), "wrong_phase"),
        (0, Recall(), "wrong_phase"),
    ):
        with pytest.raises(MoveError) as caught:
            match.act(seat, move)
        assert caught.value.code == code
    with pytest.raises(StateError):
        match.apply(Committed(2, "", ""))
    assert match_state(match) == before
    happened = list(match.act(0, ChooseMoon("others_plus")))
    assert happened == [
        MoonChosen(0, "others_plus"),
        DealScored(1, (0, 26, 26, 26), (10, 56, 46, 46), 0, "others_plus", False),
        MatchOver((0,), (10, 56, 46, 46)),
    ]
    assert (match.phase, match.winners, match.moon_options()) == ("over", (0,), {})
    assert match.results[0].moon_mode == "others_plus"
    with pytest.raises(MoveError) as caught:
        match.act(0, ChooseMoon("others_plus"))
    assert caught.value.code == "wrong_phase"
    with pytest.raises(StateError):
        match.apply(match.commit(SECRET))


def test_overtime() -> None:
    match = dealt(Match(rules(moon="off", end_score=30)), SHOOTER, "2C", "", "")
    match.totals = (10, 20, 20, 20)
    happened = play_out(match, shooter=0)
    assert match.totals == (36, 20, 20, 20)
    assert happened[-1] == OvertimeStarted((1, 2, 3))
    assert (match.phase, match.overtime, match.tied, match.winners) == ("between", True, (1, 2, 3), ())
    dealt(match, "2C", "", "", "")
    play_out(match)
    assert match.overtime
    assert match.phase in ("over", "between")


def test_a_redeal_keeps_the_deal_number_and_opens_the_old_promise() -> None:
    match = Match(rules(first_trick_fallback="redeal"))
    match.apply(match.commit(SECRET))
    match.apply(Dealt(1, 0, tuple(filled(["2C", "3C", HEARTS, ""]))))
    match.act(0, Play(0))
    happened = match.act(1, Play(1))
    assert happened == (Played(1, 1), Redeal(1, 2), Revealed(1, SECRET.hex()))
    assert (match.phase, match.turn, match.acting, match.deal_no, match.next_deal_no) == (
        "redeal",
        None,
        (),
        1,
        1,
    )
    with pytest.raises(MoveError):
        match.act(2, Play(39))
    match.apply(match.commit(bytes(32)))
    match.apply(match.deal_event())
    assert (match.phase, match.deal_no, match.dealer) == ("playing", 1, 0)


def test_a_redeal_may_come_before_the_first_card() -> None:
    value = rules(first_trick_fallback="redeal", opening_leader="left_of_dealer", opening_card="any")
    match = Match(value)
    event = Dealt(1, 0, tuple(filled(["", HEARTS, "", ""])))
    assert match.apply(event) == (event, Redeal(1, 1))
    passing = Match(Rules.from_dict({**value.to_dict(), "pass_cycle": ["L"]}))
    dealt(passing, "TH JH QH", "2H 3H 4H 5H 6H 7H 8H 9H KH AH", "", "")
    assert passing.deal is not None
    happened: list[Event] = []
    for seat in range(4):
        hand = passing.deal.hands[seat]
        given = mask("TH JH QH") if seat == 0 else hand & ~mask(HEARTS)
        happened += passing.act(seat, Pass(cards_of(given)[-3:]))
    assert happened[-1] == Redeal(1, 1)


def test_what_cannot_follow() -> None:
    match = Match(Rules())
    before = match_state(match)
    hands = tuple(filled(["", "", "", ""], Rules()))
    for event, code in (
        (match.started(), "wrong_phase"),
        (Dealt(2, 1, hands), "wrong_phase"),
        (Dealt(1, 1, hands), "bad_seat"),
        (Dealt(1, 0, hands[:3]), "bad_hands"),
        (Committed(2, "", ""), "wrong_phase"),
        (Passed(0, (0, 1, 2)), "wrong_phase"),
        (Recalled(0), "wrong_phase"),
        (Played(0, 0), "wrong_phase"),
        (MoonChosen(0, "others_plus"), "wrong_phase"),
    ):
        with pytest.raises(HeartsError) as caught:
            match.apply(event)
        assert caught.value.code == code
        assert match_state(match) == before
    match.apply(Dealt(1, 0, hands))
    before = match_state(match)
    for event, code in (
        (Dealt(1, 0, hands), "wrong_phase"),
        (Committed(1, "", ""), "wrong_phase"),
        (Played(0, 0), "wrong_phase"),
        (Passed(4, (0, 1, 2)), "bad_seat"),
        (Passed(-1, (0, 1, 2)), "bad_seat"),
        (Recalled(-1), "bad_seat"),
        (MoonChosen(0, "others_plus"), "wrong_phase"),
    ):
        with pytest.raises(HeartsError) as caught:
            match.apply(event)
        assert caught.value.code == code
        assert match_state(match) == before
    for move in (Play(0), Pass((0, 1, 2)), Recall(), ChooseMoon("others_plus")):
        for seat in (-1, 4):
            with pytest.raises(MoveError):
                match.verify(seat, move)
    assert match_state(match) == before
    with pytest.raises(AssertionError):
        match.verify(0, "QS")  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        match.apply("QS")  # type: ignore[arg-type]


def test_replaying() -> None:
    match = Match(preset("deniro_3"), match_id="x", first_dealer=1)
    events: list[Recorded] = [match.started(), match.commit(SECRET)]
    match.apply(events[-1])
    events.append(match.deal_event(("s",)))
    match.apply(events[-1])
    assert match_state(Match.replay(events)) == match_state(match)
    nothing: list[Recorded] = []
    for wrong in (nothing, events[1:]):
        with pytest.raises(StateError) as caught:
            Match.replay(wrong)
        assert caught.value.code == "bad_record"
    for kind, cls in RECORDED_BY_KIND.items():
        assert kind == cls.__dataclass_fields__["kind"].default


def test_copies_and_pickles() -> None:
    match = Match(rules())
    assert match_state(match.copy()) == match_state(match)
    dealt(match, "2C", "", "", "")
    before = match_state(match)
    twin = match.copy()
    play_out(twin)
    assert match_state(match) == before
    thawed = pickle.loads(pickle.dumps(match))
    assert match_state(thawed) == before
    assert thawed.phase == "playing"
    play_out(thawed)
    assert match_state(thawed) == match_state(twin)
