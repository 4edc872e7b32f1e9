"""The tables' clock: steady time that stands still while nothing can be saved, or while the server does.

Tables know no other time. The clock on the wall may be set to anything meanwhile; where it has a say, in the
database, `WallClock` notices that it was set.
"""

import math
import time
from collections.abc import Callable
from typing import Final

BEAT_SECONDS: Final = 0.5
FROZEN_SECONDS: Final = 1.0
"""A beat that comes so late was not held up by work: nothing ran at all."""
STEP_SECONDS: Final = 5.0
"""By how much the wall's clock has to differ from the steady one to count as set."""


class TableClock:
    """A clock that can be stopped. No table is charged for the time in between.

    >>> now = 10.0
    >>> clock = TableClock(lambda: now)
    >>> clock.stop(); now = 25.0
    >>> clock.now()
    10.0
    >>> clock.go(); now = 26.0
    >>> clock.now(), clock.steady(12.0)
    (11.0, 27.0)
    """

    __slots__ = ("_behind", "_missing_from", "_steady", "_stood", "_stopped_at")

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._behind = 0.0
        self._stopped_at: float | None = None
        self._missing_from = math.inf
        """The steady time until which the next beat may come; the first is not waited for."""
        self._stood = 0.0

    @property
    def runs(self) -> bool:
        """Whether time passes for the tables."""
        return self._stopped_at is None

    def now(self) -> float:
        """The tables' time."""
        if self._stopped_at is not None:
            return self._stopped_at - self._behind
        steady = self._steady()
        if steady > self._missing_from:
            self._take_back(steady)
        return steady - self._behind

    def steady(self, moment: float) -> float:
        """The steady time at which the tables' time will be ``moment``, if the clock runs on."""
        return moment + self._behind

    def stop(self) -> None:
        """Let no more time pass."""
        if self._stopped_at is None:
            self._stopped_at = self._steady()

    def go(self) -> None:
        """Let time pass again from where it stopped."""
        if self._stopped_at is not None:
            self._behind += self._steady() - self._stopped_at
            self._stopped_at = None

    def beat(self) -> float:
        """Note that the server runs; returns how long it stood still before. From the first time on, time
        counts only as far as this is called every `BEAT_SECONDS`.

        >>> now = 10.0
        >>> clock = TableClock(lambda: now)
        >>> clock.beat(); now = 10.5
        0.0
        >>> clock.beat(); now = 100.5
        0.0
        >>> clock.now(), clock.beat(), clock.now()
        (11.0, 89.5, 11.0)
        """
        steady = self._steady()
        if steady > self._missing_from:
            self._take_back(steady)
        self._expect(steady)
        stood, self._stood = self._stood, 0.0
        return round(stood, 3)

    def _take_back(self, steady: float) -> None:
        """The next beat has not come: nothing can have run since it should have."""
        stood = steady - self._missing_from + FROZEN_SECONDS
        self._stood += stood
        if self._stopped_at is None:
            self._behind += stood
        self._expect(steady)

    def _expect(self, steady: float) -> None:
        """The next beat should come soon after this time."""
        self._missing_from = steady + BEAT_SECONDS + FROZEN_SECONDS


class WallClock:
    """Notices that the clock on the wall was set, forwards or back.

    >>> wall, steady = 1000.0, 5.0
    >>> clock = WallClock(lambda: wall, lambda: steady)
    >>> wall, steady = 1060.0, 65.5
    >>> clock.was_set()
    False
    >>> wall -= 86400.0
    >>> clock.was_set(), clock.was_set()
    (True, False)
    """

    __slots__ = ("_apart", "_steady", "_wall")

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._apart = self._wall() - steady()

    def was_set(self) -> bool:
        """Whether it was set since this was asked last."""
        before, self._apart = self._apart, self._wall() - self._steady()
        return abs(self._apart - before) > STEP_SECONDS
