"""Laws: only accepted commands change a table, its log rebuilds it, and nobody sees more than they may."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from moonshot.bots import find_policy
from moonshot.engine import HeartsError, preset
from moonshot.engine.cards import cards_of
from moonshot.engine.events import Dealt
from moonshot.tables import PACES, Done, Entry, Refusal, Table
from moonshot.tables import commands as c
from tests.tables.build import ME, Lowest, World
from tests.tables.seen import encode_update, view_table

PRESETS = ("standard", "deniro_3", "pagat", "omnibus_bicycle", "hooligan")
NUMBERS = st.integers(0, 60)
CARDS = st.integers(0, 53)
IDS = st.sampled_from([f"id{number}" for number in range(12)])


def picture(table: Table) -> tuple[Any, ...]:
    """Everything that can be seen of a table, and everything that decides what it does next."""
    seats = (*range(table.rules.players), None)
    views = tuple(view_table(table, seat) for seat in seats)
    due = table.due()
    ready = tuple(sorted(table.ready.items()))
    answers = tuple(table.handle(ME, c.SetPace(f"id{n}", "warp"), 0.0) for n in range(12))
    return (views, table.seq, ready, table.closed, tuple(table.incidents), due is None, answers)


class TableMachine(RuleBasedStateMachine):
    """One person sends sense and nonsense; time passes; the process dies and comes back."""

    @initialize(
        name=st.sampled_from(PRESETS),
        pace=st.sampled_from(sorted(PACES)),
        secret=st.binary(min_size=32, max_size=32),
        others=st.sampled_from([(), ("ann",)]),
    )
    def open(self, name: str, pace: str, secret: bytes, others: tuple[str, ...]) -> None:
        self.world = World(
            rules=preset(name), pace=pace, secret=secret, others=others, policy=find_policy("random")
        )
        self.answers: dict[tuple[str, str], Done] = {}

    def send(self, command: c.Command, account: str = ME) -> None:
        before = picture(self.world.table)
        answer = self.world.send(command, account)
        known = self.answers.get((account, command.id))
        if known is not None:
            assert answer == known
        if isinstance(answer, Refusal) or known is not None:
            assert picture(self.world.table) == before
        else:
            assert answer == Done(self.world.table.seq)
            self.answers[account, command.id] = answer

    @rule(key=IDS, deal=st.integers(0, 3), cards=st.lists(CARDS, max_size=4))
    def pass_anything(self, key: str, deal: int, cards: list[int]) -> None:
        self.send(c.PassCards(key, deal, tuple(cards)))

    @rule(key=IDS, ply=NUMBERS, card=CARDS)
    def play_anything(self, key: str, ply: int, card: int) -> None:
        self.send(c.PlayCard(key, ply, card))

    @rule(key=IDS, deal=st.integers(0, 3), account=st.sampled_from([ME, "ann", "stranger"]))
    def recall(self, key: str, deal: int, account: str) -> None:
        self.send(c.RecallCards(key, deal), account)

    @rule(key=IDS, deal=st.integers(0, 3), ply=NUMBERS, seed=st.none() | st.text(max_size=3))
    def go_on(self, key: str, deal: int, ply: int, seed: str | None) -> None:
        self.send(c.Continue(key, deal, ply, seed))

    @rule(key=IDS, choice=st.sampled_from(["others_plus", "self_minus", "neither"]))
    def choose(self, key: str, choice: str) -> None:
        self.send(c.ChooseMoon(key, self.world.table.match.deal_no, choice))

    @rule(key=IDS, pace=st.sampled_from([*PACES, "warp"]))
    def set_pace(self, key: str, pace: str) -> None:
        self.send(c.SetPace(key, pace))

    @rule(key=IDS, on=st.booleans())
    def pause(self, key: str, on: bool) -> None:
        self.send(c.SetPause(key, on))

    @rule(key=IDS)
    def new_match(self, key: str) -> None:
        self.send(c.NewMatch(key))

    @rule(key=IDS, account=st.sampled_from(["stranger", "ann"]))
    def leave(self, key: str, account: str) -> None:
        self.send(c.Leave(key), account)

    @rule(moves=st.integers(1, 30))
    def play_on(self, moves: int) -> None:
        for _ in range(moves):
            if self.world.table.paused or self.world.table.closed:
                return
            self.world.step()

    @rule(seconds=st.floats(0, 3))
    def wait(self, seconds: float) -> None:
        self.world.clock.now += seconds
        self.world.host.run_due()

    @rule()
    def die_and_come_back(self) -> None:
        before = picture(self.world.table)
        self.world.host.forget("t")
        self.world.table = self.world.host.table("t")
        assert picture(self.world.table) == before

    @invariant()
    def the_log_rebuilds_the_table(self) -> None:
        if not hasattr(self, "world"):
            return
        entries = self.world.log.entries("t")
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert picture(self.world.replayed()) == picture(self.world.table)

    @invariant()
    def a_table_always_has_somebody_to_wait_for(self) -> None:
        if not hasattr(self, "world"):
            return
        table = self.world.table
        if table.closed or table.paused or table.phase == "over":
            return
        people = [seat for seat in table.match.acting if seat in table.people]
        asked = [seat for seat in table.people if table.waiting_for(seat)]
        assert table.due() is not None or people or asked


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(secret=st.binary(min_size=32, max_size=32), name=st.sampled_from(PRESETS), cut=st.integers(3, 130))
def test_killed_anywhere_the_next_move_comes_in_time(secret: bytes, name: str, cut: int) -> None:
    """User report C16: what a bot has to do next is read from the state, whenever the state was saved."""
    world = World(rules=preset(name), pace="normal", secret=secret)
    world.play_until(lambda view: world.table.seq >= cut or view.phase == "over")
    table = Table.replay(world.log.entries("t")[:cut], lambda level: Lowest(), now=500.0)
    due = table.due()
    if due is None:
        assert [seat for seat in table.match.acting if seat in table.people] or table.waiting_for(0)
    else:
        assert 500.0 < due <= 501.0
        assert table.tick(due) is not None


def swapped(entries: tuple[Entry, ...], deal_no: int, one: int, other: int) -> tuple[Entry, ...]:
    """The same log, with two cards exchanged in the hands of one deal."""

    def swap(mask: int) -> int:
        bits = (mask >> one & 1, mask >> other & 1)
        return mask ^ ((1 << one | 1 << other) if bits in ((0, 1), (1, 0)) else 0)

    def changed(event: Any) -> Any:
        if not isinstance(event, Dealt) or event.deal_no != deal_no:
            return event
        return Dealt(deal_no, event.dealer, tuple(map(swap, event.hands)), swap(event.kitty), event.seeds)

    return tuple(
        Entry(entry.seq, tuple(map(changed, entry.events)), entry.account, entry.command_id)
        for entry in entries
    )


def hidden_cards(table: Table, seat: int) -> list[int]:
    """Cards that others hold or that lie in the kitty, and that no pass has touched."""
    deal = table.match.deal
    assert deal is not None
    moved = {card for cards in deal.passes for card in cards or ()}
    kitty = deal.kitty if deal.kitty_trick < 0 else 0
    others = [hand for number, hand in enumerate(deal.hands) if number != seat]
    return [card for mask in (*others, kitty) for card in cards_of(mask) if card not in moved]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    secret=st.binary(min_size=32, max_size=32),
    name=st.sampled_from([*PRESETS, "black_maria", "gnome"]),
    moves=st.integers(0, 60),
    data=st.data(),
)
def test_two_worlds_that_differ_in_hidden_cards_look_alike(
    secret: bytes, name: str, moves: int, data: st.DataObject
) -> None:

    world = World(rules=preset(name), pace="normal", secret=secret, policy=find_policy("random"))
    for _ in range(moves):
        due = world.host.due()
        if due is not None:
            world.clock.now = due
            world.host.run_due()
        else:
            world.step()
        if world.table.phase in ("deal_done", "over"):
            break
    if world.table.phase in ("deal_done", "over", "redeal"):
        return
    hidden = hidden_cards(world.table, 0)
    one, other = data.draw(st.sampled_from(hidden)), data.draw(st.sampled_from(hidden))
    entries = world.log.entries("t")
    twins = swapped(entries, world.table.match.deal_no, one, other)
    here = Table(entries[0].events[0], world.host._policies)  # type: ignore[arg-type]
    there = Table(entries[0].events[0], world.host._policies)  # type: ignore[arg-type]
    for entry, twin in zip(entries, twins, strict=True):
        told = here.apply(entry)
        try:
            told_there = there.apply(twin)
        except HeartsError:
            return  # in that world somebody could not have played so: the swap is no possible world
        if here.ply == 0 and here.match.turn != there.match.turn:
            return  # whose lead it is tells everybody who holds the lowest club
        for seat in (0, None):
            assert encode_update(entry.seq, here, seat, told) == encode_update(
                entry.seq, there, seat, told_there
            )
        assert here.due() == there.due()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_law_notices_a_leak(seat: int | None) -> None:
    """A check of the check: a swap that touches the viewer's own hand is seen, a hidden one is not."""
    world = World()
    deal = world.table.match.deal
    assert deal is not None
    one, other = cards_of(deal.hands[1])[0], cards_of(deal.hands[2])[0]
    twin = Table.replay(swapped(world.log.entries("t"), 1, one, other), lambda level: Lowest())
    assert (view_table(twin, seat) == view_table(world.table, seat)) == (seat != 1)
