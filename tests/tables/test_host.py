"""Driving tables: the order verify, persist, apply, publish, and two drivers over one log."""

from itertools import count

import pytest

from moonshot.engine import Rules, StateError
from moonshot.engine.events import Committed, Played
from moonshot.tables import ConflictError, Done, Entry, Host, LogError, MemoryLog, Table, bot, person
from moonshot.tables import commands as c
from moonshot.tables.events import Incident, TrickCleared
from moonshot.tables.history import match_histories, match_history
from moonshot.tables.host import silent
from tests.tables.build import ME, SECRET, Lowest, World

SEATS = (person("Me", ME), *(bot(name, "lowest") for name in "ABC"))


def hosts(log: MemoryLog) -> tuple[Host, Host]:
    first, second = (Host(log, lambda level: Lowest(), clock=lambda: 1000.0) for _ in range(2))
    first.create("t", Rules(), SEATS, pace="instant", secret=SECRET)
    return first, second


def test_nothing_is_published_or_applied_that_was_not_stored() -> None:
    class Full(MemoryLog):
        def append(self, table_id: str, entry: Entry) -> None:
            if entry.seq > 1:
                raise LogError("no space left")
            super().append(table_id, entry)

    told: list[object] = []
    log = Full()
    host = Host(log, lambda level: Lowest(), clock=lambda: 0.0, publish=lambda *news: told.append(news))
    table = host.create("t", Rules(), SEATS, pace="normal", secret=SECRET)
    with pytest.raises(LogError):
        host.submit("t", ME, c.SetPace("1", "slow"))
    assert (table.seq, table.pace, told) == (1, "normal", [])
    assert len(log.entries("t")) == 1


def test_publishing_comes_after_storing_and_applying() -> None:
    log = MemoryLog()
    seen: list[tuple[int, int, int]] = []

    def publish(table: Table, entry: Entry, events: object) -> None:
        seen.append((entry.seq, table.seq, len(log.entries("t"))))

    host = Host(log, lambda level: Lowest(), clock=lambda: 0.0, publish=publish)
    host.create("t", Rules(), SEATS, pace="normal", secret=SECRET)
    host.submit("t", ME, c.SetPace("1", "slow"))
    assert seen == [(2, 2, 2)]


def test_whoever_comes_second_reads_what_it_missed_and_tries_again() -> None:
    first, second = hosts(MemoryLog())
    assert second.submit("t", ME, c.SetPace("1", "slow")) == Done(2)
    assert first.submit("t", ME, c.SetPace("2", "fast")) == Done(3)
    assert second.submit("t", ME, c.SetPause("3", on=True)) == Done(4)
    assert first.table("t").pace == "fast"
    assert first.submit("t", ME, c.SetPace("1", "slow")) == Done(2)
    assert first.table("t").seq == 3


def test_the_loser_of_a_race_gets_the_winners_answer_for_the_same_command() -> None:
    first, second = hosts(MemoryLog())
    first.table("t"), second.table("t")
    assert first.submit("t", ME, c.SetPace("x", "slow")) == Done(2)
    assert second.submit("t", ME, c.SetPace("x", "slow")) == Done(2)
    assert second.table("t").seq == 2


def test_two_hosts_that_tick_the_same_table_make_every_move_once() -> None:
    log = MemoryLog()
    first, second = hosts(log)
    second.table("t")
    assert first.run_due() == 3
    assert second.run_due() == 0
    kinds = [event.kind for entry in log.entries("t", 1) for event in entry.events]
    assert kinds == ["passed", "thought"] * 3


def test_tables_come_back_from_the_log() -> None:
    first, _ = hosts(MemoryLog())
    table = first.table("t")
    first.forget("t")
    first.forget("t")
    again = first.table("t")
    assert again is not table
    assert again.seq == table.seq
    with pytest.raises(KeyError):
        first.table("nowhere")
    with pytest.raises(ConflictError):
        first.create("t", Rules(), SEATS, pace="instant", secret=SECRET)


def test_a_log_that_is_no_table() -> None:
    def replay(*entries: Entry) -> Table:
        return Table.replay(entries, lambda level: Lowest())

    good = World().log.entries("t")[0]
    for entries in ((), (Entry(1, ()),), (Entry(1, (TrickCleared(),)),)):
        with pytest.raises(StateError) as caught:
            replay(*entries)
        assert caught.value.code == "bad_log"
    with pytest.raises(StateError, match="Entry 2 must follow, not 3"):
        replay(good, Entry(3, ()))


def test_the_due_time_of_a_host_is_that_of_its_most_urgent_table() -> None:
    clock = count(50)
    host = Host(MemoryLog(), lambda level: Lowest(), clock=lambda: float(next(clock)))
    assert host.due() is None
    host.create("a", Rules(), SEATS, pace="slow", secret=SECRET)
    host.create("b", Rules(), SEATS, pace="instant", secret=SECRET)
    assert host.due() == 51.0


def test_publishing_to_nobody() -> None:
    world = World()
    assert silent(world.table, world.log.entries("t")[0], ()) is None  # type: ignore[func-returns-value]


def test_the_history_of_the_present_match() -> None:
    world = World(pace="instant")
    world.play_until(lambda view: len(view.match.results) == 2)
    world.send(c.SetPause("p", on=True))
    world.send(c.SetPause("q", on=False))
    world.step()
    moments = match_history(world.log.entries("t"))
    assert [(moment.event.kind, moment.seq) for moment in moments[:5]] == [
        ("match_started", 1),
        ("committed", 1),
        ("dealt", 1),
        ("passed", 2),
        ("passed", 3),
    ]
    assert sum(moment.event.kind == "dealt" for moment in moments) == 3
    assert not any(moment.auto for moment in moments)
    world.send(c.NewMatch("n"))
    kinds = [moment.event.kind for moment in match_history(world.log.entries("t"))]
    assert kinds == ["match_started", "committed", "dealt"]
    assert match_history(()) == ()
    assert match_histories(world.log.entries("t")) == (moments, match_history(world.log.entries("t")))


def test_a_move_made_for_a_bot_is_marked() -> None:
    moments = match_history(
        (
            Entry(1, (Played(0, 5),)),
            Entry(2, (Played(1, 6), Committed(2, "c", "s"), Incident(1, "slow"))),
            Entry(3, (Incident(1, "slow"),)),
        )
    )
    assert [(moment.event.kind, moment.auto) for moment in moments] == [
        ("played", False),
        ("played", True),
        ("committed", False),
    ]
