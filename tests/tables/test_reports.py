"""Reports of players elsewhere about what others could see or do at a table: P5, X3."""

from itertools import permutations

import pytest

from moonshot.engine import card_text, cards_of
from moonshot.tables import Entry, Refusal, Table
from moonshot.tables import commands as c
from moonshot.tables.events import TableEvent
from tests.tables.build import ME, World
from tests.tables.seen import encode_update, view_table
from tests.tables.test_laws import picture

NAMES = (ME, "ann", "bob", "cleo")


class Frames(World):
    """A table of four people, with every frame that was sent to every seat and to a spectator."""

    def _hear(self, table: Table, entry: Entry, events: tuple[TableEvent, ...]) -> None:
        super()._hear(table, entry, events)
        if not hasattr(self, "sent"):
            self.sent: dict[int | None, list[str]] = {seat: [] for seat in (0, 1, 2, 3, None)}
        for seat, frames in self.sent.items():
            frames.append(encode_update(entry.seq, table, seat, events).decode())


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_nobody_sees_a_passed_card_before_all_have_passed_and_third_parties_never(
    order: tuple[int, ...],
) -> None:
    world = Frames(others=NAMES[1:])
    hands = [cards_of(view_table(world.table, seat).match.hand) for seat in range(4)]
    passes = [hand[seat : seat + 3] for seat, hand in enumerate(hands)]
    for seat in order[:3]:
        world.send(c.PassCards(f"p{seat}", 1, passes[seat]), NAMES[seat])
    for viewer, frames in world.sent.items():
        for seat in range(4):
            for card in passes[seat]:
                seen = any(f'"{card_text(card)}"' in frame for frame in frames)
                assert seen == (viewer == seat), (viewer, seat)
    world.send(c.PassCards("last", 1, passes[order[3]]), NAMES[order[3]])
    for viewer, frames in world.sent.items():
        for seat in range(4):
            receiver = (seat + 1) % 4
            for card in passes[seat]:
                seen = f'"{card_text(card)}"' in frames[-1]
                assert seen == (viewer in (seat, receiver)), (viewer, seat)


def test_nobody_can_act_for_another_seat() -> None:
    world = World(pace="instant", others=NAMES[1:])
    world.play_until(lambda view: view.match.ply > 5 and view.phase == "playing")
    turn = world.table.match.turn
    assert turn is not None
    own = world.table.match.deal
    assert own is not None
    ply = world.table.ply
    before = picture(world.table)
    held = cards_of(own.hands[turn])
    for seat, name in enumerate(NAMES):
        if seat == turn:
            continue
        for card in (held[0], cards_of(own.hands[seat])[0]):
            answer = world.send(c.PlayCard(f"{name}{card}", ply, card), name)
            assert isinstance(answer, Refusal)
            assert answer.code == "not_your_turn"
            assert card_text(card) not in answer.message
    unheld = cards_of(own.hands[(turn + 1) % 4])[0]
    answer = world.send(c.PlayCard("unheld", ply, unheld), NAMES[turn])
    assert answer == Refusal("not_in_hand", "You do not hold that card.", "card")
    answer = world.send(c.PlayCard("watcher", ply, held[0]), "a spectator")
    assert isinstance(answer, Refusal)
    assert answer.code == "not_seated"
    assert picture(world.table) == before
