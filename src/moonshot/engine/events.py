"""What happens in a match, as facts.

*Recorded* events are inputs: folding them into a Match rebuilds its state exactly, and they are all that a
log stores. *Derived* events follow from them by the rules; they exist to tell people and programs what
happened and are never stored as truth. Masks are ints with one bit a card; seats count clockwise from 0.
"""

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins: its id, every field of its rules, and the first dealer's seat."""

    match_id: str
    rules: dict[str, Any]
    first_dealer: int
    kind: Literal["match_started"] = field(default="match_started", kw_only=True)


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment (hex) to the secret (hex, hidden until the deal is over) of the next deal."""

    deal_no: int
    commitment: str
    secret: str
    kind: Literal["committed"] = field(default="committed", kw_only=True)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards are dealt: one mask a seat, the kitty's mask, and the public seeds mixed into the shuffle."""

    deal_no: int
    dealer: int
    hands: tuple[int, ...]
    kitty: int = 0
    seeds: tuple[str, ...] = ()
    kind: Literal["dealt"] = field(default="dealt", kw_only=True)


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has chosen the cards it passes, in the order named."""

    seat: int
    cards: tuple[int, ...]
    kind: Literal["passed"] = field(default="passed", kw_only=True)


@dataclass(frozen=True, slots=True)
class Recalled:
    """A seat took its pass back."""

    seat: int
    kind: Literal["recalled"] = field(default="recalled", kw_only=True)


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card."""

    seat: int
    card: int
    kind: Literal["played"] = field(default="played", kw_only=True)


@dataclass(frozen=True, slots=True)
class MoonChosen:
    """The shooter chose ``others_plus`` or ``self_minus``."""

    seat: int
    choice: str
    kind: Literal["moon_chosen"] = field(default="moon_chosen", kw_only=True)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """All passes changed hands: for each seat the masks given and received."""

    deal_no: int
    direction: str
    given: tuple[int, ...]
    received: tuple[int, ...]
    kind: Literal["exchanged"] = field(default="exchanged", kw_only=True)


@dataclass(frozen=True, slots=True)
class HeartsBroken:
    """The card of this seat broke hearts."""

    seat: int
    card: int
    kind: Literal["hearts_broken"] = field(default="hearts_broken", kw_only=True)


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete: leader, cards in order, winner, and the kitty's mask if it came along."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    kitty: int = 0
    kind: Literal["trick_taken"] = field(default="trick_taken", kw_only=True)


@dataclass(frozen=True, slots=True)
class Redeal:
    """This seat's whole hand is barred on trick one: the same deal number is dealt again."""

    deal_no: int
    seat: int
    kind: Literal["redeal"] = field(default="redeal", kw_only=True)


@dataclass(frozen=True, slots=True)
class MoonShot:
    """A seat took every card a moon needs; ``sun`` when it also took every trick and that counts."""

    deal_no: int
    seat: int
    sun: bool
    kind: Literal["moon_shot"] = field(default="moon_shot", kw_only=True)


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over: what it added to each seat, the new totals, and how a moon was scored."""

    deal_no: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    moon: int | None
    moon_mode: str | None
    sun: bool
    kind: Literal["deal_scored"] = field(default="deal_scored", kw_only=True)


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret of a finished deal, which opens its commitment."""

    deal_no: int
    secret: str
    kind: Literal["revealed"] = field(default="revealed", kw_only=True)


@dataclass(frozen=True, slots=True)
class OvertimeStarted:
    """The match has reached its end, but these seats share the lowest total: another deal follows."""

    tied: tuple[int, ...]
    kind: Literal["overtime_started"] = field(default="overtime_started", kw_only=True)


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over; several winners share it."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    kind: Literal["match_over"] = field(default="match_over", kw_only=True)


Recorded = MatchStarted | Committed | Dealt | Passed | Recalled | Played | MoonChosen
Derived = (
    Exchanged
    | HeartsBroken
    | TrickTaken
    | Redeal
    | MoonShot
    | DealScored
    | Revealed
    | OvertimeStarted
    | MatchOver
)
Event = Recorded | Derived

RECORDED_BY_KIND: dict[str, type[Recorded]] = {
    "match_started": MatchStarted,
    "committed": Committed,
    "dealt": Dealt,
    "passed": Passed,
    "recalled": Recalled,
    "played": Played,
    "moon_chosen": MoonChosen,
}
"""The class of each recorded event by its tag, for reading logs."""
