"""What a table asks of its bots as data, answers from elsewhere, and asking again from a record."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bench.bot_records import played
from moonshot.bots import POLICY_VERSION, Policy, find_policy
from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Answer, Question, answer, stand_in
from moonshot.cli.verify import GOOD, WRONG, report
from moonshot.cli.verify_bots import bots_report
from moonshot.engine import Move, Pass, Play, Rules, View, cards_of
from moonshot.engine.record import match_record, read_record, write_record
from moonshot.tables import commands as c
from moonshot.tables.checking import check_moves
from moonshot.tables.due import who_is_asked
from moonshot.tables.events import Incident, Thought
from moonshot.tables.history import match_history
from moonshot.tables.votes import VOTE_SECONDS
from tests.tables.build import Broken, Lowest, World
from tests.tables.company import QUICK, Company
from tests.tables.test_bots import moon_world

ONE_DEAL = Rules(end_hands=1, end_score=0, tie="shared")


class Deep:
    """Thinks: with an even number of playouts it plays low, with an odd one high."""

    name = "deep"
    playouts = 100
    ready = True

    def choose(self, view: View, seed: int) -> Move:
        return self.think(view, seed, self.playouts)

    def think(self, view: View, seed: int, playouts: int) -> Move:
        if not self.ready:
            raise NotReadyError
        cards = cards_of(view.hand if view.phase == "passing" else view.legal)[:: -1 if playouts % 2 else 1]
        return Pass(cards[: view.rules.pass_count]) if view.phase == "passing" else Play(cards[0])


def either(level: str) -> Policy:
    return Deep() if level == "deep" else Lowest()


def deep_world() -> World:
    world = World(rules=ONE_DEAL, pace="instant", policy=Deep())
    world.table.policies = either
    return world


def record_of(world: World, **more: Any) -> str:
    moments = match_history(world.log.entries("t"))
    return write_record(
        match_record(
            [moment.event for moment in moments],
            players=[
                {"name": seat.name, "bot": seat.is_bot, "level": seat.level} for seat in world.table.seats
            ],
            auto=[place for place, moment in enumerate(moments) if moment.auto],
            thoughts=[moment.thought for moment in moments],
            **more,
        )
    )


def test_a_table_asks_for_the_move_that_comes_next_and_takes_the_answer() -> None:
    world = World()
    asked = world.table.question(world.clock.now)
    assert asked is not None
    assert (asked.level, asked.view.phase) == ("lowest", "passing")
    due = world.table.due()
    assert due is not None
    assert due > world.clock.now
    assert world.table.question(due) == asked
    cards = cards_of(asked.view.hand)[-3:]
    entry = world.table.tick(due, answer=Answer(Pass(cards), "deep", 77, instead="deeper"))
    assert entry is not None
    passed, thought = entry.events
    assert passed.kind == "passed"
    assert passed.cards == cards
    assert passed.seat == asked.view.seat
    assert thought == Thought("deep", POLICY_VERSION, asked.seed, 77, "deeper")
    assert thought not in world.table.apply(entry)


def test_an_answer_that_is_no_move_is_not_taken() -> None:
    world = World()
    due = world.table.due()
    assert due is not None
    entry = world.table.tick(due, answer=Answer(Play(5), "deep", 77))
    assert entry is not None
    assert [event.kind for event in entry.events] == ["passed", "incident"]


def test_nothing_is_asked_while_people_may_still_move_or_the_table_stands() -> None:
    world = World(pace="instant")
    world.wait()
    assert world.table.phase == "passing"
    assert world.table.question(world.clock.now) is None  # only the person has to pass yet
    world = World()
    world.send(c.SetPause("p", on=True))
    assert world.table.question(world.clock.now) is None
    world = World(pace="click")
    world.play_until(lambda view: view.phase == "trick_done")
    assert world.table.question(world.clock.now) is None
    world.play_until(lambda view: view.phase == "deal_done")
    assert world.table.question(world.clock.now) is None


def test_a_person_whose_time_is_up_is_asked_about_as_a_bot() -> None:
    company = Company(terms=QUICK)  # with clocks, and people in all seats
    assert company.table.question(company.now) is None
    due = company.table.due()
    assert due is not None
    asked = company.table.question(due)
    assert asked is not None
    assert asked.level == company.table.terms.level


def test_a_level_that_thinks_says_how_long_and_another_stands_in_where_it_cannot() -> None:
    world = deep_world()
    asked = world.table.question(world.clock.now)
    assert asked is not None
    asked = Question("deep", asked.view, asked.seed)
    assert answer(asked, either) == Answer(Pass(cards_of(asked.view.hand)[:3]), "deep", 100)
    assert answer(asked, either, 7) == Answer(Pass(cards_of(asked.view.hand)[-1:-4:-1]), "deep", 7)
    assert stand_in(asked, either) == Answer(Pass(cards_of(asked.view.hand)[:3]), "lowest", 0, "deep")

    class Asleep(Deep):
        ready = False

    assert answer(asked, lambda level: Asleep() if level == "deep" else Lowest()).instead == "deep"


def test_every_move_is_found_again() -> None:
    names = ("standard", "deniro", "black_maria", "gnome")
    for number, name in enumerate(names):
        rules = Rules.from_dict({"preset": name, "end_hands": 2})
        levels = ["steady", "easy", "random"][: rules.players - 1]
        code, lines = report(played(rules, levels, number).encode(), bots=True)
        assert code == GOOD, lines
        assert any("(100%)" in line for line in lines), lines
        assert not any(line.startswith("open") for line in lines), lines


def test_moves_of_levels_that_think_are_found_again_by_their_playouts() -> None:
    world = deep_world()
    world.table.seats[1:] = [world.table.seats[1].__class__(name, None, "deep") for name in "abc"]
    odd = 0
    while not world.table.match.winners:
        due = world.table.due()
        if due is None:
            world.step()
            continue
        world.clock.now = max(world.clock.now, due)
        asked = world.table.question(world.clock.now)
        given = None
        if asked is not None:
            odd += 1
            given = answer(asked, either, 50 + odd)
        entry = world.table.tick(world.clock.now, answer=given)
        assert entry is not None
        world.log.append("t", entry)
        world.table.apply(entry, world.clock.now)
    read = read_record(record_of(world))
    checks = list(check_moves(read, either))
    assert {check.state for check in checks} == {"same"}
    assert len(checks) == odd == 42
    less = [check for check in check_moves(read, lambda level: Deeper()) if check.state == "differs"]
    assert less
    assert all(check.now is not None for check in less)


class Deeper(Deep):
    """Plays the other way round."""

    def think(self, view: View, seed: int, playouts: int) -> Move:
        return super().think(view, seed, playouts + 1)


def changed(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    record = json.loads(text)
    for deal in record["deals"]:
        for thought in filter(None, [*deal["thoughts"]["passes"], *deal["thoughts"]["plays"]]):
            change(thought)
    return write_record(record)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": POLICY_VERSION + 1}, "another version"),
        ({"policy": "nobody"}, "does not know"),
        ({"policy": "asleep"}, "install the extra"),
    ],
)
def test_moves_that_cannot_be_asked_again_are_told(change: dict[str, Any], told: str) -> None:
    class Asleep(Deep):
        ready = False

    def policies(level: str) -> Policy:
        return Asleep() if level == "asleep" else find_policy(level)

    text = changed(played(ONE_DEAL, ["steady"] * 3, 5), lambda thought: thought.update(change))
    wrong, lines = bots_report(read_record(text), policies)
    assert not wrong
    assert [told in line for line in lines] == [True]


def test_a_move_that_its_bot_does_not_make_is_told_with_its_place() -> None:
    text = played(ONE_DEAL, ["steady"] * 3, 5)
    code, lines = report(changed(text, lambda thought: thought.update(policy="random")).encode(), bots=True)
    assert code == WRONG
    assert sum("[other_move]" in line for line in lines) == 20
    assert any(line.startswith("WRONG  deal 1, seat ") and "finds pass" in line for line in lines)
    assert any(line.startswith("WRONG  deal 1, card ") for line in lines)
    assert any(line.endswith(" more.") for line in lines)
    assert lines[-1] == "This record is not good."
    wrong, lines = bots_report(read_record(text), lambda level: Broken(lambda view: Play(99)))
    assert wrong
    assert any("no legal move" in line for line in lines)


def test_records_without_notes_are_as_good_as_before() -> None:
    world = World(rules=ONE_DEAL, pace="instant")
    world.play_until(lambda view: view.phase == "over")
    text = record_of(world)
    bare = write_record({**read_record(text).record, "deals": [_bare(read_record(text).record["deals"][0])]})
    code, lines = report(bare.encode(), bots=True)
    assert code == GOOD
    assert any("42 moves of bots cannot be asked again: without a note" in line for line in lines)
    assert bots_report(read_record(write_record({**read_record(bare).record, "players": []}))) == (False, [])


def _bare(deal: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in deal.items() if name != "thoughts"}


def test_what_the_table_itself_moves_is_found_again() -> None:
    def throws(view: View) -> object:
        raise RuntimeError("no idea")

    world = World(rules=ONE_DEAL, pace="instant", policy=Broken(throws))
    world.play_until(lambda view: view.phase == "over")
    assert any(isinstance(event, Incident) for event in world.told)
    checks = list(check_moves(read_record(record_of(world))))
    assert {(check.state, check.thought and check.thought.policy) for check in checks} == {("same", "table")}
    world = moon_world(shooter_is_bot=True)
    world.wait()
    checks = list(check_moves(read_record(record_of(world)), lambda level: world.policy))
    chosen = [check for check in checks if check.made.kind == "moon_chosen"]
    assert [check.state for check in chosen] == ["same"]
    wrong = bots_report(
        read_record(record_of(world).replace('"moon_choice": "self_minus"', '"moon_choice": "others_plus"')),
        lambda level: world.policy,
    )
    assert any("the record says others_plus" in line for line in wrong[1])


def test_nobody_is_asked_before_a_vote_is_closed_whose_time_is_over() -> None:
    table = Company(terms=QUICK, people=("ann", "bea"))
    assert table.ask("ann", c.ProposeVote, "timer_off") == "ok"
    assert who_is_asked(table.table, table.now + VOTE_SECONDS - 1) in (2, 3)
    assert who_is_asked(table.table, table.now + VOTE_SECONDS) is None
