"""The tables' clock: steady time that stands still while nothing can be saved."""

from collections.abc import Callable


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

    __slots__ = ("_behind", "_steady", "_stopped_at")

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._behind = 0.0
        self._stopped_at: float | None = None

    @property
    def runs(self) -> bool:
        """Whether time passes for the tables."""
        return self._stopped_at is None

    def now(self) -> float:
        """The tables' time."""
        steady = self._steady() if self._stopped_at is None else self._stopped_at
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
