"""Who sits where."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person has an ``account``, a bot has a ``level``; exactly one of the two is set."""

    name: str
    account: str | None = None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a policy plays here."""
        return self.account is None


def person(name: str, account: str) -> Seat:
    """A seat for a person."""
    return Seat(name, account=account)


def bot(name: str, level: str) -> Seat:
    """A seat for a bot of this level."""
    return Seat(name, level=level)


def seat_of(seats: Sequence[Seat], account: str) -> int | None:
    """Where an account sits; None for everybody else."""
    return next((number for number, seat in enumerate(seats) if seat.account == account), None)
