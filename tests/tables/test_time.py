"""What a table does by itself, and when. A test drives the clock; nothing here waits."""

import pytest

from moonshot.engine import Rules
from moonshot.tables import Done, bot
from moonshot.tables import commands as c
from moonshot.tables.events import Left, TrickCleared
from tests.tables.build import World


def test_a_bot_moves_when_it_is_due_and_not_before() -> None:
    world = World(pace="normal")
    due = world.host.due()
    assert due is not None
    assert 100.5 <= due <= 100.9
    world.clock.now = due - 0.001
    assert world.host.run_due() == 0
    world.clock.now = due
    assert world.host.run_due() == 1
    assert world.kinds == ["passed"]


def test_nothing_is_due_while_only_a_person_can_act() -> None:
    world = World()
    assert world.wait() == 3
    assert world.view.match.acting == (0,)
    assert world.host.due() is None
    assert world.host.run_due() == 0


@pytest.mark.parametrize(("pace", "stay"), [("slow", 1.6), ("normal", 1.0), ("fast", 0.5)])
def test_a_full_trick_stays_for_a_while(pace: str, stay: float) -> None:
    world = World(pace=pace)
    while world.table.phase != "trick_done":
        due = world.host.due()
        if due is None:
            world.step()
        else:
            world.clock.now = due
            world.host.run_due()
    assert world.view.trick is not None
    assert len(world.view.trick.cards) == 4
    assert world.host.due() == pytest.approx(world.clock.now + stay)
    world.clock.now += stay
    world.host.run_due()
    assert TrickCleared() in world.told


def test_at_instant_pace_nothing_stays_and_nobody_waits() -> None:
    world = World(pace="instant")
    world.play_until(lambda view: view.phase == "over")
    assert world.clock.now == 100.0
    assert "trick_cleared" not in world.kinds


def test_at_click_pace_every_trick_waits_for_the_person() -> None:
    world = World(rules=Rules(end_hands=1, end_score=0, tie="shared"), pace="click")
    world.play_until(lambda view: view.phase == "over")
    assert world.kinds.count("trick_taken") == 13
    held = world.kinds.count("trick_cleared")
    assert held == 12 - sum(
        1 for event in world.told if event.kind == "trick_taken" and event.winner == 0
    ) + (1 if world.table.match.deal is not None and world.table.match.deal.winners[-1] == 0 else 0)


def test_a_change_of_pace_reaches_the_trick_that_lies_there() -> None:
    world = World(pace="click")
    world.play_until(lambda view: view.phase == "trick_done")
    world.send(c.SetPace("p", "instant"))
    assert world.host.due() is not None
    world.wait()
    assert not world.table.holding


def test_a_pause_keeps_what_was_left_of_the_wait() -> None:
    world = World()  # user report K7
    due = world.host.due()
    assert due is not None
    for number in range(10):
        world.clock.now += 0.01
        world.send(c.SetPause(f"on{number}", on=True))
        world.clock.now += 90
        assert world.host.due() is None
        assert world.replayed().due() is None
        world.send(c.SetPause(f"off{number}", on=False))
        left = world.host.due()
        assert left is not None
        assert left - world.clock.now == pytest.approx(due - 100.0 - 0.01 * (number + 1), abs=0.006)


def test_a_pause_in_a_pause_changes_nothing() -> None:
    world = World()
    world.clock.now += 0.2
    world.send(c.SetPause("1", on=True))
    world.clock.now += 50
    world.send(c.SetPause("2", on=True))
    assert world.table.spent_ms(world.clock.now) == 200
    world.clock.now += 50
    world.send(c.SetPause("3", on=False))
    assert world.table.spent_ms(world.clock.now) == 200


def test_no_event_of_the_next_deal_before_the_person_goes_on() -> None:
    world = World(pace="instant")  # user report U8
    world.play_until(lambda view: view.phase == "deal_done")
    last = world.kinds[-4:]
    assert last == ["trick_taken", "deal_scored", "revealed", "committed"]
    world.clock.now += 3600
    assert world.host.run_due() == 0
    assert world.view.match.deal_no == 1
    world.step()
    assert world.kinds[world.kinds.index("deal_scored") :][:5] == [
        "deal_scored",
        "revealed",
        "committed",
        "continued",
        "dealt",
    ]


def test_one_moon_event_tied_to_its_deal() -> None:
    world = World(pace="instant")  # user report S12
    world.play_until(lambda view: view.phase == "over")
    moons = [event for event in world.told if event.kind == "moon_shot"]
    scored = [event for event in world.told if event.kind == "deal_scored" and event.moon is not None]
    assert [moon.deal_no for moon in moons] == [score.deal_no for score in scored]


def test_one_who_leaves_others_is_played_on_for() -> None:
    world = World(others=("ann",))
    world.wait()
    assert list(world.view.match.acting) == [0, 1]
    assert isinstance(world.send(c.Leave("x"), account="ann"), Done)
    assert world.told[-1] == Left(1, "steady")
    assert world.table.seats[1] == bot("ann", "steady")
    world.wait()
    assert list(world.view.match.acting) == [0]
