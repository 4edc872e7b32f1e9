"""A table with people on it, for tests: a clock in hand, and everybody sends what the test says."""

from dataclasses import dataclass, field, replace
from itertools import count

from moonshot.bots import Policy
from moonshot.engine import Rules, cards_of
from moonshot.tables import (
    Done,
    Entry,
    Refusal,
    Table,
    Terms,
    Visitor,
    invitation,
    opening,
)
from moonshot.tables import commands as c
from moonshot.tables.bots import fallback_move
from moonshot.tables.events import TableEvent
from moonshot.tables.seats import EMPTY, Seat, bot, person
from tests.tables.build import SECRET, Lowest
from tests.tables.seen import TableView, view_table

PRIVATE = Terms(kind="private", code="K7M2QX", link="/join/abc", text=True, spectators=True)
QUICK = Terms(kind="quick", clock="online", text=True, spectators=True)
COIN = Terms(kind="coin", clock="coin")
PEOPLE = ("ann", "bea", "cai", "dan")


@dataclass
class Company:
    """A table in hand. ``people`` sit from seat 0 on; the other seats are bots, or empty while gathering."""

    terms: Terms = PRIVATE
    people: tuple[str, ...] = PEOPLE
    rules: Rules = field(default_factory=Rules)
    gather: bool = False
    pace: str = "normal"
    policy: Policy = field(default_factory=Lowest)

    def __post_init__(self) -> None:
        self.now = 1000.0
        self.told: list[TableEvent] = []
        self.ids = count(1)
        seats: list[Seat] = [person(name.title(), name, f"h-{name}") for name in self.people]
        rest = self.rules.players - len(seats)
        fill = [EMPTY] * rest if self.gather else [bot(f"Bot {number}", "lowest") for number in range(rest)]
        start = invitation if self.gather else opening
        entry = start("t", self.rules, seats + fill, pace=self.pace, secret=SECRET, terms=self.terms)
        self.entries: list[Entry] = [entry]
        self.table = Table.replay(self.entries, self.policies, self.now)
        self.present(*range(len(self.people)))

    def policies(self, level: str) -> Policy:
        if level not in ("lowest", "steady", "easy"):
            raise LookupError(level)
        return self.policy

    def present(self, *seats: int) -> None:
        self.table.set_present(seats, self.now)

    def take(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.told += self.table.apply(entry, self.now)

    def send(self, who: str, command: c.Command, **visitor: bool) -> Done | Refusal:
        known = Visitor(
            who.title(), f"h-{who}", writes=visitor.get("writes", True), invited=visitor.get("invited", True)
        )
        answer = self.table.handle(who, command, self.now, known)
        if isinstance(answer, Entry):
            self.take(answer)
            return Done(answer.seq)
        return answer

    def ask(self, who: str, kind: type, *fields: object, **visitor: bool) -> str:
        """Send a command with a new id: *ok*, or the refusal's code."""
        answer = self.send(who, kind(f"i{next(self.ids)}", *fields), **visitor)
        return "ok" if isinstance(answer, Done) else answer.code

    def wait(self, seconds: float) -> list[str]:
        """Let so much time pass, doing everything when it is due; the kinds of what happened."""
        before, end = len(self.told), self.now + seconds
        while (due := self.table.due()) is not None and due <= end:
            self.now = max(self.now, due)
            entry = self.table.tick(self.now)
            assert entry is not None
            self.take(entry)
        self.now = end
        return [event.kind for event in self.told[before:]]

    def wait_until_due(self) -> list[str]:
        """Let the next thing happen that the table does by itself."""
        due = self.table.due()
        assert due is not None, self.table.phase
        return self.wait(due - self.now)

    def view(self, seat: int | None = 0) -> TableView:
        return view_table(self.table, seat, now=self.now)

    def move(self, seat: int) -> str:
        """Let the person of a seat do what is to be done, by the book."""
        view = self.view(seat)
        who = self.table.seats[seat].account or ""
        match = view.match
        if view.phase == "passing":
            passed = fallback_move(self.table.match, seat)
            return self.ask(who, c.PassCards, match.deal_no, passed.cards)  # type: ignore[union-attr]
        if match.legal:
            return self.ask(who, c.PlayCard, match.ply, cards_of(match.legal)[0])
        return self.ask(who, c.Continue, match.deal_no, match.ply)

    def deal_out(self) -> None:
        """Everybody passes."""
        for seat in self.table.match.acting:
            if seat in self.table.people:
                assert self.move(seat) == "ok"
        while self.table.phase == "passing":
            self.wait_until_due()

    def play_deal(self) -> None:
        """Play to the score sheet."""
        for _ in range(300):
            if self.table.phase not in ("passing", "playing", "trick_done", "choosing_moon"):
                return
            acting = [seat for seat in self.table.match.acting if not self.table.is_auto(seat)]
            if acting and self.table.phase != "trick_done":
                assert self.move(acting[0]) == "ok"
            else:
                self.wait_until_due()
        raise AssertionError("the deal never ends")

    def replayed(self) -> Table:
        return Table.replay(self.entries, self.policies, self.now)


def short(rules: Rules | None = None) -> Rules:
    """A match of one deal."""
    return replace(rules or Rules(), end_hands=1, end_score=0, tie="shared")
