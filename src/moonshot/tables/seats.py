"""Who sits where."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

BOT_NAMES: Final = (
    "Mira",
    "Otto",
    "Juno",
    "Emil",
    "Vera",
    "Hugo",
    "Lena",
    "Anton",
    "Ida",
    "Bruno",
    "Nora",
    "Felix",
)
"""Names of bots. They sound like people, so every place that shows one also says that it is a bot."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person has an ``account``, a bot has a ``level``; an empty seat has neither.

    ``handle`` is the person's public id, by which others may mute, block and report.
    """

    name: str
    account: str | None = None
    level: str | None = None
    handle: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a policy plays here."""
        return self.level is not None

    @property
    def is_person(self) -> bool:
        """Whether somebody owns this seat, present or not."""
        return self.account is not None

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here yet."""
        return self.account is None and self.level is None


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a command, as the site knows them.

    ``writes``: may write free text where a table allows it. ``invited``: came by the code or the link.
    """

    name: str = "Guest"
    handle: str = ""
    writes: bool = False
    invited: bool = False


EMPTY: Final = Seat("")
"""A seat that nobody has taken."""


def person(name: str, account: str, handle: str | None = None) -> Seat:
    """A seat for a person."""
    return Seat(name, account=account, handle=handle)


def bot(name: str, level: str) -> Seat:
    """A seat for a bot of this level."""
    return Seat(name, level=level)


def free_bot_names(seats: Iterable[Seat]) -> list[str]:
    """The names of bots that nobody at the table has."""
    taken = {seat.name for seat in seats}
    return [name for name in BOT_NAMES if name not in taken]


def adapted(seats: Sequence[Seat], players: int) -> list[Seat]:
    """The seats of a table for another number of players: people stay, further in where they must.

    There must be room for the people.
    """
    kept = [*seats[:players], *[EMPTY] * (players - len(seats))]
    for mover in (seat for seat in seats[players:] if seat.is_person):
        place = next(number for number, seat in enumerate(kept) if not seat.is_person)
        kept[place] = mover
    return kept
