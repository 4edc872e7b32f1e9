"""Hints at practice tables: for whom, when, and nothing hidden in them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import Match, Pass, Play, Rules, view_of
from moonshot.engine.events import Dealt
from moonshot.site.live import thinkers
from moonshot.site.live.bot_pool import BotPool
from moonshot.site.live.codec import decode_entry
from moonshot.site.live.hints import NoHintError, hint_for, question_of
from moonshot.tables import Table, Terms, bot, opening, person
from moonshot.tables import commands as c
from tests.site.live.places import ME, SECRET, Place, in_a_place, until
from tests.site.live.thinking_bots import find_policy, nothing, weigh, weigh_wrong
from tests.tables.build import World
from tests.tables.company import PRIVATE, QUICK, Company
from tests.tables.test_bots import moon_world


def refusal(table: Table, seat: int) -> str:
    with pytest.raises(NoHintError) as refused:
        question_of(table, seat)
    assert refused.value.message.endswith(".")
    return refused.value.code


def test_there_is_a_hint_to_pass_and_to_play_and_it_is_the_same_twice() -> None:
    world = World()
    asked = question_of(world.table, 0)
    assert asked.view.phase == "passing"
    assert question_of(world.table, 0) == asked
    world.play_until(lambda view: view.phase == "playing" and view.match.turn == 0)
    asked = question_of(world.table, 0)
    assert asked.view.legal


def test_no_hint_when_it_is_not_ones_turn() -> None:
    world = World()
    command = world.command()
    assert isinstance(command, c.PassCards)
    world.send(command)
    assert refusal(world.table, 0) == "not_your_turn"  # has passed
    world = World(pace="click", rules=Rules(pass_cycle=("H",)))
    seen = set()
    for _ in range(30):
        world.wait()
        if world.table.phase == "trick_done":
            assert refusal(world.table, 0) == "not_your_turn"  # the trick lies there still
            seen.add("trick_done")
        elif world.table.match.turn == 0:
            world.send(c.SetPause(world.new_id(), on=True))
            assert refusal(world.table, 0) == "not_your_turn"  # paused
            world.send(c.SetPause(world.new_id(), on=False))
            question_of(world.table, 0)
            seen.add("paused")
        world.step()
    assert seen == {"trick_done", "paused"}
    world = World(rules=Rules(pass_cycle=("H",), end_hands=1, end_score=0, tie="shared"), pace="instant")
    world.play_until(lambda view: view.phase == "over")
    assert refusal(world.table, 0) == "not_your_turn"


@pytest.mark.parametrize("terms", [PRIVATE, QUICK, Terms(kind="coin", clock="coin")])
@pytest.mark.parametrize("people", [("ann", "bea", "cai", "dan"), ("ann",)])
def test_no_hint_where_people_or_coins_are_at_stake(terms: Terms, people: tuple[str, ...]) -> None:
    company = Company(terms=terms, people=people)
    for seat in company.table.people:
        assert refusal(company.table, seat) == "not_practice"
    gathering = Company(terms=PRIVATE, gather=True)
    assert refusal(gathering.table, 0) == "not_practice"


def test_no_hint_where_two_practise_together() -> None:
    world = World(others=("friend",))
    assert refusal(world.table, 0) == "not_practice"
    assert refusal(world.table, 1) == "not_practice"


def test_no_hint_about_the_choice_after_a_moon() -> None:
    world = moon_world(shooter_is_bot=False)
    assert world.table.match.phase == "choosing_moon"
    assert refusal(world.table, 0) == "not_your_turn"


def at_practice(
    path: Path, test: Callable[[Place], Awaitable[None]], *, weigher: Any = weigh, pool: bool = True
) -> None:
    async def with_table(place: Place) -> None:
        if pool:
            place.host.thinkers.employ(workers := BotPool(1, find_policy, ("deep",), nothing, weigher))
            await until(lambda: workers.is_ready)
        seats = (person("Me", ME), *(bot(name, "steady") for name in ("Otto", "Juno", "Emil")))
        await place.host.create("t", ME, opening("t", Rules(), seats, pace="slow", secret=SECRET))
        await test(place)

    in_a_place(path, with_table, find_policy)


def test_a_hint_weighs_the_best_against_others(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        live = await place.host.find("t")
        assert live is not None
        seq = live.table.seq
        hint = await hint_for(place.host, "t", ME)
        assert hint is not None
        assert (hint.deal, hint.ply, hint.kind, hint.best.points, hint.best.error) == (1, 0, "pass", 0.0, 0.5)
        assert len(hint.best.cards) == 3
        assert [other.points for other in hint.others] == [1.0, 2.0, 3.0, 4.0]
        assert hint.why.endswith(".")
        assert await hint_for(place.host, "t", ME) == hint
        assert live.table.seq >= seq  # bots may have passed meanwhile; nothing else is stored
        kinds = {event.kind for row in await place.host.read_log("t") for event in _events(row)}
        assert kinds <= {"opened", "match_started", "committed", "dealt", "passed", "thought"}
        assert await hint_for(place.host, "t", "somebody") is None
        assert await hint_for(place.host, "nowhere", ME) is None

    at_practice(tmp_path, test)


def _events(row: Any) -> Any:
    return decode_entry(row.seq, row.body).events


@pytest.mark.parametrize("pool", [True, False])
def test_without_a_search_the_hint_has_no_numbers(tmp_path: Path, pool: bool) -> None:
    async def test(place: Place) -> None:
        hint = await hint_for(place.host, "t", ME)
        assert hint is not None
        assert hint.best.points is None
        assert len(hint.best.cards) == 3
        assert hint.others == ()
        assert hint.why.endswith(".")

    at_practice(tmp_path, test, weigher=weigh_wrong, pool=pool)


def test_when_nobody_knows_there_is_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(thinkers, "stand_in", fails)

    async def test(place: Place) -> None:
        with pytest.raises(NoHintError) as refused:
            await hint_for(place.host, "t", ME)
        assert refused.value.code == "no_hint"

    at_practice(tmp_path, test, pool=False)


def test_hidden_cards_are_in_no_hint() -> None:
    """Two deals that differ only in what the others hold: the same question, and so the same hint."""
    hands = [sum(1 << card for card in range(seat, 52, 4)) for seat in range(4)]
    views = []
    for order in (hands, [hands[0], hands[2], hands[3], hands[1]]):
        match = Match(Rules(), match_id="t")
        match.apply(Dealt(1, 0, tuple(order), 0))
        world = World()
        world.table.match = match
        views.append((question_of(world.table, 0), view_of(match, 0)))
    assert views[0] == views[1]

    async def run() -> None:
        thinking = thinkers.Thinkers(find_policy)
        found = [await thinking.advise(asked) for asked, _ in views]
        assert found[0] == found[1]
        await thinking.close()

    asyncio.run(run())


@pytest.mark.parametrize("preset", ["standard", "black_maria", "koupes"])
def test_b9_every_hint_is_a_move_that_may_be_made(preset: str) -> None:
    """Whenever a person has to pass or to play there is a hint, and the table takes it."""

    async def run() -> None:
        thinking = thinkers.Thinkers(find_policy)
        world = World(rules=Rules.from_dict({"preset": preset, "end_hands": 2}), pace="instant")
        given = 0
        while not world.table.match.winners:
            world.wait()
            if 0 in world.table.match.acting and world.table.phase in ("passing", "playing"):
                move = await thinking.advise(question_of(world.table, 0))
                assert isinstance(move, Pass | Play)
                world.table.match.verify(0, move)
                given += 1
            world.step()
        assert given > 20
        await thinking.close()

    asyncio.run(run())
