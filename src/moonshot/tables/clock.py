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


class Clock:
    """The clocks of all seats. ``passing`` says whether the move in question is a pass.

    By seat: ``misses`` in a row, limits ``used_up``, ``banks``, ``fast`` for who has little time because of
    too many, and ``late`` for who has begun later with this wait. They seldom change and are read after each
    card, so they are tuples, as everybody is shown them.

    >>> clock = Clock("online", 4)
    >>> clock.limit(0, passing=False), clock.left(0, 31_000, passing=False)
    (30000, 59000)
    """

    __slots__ = ("_zeros", "banks", "fast", "is_on", "kind", "late", "limits", "misses", "used_up")

    banks: tuple[int, ...]
    fast: tuple[bool, ...]
    late: tuple[int, ...]
    misses: tuple[int, ...]
    used_up: tuple[int, ...]

    def __init__(self, kind: ClockKind, players: int) -> None:
        self.kind = kind
        self.limits = LIMITS.get(kind, ONLINE)
        self.is_on = kind != "none"
        self._zeros = (0,) * players
        self.next_match()

    def has_missed(self, times: int) -> bool:
        """Whether the table has moved so often in a row for anybody."""
        return max(self.misses) >= times

    def is_full(self, seat: int) -> bool:
        """Whether nothing is held against the seat."""
        return self.misses[seat] == 0 and not self.fast[seat]

    def limit(self, seat: int, *, passing: bool) -> int:
        """The time for one move, without the bank."""
        if self.fast[seat]:
            return self.limits.short
        return self.limits.pass_ if passing else self.limits.play

    def left(self, seat: int, spent: int, *, passing: bool) -> int:
        """What is left of the limit and the bank; never below zero."""
        whole = self.limit(seat, passing=passing) + self.banks[seat]
        return max(0, whole - max(0, spent - self.late[seat]))

    def deadline(self, seat: int, *, passing: bool) -> int:
        """When in this wait the table moves for the seat."""
        return self.late[seat] + self.limit(seat, passing=passing) + self.banks[seat] + self.limits.grace

    def overrun(self, seat: int, spent: int, *, passing: bool) -> int | None:
        """What a move now takes of the bank; None when it is within its limit."""
        over = spent - self.late[seat] - self.limit(seat, passing=passing)
        return None if over < 0 else min(over, self.banks[seat])

    # -- what has happened -----------------------------------------------------------------------------

    def moved(self, seat: int, *, overran: bool) -> None:
        """An own move: no misses, and the full limit again unless it took too long."""
        used_up = self.used_up[seat]
        if self.misses[seat] or (used_up and not overran):
            self._hold(seat, 0, used_up if overran else 0)

    def spend(self, seat: int, bank_ms: int) -> None:
        """A whole limit was used up, and so much of the bank."""
        self._hold(seat, self.misses[seat], self.used_up[seat] + 1)
        self.banks = _with(self.banks, seat, max(0, self.banks[seat] - bank_ms))

    def missed(self, seat: int, bank_ms: int) -> None:
        """The table moved for the seat."""
        self._hold(seat, self.misses[seat] + 1, self.used_up[seat])
        self.spend(seat, bank_ms)

    def restore(self, seat: int, spent: int) -> None:
        """The full limit again, counted from this moment of the wait."""
        self._hold(seat, 0, 0)
        self.late = _with(self.late, seat, spent)

    def next_wait(self) -> None:
        """Another move is waited for: everybody starts with it."""
        self.late = self._zeros

    def next_deal(self) -> None:
        """At a coin table the rest of the deal is over, and with it the computer speed."""
        if self.kind == "coin":
            for seat, used_up in enumerate(self.used_up):
                self._hold(seat, 0, used_up)

    def next_match(self) -> None:
        """Full banks, clean sheets."""
        self.banks = tuple([self.limits.bank for _ in self._zeros])
        self.misses = self.used_up = self._zeros
        self.fast = tuple([False for _ in self._zeros])
        self.next_wait()

    def _hold(self, seat: int, misses: int, used_up: int) -> None:
        """So much is held against the seat from now on."""
        self.misses = _with(self.misses, seat, misses)
        self.used_up = _with(self.used_up, seat, used_up)
        counted = self.misses if self.kind == "coin" else self.used_up
        self.fast = tuple([times >= self.limits.spare for times in counted])


def _with(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])
