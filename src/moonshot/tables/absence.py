"""Who is there and who is not: a bot stands in after a while, and gives the seat back at once.

Coming and going is told by the host (`Table.set_present`) and not recorded; what follows from it is.
"""

from collections.abc import Collection, Iterable
from typing import Final

AWAY_SECONDS: Final = 60.0
"""How long a person may be away before a bot plays on."""
GATHERING_SECONDS: Final = 60.0
"""How long somebody who is away keeps a seat among strangers before the start."""
FRIENDS_SECONDS: Final = 600.0
"""The same among friends: whoever invites others is often in another window."""


class Absence:
    """``away`` holds since when each absent person is away; ``stand_ins`` the seats where bots stand in.

    ``voted`` are those of them where the others wanted it: being there is not enough to come back.

    ``present`` is None until a host has said who is there: a table that nobody watches over misses nobody.
    """

    __slots__ = ("away", "present", "stand_ins", "voted")

    def __init__(self) -> None:
        self.present: frozenset[int] | None = None
        self.away: dict[int, float] = {}
        self.stand_ins: set[int] = set()
        self.voted: set[int] = set()

    def set_present(self, present: Collection[int], people: Iterable[int], now: float) -> None:
        """These seats' people are there, the others are not."""
        self.present = frozenset(present)
        self.away = {seat: self.away.get(seat, now) for seat in people if seat not in self.present}

    def rested(self, seconds: float) -> None:
        """So long nobody at all was there: that is not counted for anybody."""
        self.away = {seat: since + seconds for seat, since in self.away.items()}

    def forget(self, seat: int) -> None:
        """Somebody else sits here now, or nobody."""
        self.away.pop(seat, None)
        self.back(seat)

    def stand_in(self, seat: int, *, voted: bool) -> None:
        """A bot plays here for now."""
        self.stand_ins.add(seat)
        if voted:
            self.voted.add(seat)

    def back(self, seat: int) -> None:
        """The person plays again."""
        self.stand_ins.discard(seat)
        self.voted.discard(seat)

    def was_seen(self, seat: int, now: float) -> None:
        """Somebody was there a moment ago, at another node perhaps, whatever is known of it here."""
        if seat in self.away:
            self.away[seat] = now

    @property
    def is_nobody(self) -> bool:
        """Whether nobody is away and no bot stands in."""
        return not (self.away or self.stand_ins)

    def returning(self) -> tuple[int, ...]:
        """Seats with a stand-in whose people are there again."""
        if not self.stand_ins:
            return ()
        return tuple(sorted((self.stand_ins - self.voted) & (self.present or frozenset())))

    def leaving(self) -> tuple[float, int] | None:
        """Since when the next person to be stood in for is away, and the seat; None when nobody is.

        While nobody at all is there, nobody is stood in for: the table waits for them.
        """
        if not self.present or not self.away:
            return None
        gone = [(since, seat) for seat, since in self.away.items() if seat not in self.stand_ins]
        return min(gone, default=None)

    def longest_away(self) -> tuple[float, int] | None:
        """Since when the person longest away is, and the seat."""
        return min(((since, seat) for seat, since in self.away.items()), default=None)
