"""Tables for tests: a clock in hand, policies without surprises, and a person who plays by the book."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from moonshot.bots import Policy
from moonshot.engine import Move, Pass, Play, Rules, View, cards_of
from moonshot.engine.events import Passed
from moonshot.tables import Done, Entry, Host, MemoryLog, Refusal, Table, bot, person
from moonshot.tables import commands as c
from moonshot.tables.bots import fallback_move
from moonshot.tables.events import TableEvent
from tests.tables.seen import TableView, view_table

SECRET = bytes(range(32))
ME = "me"


class Lowest:
    """Passes its lowest cards and plays its lowest legal card."""

    name = "lowest"

    def choose(self, view: View, seed: int) -> Move:
        if view.phase == "passing":
            return Pass(cards_of(view.hand)[: view.rules.pass_count])
        return Play(cards_of(view.legal)[0])


class Broken:
    """Does what it is told to do instead of playing."""

    name = "broken"

    def __init__(self, act: Callable[[View], object]) -> None:
        self.act = act

    def choose(self, view: View, seed: int) -> Move:
        return self.act(view)  # type: ignore[return-value]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class World:
    """One host with one table, a person in seat 0 and bots elsewhere."""

    rules: Rules = field(default_factory=Rules)
    pace: str = "normal"
    policy: Policy = field(default_factory=Lowest)
    secret: bytes = SECRET
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.clock = Clock()
        self.log = MemoryLog()
        self.told: list[TableEvent] = []
        self.host = Host(self.log, lambda level: self.policy, clock=self.clock, publish=self._hear)
        people = (person("Me", ME), *(person(name, name) for name in self.others))
        seats = people + tuple(bot(f"Bot {n}", "lowest") for n in range(self.rules.players - len(people)))
        self.table = self.host.create("t", self.rules, seats, pace=self.pace, secret=self.secret)
        self.ids = count(1)

    def _hear(self, table: Table, entry: Entry, events: tuple[TableEvent, ...]) -> None:
        self.told += events

    @property
    def view(self) -> TableView:
        return view_table(self.table, 0)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.told]

    def send(self, command: c.Command, account: str = ME) -> Done | Refusal:
        return self.host.submit("t", account, command)

    def new_id(self) -> str:
        return f"c{next(self.ids)}"

    def wait(self) -> int:
        """Let time pass until the table has nothing more to do by itself; how many entries that made."""
        made = 0
        while (due := self.host.due()) is not None:
            self.clock.now = max(self.clock.now, due)
            made += self.host.run_due()
        return made

    def command(self, seat: int = 0) -> c.Command | None:
        """What a person who plays by the book would do now."""
        view = view_table(self.table, seat)
        match = view.match
        if view.phase == "passing" and not match.has_passed[seat]:
            passed = fallback_move(self.table.match, seat)
            assert isinstance(passed, Passed)
            return c.PassCards(self.new_id(), match.deal_no, passed.cards)
        if match.legal:
            return c.PlayCard(self.new_id(), match.ply, cards_of(match.legal)[0])
        if view.moon_options:
            return c.ChooseMoon(self.new_id(), match.deal_no, "others_plus")
        if "continue" in view.waiting:
            return c.Continue(self.new_id(), match.deal_no, match.ply)
        return None

    def step(self) -> Done | Refusal | None:
        """The table's own part, then one move of each person who has one."""
        self.wait()
        answer = None
        for seat in self.table.people:
            command = self.command(seat)
            if command is not None:
                answer = self.send(command, self.table.seats[seat].account or "")
                assert isinstance(answer, Done), (answer, command)
        return answer

    def play_until(self, reached: Callable[[TableView], bool]) -> TableView:
        """Play by the book until the view is as wanted."""
        for _ in range(4000):
            self.wait()
            if reached(self.view):
                return self.view
            self.step()
        raise AssertionError("never reached")

    def replayed(self) -> Table:
        return Table.replay(self.log.entries("t"), lambda level: self.policy, self.clock.now)
