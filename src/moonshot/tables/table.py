"""A table: seats, matches, pace and pauses, without input, output or a clock of its own.

`handle` turns a command into the entry it would cause and changes nothing; `apply` folds an entry into the
state. `due` says when the table has something to do by itself, `tick` does it, again as an entry. Whoever
drives a table keeps the order: verify, persist, apply, publish. Entries alone rebuild a table exactly; what a
bot has to do next is read from the state, so no lost timer can stop it.
"""

from collections.abc import Iterable
from typing import assert_never

from moonshot.engine import HeartsError, Match, Rules, StateError
from moonshot.engine.events import (
    Committed,
    Dealt,
    MatchStarted,
    MoonChosen,
    Passed,
    Played,
    Recalled,
    Recorded,
    Revealed,
)
from moonshot.tables.answers import Answers, Done, Refusal
from moonshot.tables.bots import PolicyLookup, bot_move, fallback_move
from moonshot.tables.chance import Chance
from moonshot.tables.commands import Command
from moonshot.tables.decide import decide
from moonshot.tables.events import (
    Continued,
    Entry,
    Incident,
    Left,
    Opened,
    PaceSet,
    PauseSet,
    TableEvent,
    TableRecorded,
    TrickCleared,
)
from moonshot.tables.opening import with_promise
from moonshot.tables.pace import PACES, thinking_time
from moonshot.tables.seats import Seat, bot, seat_of


class Table:
    """One table. Built from its entries by `replay`; times are seconds of any steady clock.

    Attributes: ``id``, ``rules``, ``seats``, ``pace``, ``match`` the running or last match and ``match_no``,
    ``seq`` the number of the last entry, ``holding`` whether a full trick still lies on the table, ``ready``
    the seats (with their seeds) that want the next deal, ``paused``, ``closed``, ``revealed`` the last opened
    secret, ``incidents`` the faults of bots.
    """

    def __init__(self, opened: Opened, policies: PolicyLookup, now: float = 0.0) -> None:
        self.id = opened.table_id
        self.rules = Rules.from_dict(opened.rules)
        self.seats: list[Seat] = list(opened.seats)
        self.pace = opened.pace
        self.chance = Chance(bytes.fromhex(opened.secret))
        self.match = Match(self.rules)
        self.match_no = 0
        self.seq = 0
        self.holding = False
        self.ready: dict[int, str | None] = {}
        self.paused = False
        self.closed = False
        self.revealed: Revealed | None = None
        self.incidents: list[Incident] = []
        self._attempt = 0
        self._policies = policies
        self._answers = Answers()
        self._since = now
        self._spent_ms = 0

    @classmethod
    def replay(cls, entries: Iterable[Entry], policies: PolicyLookup, now: float = 0.0) -> "Table":
        """Rebuild a table from its log. Raises StateError when the entries are not those of a table."""
        table: Table | None = None
        for entry in entries:
            if table is None:
                opened = entry.events[0] if entry.events else None
                if not isinstance(opened, Opened):
                    raise StateError("bad_log", "The first entry must open the table.", "entries[0]")
                table = cls(opened, policies, now)
            table.apply(entry, now)
        if table is None:
            raise StateError("bad_log", "A table has at least one entry.", "entries")
        return table

    # -- where it stands -------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """passing, playing, trick_done, choosing_moon, deal_done, redeal or over."""
        phase = self.match.phase
        if phase == "between":
            return "deal_done"
        return "trick_done" if self.holding else phase

    @property
    def ply(self) -> int:
        """Cards played in the present deal."""
        return 0 if self.match.deal is None else len(self.match.deal.plays)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if not seat.is_bot)

    def seat_of(self, account: str) -> int | None:
        """Where an account sits; None for everybody else."""
        return seat_of(self.seats, account)

    def waiting_for(self, seat: int | None) -> tuple[str, ...]:
        """What a seat is asked for beside cards: ``continue``, or nothing."""
        if seat is None or seat not in self.people:
            return ()
        if self.holding:
            return ("continue",) if PACES[self.pace].stay is None else ()
        return ("continue",) if self.phase in ("deal_done", "redeal") and seat not in self.ready else ()

    # -- commands --------------------------------------------------------------------------------------

    def handle(self, account: str, command: Command, now: float) -> Entry | Done | Refusal:
        """The entry this command would cause, the answer it got before, or a refusal. Changes nothing."""
        answered = self._answers.find(account, command.id)
        if answered is not None:
            return answered
        try:
            events = decide(self, self.seat_of(account), command, now)
        except HeartsError as error:
            return Refusal(error.code, error.message, error.at)
        return Entry(self.seq + 1, events, account, command.id)

    # -- time ------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When the table has something to do by itself; None while it waits for people."""
        if self.closed or self.paused:
            return None
        if self.holding:
            stay = PACES[self.pace].stay
            return None if stay is None else self._since + stay
        waits = [self._thinking(seat) for seat in self._bots_to_act()]
        return self._since + min(waits) if waits else None

    def tick(self, now: float, *, fault: str | None = None) -> Entry | None:
        """The entry that is due at this time, or None. Changes nothing.

        With a ``fault`` the bot is not asked: it has failed outside (it took too long), and a fallback moves.
        """
        due = self.due()
        if due is None or now < due:
            return None
        if self.holding:
            return Entry(self.seq + 1, (TrickCleared(),))
        seat = min(self._bots_to_act(), key=self._thinking)
        event, fault = self._bot_event(seat, fault)
        events: tuple[TableRecorded, ...] = self.with_promise((event,))
        return Entry(self.seq + 1, events if fault is None else (*events, Incident(seat, fault)))

    def spent_ms(self, now: float) -> int:
        """How much of the present wait has passed; it stands still in a pause."""
        return self._spent_ms if self.paused else max(0, round((now - self._since) * 1000))

    def _bots_to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.match.acting if self.seats[seat].is_bot)

    def _thinking(self, seat: int) -> float:
        place = (self.match.match_id, self.match.deal_no, self.match.phase, self.ply, seat)
        return thinking_time(PACES[self.pace], self.chance, *place)

    def _bot_event(self, seat: int, fault: str | None) -> tuple[Recorded, str | None]:
        match = self.match
        if fault is not None:
            return fallback_move(match, seat), fault
        level = self.seats[seat].level or ""
        seed = self.chance.seed("bot", match.match_id, match.deal_no, match.phase, self.ply, seat)
        return bot_move(match, seat, lambda: self._policies(level), seed)

    def with_promise(self, events: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """The events, with the promise of the next deal where they lead to one."""
        return with_promise(self.match, events, self.chance, self._attempt + 1)

    # -- events ----------------------------------------------------------------------------------------

    def apply(self, entry: Entry, now: float = 0.0) -> tuple[TableEvent, ...]:
        """Fold an entry into the state; returns its events and those that followed from them.

        Raises StateError when the entry is not the next one.
        """
        if entry.seq != self.seq + 1:
            raise StateError("bad_log", f"Entry {self.seq + 1} must follow, not {entry.seq}.", "seq")
        seen: list[TableEvent] = []
        for event in entry.events:
            seen += self._fold(event, now)
        if entry.command_id is not None:
            self._answers.remember(entry.account, entry.command_id, entry.seq)
        self.seq = entry.seq
        return tuple(seen)

    def _fold(self, event: TableRecorded, now: float) -> tuple[TableEvent, ...]:
        match event:
            case Committed() | Dealt() | Passed() | Recalled() | Played() | MoonChosen():
                return self._fold_match(event, now)
            case MatchStarted():
                self.match = Match.replay((event,))
                self.match_no += 1
                self.revealed = None
                self._clear(now)
            case Opened():
                self._since = now
            case TrickCleared():
                self._clear(now)
            case Continued():
                self.ready[event.seat] = event.seed
            case PaceSet():
                self.pace = event.pace
            case PauseSet():
                self.paused = event.on
                self._spent_ms = event.spent_ms
                self._since = now - event.spent_ms / 1000
            case Incident():
                self.incidents.append(event)
            case Left():
                self.seats[event.seat] = bot(self.seats[event.seat].name, event.level)
                self.closed = not self.people
            case _:
                assert_never(event)
        return (event,)

    def _fold_match(self, event: Recorded, now: float) -> tuple[TableEvent, ...]:
        seen = self.match.apply(event)
        for derived in seen:
            if isinstance(derived, Revealed):
                self.revealed = derived
        match event:
            case Committed():
                self._attempt = self._attempt + 1 if event.deal_no == self.match.deal_no else 1
            case Dealt() | MoonChosen():
                self._clear(now)
            case Played():
                self._clear(now)
                deal = self.match.deal
                full = deal is not None and deal.in_trick == 0 and self.match.phase == "playing"
                self.holding = full and PACES[self.pace].stay != 0
        return seen

    def _clear(self, now: float) -> None:
        """A new wait begins: nothing lies on the table, nobody has asked to go on."""
        self.holding = False
        self.ready = {}
        self._since = now
