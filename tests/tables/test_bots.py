"""Bots at a table: what they may know, and what happens when they fail (user reports B15, F4, L5)."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, count

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Move, Pass, Play, Rules, View, cards_of, preset
from moonshot.engine.events import MoonChosen, Passed, Played
from moonshot.tables import Entry, Table, bot, opening, person
from moonshot.tables import commands as c
from moonshot.tables.bots import bot_view, fallback_move
from moonshot.tables.due import question_for
from moonshot.tables.events import Incident
from tests.tables.build import SECRET, Broken, Lowest, World

ONE_DEAL = Rules(end_hands=1, end_score=0, tie="shared")


def throws(view: View) -> object:
    raise RuntimeError("no idea")


def unheld(view: View) -> object:
    card = next(card for card in range(52) if not view.hand >> card & 1)
    return Pass((card,) * 3) if view.phase == "passing" else Play(card)


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (throws, "RuntimeError: no idea"),
        (unheld, "MoveError: You do not hold that card."),
        (lambda view: None, "AssertionError: "),
        (lambda view: "QS", "AssertionError: "),
        (lambda view: Play(999), "MoveError: "),
        (lambda view: Pass("abc"), ""),  # type: ignore[arg-type]
        (lambda view: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_bot_does_not_stop_the_table(act: Callable[[View], object], fault: str) -> None:
    world = World(rules=ONE_DEAL, pace="instant", policy=Broken(act))
    world.play_until(lambda view: view.phase == "over")
    assert sum(world.view.match.totals) in (26, 78)
    assert len(world.table.incidents) == 3 + 39
    assert {incident.seat for incident in world.table.incidents} == {1, 2, 3}
    assert all(incident.fault.startswith(fault) for incident in world.table.incidents)


def test_one_failure_is_one_incident() -> None:
    calls = []

    def once(view: View) -> object:
        calls.append(view)
        if len(calls) == 5:
            raise RuntimeError("hiccup")
        return Lowest().choose(view, 0)

    world = World(rules=ONE_DEAL, pace="instant", policy=Broken(once))
    world.play_until(lambda view: view.phase == "over")
    assert [incident.fault for incident in world.table.incidents] == ["RuntimeError: hiccup"]
    assert [event for event in world.told if event.kind == "incident"] == world.table.incidents


def test_a_silent_bot_is_replaced_by_whoever_watches_the_clock() -> None:
    world = World()
    world.clock.now = 200.0
    entry = world.table.tick(200.0, fault="no answer within 5 s")
    assert entry is not None
    assert [event.kind for event in entry.events] == ["passed", "incident"]
    incident = entry.events[1]
    assert isinstance(incident, Incident)
    assert incident.fault == "no answer within 5 s"


def test_fallbacks_are_legal_where_cards_may_not_be_passed() -> None:
    rules = Rules(
        no_pass_cards=("QS", "KS", "AS", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH")
    )
    world = World(rules=rules, pace="instant", policy=Broken(throws))
    world.play_until(lambda view: view.phase == "playing")
    assert world.kinds.count("passed") == 4


def test_a_fallback_chooses_after_a_moon_as_a_bot_does() -> None:
    world = moon_world(shooter_is_bot=True)
    assert world.table.match.phase == "choosing_moon"
    assert fallback_move(world.table.match, world.table.match.turn or 0).kind == "moon_chosen"


class Taker:
    """Wants every trick."""

    name = "taker"

    def choose(self, view: View, seed: int) -> Move:
        if view.phase == "passing":
            return Pass(cards_of(view.hand)[: view.rules.pass_count])
        return Play(max(cards_of(view.legal), key=lambda card: card % 13))


def moon_world(*, shooter_is_bot: bool) -> World:
    """A table where somebody shot the moon and has to choose."""
    rules = Rules(players=3, moon="choice", pass_cycle=("H",))
    for number in range(400):
        world = World(rules=rules, pace="instant", secret=number.to_bytes(32, "big"), policy=Taker())
        for _ in range(60):
            world.clock.now += 10
            if world.table.match.phase == "choosing_moon":
                if (world.table.match.turn != 0) == shooter_is_bot:
                    return world
                break
            if world.table.phase == "deal_done":
                break
            entry = world.table.tick(world.clock.now)
            if entry is not None:
                world.log.append("t", entry)
                world.table.apply(entry, world.clock.now)
            else:
                command = world.command()
                assert command is not None
                world.send(command)
    raise AssertionError("no moon found")


def test_a_bot_takes_points_off_itself_after_a_moon_unless_the_others_lose_by_it() -> None:
    world = moon_world(shooter_is_bot=True)
    shooter = world.table.match.turn
    world.wait()
    chosen = [event for event in world.told if event.kind == "moon_chosen"]
    assert [(event.seat, event.choice) for event in chosen] == [(shooter, "self_minus")]


def test_a_person_is_asked_after_a_moon() -> None:
    world = moon_world(shooter_is_bot=False)
    assert world.host.due() is None
    view = world.view
    assert view.phase == "choosing_moon"
    assert dict(view.moon_options) == {"others_plus": (0, 26, 26), "self_minus": (-26, 0, 0)}
    world.send(c.ChooseMoon("m", 1, "others_plus"))
    assert world.view.match.totals == (0, 26, 26)


def test_bots_pass_alike_whatever_the_person_passes_and_whenever() -> None:
    def passes(cards: tuple[int, ...], *, first: bool) -> list[tuple[int, tuple[int, ...]]]:
        world = World(policy=find_policy("steady"))
        if first:
            world.send(c.PassCards("p", 1, cards))
        world.wait()
        if not first:
            world.send(c.PassCards("p", 1, cards))
        return sorted((e.seat, e.cards) for e in world.told if e.kind == "passed" and e.seat != 0)

    hand = cards_of(World().view.match.hand)
    choices = list(combinations(hand, 3))
    assert len(choices) == 286
    expected = passes(choices[0], first=True)
    assert len(expected) == 3
    for cards in choices[1:]:
        assert passes(cards, first=True) == expected
    assert passes(choices[7], first=False) == expected


def test_a_bot_decides_a_pass_by_the_view_before_anybody_passed() -> None:
    world = World()
    before = bot_view(world.table.match, 2)
    world.send(c.PassCards("p", 1, cards_of(world.view.match.hand)[:3]))
    assert bot_view(world.table.match, 2) == before


def moves_where(people: tuple[int, ...]) -> list[object]:
    """All moves of a few deals when people have these seats and make the moves of a bot there."""
    seats = [
        person(str(seat), str(seat)) if seat in people else bot(str(seat), "steady") for seat in range(4)
    ]
    rules = Rules(end_hands=3, end_score=0, tie="shared")
    entries = [opening("t", rules, seats, pace="instant", secret=SECRET)]
    table = Table.replay(entries, find_policy)
    names = (f"c{number}" for number in count())
    while not table.match.winners:
        due = table.due()
        step: object = None
        if due is not None:
            step = table.tick(due)
        elif table.phase == "deal_done":
            seat = next(seat for seat in people if seat not in table.ready)
            go_on = c.Continue(next(names), table.match.deal_no, table.ply)
            step = table.handle(str(seat), go_on, 0.0)
        else:
            seat = next(seat for seat in table.match.acting if seat in people)
            step = table.handle(str(seat), moved_like_a_bot(table, seat, next(names)), 0.0)
        assert isinstance(step, Entry), step
        table.apply(step)
        entries.append(step)
    events = [event for entry in entries for event in entry.events]
    # In which order the passes are made says nothing.
    passes = sorted((event for event in events if isinstance(event, Passed)), key=str)
    return [*passes, *(event for event in events if isinstance(event, Played | MoonChosen))]


def moved_like_a_bot(table: Table, seat: int, name: str) -> c.Command:
    deal = table.match.deal_no
    if table.match.phase == "choosing_moon":
        return c.ChooseMoon(name, deal, table.match.default_moon_choice())
    asked = question_for(table, seat)
    move = find_policy("steady").choose(asked.view, asked.seed)
    if isinstance(move, Pass):
        return c.PassCards(name, deal, move.cards)
    assert isinstance(move, Play)
    return c.PlayCard(name, table.ply, move.card)


def test_no_bot_plays_otherwise_because_somebody_is_a_person() -> None:
    alone = moves_where((0,))
    assert len(alone) > 3 * 40
    for people in ((2,), (1, 3), (0, 1, 2)):
        assert moves_where(people) == alone


@dataclass
class Wasteful:
    """Plays the lowest card, after drawing many numbers from its own seed and from Python's."""

    name: str = "wasteful"

    def choose(self, view: View, seed: int) -> Move:
        import random

        own = random.Random(seed)
        for _ in range(1000):
            own.random()
            random.random()
        return Lowest().choose(view, seed)


def hands_dealt(world: World) -> list[object]:
    world.play_until(lambda view: len(view.match.results) == 3)
    return [
        event.hands for entry in world.log.entries("t") for event in entry.events if event.kind == "dealt"
    ]


def test_the_same_secret_deals_the_same_hands_whoever_plays() -> None:
    lowest = hands_dealt(World(pace="instant", policy=Lowest()))
    wasteful = hands_dealt(World(pace="instant", policy=Wasteful()))
    takers = hands_dealt(World(pace="slow", policy=Taker()))
    assert len(lowest) >= 3
    assert lowest == wasteful
    assert lowest[:3] == takers[:3]


def test_numbers_of_another_kind_are_stored_as_ints() -> None:
    class Odd(int):
        pass

    def odd(view: View) -> object:
        if view.phase == "passing":
            return Pass(tuple(Odd(card) for card in cards_of(view.hand)[:3]))
        return Play(Odd(cards_of(view.legal)[0]))

    world = World(rules=ONE_DEAL, pace="instant", policy=Broken(odd))
    world.play_until(lambda view: view.match.ply > 8)
    stored = [e for entry in world.log.entries("t") for e in entry.events if e.kind in ("played", "passed")]
    assert all(type(card) is int for e in stored for card in ([e.card] if e.kind == "played" else e.cards))


def test_built_in_bots_play_a_match_without_incident() -> None:
    for level in ("easy", "steady", "random"):
        world = World(rules=preset("deniro"), pace="instant", policy=find_policy(level))
        world.play_until(lambda view: len(view.match.results) == 2)
        assert world.table.incidents == []
