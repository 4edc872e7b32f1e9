"""People who keep others waiting: user report K1."""

from moonshot.tables import Terms
from moonshot.tables import commands as c
from moonshot.tables.events import KeptWaiting, Returned, StoodIn, VoteClosed
from tests.tables.company import COIN, QUICK, Company, short

UNTIMED = Terms(kind="private")


def stalled(
    terms: Terms = QUICK, seat: int = 3, people: tuple[str, ...] = ("ann", "bea", "cai", "dan")
) -> Company:
    """A table where the clock has moved three times in a row for a seat."""
    table = Company(terms=terms, people=people)
    for _ in range(400):
        if table.table.clock.misses[seat] >= 3:
            return table
        acting = [
            other for other in table.table.match.acting if not table.table.is_auto(other) and other != seat
        ]
        if acting and table.table.phase in ("passing", "playing"):
            assert table.move(acting[0]) == "ok"
        else:
            table.wait_until_due()
    raise AssertionError("the clock never moved thrice")


def test_k1_used_up_thrice_the_next_limits_are_short_and_the_bank_is_spent() -> None:
    table = stalled()
    view = table.view().clock
    assert view is not None
    assert (view.fast[3], view.bank[3]) == (True, 0)
    assert view.bank[:3] == (60_000,) * 3


def test_k1_two_of_three_hand_the_seat_to_a_bot() -> None:
    table = stalled()
    assert table.view().stalling == 3
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "ok"
    vote = table.view().vote
    assert vote is not None
    assert (vote.about, vote.by, vote.seat, vote.yes) == ("stand_in", 0, 3, (0,))
    assert table.ask("dan", c.CastVote, False) == "no_vote"  # it is about dan
    assert table.ask("bea", c.CastVote, True) == "ok"
    assert StoodIn(3, "steady", voted=True) in table.told
    assert table.view().players[3].stand_in
    assert table.view().stalling is None
    assert table.wait(0.0) == []  # being there alone does not bring dan back
    assert table.replayed().absence.voted == {3}
    assert table.ask("dan", c.ImBack) == "ok"
    assert table.told[-1] == Returned(3)
    assert not table.view().players[3].stand_in
    clock = table.view().clock
    assert clock is not None
    assert (clock.misses[3], clock.fast[3]) == (0, False)


def test_a_move_brings_the_person_back_too() -> None:
    table = stalled()
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    table.ask("bea", c.CastVote, True)
    for _ in range(50):
        turn = table.table.match.turn
        if table.table.phase == "playing" and turn == 3:
            break
        if table.table.phase == "playing" and turn is not None:
            table.move(turn)
        else:
            table.wait_until_due()
    assert table.move(3) == "ok"
    assert Returned(3) in table.told
    assert table.table.absence.voted == set()


def test_two_noes_of_three_are_enough() -> None:
    table = stalled()
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    table.ask("bea", c.CastVote, False)
    assert table.view().vote is not None
    table.ask("cai", c.CastVote, False)
    assert table.told[-1] == VoteClosed("stand_in", passed=False)
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "asked_before"


def test_silence_is_no() -> None:
    table = stalled(Terms(kind="private", clock="online"))
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    table.ask("ann", c.SetPause, True)
    table.wait(30.0)
    assert VoteClosed("stand_in", passed=False) in table.told


def test_a_sign_of_life_ends_the_vote() -> None:
    table = stalled()
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    assert table.ask("dan", c.ImBack) == "ok"
    assert VoteClosed("stand_in", passed=False) in table.told
    assert table.view().vote is None
    assert table.view().stalling is None


def test_who_has_not_kept_others_waiting_is_not_voted_on() -> None:
    table = stalled()
    for who, seat in (("ann", 1), ("ann", 0), ("dan", 3), ("ann", None)):
        assert table.ask(who, c.ProposeVote, "stand_in", seat) == "not_yet"
    assert Company(terms=QUICK).ask("ann", c.ProposeVote, "stand_in", 3) == "not_yet"


def test_a_coin_table_has_its_own_way() -> None:
    table = stalled(COIN)
    assert table.view().stalling is None
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "not_yet"


def test_alone_with_bots_nobody_waits() -> None:
    table = stalled(seat=0, people=("ann",))
    assert table.view().stalling is None


def test_whoever_goes_away_during_the_vote_gets_an_ordinary_stand_in() -> None:
    table = stalled()
    table.present(0, 1, 2)
    table.wait(40.0)
    for _ in range(3):
        table.table.clock.missed(3, 0)
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    told = table.wait(25.0)
    assert told.index("stood_in") < told.index("vote_closed")
    assert VoteClosed("stand_in", passed=False) in table.told
    assert table.table.absence.voted == set()


def test_without_a_clock_others_may_vote_after_two_minutes() -> None:
    table = Company(terms=UNTIMED)
    for seat in range(3):
        assert table.move(seat) == "ok"
    assert table.wait(119.9) == []
    assert table.view().stalling is None
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "not_yet"
    assert table.wait(0.1) == ["kept_waiting"]
    assert table.told[-1] == KeptWaiting(3)
    assert table.view().stalling == 3
    assert table.wait(600.0) == []
    assert table.replayed().kept_waiting == 3
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "ok"
    assert table.ask("dan", c.ImBack) == "ok"  # nothing is held against dan, who says so all the same
    assert table.view().vote is None
    assert table.ask("dan", c.ImBack) == "wrong_phase"
    assert table.ask("bea", c.ProposeVote, "stand_in", 3) == "ok"
    assert table.move(3) == "ok"
    assert table.view().vote is None
    assert table.view().stalling is None


def test_the_score_sheet_among_friends_does_not_wait_for_ever() -> None:
    table = Company(terms=UNTIMED, pace="instant")
    table.deal_out()
    table.play_deal()
    for seat in range(3):
        assert table.move(seat) == "ok"
    assert table.wait(120.0) == ["kept_waiting"]
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    table.ask("bea", c.CastVote, True)
    assert "dealt" in table.wait(0.0)
    table.deal_out()
    assert table.table.match.deal_no == 2


def test_a_person_who_goes_on_after_all_ends_the_vote() -> None:
    table = Company(terms=UNTIMED, pace="instant")
    table.deal_out()
    table.play_deal()
    for seat in range(3):
        table.move(seat)
    table.wait(120.0)
    table.ask("ann", c.ProposeVote, "stand_in", 3)
    assert table.move(3) == "ok"
    assert table.view().vote is None
    assert table.table.phase == "passing"


def test_nobody_has_kept_waiting_who_waits_alone() -> None:
    table = Company(terms=UNTIMED)
    for seat in range(3):
        table.move(seat)
    table.present(3)
    assert "kept_waiting" not in table.wait(50.0)
    assert table.view().stalling is None


def test_strangers_at_the_score_sheet_go_on_by_themselves() -> None:
    table = Company(terms=Terms(kind="quick"), pace="instant")
    table.deal_out()
    table.play_deal()
    assert "kept_waiting" not in table.wait(7.0)


def test_nobody_keeps_others_waiting_after_the_end() -> None:
    table = Company(terms=UNTIMED, rules=short(), pace="instant")
    table.deal_out()
    table.play_deal()
    assert table.table.phase == "over"
    assert table.wait(600.0) == []
    assert table.ask("ann", c.ProposeVote, "stand_in", 3) == "wrong_phase"


def test_a_trick_that_is_looked_at_keeps_nobody_waiting() -> None:
    table = Company(terms=Terms(kind="private"), people=("ann", "bea"), pace="click")
    table.deal_out()
    while not table.table.holding:
        turn = table.table.match.turn
        assert turn is not None
        if turn in table.table.people:
            table.move(turn)
        else:
            table.wait_until_due()
    assert table.view().stalling is None
