"""Coming and going: stand-ins, seats that are kept, and what happens to those who stay away."""

from dataclasses import replace

import pytest

from moonshot.tables import Terms
from moonshot.tables import commands as c
from moonshot.tables.absence import Absence
from moonshot.tables.events import Closed, Entry, HostSet, Returned, StoodIn
from moonshot.tables.history import match_history
from tests.tables.company import COIN, PRIVATE, QUICK, Company, short

UNTIMED = Terms(kind="quick")


def test_after_a_minute_a_bot_stands_in_and_is_marked() -> None:
    table = Company(terms=UNTIMED)
    table.present(0, 1, 2)
    view = table.view()
    assert view.absent == (3, 60_000)
    assert table.wait(59.9) == []
    assert table.view().absent == (3, 100)
    told = table.wait(2.0)
    assert told[:2] == ["stood_in", "passed"]
    view = table.view()
    assert view.absent is None
    assert view.players[3].stand_in
    assert (view.players[3].name, view.players[3].level) == ("Dan", None)


def test_nodes_that_do_not_hear_of_each_other_hand_no_seat_to_and_fro() -> None:
    table = Company(terms=UNTIMED)
    table.present(0, 1, 2)
    assert "stood_in" in table.wait(62.0)
    # At another node the person is there, and gets the seat back at once.
    table.table.apply(Entry(table.table.seq + 1, (Returned(3),)), table.now)
    assert not table.view().players[3].stand_in
    assert "stood_in" not in table.wait(59.0)
    assert "stood_in" in table.wait(2.0)


def test_a_table_knows_whether_it_moves_for_anybody_itself() -> None:
    table = Company(terms=UNTIMED)
    found = [table.table.has_bots]
    table.present(0, 1, 2)
    found.append(table.table.has_bots)
    table.wait(62.0)  # now a bot stands in
    found += [table.table.has_bots, Company(people=("ann", "bea")).table.has_bots]
    assert found == [False, False, True, True]


def test_a_short_absence_changes_nothing() -> None:
    table = Company(terms=UNTIMED)
    for _ in range(5):  # user report C6
        table.present(0, 1, 2)
        table.wait(59.0)
        table.present(0, 1, 2, 3)
        assert table.view().absent is None
        assert table.wait(59.0) == []


def test_the_owner_takes_the_seat_back_at_any_trick() -> None:
    table = Company(terms=UNTIMED)  # user report C7
    table.deal_out()
    table.present(0, 1, 2)
    for _ in range(200):
        if len([event for event in table.told if event.kind == "played" and event.seat == 3]) == 3:
            break
        turn = table.table.match.turn
        if turn is not None and turn != 3 and table.table.phase == "playing":
            assert table.move(turn) == "ok"
        else:
            table.wait(1.0)
    hand = table.view(3).match.hand
    table.present(0, 1, 2, 3)
    assert table.wait(0.1)[0] == "returned"
    assert not table.view().players[3].stand_in
    assert table.view(3).match.hand == hand
    for _ in range(200):
        turn = table.table.match.turn
        if turn == 3 and table.table.phase == "playing":
            break
        if turn is not None and table.table.phase == "playing":
            assert table.move(turn) == "ok"
        else:
            table.wait(1.0)
    assert table.wait(30.0) == []  # the bot has stopped
    assert table.move(3) == "ok"


def test_a_move_or_im_back_returns_the_seat_too() -> None:
    for command in ("move", "im_back"):
        table = Company(terms=UNTIMED)
        table.present(0, 1, 2)
        while not isinstance(table.told[-1] if table.told else None, StoodIn):
            table.wait(1.0)
            if table.told and isinstance(table.told[0], StoodIn):
                break
        if command == "im_back":
            assert table.ask("dan", c.ImBack) == "ok"
        elif "passed" not in [event.kind for event in table.told]:
            assert table.move(3) == "ok"
        else:
            assert table.ask("dan", c.RecallCards, 1) == "ok"
        assert Returned(3) in table.told
        assert not table.view().players[3].stand_in


def test_whoever_comes_back_finds_the_full_clock() -> None:
    table = Company(terms=QUICK)
    table.deal_out()
    turn = table.table.match.turn
    assert turn is not None
    table.present(*(seat for seat in range(4) if seat != turn))
    table.now += 60.0
    for expected in ("stood_in", "returned"):
        entry = table.table.tick(table.now)
        assert entry is not None
        assert entry.events[0].kind == expected
        table.take(entry)
        table.present(0, 1, 2, 3)
    left = table.view().clock.left[turn]  # type: ignore[union-attr]
    assert left == 90_000


def test_nobody_stands_in_while_nobody_is_there() -> None:
    table = Company(terms=UNTIMED)
    table.present()
    assert table.wait(3600.0) == []
    table.present(0)
    assert table.wait(0.0).count("stood_in") == 3


def test_a_rest_is_nobodys_absence() -> None:
    """When the network of all of them was away, who is back first finds no bots in the others' places."""
    table = Company(terms=UNTIMED)
    table.present(0, 1)
    table.wait(20.0)
    table.table.set_present((), table.now, watched=False)
    assert table.wait(3600.0) == []
    table.present(0)
    assert table.wait(39.0) == []
    assert table.wait(2.0).count("stood_in") == 2  # those who had gone before
    assert table.wait(18.0).count("stood_in") == 0
    assert table.wait(2.0).count("stood_in") == 1


@pytest.mark.parametrize("terms", [QUICK, replace(PRIVATE, clock="online")])
def test_a_match_that_nobody_looks_at_rests_until_somebody_returns(terms: Terms) -> None:
    table = Company(terms=terms, people=("ann",))
    table.deal_out()
    table.table.set_present((), table.now, watched=True)
    table.now += 20.0
    assert table.table.due() is not None  # somebody looks on
    table.table.set_present((), table.now, watched=False)
    rested = [table.table.rests]
    assert table.wait(3600.0).count("timed_out") == 1  # the clock that ran (user report K4)
    rested.append(table.table.rests)
    assert table.table.due() is None
    assert table.table.question(table.now) is None
    table.present(0)
    assert [*rested, table.table.rests] == [False, True, False]
    assert table.table.since == table.now  # clocks are full, as after a restart
    assert "played" in table.wait(120.0)


def test_a_pause_is_no_shorter_for_a_rest() -> None:
    table = Company(terms=replace(PRIVATE, clock="online"))
    table.deal_out()
    turn = table.table.match.turn
    table.wait(7.0)
    assert table.ask("ann", c.SetPause, True) == "ok"
    left = table.view().clock.left[turn]  # type: ignore[union-attr, index]
    table.table.set_present((), table.now, watched=False)
    table.wait(3600.0)
    table.present(0, 1, 2, 3)
    assert table.ask("bea", c.SetPause, False) == "ok"
    assert table.view().clock.left[turn] == left  # type: ignore[union-attr, index]


def test_a_coin_table_is_played_out_whoever_looks_on() -> None:
    table = Company(terms=COIN)
    table.table.set_present((), table.now, watched=False)
    assert not table.table.rests
    assert "passed" in table.wait(91.0)


def test_practice_waits_for_its_person_for_ever() -> None:
    table = Company(terms=Terms(), people=("ann", "bea"))
    table.wait(5.0)
    table.present(0)
    assert table.wait(3600.0) == []
    assert table.view().absent is None


def test_the_host_role_goes_to_somebody_who_is_there() -> None:
    table = Company(terms=PRIVATE)  # user report C15
    table.present(1, 2, 3)
    table.wait(60.0)
    assert [event for event in table.told if isinstance(event, HostSet)] == [HostSet(1)]
    table.present(0, 1, 2, 3)
    table.wait(0.0)
    assert table.view().host == 1


def test_a_stand_in_does_not_hold_up_the_next_hand() -> None:
    table = Company(terms=PRIVATE)
    table.deal_out()
    table.play_deal()
    table.present(0, 1, 2)
    for seat in (0, 1, 2):
        assert table.move(seat) == "ok"
    assert table.wait(59.0) == []
    told = table.wait(1.0)
    assert told[:2] == ["stood_in", "dealt"]


def test_one_who_leaves_does_not_hold_up_the_next_hand() -> None:
    table = Company(terms=PRIVATE, people=("ann", "bea"))
    table.deal_out()
    table.play_deal()
    assert table.move(0) == "ok"
    assert table.ask("bea", c.Leave) == "ok"
    assert table.view().players[1].level == "steady"
    assert table.view().players[1].name != "Bea"
    assert "dealt" in table.wait(0.0)


def test_after_the_end_nobody_is_stood_in_for() -> None:
    table = Company(terms=UNTIMED, rules=short(), people=("ann", "bea"))
    table.deal_out()
    table.play_deal()
    assert table.table.phase == "over"
    table.present(0)
    assert table.wait(3600.0) == []
    assert table.view().absent is None


def test_strangers_who_go_away_before_the_start_lose_their_seat() -> None:
    table = Company(terms=QUICK, people=("ann", "bea"), gather=True)
    table.present(1)
    assert table.wait(59.9) == []
    assert table.wait(0.1) == ["stood", "host_set"]
    assert table.view(1).host == 1
    table.present()
    assert table.wait(60.0) == ["stood", "host_set", "closed"]
    assert table.table.closed
    assert table.table.closes((Closed(),))
    assert table.table.due() is None
    assert table.table.tick(table.now) is None


def test_friends_are_waited_for_much_longer() -> None:
    table = Company(terms=PRIVATE, people=("ann",), gather=True)
    table.present()
    assert table.wait(599.0) == []
    assert table.wait(1.0)[-1] == "closed"


def test_a_restart_remembers_stand_ins_and_waits_for_news_of_people() -> None:
    table = Company(terms=UNTIMED)
    table.present(0, 1, 2)
    table.wait(60.0)
    again = table.replayed()
    assert again.absence.stand_ins == {3}
    assert again.absence.returning() == ()
    assert again.absence.leaving() is None
    again.set_present((0, 1, 2, 3), table.now)
    assert again.tick(table.now).events == (Returned(3),)  # type: ignore[union-attr]


def test_moves_for_the_absent_are_marked_in_the_record() -> None:
    table = Company(terms=COIN, people=("ann",))  # user report K6
    table.deal_out()
    while table.table.match.turn != 0 or table.table.phase != "playing":
        table.wait_until_due()
    table.wait(90.0)
    moments = match_history(table.entries)
    assert [(moment.event.kind, moment.event.seat) for moment in moments if moment.auto] == [("played", 0)]  # type: ignore[union-attr]
    away = Company(terms=UNTIMED)
    away.deal_out()
    away.present(0, 1, 2)
    away.wait(60.0)
    turn = away.table.match.turn
    while turn != 3:
        if turn is not None and away.table.phase == "playing":
            assert away.move(turn) == "ok"
        else:
            away.wait(0.2)
        turn = away.table.match.turn
    away.wait(1.0)
    away.present(0, 1, 2, 3)
    away.wait(0.0)
    auto = [moment.event.seat for moment in match_history(away.entries) if moment.auto]  # type: ignore[union-attr]
    assert set(auto) == {3}


def test_absence_forgets_who_is_gone() -> None:
    absence = Absence()
    absence.set_present((), (0, 1), 5.0)
    absence.stand_ins.add(0)
    absence.forget(0)
    assert (absence.away, absence.stand_ins, absence.longest_away()) == ({1: 5.0}, set(), (5.0, 1))
    absence.forget(1)
    assert absence.longest_away() is None
