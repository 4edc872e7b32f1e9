"""Tables that deal alike: the same cards for all, the same answer of bots to the same play, one deal."""

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonshot.bots import find_policy
from moonshot.bots.thinking import thinks
from moonshot.engine import View, cards_of, view_of
from moonshot.engine.events import Committed, Dealt
from moonshot.learn import daily
from moonshot.tables import DAILY, PRACTICE, Entry, Refusal, Table, Terms, bot, opening, person
from moonshot.tables import commands as c
from moonshot.tables.events import Thought
from moonshot.tables.history import match_history

DAY = date(2026, 11, 30)
SECRET = bytes(range(32))
Choose = Callable[[View, Sequence[int]], int]


def opened(
    table_id: str,
    account: str,
    day: date = DAY,
    *,
    terms: Terms = DAILY,
    pace: str = "normal",
    secret: bytes = SECRET,
) -> Entry:
    seats = [person(account.title(), account), *(bot(name, daily.LEVEL) for name in ("Mira", "Otto", "Juno"))]
    return opening(
        table_id,
        daily.rules_of(day),
        seats,
        pace=pace,
        secret=secret,
        terms=terms,
        match_name=daily.name_of(day),
    )


def play(first: Entry, account: str, choose: Choose) -> tuple[Table, list[Entry]]:
    """Play the deal to its end; ``choose`` picks one of the cards that may be played or passed."""
    table = Table.replay([first], find_policy)
    entries, numbers, now = [first], count(1), 0.0

    def taken(entry: Entry) -> None:
        entries.append(entry)
        table.apply(entry, now)

    while table.phase != "over":
        view = view_of(table.match, daily.SEAT)
        command: c.Command | None = None
        if view.phase == "passing" and not view.has_passed[daily.SEAT]:
            hand = list(cards_of(view.hand))
            chosen = [hand.pop(choose(view, hand) % len(hand)) for _ in range(view.rules.pass_count)]
            command = c.PassCards(f"c{next(numbers)}", view.deal_no, tuple(chosen))
        elif view.legal and not table.holding:
            cards = cards_of(view.legal)
            command = c.PlayCard(f"c{next(numbers)}", view.ply, cards[choose(view, cards) % len(cards)])
        if command is not None:
            entry = table.handle(account, command, now)
            assert isinstance(entry, Entry), entry
            taken(entry)
            continue
        due = table.due()
        assert due is not None, table.phase
        now = max(now, due)
        made = table.tick(now)
        assert made is not None
        taken(made)
    return table, entries


def by_chance(seed: int) -> Choose:
    rng = random.Random(seed)
    return lambda _view, cards: rng.randrange(len(cards))


def plays_of(entries: list[Entry]) -> list[tuple[str, int, object]]:
    """Who passed and played what, in order of seats for the pass."""
    moves = [moment.event for moment in match_history(entries) if moment.event.kind in ("passed", "played")]
    passed = sorted((e.kind, e.seat, e.cards) for e in moves if e.kind == "passed")
    return [*passed, *((e.kind, e.seat, e.card) for e in moves if e.kind == "played")]


@given(seed=st.integers(0, 2**32), days=st.integers(0, 400))
@settings(max_examples=12)
def test_everybody_gets_the_same_cards_and_the_same_answers_to_the_same_play(seed: int, days: int) -> None:
    """Whatever the table, the person, the pace, and whether it counts."""
    day = daily.FIRST_DAY + timedelta(days=days)
    one, first = play(opened("one", "ann", day), "ann", by_chance(seed))
    other, second = play(opened("two", "bea", day, terms=PRACTICE, pace="instant"), "bea", by_chance(seed))
    assert plays_of(first) == plays_of(second)
    assert one.match.totals == other.match.totals
    assert one.match.match_id == other.match.match_id == f"{daily.name_of(day)}-1"
    promises = [
        [m.event for m in match_history(log) if isinstance(m.event, Committed | Dealt)]
        for log in (first, second)
    ]
    assert promises[0] == promises[1]
    thoughts = [
        [e for entry in log for e in entry.events if isinstance(e, Thought)] for log in (first, second)
    ]
    assert sorted(map(repr, thoughts[0])) == sorted(map(repr, thoughts[1]))


@pytest.mark.parametrize("until", [3, 8, 12])
def test_two_people_have_seen_the_same_until_one_plays_another_card(until: int) -> None:
    def other_after(seed: int) -> Choose:
        rest, made = by_chance(seed), count()
        return lambda view, cards: by_chance(7)(view, cards) if next(made) < until else rest(view, cards)

    _, first = play(opened("one", "ann"), "ann", other_after(1))
    _, second = play(opened("two", "bea"), "bea", other_after(2))
    pairs = zip(plays_of(first), plays_of(second), strict=True)
    differs = next((a, b) for a, b in pairs if a != b)
    assert [one[1] for one in differs] == [daily.SEAT, daily.SEAT]


def test_another_day_another_deal() -> None:
    hands = set()
    for days in range(60):
        table = Table.replay([opened("one", "ann", DAY + timedelta(days=days))], find_policy)
        assert table.match.deal is not None
        hands.add(tuple(table.match.deal.hands))
    assert len(hands) == 60


def test_one_deal_and_the_pass_goes_round_by_the_day() -> None:
    ways = []
    for days in range(8):
        table, _ = play(opened("one", "ann", daily.FIRST_DAY + timedelta(days=days)), "ann", by_chance(days))
        (result,) = table.match.results
        ways.append(result.direction)
        assert table.phase == "over"
        assert table.due() is None
    assert ways == ["L", "R", "A", "H"] * 2


def test_the_bots_are_such_as_never_need_time() -> None:
    assert not thinks(find_policy(daily.LEVEL))


@pytest.mark.parametrize("state", ["playing", "over"])
def test_there_is_no_second_match_and_no_card_comes_back(state: str) -> None:
    first = opened("one", "ann")
    table = Table.replay([first], find_policy)
    if state == "over":
        table, _ = play(first, "ann", by_chance(3))
    refused = table.handle("ann", c.NewMatch("n"), 0.0)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_here"
    asked = table.handle("ann", c.ProposeVote("v", "take_back"), 0.0)
    assert isinstance(asked, Refusal)


def test_nobody_stands_in_and_nobody_else_comes_in() -> None:
    table = Table.replay([opened("one", "ann", DAY)], find_policy)
    table.set_present([], 0.0)
    assert table.terms.alone
    while (due := table.due()) is not None and (entry := table.tick(due)) is not None:
        assert not any(event.kind == "stood_in" for event in entry.events)
        table.apply(entry, due)
    assert not table.admits("bea")
    assert isinstance(table.handle("bea", c.Sit("s", 1), 0.0), Refusal)
    assert isinstance(table.handle("bea", c.TakeSeat("t", 1), 0.0), Refusal)


def test_a_practice_table_of_that_deal_may_be_dealt_again_and_then_deals_something_else() -> None:
    table, entries = play(opened("one", "ann", terms=PRACTICE, pace="instant"), "ann", by_chance(5))
    again = table.handle("ann", c.NewMatch("n"), 0.0)
    assert isinstance(again, Entry)
    table.apply(again)
    dealt = [e for entry in (*entries, again) for e in entry.events if isinstance(e, Dealt)]
    assert len({event.hands for event in dealt}) == 2
    assert table.match.match_id == "daily-2026-11-30-2"


def test_other_tables_are_called_by_their_id() -> None:
    table = Table.replay(
        [
            opening(
                "t",
                daily.rules_of(DAY),
                [person("A", "a"), *[bot("B", "easy")] * 3],
                pace="normal",
                secret=SECRET,
            )
        ],
        find_policy,
    )
    assert table.match_name == "t"
    assert not table.deals_alike
