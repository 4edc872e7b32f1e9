"""What happened at a table, as the wire tells it: each event has a `kind`."""

from msgspec import Struct, field

from moonshot.site.live.wire_names import Direction, MoonChoice, PaceName, VoteKind


class _Event(Struct, frozen=True, tag_field="kind"):
    pass


class MatchStartedEvent(_Event, frozen=True, tag="match_started"):
    """A match begins; totals are zero."""


class DealtEvent(_Event, frozen=True, tag="dealt"):
    """New hands are dealt."""

    deal: int
    dealer: int
    direction: Direction


class PassedEvent(_Event, frozen=True, tag="passed"):
    """A seat has chosen its cards (nobody else learns which)."""

    seat: int


class RecalledEvent(_Event, frozen=True, tag="recalled"):
    """A seat took its choice back."""

    seat: int


class ExchangedEvent(_Event, frozen=True, tag="exchanged"):
    """All have passed: the cards you got, and the one seat they came from (null when from several)."""

    received: list[str]
    sender: int | None = field(name="from")


class PlayedEvent(_Event, frozen=True, tag="played"):
    """A card was played."""

    seat: int
    card: str


class HeartsBrokenEvent(_Event, frozen=True, tag="hearts_broken"):
    """From now on hearts may be led."""

    seat: int
    card: str


class TrickTakenEvent(_Event, frozen=True, tag="trick_taken"):
    """A trick is full; `cards` stand in order of play."""

    winner: int
    leader: int
    cards: list[str]


class MoonEvent(_Event, frozen=True, tag="moon"):
    """A seat took every point card of the deal (`sun`: every trick)."""

    deal: int
    seat: int
    sun: bool


class MoonChosenEvent(_Event, frozen=True, tag="moon_chosen"):
    """What the shooter chose."""

    seat: int
    choice: MoonChoice


class RedealEvent(_Event, frozen=True, tag="redeal"):
    """The deal is void because the seat could not play a legal first card."""

    seat: int


class DealScoredEvent(_Event, frozen=True, tag="deal_scored"):
    """The deal is over."""

    deal: int
    points: list[int]
    totals: list[int]


class OvertimeEvent(_Event, frozen=True, tag="overtime"):
    """The match goes on because these seats are tied for the lowest total."""

    tied: list[int]


class OverEvent(_Event, frozen=True, tag="over"):
    """The match is over."""

    winners: list[int]
    totals: list[int]


class PaceEvent(_Event, frozen=True, tag="pace"):
    """The pace changed."""

    pace: PaceName


class PausedEvent(_Event, frozen=True, tag="paused"):
    """The table was stopped (`on`) or goes on."""

    on: bool


class ClosingEvent(_Event, frozen=True, tag="closing"):
    """The server restarts in a moment: nothing new begins, and the socket will be closed with `resume`."""

    in_ms: int


class SatEvent(_Event, frozen=True, tag="sat"):
    """Somebody, or a bot, sits down while players are gathering."""

    seat: int
    name: str


class StoodEvent(_Event, frozen=True, tag="stood"):
    """A seat became empty while players are gathering."""

    seat: int


class HostEvent(_Event, frozen=True, tag="host"):
    """The host role went to this seat; null when no person is seated."""

    seat: int | None


class LockedEvent(_Event, frozen=True, tag="locked"):
    """The host closed the table to newcomers (`on`) or opened it again."""

    on: bool


class RemovedEvent(_Event, frozen=True, tag="removed"):
    """The host removed the person of this seat before the start."""

    seat: int


class RenamedEvent(_Event, frozen=True, tag="renamed"):
    """The person of this seat is called so from now on."""

    seat: int
    name: str


class ProposedEvent(_Event, frozen=True, tag="proposed"):
    """Rules were proposed; the view has them."""

    no: int
    by: int
    rules_name: str


class ConfirmedEvent(_Event, frozen=True, tag="confirmed"):
    """A person said yes or no to the proposal."""

    seat: int
    yes: bool


class RulesSetEvent(_Event, frozen=True, tag="rules_set"):
    """All people agreed: these are the table's rules now."""

    rules_name: str


class TimedOutEvent(_Event, frozen=True, tag="timed_out"):
    """The clock ran out, and the table moved for this seat."""

    seat: int


class StandInEvent(_Event, frozen=True, tag="stand_in"):
    """A bot plays for the person of this seat until they return: they are away, or the others `voted`."""

    seat: int
    voted: bool


class ReturnedEvent(_Event, frozen=True, tag="returned"):
    """The person of this seat is back, with a full clock."""

    seat: int


class TookSeatEvent(_Event, frozen=True, tag="took_seat"):
    """A person took over the seat of a bot."""

    seat: int
    name: str


class LeftEvent(_Event, frozen=True, tag="left"):
    """The person of this seat left for good; a bot plays on under the name of the view."""

    seat: int


class VoteOpenedEvent(_Event, frozen=True, tag="vote_opened"):
    """A vote among the people began; whoever asks has said yes by asking."""

    about: VoteKind
    by: int


class VotedEvent(_Event, frozen=True, tag="voted"):
    """A person voted."""

    seat: int
    yes: bool


class VoteClosedEvent(_Event, frozen=True, tag="vote_closed"):
    """The vote is over."""

    about: VoteKind
    passed: bool


class TimerOffEvent(_Event, frozen=True, tag="timer_off"):
    """From now on nobody has a clock at this table."""


class TakenBackEvent(_Event, frozen=True, tag="taken_back"):
    """A seat took its last card back, with whatever had been played after it."""

    seat: int
    card: str


class PlayedOutEvent(_Event, frozen=True, tag="played_out"):
    """The table plays the rest of the deal: all tricks for `seat`, or (null) none that could count."""

    seat: int | None


class SaidEvent(_Event, frozen=True, tag="said"):
    """Somebody said something: exactly one of `phrase`, `emoji` (keys) and `text` is not null.

    `seat` is null for a spectator.
    """

    seat: int | None
    name: str
    handle: str
    phrase: str | None
    emoji: str | None
    text: str | None


Event = (
    MatchStartedEvent
    | DealtEvent
    | PassedEvent
    | RecalledEvent
    | ExchangedEvent
    | PlayedEvent
    | HeartsBrokenEvent
    | TrickTakenEvent
    | MoonEvent
    | MoonChosenEvent
    | RedealEvent
    | DealScoredEvent
    | OvertimeEvent
    | OverEvent
    | PaceEvent
    | PausedEvent
    | ClosingEvent
    | SatEvent
    | StoodEvent
    | HostEvent
    | LockedEvent
    | RemovedEvent
    | RenamedEvent
    | ProposedEvent
    | ConfirmedEvent
    | RulesSetEvent
    | TimedOutEvent
    | StandInEvent
    | ReturnedEvent
    | TookSeatEvent
    | LeftEvent
    | VoteOpenedEvent
    | VotedEvent
    | VoteClosedEvent
    | TimerOffEvent
    | TakenBackEvent
    | PlayedOutEvent
    | SaidEvent
)
