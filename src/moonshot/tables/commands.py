"""What a player may ask of a table. Every command has an id made by its sender: same id, same answer."""

from dataclasses import dataclass
from typing import Any, Final

from moonshot.tables.events import About


@dataclass(frozen=True, slots=True)
class PassCards:
    """Choose the cards to pass in this deal."""

    id: str
    deal: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecallCards:
    """Take the own pass back while another seat still chooses."""

    id: str
    deal: int


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card as the given ply of the deal."""

    id: str
    ply: int
    card: int


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """The shooter's choice: ``others_plus`` or ``self_minus``."""

    id: str
    deal: int
    choice: str


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on after a full trick, a deal's end or a void deal; the seed goes into the next shuffle."""

    id: str
    deal: int
    ply: int
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class SetPace:
    """Change how fast bots play and how long a full trick stays."""

    id: str
    pace: str


@dataclass(frozen=True, slots=True)
class SetPause:
    """Stop the table, or let it go on."""

    id: str
    on: bool


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Begin a new match with the same players and rules; a running one ends."""

    id: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up for good."""

    id: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down on an empty seat, or change seats, while players are gathering."""

    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Give the seat free again, while players are gathering."""

    id: str


@dataclass(frozen=True, slots=True)
class Start:
    """The host starts the first match; bots take the empty seats."""

    id: str


@dataclass(frozen=True, slots=True)
class Lock:
    """The host closes the table to newcomers, or opens it again."""

    id: str
    on: bool


@dataclass(frozen=True, slots=True)
class Remove:
    """The host removes a person before the start."""

    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class HandHost:
    """The host hands the role on to another person."""

    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class SetBot:
    """The host puts a bot on a seat without a person, or (level None) empties it."""

    id: str
    seat: int
    level: str | None


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose rules before the first deal: the id of a preset or the fields that differ from it."""

    id: str
    rules: str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say yes or no to a proposal."""

    id: str
    proposal: int
    yes: bool


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take over the seat of a bot between two deals."""

    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Show the name that the person has by now. The site asks for this, nobody else."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ProposeVote:
    """Ask the other people something; it counts as the own yes. ``seat``: for whom a bot should stand in."""

    id: str
    about: About
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on what is asked."""

    id: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Take all tricks that are left, at the given ply of the deal."""

    id: str
    ply: int


@dataclass(frozen=True, slots=True)
class ImBack:
    """Get the full clock back, and the seat from its stand-in."""

    id: str


@dataclass(frozen=True, slots=True)
class Say:
    """Say exactly one of a phrase, an emoji (by their keys) and a text."""

    id: str
    phrase: str | None = None
    emoji: str | None = None
    text: str | None = None


MOVES: Final = (PlayCard, PassCards, RecallCards, ChooseMoon, Continue)
"""What is sent most."""

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
    | Rename
    | ProposeVote
    | CastVote
    | Claim
    | ImBack
    | Say
)
