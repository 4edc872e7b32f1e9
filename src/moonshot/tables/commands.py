"""What a player may ask of a table. Every command has an id made by its sender: same id, same answer."""

from dataclasses import dataclass


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


Command = PassCards | RecallCards | PlayCard | ChooseMoon | Continue | SetPace | SetPause | NewMatch | Leave
