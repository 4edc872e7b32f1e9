"""The clock of a table: how long each seat has, and what happens to those who use it all.

All numbers are milliseconds of the present wait, which the table measures. Nothing here asks what time it is.

*Online*: a limit for each move and a bank for the whole match. Who has used up the whole limit thrice gets a
short one until a move in time. *Coin*: one long limit; the third miss in a row puts the rest of the deal at
computer speed, until the next own move.
"""

from dataclasses import dataclass
from typing import Final

from moonshot.tables.terms import ClockKind


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of one kind of clock.

    ``spare`` (misses, or limits used up) make the next limits ``short``. ``grace`` is for the way of the
    message alone: a move that arrives so much late still counts, whoever sends it.
    """

    play: int
    pass_: int
    bank: int
    short: int
    spare: int
    grace: int


ONLINE: Final = Limits(play=30_000, pass_=45_000, bank=60_000, short=10_000, spare=3, grace=500)
COIN: Final = Limits(play=90_000, pass_=90_000, bank=0, short=667, spare=3, grace=0)
LIMITS: Final = {"online": ONLINE, "coin": COIN}


@dataclass(slots=True)
class SeatClock:
    """What a seat has done with its time: misses in a row, limits used up, the bank, and a later start."""

    misses: int = 0
    used_up: int = 0
    bank: int = 0
    late: int = 0


class Clock:
    """The clocks of all seats. ``passing`` says whether the move in question is a pass.

    >>> clock = Clock("online", 4)
    >>> clock.limit(0, passing=False), clock.left(0, 31_000, passing=False)
    (30000, 59000)
    """

    def __init__(self, kind: ClockKind, players: int) -> None:
        self.kind = kind
        self.limits = LIMITS.get(kind, ONLINE)
        self.is_on = kind != "none"
        self.seats = [SeatClock(bank=self.limits.bank) for _ in range(players)]

    def is_fast(self, seat: int) -> bool:
        """Whether the seat has little time because it has used too much."""
        clock = self.seats[seat]
        return (clock.misses if self.kind == "coin" else clock.used_up) >= self.limits.spare

    @property
    def fast(self) -> tuple[bool, ...]:
        """The same for all seats."""
        spare = self.limits.spare
        if self.kind == "coin":
            return tuple([seat.misses >= spare for seat in self.seats])
        return tuple([seat.used_up >= spare for seat in self.seats])

    def has_missed(self, times: int) -> bool:
        """Whether the table has moved so often in a row for anybody."""
        return max([seat.misses for seat in self.seats]) >= times

    def is_full(self, seat: int) -> bool:
        """Whether nothing is held against the seat."""
        return self.seats[seat].misses == 0 and not self.is_fast(seat)

    def limit(self, seat: int, *, passing: bool) -> int:
        """The time for one move, without the bank."""
        if self.is_fast(seat):
            return self.limits.short
        return self.limits.pass_ if passing else self.limits.play

    def left(self, seat: int, spent: int, *, passing: bool) -> int:
        """What is left of the limit and the bank; never below zero."""
        clock = self.seats[seat]
        return max(0, self.limit(seat, passing=passing) + clock.bank - max(0, spent - clock.late))

    def deadline(self, seat: int, *, passing: bool) -> int:
        """When in this wait the table moves for the seat."""
        clock = self.seats[seat]
        return clock.late + self.limit(seat, passing=passing) + clock.bank + self.limits.grace

    def overrun(self, seat: int, spent: int, *, passing: bool) -> int | None:
        """What a move now takes of the bank; None when it is within its limit."""
        clock = self.seats[seat]
        over = spent - clock.late - self.limit(seat, passing=passing)
        return None if over < 0 else min(over, clock.bank)

    # -- what has happened -----------------------------------------------------------------------------

    def moved(self, seat: int, *, overran: bool) -> None:
        """An own move: no misses, and the full limit again unless it took too long."""
        clock = self.seats[seat]
        clock.misses = 0
        if not overran:
            clock.used_up = 0

    def spend(self, seat: int, bank_ms: int) -> None:
        """A whole limit was used up, and so much of the bank."""
        clock = self.seats[seat]
        clock.used_up += 1
        clock.bank = max(0, clock.bank - bank_ms)

    def missed(self, seat: int, bank_ms: int) -> None:
        """The table moved for the seat."""
        self.seats[seat].misses += 1
        self.spend(seat, bank_ms)

    def restore(self, seat: int, spent: int) -> None:
        """The full limit again, counted from this moment of the wait."""
        clock = self.seats[seat]
        clock.misses = clock.used_up = 0
        clock.late = spent

    def next_wait(self) -> None:
        """Another move is waited for: everybody starts with it."""
        for clock in self.seats:
            clock.late = 0

    def next_deal(self) -> None:
        """At a coin table the rest of the deal is over, and with it the computer speed."""
        if self.kind == "coin":
            for clock in self.seats:
                clock.misses = 0

    def next_match(self) -> None:
        """Full banks, clean sheets."""
        self.seats = [SeatClock(bank=self.limits.bank) for _ in self.seats]
