"""What a client may ask of a table: each command has a `t` and an `id` made by the client."""

from typing import Any

from msgspec import Struct

from moonshot.site.live.wire_names import (
    CardsText,
    CardText,
    CommandId,
    MoonChoice,
    Number,
    PaceName,
    SaidText,
    SeatNumber,
    SeedText,
    VoteKind,
    Word,
)


class _Command(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    id: CommandId


class PassCards(_Command, frozen=True, tag="pass"):
    """Choose the cards to pass in deal `deal`."""

    deal: Number
    cards: CardsText


class RecallCards(_Command, frozen=True, tag="recall"):
    """Take the own pass back, as long as another seat is still choosing."""

    deal: Number


class PlayCard(_Command, frozen=True, tag="play"):
    """Play a card as the ply-th card of the deal; `ply` is the one of the view it was chosen from."""

    ply: Number
    card: CardText


class ChooseMoon(_Command, frozen=True, tag="choose_moon"):
    """The shooter says what the moon does to the totals."""

    deal: Number
    choice: MoonChoice


class Continue(_Command, frozen=True, tag="continue"):
    """Go on: after a full trick (pace `click`), after the score sheet of a deal, after a redeal."""

    deal: Number
    ply: Number
    seed: SeedText | None = None


class SetPace(_Command, frozen=True, tag="pace"):
    """How fast bots play and how long a full trick stays."""

    pace: PaceName


class SetPause(_Command, frozen=True, tag="pause"):
    """Stop the table, or let it go on."""

    on: bool


class NewMatch(_Command, frozen=True, tag="new_match"):
    """A new match with the same players and rules; ends a running one."""


class Leave(_Command, frozen=True, tag="leave"):
    """Give the seat up for good."""


class Sit(_Command, frozen=True, tag="sit"):
    """Sit down on an empty seat, or change seats, while players are gathering."""

    seat: SeatNumber


class Stand(_Command, frozen=True, tag="stand"):
    """Give the seat free again, while players are gathering."""


class Start(_Command, frozen=True, tag="start"):
    """The host starts the first match; bots take the empty seats."""


class Lock(_Command, frozen=True, tag="lock"):
    """The host closes the table to newcomers, or opens it again."""

    on: bool


class Remove(_Command, frozen=True, tag="remove"):
    """The host removes a person before the start."""

    seat: SeatNumber


class HandHost(_Command, frozen=True, tag="hand_host"):
    """The host hands the role on to another person."""

    seat: SeatNumber


class SetBot(_Command, frozen=True, tag="set_bot"):
    """The host puts a bot of a level on a seat without a person, or (null) empties it."""

    seat: SeatNumber
    level: Word | None


class Propose(_Command, frozen=True, tag="propose"):
    """Propose rules before the first deal: the id of a preset, or an object of changed fields."""

    rules: Word | dict[str, Any]


class Confirm(_Command, frozen=True, tag="confirm"):
    """Say yes or no to the proposal with this number."""

    proposal: Number
    yes: bool


class TakeSeat(_Command, frozen=True, tag="take_seat"):
    """Take over the seat of a bot between two deals."""

    seat: SeatNumber


class ProposeVote(_Command, frozen=True, tag="propose_vote"):
    """Ask the others something, which is a yes of one's own; `seat` is whom a bot should stand in for."""

    kind: VoteKind
    seat: SeatNumber | None = None


class CastVote(_Command, frozen=True, tag="vote"):
    """Vote on what is asked."""

    yes: bool


class Claim(_Command, frozen=True, tag="claim"):
    """Take all tricks that are left; `ply` is the one of the view in which that was offered."""

    ply: Number


class ImBack(_Command, frozen=True, tag="im_back"):
    """Get the full clock back and the seat from its stand-in."""


class Ping(_Command, frozen=True, tag="ping"):
    """Ask how long the way to the server and back is; nothing is stored, and no table hears of it."""


class Say(_Command, frozen=True, tag="say"):
    """Say one thing: a phrase or an emoji by its key, or a text where the view's `chat` allows it."""

    phrase: Word | None = None
    emoji: Word | None = None
    text: SaidText | None = None


Command = (
    PassCards
    | RecallCards
    | PlayCard
    | ChooseMoon
    | Continue
    | SetPace
    | SetPause
    | NewMatch
    | Leave
    | Sit
    | Stand
    | Start
    | Lock
    | Remove
    | HandHost
    | SetBot
    | Propose
    | Confirm
    | TakeSeat
    | ProposeVote
    | CastVote
    | Claim
    | ImBack
    | Say
    | Ping
)
