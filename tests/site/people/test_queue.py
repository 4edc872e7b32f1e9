"""Quick play: who is put together. First the deciding alone, then with the database and several askers."""

import itertools
import random
import threading
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from moonshot.site.live import codes, queue
from moonshot.site.live.lobby_models import Wish
from moonshot.site.live.models import Table
from moonshot.site.live.queue import Group, Waiter, groups
from moonshot.site.people.ids import new_account_id
from moonshot.site.people.models import Account, Relation
from moonshot.site.people.relations import set_relation

SOON = queue.PATIENCE["soon"]


def four(_: str) -> int:
    return 4


def waiter(
    account: str,
    asked_at: float = 0.0,
    patience: float = SOON,
    mode: str = "standard",
    strength: float | None = None,
) -> Waiter:
    return Waiter(account, mode, asked_at, asked_at + patience, strength)  # type: ignore[arg-type]


def seated(found: list[Group]) -> list[set[str]]:
    return [set(group.accounts) for group in found]


def test_four_people_start_at_once() -> None:
    people = [waiter(name, at) for at, name in enumerate("abcd")]
    assert seated(groups(people[:3], set(), four, 3.0)) == []
    assert seated(groups(people, set(), four, 3.0)) == [set("abcd")]


def test_whoever_has_waited_long_enough_starts_with_all_who_are_there() -> None:
    people = [waiter("a", 0.0), waiter("b", 5.0)]
    assert seated(groups(people, set(), four, SOON - 0.1)) == []
    assert seated(groups(people, set(), four, SOON)) == [{"a", "b"}]


def test_now_takes_those_who_wait_along() -> None:
    people = [waiter("patient", 0.0, queue.PATIENCE["wait"]), waiter("hasty", 5.0, queue.PATIENCE["now"])]
    assert seated(groups(people, set(), four, 5.0)) == [{"patient", "hasty"}]


def test_who_waits_for_people_waits_two_minutes() -> None:
    alone = [waiter("a", 0.0, queue.PATIENCE["wait"])]
    assert groups(alone, set(), four, 119.9) == []
    assert seated(groups(alone, set(), four, 120.0)) == [{"a"}]


def test_modes_do_not_mix_and_the_longest_waiting_come_first() -> None:
    people = [waiter(name, at) for at, name in enumerate("abcdefg")] + [waiter("x", 0.0, mode="fast")]
    assert seated(groups(people, set(), four, 7.0)) == [set("abcd")]


def test_the_nearest_in_strength_are_put_together() -> None:
    people = [waiter("a", 0, strength=1000), *(waiter(f"far{n}", 1, strength=1400) for n in range(3))]
    people += [waiter(f"near{n}", 2, strength=1050) for n in range(3)]
    assert seated(groups(people, set(), four, 2.5)) == [{"a", "near0", "near1", "near2"}]
    assert groups(people[:4], set(), four, 2.5) == []  # too far apart, for now
    assert seated(groups(people[:4], set(), four, 7.9)) == [{"a", "far0", "far1", "far2"}]


def test_three_seats_are_three_people() -> None:
    people = [waiter(name, at) for at, name in enumerate("abcd")]
    assert seated(groups(people, set(), lambda _: 3, 4.0)) == [set("abc")]


NAMES = [f"p{number}" for number in range(12)]
PAIRS = [frozenset(pair) for pair in itertools.combinations(NAMES, 2)]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.floats(0, 20), st.sampled_from([0.0, SOON, 120.0])),
        unique_by=lambda row: row[0],
    ),
    st.sets(st.sampled_from(PAIRS)),
)
def test_laws_of_every_grouping(rows: list[tuple[str, float, float]], blocked: set[frozenset[str]]) -> None:
    people = [waiter(*row) for row in rows]
    found = groups(people, blocked, four, 20.0)
    taken = [account for group in found for account in group.accounts]
    assert len(taken) == len(set(taken))
    assert all(1 <= len(group.accounts) <= 4 for group in found)
    for group in found:
        assert not any(frozenset(pair) in blocked for pair in itertools.combinations(group.accounts, 2))
    waiting_on = {person.account for person in people} - set(taken)
    assert all(person.starts_at > 20.0 for person in people if person.account in waiting_on)


# -- with the database --------------------------------------------------------------------------------


@pytest.fixture
def clock(people: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    moment = [1_000_000.0]
    monkeypatch.setattr(queue, "now", lambda: moment[0])
    Wish.objects.all().delete()
    yield moment
    Wish.objects.all().delete()
    Relation.objects.all().delete()


def account(name: str) -> Account:
    return Account.objects.create(id=new_account_id(), name=name, password="!")


_numbers = itertools.count()


def claim(ripe: tuple[str, ...] = ()) -> list[queue.Claimed]:
    return queue.claim(lambda: f"table{next(_numbers)}", four, ripe)


def test_blocked_pairs_never_meet_in_200_tries(clock: list[float]) -> None:
    ann, bob, *others = [account(name) for name in ("Ann", "Bob", "C", "D", "E", "F")]
    set_relation(ann, bob.handle, Relation.BLOCK, on=True)
    source = random.Random(7)
    together = {"ann": 0, "bob": 0}
    for _ in range(200):
        asking = [ann, bob, *others]
        source.shuffle(asking)
        with transaction.atomic():  # one write to the disk for each try
            for person in asking:
                queue.wish(person.pk, person.name, "standard", "soon")
                clock[0] += source.random()
            clock[0] += SOON
            found = claim()
            Wish.objects.all().delete()
        assert sum(len(one.group.accounts) for one in found) == 6
        for one in found:
            accounts = set(one.group.accounts)
            assert not {ann.pk, bob.pk} <= accounts
            together["ann"] += ann.pk in accounts and len(accounts) > 1
            together["bob"] += bob.pk in accounts and len(accounts) > 1
    assert min(together.values()) > 100  # and both play with others all the time


def test_one_wish_for_an_account_however_many_windows(clock: list[float]) -> None:
    ann = account("Ann")
    first = queue.wish(ann.pk, "Ann", "standard", "wait")
    clock[0] += 3
    second = queue.wish(ann.pk, "Ann", "standard", "soon")
    assert Wish.objects.count() == 1
    assert second.asked_at == first.asked_at
    assert second.starts_at == first.asked_at + SOON
    clock[0] += SOON
    assert [one.group.accounts for one in claim()] == [(ann.pk,)]
    assert claim() == []


def test_a_wish_that_is_being_fulfilled_cannot_be_changed(clock: list[float]) -> None:
    ann = account("Ann")
    queue.wish(ann.pk, "Ann", "standard", "now")
    (one,) = claim()
    assert queue.wish(ann.pk, "Ann", "fast", "wait").table == one.table
    assert queue.cancel(ann.pk) is False
    queue.seated(one.table)
    assert queue.wishes_of([ann.pk])[0][ann.pk].seated
    assert queue.wish(ann.pk, "Ann", "fast", "wait").table == one.table
    clock[0] += queue.JUST_SEATED_SECONDS + 1
    assert queue.wish(ann.pk, "Ann", "fast", "wait").table == ""
    assert queue.cancel(ann.pk) is True
    assert Wish.objects.count() == 0


def test_a_node_that_dies_in_between_keeps_nobody_waiting(clock: list[float]) -> None:
    ann = account("Ann")
    queue.wish(ann.pk, "Ann", "standard", "now")
    (first,) = claim()
    assert claim() == []
    clock[0] += queue.CLAIM_SECONDS + 1
    (second,) = claim()
    assert second.group == first.group
    assert second.table != first.table
    queue.release(second.table)
    assert [one.group for one in claim()] == [first.group]


def test_nobody_gets_a_second_seat_where_the_first_table_was_made_after_all(clock: list[float]) -> None:
    ann, bob = account("Ann"), account("Bob")
    for who in (ann, bob):
        queue.wish(who.pk, who.name, "standard", "now")
    (first,) = claim()
    Table.objects.create(pk=first.table, owner=ann.pk)  # and there the node died
    clock[0] += queue.CLAIM_SECONDS + 1
    assert claim() == []
    wishes, _ = queue.wishes_of([ann.pk, bob.pk])
    assert {(wish.table, wish.seated) for wish in wishes.values()} == {(first.table, True)}
    assert {who: codes.tables_of(who, 1) for who in wishes} == {who: [first.table] for who in wishes}
    clock[0] += queue.SEATED_SECONDS + 1
    claim()
    assert queue.wishes_of([ann.pk, bob.pk])[0] == {}


def test_an_answer_that_was_lost_makes_no_second_table(clock: list[float]) -> None:
    ann = account("Ann")
    queue.wish(ann.pk, "Ann", "standard", "now")
    (first,) = claim()
    Table.objects.create(pk=first.table, owner=ann.pk)  # stored, and nobody was told so
    queue.release(first.table)
    assert claim() == []
    assert queue.wishes_of([ann.pk])[0][ann.pk].seated


def test_a_wish_outlives_its_window_by_15_seconds(clock: list[float]) -> None:
    ann, bob = account("Ann"), account("Bob")
    for person in (ann, bob):
        queue.wish(person.pk, person.name, "standard", "wait")
    clock[0] += queue.FORGOTTEN_SECONDS - 1
    queue.keep_alive([bob.pk])
    assert queue.wishes_of([ann.pk])[1] == {"standard": 2}
    clock[0] += 2
    assert claim() == []
    assert [row.account for row in Wish.objects.all()] == [bob.pk]


def test_a_clock_on_the_wall_that_jumps_makes_nobody_wait_for_ever(clock: list[float]) -> None:
    ann = account("Ann")
    queue.wish(ann.pk, "Ann", "standard", "soon")
    clock[0] -= 86_400
    assert claim() == []
    assert [one.group.accounts for one in claim(ripe=(ann.pk,))] == [(ann.pk,)]


def test_several_nodes_at_once_seat_everybody_once(clock: list[float]) -> None:
    people = [account(f"P{number}") for number in range(24)]
    for person in people:
        queue.wish(person.pk, person.name, "standard", "soon")
    found: list[queue.Claimed] = []

    def node() -> None:
        try:
            found.extend(claim())
        finally:
            connection.close()

    nodes = [threading.Thread(target=node) for _ in range(6)]
    for one in nodes:
        one.start()
    for one in nodes:
        one.join()
    taken = [account for one in found for account in one.group.accounts]
    assert sorted(taken) == sorted(person.pk for person in people)
    assert len(found) == 6
