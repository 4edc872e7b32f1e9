"""A table: seats, matches, clocks and votes, without input, output or a clock of its own.

`handle` turns a command into the entry it would cause and changes nothing; `apply` folds an entry into the
state. `due` says when the table has something to do by itself, `tick` does it, again as an entry. Whoever
drives a table keeps the order: verify, persist, apply, publish. Entries alone rebuild a table exactly; what a
bot has to do next is read from the state, so no lost timer can stop it.
"""

from collections.abc import Collection, Iterable

from moonshot.bots.thinking import Answer, PolicyLookup, Question
from moonshot.engine import HeartsError, Match, Rules, StateError
from moonshot.engine.events import Recorded, Revealed
from moonshot.tables.absence import Absence
from moonshot.tables.answers import Answers, Done, Refusal
from moonshot.tables.chance import Chance
from moonshot.tables.clock import Clock
from moonshot.tables.commands import Command
from moonshot.tables.decide import decide
from moonshot.tables.due import due_at, due_events, question_for, who_is_asked
from moonshot.tables.events import Entry, HostSet, Incident, Opened, TableEvent, TableRecorded
from moonshot.tables.fold import fold
from moonshot.tables.opening import with_promise
from moonshot.tables.pace import PACES
from moonshot.tables.proposals import Proposal
from moonshot.tables.seats import Seat, Visitor
from moonshot.tables.talk import Censor, Talk
from moonshot.tables.votes import Vote

_NOBODY = Visitor()


class Table:
    """One table. Built from its entries by `replay`; times are seconds of any steady clock.

    Attributes: ``id``, ``match_name`` (what its matches are called), ``rules``, ``terms``, ``seats``,
    ``people`` the seats of people, present or not, ``host`` (seat), ``locked``, ``barred`` (accounts that
    were removed), ``pace``, ``match`` the running or last match and ``match_no`` (0 while people gather),
    ``seq`` the number of the last entry, ``holding`` whether a full trick still lies on the table, ``ready``
    the seats (with their seeds) that want the next deal, ``clock``, ``absence``, ``vote``, ``proposal``,
    ``talk``, ``paused``, ``closed``, ``revealed`` the last opened secret, ``kept_waiting`` the seat that
    others have waited for, ``incidents`` the faults of bots, ``watched`` whether anybody looks on,
    ``left_at`` when the last of them went.
    ``censor`` reads free text before others do; the site sets it.
    """

    # Python finds attributes at once without this too, but of no more than thirty.
    __slots__ = (
        "__weakref__",
        "_answers",
        "_seat_of",
        "absence",
        "asked",
        "attempt",
        "barred",
        "censor",
        "chance",
        "clock",
        "closed",
        "holding",
        "host",
        "id",
        "incidents",
        "kept_waiting",
        "left_at",
        "locked",
        "match",
        "match_name",
        "match_no",
        "pace",
        "paused",
        "people",
        "policies",
        "proposal",
        "proposal_no",
        "ready",
        "revealed",
        "rules",
        "seats",
        "seq",
        "since",
        "stopped_ms",
        "talk",
        "terms",
        "vote",
        "watched",
    )

    def __init__(self, opened: Opened, policies: PolicyLookup, now: float = 0.0) -> None:
        self.id = opened.table_id
        self.rules = Rules.from_dict(opened.rules)
        self.terms = opened.terms
        self.match_name = opened.match_name or opened.table_id
        self.seats: list[Seat] = []
        self.seat_all(opened.seats)
        self.host = next(iter(self.people), None)
        self.locked = False
        self.barred: set[str] = set()
        self.pace = opened.pace
        self.chance = Chance(bytes.fromhex(opened.secret))
        self.match = Match(self.rules)
        self.match_no = 0
        self.seq = 0
        self.holding = False
        self.ready: dict[int, str | None] = {}
        self.clock = Clock(self.terms.clock, self.rules.players)
        self.absence = Absence()
        self.vote: Vote | None = None
        self.asked: set[tuple[str, int]] = set()
        self.proposal: Proposal | None = None
        self.proposal_no = 0
        self.talk = Talk()
        self.censor: Censor = lambda text: text
        self.watched = True
        self.left_at = now
        self.paused = False
        self.closed = False
        self.revealed: Revealed | None = None
        self.incidents: list[Incident] = []
        self.attempt = 0
        self.kept_waiting: int | None = None
        self.policies = policies
        self.since = now
        self.stopped_ms = 0
        self._answers = Answers()

    @classmethod
    def replay(cls, entries: Iterable[Entry], policies: PolicyLookup, now: float = 0.0) -> "Table":
        """Rebuild a table from its log. Raises StateError when the entries are not those of a table.

        Nobody is charged for the time it was not in memory: whoever is to act has the full time again.
        """
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
        if not table.paused:
            table.since = now
            table.clock.next_wait()
        return table

    # -- where it stands -------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """gathering, passing, playing, trick_done, choosing_moon, deal_done, redeal or over."""
        if self.match_no == 0:
            return "gathering"
        phase = self.match.phase
        if phase == "between":
            return "deal_done"
        return "trick_done" if self.holding else phase

    @property
    def state(self) -> str:
        """What may be asked of a table depends on it first: open (people gather), playing or over."""
        if self.match_no == 0:
            return "open"
        return "over" if self.match.winners else "playing"

    @property
    def deals_alike(self) -> bool:
        """Whether other tables may have the same deals: then their bots have to move alike too."""
        return self.match_name != self.id

    @property
    def ply(self) -> int:
        """Cards played in the present deal."""
        return 0 if self.match.deal is None else len(self.match.deal.plays)

    @property
    def has_bots(self) -> bool:
        """Whether the table itself moves for some seat, a bot's or that of somebody absent."""
        return len(self.people) < len(self.seats) or bool(self.absence.stand_ins)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats of people for whom no bot stands in."""
        away = self.absence.stand_ins
        return tuple([number for number in self.people if number not in away]) if away else self.people

    @property
    def stands(self) -> bool:
        """Whether the match waits: in a pause, and while people are asked about the deal itself."""
        return self.paused or (self.vote is not None and self.vote.halts)

    @property
    def rests(self) -> bool:
        """Whether the match waits because nobody at all is there. At a coin table it is played out.

        A clock that ran when the last of them went still runs out, and the table moves.
        """
        if self.watched or self.terms.kind == "coin":
            return False
        return self.since > self.left_at or self.stands or not self.clock.is_on

    def seat_of(self, account: str | None) -> int | None:
        """Where an account sits; None for everybody else."""
        return self._seat_of.get(account)

    def is_auto(self, seat: int) -> bool:
        """Whether the table moves for this seat: a bot, or somebody absent."""
        return self.seats[seat].level is not None or seat in self.absence.stand_ins

    def waiting_for(self, seat: int | None) -> tuple[str, ...]:
        """What a seat is asked for beside cards: ``continue``, or nothing."""
        if seat is None or self.seats[seat].account is None:
            return ()
        if self.holding:
            return ("continue",) if PACES[self.pace].stay is None else ()
        if seat in self.ready or self.match_no == 0 or self.match.phase not in ("between", "redeal"):
            return ()
        return ("continue",)

    def admits(self, account: str, visitor: Visitor = _NOBODY) -> bool:
        """Whether an account may see the table: its people, and others where it is open to them."""
        if self.closed or account in self.barred:
            return False
        if self.seat_of(account) is not None:
            return True
        if not self.terms.is_open_to(visitor.invited):
            return False
        free = self.state == "open" or (self.terms.casual and any(seat.is_bot for seat in self.seats))
        return self.terms.spectators or (free and not self.locked and self.terms.casual)

    def has_level(self, level: str) -> bool:
        """Whether bots can play at this level."""
        try:
            self.policies(level)
        except (LookupError, ValueError):
            return False
        return True

    def host_without(self, leaving: Collection[int]) -> tuple[HostSet, ...]:
        """The event that hands the host role on when the host is among those who leave, or none."""
        if self.host not in leaving:
            return ()
        seats = len(self.seats)
        order = sorted(self.active, key=lambda seat: (seat - (self.host or 0)) % seats)
        return (HostSet(next((seat for seat in order if seat not in leaving), None)),)

    # -- commands --------------------------------------------------------------------------------------

    def handle(
        self, account: str, command: Command, now: float, visitor: Visitor = _NOBODY
    ) -> Entry | Done | Refusal:
        """The entry this command would cause, the answer it got before, or a refusal. Changes nothing."""
        answered = self._answers.find(account, command.id)
        if answered is not None:
            return answered
        try:
            events = decide(self, account, visitor, command, now)
        except HeartsError as error:
            return Refusal(error.code, error.message, error.at)
        return Entry(self.seq + 1, events, account, command.id)

    # -- time ------------------------------------------------------------------------------------------

    def set_present(self, seats: Collection[int], now: float, *, watched: bool = True) -> None:
        """The people of these seats are there now, the others are not.

        Whoever comes first to a table where nobody was finds it as after a `replay`: with full clocks. And
        nobody else has been away for longer than while it was played.
        """
        rested = self.rests
        if self.watched and not watched:
            self.left_at = now
        elif rested and watched and self.state == "playing":
            self.absence.rested(now - max(self.since, self.left_at))
        self.watched = watched
        self.absence.set_present(seats, self.people, now)
        if rested and watched and not self.stands:
            self.since = now
            self.clock.next_wait()

    def due(self) -> float | None:
        """When the table has something to do by itself; None while it waits for people."""
        return due_at(self)

    def question(self, now: float) -> Question | None:
        """What is to be asked of a bot for the table's next move, due or not; None when none comes next."""
        seat = who_is_asked(self, now)
        return None if seat is None else question_for(self, seat)

    def tick(self, now: float, *, fault: str | None = None, answer: Answer | None = None) -> Entry | None:
        """The entry that is due at this time, or None. Changes nothing.

        Where a bot has to move it is asked here, unless the ``answer`` to the `question` is given. With a
        ``fault`` it is not asked at all: it has failed outside (it took too long), and a fallback moves.
        """
        events = due_events(self, now, fault, answer)
        return None if events is None else Entry(self.seq + 1, events)

    def spent_ms(self, now: float) -> int:
        """How much of the present wait has passed; it stands still when the match does."""
        if self.stands:
            return self.stopped_ms
        return round((now - self.since) * 1000) if now > self.since else 0

    def with_promise(self, events: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """The events, with the promise of the next deal where they lead to one."""
        return with_promise(self.match, events, self.chance, self.attempt + 1)

    def next_deal(self, ready: dict[int, str | None]) -> tuple[Recorded, ...]:
        """The next deal, with the seeds of those who are ready."""
        seeds = tuple(seed for _, seed in sorted(ready.items()) if seed is not None)
        return self.with_promise((self.match.deal_event(seeds),))

    # -- events ----------------------------------------------------------------------------------------

    def apply(self, entry: Entry, now: float = 0.0) -> tuple[TableEvent, ...]:
        """Fold an entry into the state; returns its events and those that followed from them.

        Raises StateError when the entry is not the next one.
        """
        if entry.seq != self.seq + 1:
            raise StateError("bad_log", f"Entry {self.seq + 1} must follow, not {entry.seq}.", "seq")
        seen: list[TableEvent] = []
        for event in entry.events:
            seen += fold(self, event, entry, now)
        if entry.command_id is not None:
            self._answers.remember(entry.account, entry.command_id, entry.seq)
        self.seq = entry.seq
        return tuple(seen)

    def closes(self, events: tuple[TableRecorded, ...]) -> bool:
        """Whether these events, about to be stored, end the table for good."""
        kinds = [event.kind for event in events]
        if "left" not in kinds:
            return "closed" in kinds
        left = {event.seat for event in events if event.kind in ("left", "stood")}
        return "closed" in kinds or left.issuperset(self.people)

    def seat_all(self, seats: Iterable[Seat]) -> None:
        """These sit here from now on."""
        self.seats[:] = seats
        self._seat_of = {seat.account: number for number, seat in enumerate(self.seats) if seat.is_person}
        self.people = tuple(self._seat_of.values())

    def sit(self, number: int, seat: Seat) -> None:
        """This one sits there from now on."""
        self.seat_all([*self.seats[:number], seat, *self.seats[number + 1 :]])

    def clear(self, now: float) -> None:
        """A new wait begins: nothing lies on the table, nobody has asked to go on."""
        self.holding = False
        if self.ready:
            self.ready = {}
        self.kept_waiting = None
        self.since = now
        self.clock.next_wait()
