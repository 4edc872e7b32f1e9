"""The clocks: cases K1 to K10 of the coin tables, and the user reports about clocks, with their numbers."""

import pytest

from moonshot.engine import cards_of, view_of
from moonshot.tables import commands as c
from moonshot.tables.clock import Clock
from moonshot.tables.events import Overran, Restored, TimedOut
from tests.tables.build import Lowest
from tests.tables.company import COIN, PRIVATE, QUICK, Company, short


def at_turn(terms=COIN, people=("ann",), **more) -> Company:  # type: ignore[no-untyped-def]
    """A table where ann is to play a card and the clock has just begun."""
    table = Company(terms=terms, people=people, **more)
    table.deal_out()
    own_turn(table)
    return table


def own_turn(table: Company, seat: int = 0) -> None:
    """Let the others play until a seat's turn begins, and no further."""
    for _ in range(400):
        if table.table.phase == "playing" and table.table.match.turn == seat:
            return
        turn = table.table.match.turn
        if table.table.phase == "playing" and turn is not None and not table.table.is_auto(turn):
            assert table.move(turn) == "ok"
            continue
        table.wait_until_due()
    raise AssertionError


def miss(table: Company) -> None:
    """Be silent through one own turn."""
    own_turn(table)
    assert "timed_out" in table.wait_until_due()


def limit(table: Company, seat: int = 0) -> float:
    """How long the seat has for a move that begins now, in seconds."""
    own_turn(table, seat)
    due = table.table.due()
    assert due is not None
    return round(due - table.table.since, 3)


def clock(table: Company, seat: int = 0) -> tuple[int, bool]:
    view = table.view(seat).clock
    assert view is not None
    return view.misses[seat], view.fast[seat]


# -- the coin table ----------------------------------------------------------------------------------------


def test_k1_a_miss_at_ninety_seconds_plays_the_bots_card() -> None:
    table = at_turn()
    ply = table.table.ply
    wanted = Lowest().choose(view_of(table.table.match, 0), 0)
    assert table.wait(89.999) == []
    assert table.wait(0.001)[:2] == ["timed_out", "played"]
    assert table.table.match.deal.plays[ply] == wanted.card  # type: ignore[union-attr]
    assert clock(table) == (1, False)
    assert limit(table) == 90.0
    assert table.told[-1].kind != "left"


def test_k2_three_misses_in_a_row_put_the_rest_of_the_hand_at_computer_speed() -> None:
    table = at_turn()
    for number in (1, 2, 3):
        assert limit(table) == 90.0
        miss(table)
        assert clock(table) == (number, number == 3)
    for _ in range(4):
        assert limit(table) == 0.667
        miss(table)


def test_k3_an_own_move_between_misses_starts_the_count_anew() -> None:
    table = at_turn()
    miss(table)
    miss(table)
    own_turn(table)
    assert table.move(0) == "ok"
    miss(table)
    assert clock(table) == (1, False)
    assert limit(table) == 90.0


def test_k4_an_own_move_at_computer_speed_restores_the_full_clock() -> None:
    table = at_turn()
    for _ in range(3):
        miss(table)
    own_turn(table)
    table.wait(0.4)
    assert table.move(0) == "ok"
    assert clock(table) == (0, False)
    assert limit(table) == 90.0


def test_k5_a_new_hand_begins_with_the_full_clock() -> None:
    table = at_turn()
    for _ in range(3):
        miss(table)
    while table.table.phase != "deal_done":
        table.wait_until_due()
    assert clock(table)[1]
    table.wait(8.0)
    assert (table.table.phase, clock(table)) == ("passing", (0, False))
    view = table.view().clock
    assert view is not None
    assert (view.limit, view.left[0]) == (90_000, 90_000)


def test_k6_a_missed_pass_is_a_miss_and_the_bots_three_cards_go() -> None:
    table = Company(terms=COIN, people=("ann",))
    hand = cards_of(table.view().match.hand)
    told = table.wait(90.0)
    assert [kind for kind in told if kind in ("timed_out", "exchanged")] == ["timed_out", "exchanged"]
    assert table.view().match.passed == hand[:3]
    assert clock(table) == (1, False)


def test_k7_a_late_message_is_refused_and_the_miss_stays() -> None:
    table = at_turn()
    ply, card = table.table.ply, cards_of(table.view().match.legal)[-1]
    started = table.now
    table.now = started + 90.001  # the table has not come round to it yet
    assert table.ask("ann", c.PlayCard, ply, card) == "too_late"
    table.wait(0)
    assert table.ask("ann", c.PlayCard, ply, card) == "stale"
    assert clock(table) == (1, False)


def test_k8_deadlines_go_out_as_time_left() -> None:
    table = at_turn()
    table.wait(12.5)
    view = table.view().clock
    assert view is not None
    assert (view.left[0], view.limit, view.on, view.kind) == (77_500, 90_000, True, "coin")
    assert view.left[1:] == (None, None, None)
    assert view.bank == (None,) * 4


def test_k9_practice_has_no_deadline() -> None:
    from tests.tables.build import World

    world = World()
    world.wait()
    assert world.view.clock is None
    assert world.host.due() is None


def test_k10_misses_leave_the_pace_of_the_others_alone() -> None:
    table = at_turn(people=("ann", "bea"))
    for _ in range(3):
        own_turn(table, 0)
        table.wait(90.0)
    assert limit(table, 1) == 90.0
    assert clock(table, 1) == (0, False)


def test_im_back_restores_the_full_clock_at_once() -> None:
    table = at_turn()
    assert table.ask("ann", c.ImBack) == "wrong_phase"
    for _ in range(3):
        miss(table)
    own_turn(table)
    table.wait(0.3)
    assert table.ask("ann", c.ImBack) == "ok"
    assert table.told[-1] == Restored(0)
    assert clock(table) == (0, False)
    view = table.view().clock
    assert view is not None
    assert view.left[0] == 90_000
    assert table.wait(89.9) == []
    assert table.wait(0.2)[0] == "timed_out"


# -- the online clock --------------------------------------------------------------------------------------


def stall(table: Company) -> float:
    """Use one own turn up, bank and all; the seconds that took."""
    own_turn(table)
    started = table.now
    table.wait_until_due()
    return table.now - started


def test_who_uses_it_all_thrice_has_ten_seconds_and_cannot_hold_a_hand_for_long() -> None:
    table = at_turn(QUICK)  # user report K1
    spent = [stall(table) for _ in range(3)]
    assert spent == pytest.approx([90.5, 30.5, 30.5])
    assert clock(table) == (3, True)
    while table.table.phase != "deal_done" and table.table.ply < 48:
        spent.append(stall(table))
    assert spent[3:] == pytest.approx([10.5] * len(spent[3:]))
    assert len(spent) >= 12
    assert sum(spent) <= 60 + 13 * 20 + 13 * 0.5
    own_turn(table)
    assert table.move(0) == "ok"
    assert clock(table) == (0, False)


def test_using_all_of_it_with_own_moves_counts_too() -> None:
    table = at_turn(QUICK)
    for left in (50_000, 40_000, 30_000):
        own_turn(table)
        table.wait(40.0)
        assert table.move(0) == "ok"
        assert Overran(0, 10_000) in table.told[-6:]
        view = table.view().clock
        assert view is not None
        assert view.bank[0] == left
    assert clock(table) == (0, True)
    own_turn(table)
    assert table.view().clock.left[0] == 40_000  # type: ignore[union-attr]
    table.wait(9.0)
    assert table.move(0) == "ok"
    assert clock(table) == (0, False)


def test_a_pass_has_forty_five_seconds_and_the_bank() -> None:
    table = Company(terms=QUICK, people=("ann", "bea"))
    view = table.view().clock
    assert view is not None
    assert (view.limit, view.left) == (45_000, (105_000, 105_000, None, None))
    table.wait(46.0)
    assert table.move(0) == "ok"
    assert table.view().clock.bank[:2] == (59_000, 60_000)  # type: ignore[union-attr]
    assert "timed_out" not in table.wait(59.4)
    assert table.wait(0.2)[:2] == ["timed_out", "passed"]
    assert table.view().clock.bank[:2] == (59_000, 0)  # type: ignore[union-attr]


def test_the_bank_is_for_one_match() -> None:
    table = Company(terms=QUICK, people=("ann",), rules=short())
    table.wait(100.0)
    assert table.move(0) == "ok"
    table.play_deal()
    assert table.table.phase == "over"
    assert table.ask("ann", c.NewMatch) == "ok"
    assert table.view().clock.bank == (60_000,) * 4  # type: ignore[union-attr]


def test_a_card_that_is_a_little_late_still_counts() -> None:
    for late, answer in ((0.5, "ok"), (0.501, "too_late")):  # user report K5
        table = at_turn(QUICK)
        table.now += 90.0 + late
        assert table.move(0) == answer


def test_the_credit_for_lag_cannot_be_farmed() -> None:
    table = at_turn(QUICK)  # user report K5
    assert table.wait(90.499) == []
    assert table.wait(0.001)[0] == "timed_out"


def test_at_zero_exactly_one_thing_happens_whoever_is_connected() -> None:
    table = at_turn(QUICK, people=("ann", "bea", "cai", "dan"))  # user reports K4, K6
    for present in ((), (0, 1, 2, 3)):
        own_turn(table)
        table.present(*present)
        other = table.replayed()
        other.set_present(present, table.now)
        told = table.wait(91.0)
        assert told.count("timed_out") == 1
        assert other.tick(table.now) is not None  # the same move, refused by the log's key
        assert {event.kind for event in table.told} & {"left", "closed", "match_over"} == set()


def test_the_table_moves_on_the_merits_with_that_seats_own_view() -> None:
    seen = []

    class Watching(Lowest):
        def choose(self, view, seed):  # type: ignore[no-untyped-def]
            seen.append(view)
            return super().choose(view, seed)

    table = at_turn(QUICK, policy=Watching())
    seen.clear()
    table.wait(90.5)
    assert [view.seat for view in seen][:1] == [0]


def test_a_failing_bot_does_not_stop_the_clock() -> None:
    from tests.tables.build import Broken

    table = Company(terms=QUICK, people=("ann",), policy=Broken(lambda view: 1 / 0))
    told = table.wait(105.5)
    assert told.count("incident") == 4
    assert "timed_out" in told


def test_a_finished_trick_is_looked_at_on_nobodys_time() -> None:
    table = Company(terms=QUICK)
    table.deal_out()
    while table.table.phase != "trick_done":
        turn = table.table.match.turn
        assert turn is not None
        assert table.move(turn) == "ok"
    view = table.view().clock
    leader = table.table.match.turn
    assert view is not None
    assert leader is not None
    assert (view.on, view.left[leader]) == (False, 90_000)
    table.wait(1.0)
    assert table.table.phase == "playing"
    assert table.table.due() == table.now + 90.5


def test_leading_at_once_costs_nothing() -> None:
    table = Company(terms=QUICK, pace="click")
    table.deal_out()
    while table.table.phase != "trick_done":
        turn = table.table.match.turn
        assert turn is not None
        assert table.move(turn) == "ok"
    table.wait(50.0)
    leader = table.table.match.turn
    assert leader is not None
    assert table.move(leader) == "ok"
    assert not [event for event in table.told if isinstance(event, Overran | TimedOut)]


def test_a_pause_among_friends_keeps_the_exact_rest() -> None:
    from moonshot.tables import Terms

    table = at_turn(Terms(kind="private", clock="online"), people=("ann", "bea"))  # user report K7
    table.wait(82.7)
    for number in range(10):
        assert table.ask("bea", c.SetPause, True) == "ok"
        view = table.view().clock
        assert view is not None
        assert (view.left[0], view.on) == (7_300, False)
        assert table.wait(90.0) == []
        if number == 4:  # a restart during the pause: still paused, the right rest
            table.table = table.replayed()
            table.present(0, 1)
            assert table.table.paused
        assert table.ask("bea", c.SetPause, False) == "ok"
        assert table.view().clock.left[0] == 7_300  # type: ignore[union-attr]
    assert table.wait(7.79) == []
    assert table.wait(0.02)[0] == "timed_out"


@pytest.mark.parametrize("terms", [QUICK, COIN])
def test_nobody_pauses_strangers(terms) -> None:  # type: ignore[no-untyped-def]
    table = Company(terms=terms)
    assert table.ask("ann", c.SetPause, True) == "not_here"


def test_time_that_a_server_was_down_is_nobodys() -> None:
    table = at_turn(QUICK)
    table.wait(80.0)
    table.now += 3600.0
    table.table = table.replayed()
    assert table.table.due() == table.now + 90.5
    table.now += 20.0
    assert table.view().clock.left[0] == 70_000  # type: ignore[union-attr]


def test_a_table_without_a_clock_waits_for_ever() -> None:
    table = at_turn(PRIVATE)
    assert table.table.due() is None
    assert table.view().clock is None


def test_a_clock_counts_from_its_own_start() -> None:
    clock = Clock("coin", 2)
    clock.restore(1, 30_000)
    assert clock.left(1, 20_000, passing=True) == 90_000
    assert clock.left(1, 31_000, passing=True) == 89_000
    assert clock.overrun(1, 119_999, passing=True) is None
    assert clock.overrun(1, 120_000, passing=True) == 0
