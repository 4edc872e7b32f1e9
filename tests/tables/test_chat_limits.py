"""The figures of chat: how long, how often, how many; and where free text has no place at all."""

import pytest

from moonshot.tables import Terms
from moonshot.tables import commands as c
from moonshot.tables.talk import SECONDS_BETWEEN, TEXT_LENGTH, TEXTS_PER_MATCH
from tests.tables.company import COIN, PRIVATE, QUICK, Company


def say(table: Company, text: str, who: str = "ann") -> str:
    return table.ask(who, c.Say, None, None, text)


def test_the_figures() -> None:
    assert (TEXT_LENGTH, TEXTS_PER_MATCH, SECONDS_BETWEEN) == (140, 30, 3.0)


def test_nobody_speaks_more_than_five_times_in_ten_seconds() -> None:
    table = Company()
    spoken = []
    for _ in range(600):
        if table.ask("ann", c.Say, "hello") == "ok":
            spoken.append(table.now)
        table.wait(0.1)
    assert max(sum(at <= other < at + 10 for other in spoken) for at in spoken) <= 5
    assert len(spoken) >= 15


def test_thirty_texts_are_enough_for_one_match_and_phrases_go_on() -> None:
    table = Company(people=("ann",))
    for number in range(TEXTS_PER_MATCH):
        assert say(table, f"line {number}") == "ok"
        table.wait(SECONDS_BETWEEN)
    assert say(table, "one more") == "too_many"
    assert table.ask("ann", c.Say, "thanks") == "ok"
    table.wait(SECONDS_BETWEEN)
    assert table.ask("ann", c.NewMatch) == "ok"
    assert say(table, "one more") == "ok"


def test_the_measure_is_each_persons_own_and_survives_a_replay() -> None:
    table = Company()
    for number in range(TEXTS_PER_MATCH):
        assert say(table, f"line {number}") == "ok"
        table.wait(SECONDS_BETWEEN)
    assert say(table, "and you?", who="bea") == "ok"
    again = type(table.table).replay(table.entries, table.policies, table.now)
    answer = again.handle("ann", c.Say("late", text="x"), table.now + 60)
    assert getattr(answer, "code", "") == "too_many"


def test_the_same_line_twice_is_blocked_with_a_phrase_between_them_too() -> None:
    table = Company()
    assert say(table, "buy coins here") == "ok"
    table.wait(SECONDS_BETWEEN)
    assert table.ask("ann", c.Say, "hello") == "ok"
    table.wait(SECONDS_BETWEEN)
    assert say(table, "buy coins here") == "repeated"
    assert say(table, "buy coins there") == "ok"


@pytest.mark.parametrize("terms", [QUICK, COIN, Terms(kind="coin", clock="coin", text=True)])
def test_no_free_text_reaches_a_live_deal_among_strangers_in_any_of_its_phases(terms: Terms) -> None:
    table = Company(terms=terms)
    seen = set()
    for _ in range(70):
        phase = table.table.phase
        seen.add(phase)
        if phase == "deal_done":
            break
        assert say(table, f"word {len(seen)}") == "not_here", phase
        assert not table.view().text
        table.wait_until_due()
    assert {"passing", "playing"} <= seen


def test_friends_may_write_while_they_play() -> None:
    table = Company(terms=PRIVATE)
    table.deal_out()
    assert say(table, "what a hand") == "ok"
