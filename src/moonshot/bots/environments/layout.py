"""What each place of an observation and of an action mask means; docs/environments.md has the same table.

The layout is the same for all rules and 3 to 6 players. Seats are counted from the observer: 0 is the own
seat, 1 the next one clockwise, on the left; places of seats that the table does not have are 0.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

CARDS: Final = 52
SEATS: Final = 6
SUITS: Final = 4
PHASES: Final = ("passing", "playing", "choosing_moon")
DIRECTIONS: Final = ("L", "R", "A", "L2", "R2", "S", "H")
CHOICES: Final = ("others_plus", "self_minus")

ACTIONS: Final = CARDS + len(CHOICES)
"""An action is a card (suit * 13 + rank, suits C D S H, ranks 2 to A), or 52 and 53: the moon's choices."""

BOUND: Final = 10_000.0
"""No value of an observation is beyond this, either way."""


@dataclass(frozen=True, slots=True)
class Block:
    """Places ``start`` to ``start + size - 1``."""

    name: str
    start: int
    size: int
    meaning: str


_SIZES: Final = (
    ("hand", CARDS, "1 for each own card"),
    ("legal", CARDS, "1 for each card that may be played or added to the pass now"),
    ("chosen", CARDS, "1 for each card chosen for the pass so far"),
    ("passed", CARDS, "1 for each card of the own pass, once it is complete"),
    ("received", CARDS, "1 for each card received"),
    ("on_table", SEATS * CARDS, "for each seat, 1 for its card of the unfinished trick"),
    ("captured", SEATS * CARDS, "for each seat, 1 for each card in its finished tricks"),
    ("played", SEATS * CARDS, "for each seat, 1 for each card it has played in this deal"),
    ("void", SEATS * SUITS, "for each seat, 1 for each suit (C D S H) that it failed to follow"),
    ("card_points", CARDS, "what each card counts, the bonus card with its bonus"),
    ("phase", len(PHASES), f"1 at the phase: {', '.join(PHASES)}"),
    ("direction", len(DIRECTIONS), f"1 at the direction of the pass: {' '.join(DIRECTIONS)}"),
    ("seat", SEATS, "1 for each seat that the table has"),
    ("turn", SEATS, "1 for the seat that has to act"),
    ("leader", SEATS, "1 for the leader of the unfinished trick, during play"),
    ("dealer", SEATS, "1 for the dealer"),
    ("has_passed", SEATS, "1 for each seat whose pass is complete"),
    ("shooter", SEATS, "1 for the seat that made the moon, while it chooses"),
    ("hand_size", SEATS, "cards that each seat holds"),
    ("tricks_won", SEATS, "tricks of each seat"),
    ("points", SEATS, "what the captured cards of each seat count"),
    ("total", SEATS, "each seat's points before this deal"),
    ("to_choose", 1, "cards still to be chosen for the own pass"),
    ("ply", 1, "cards played in this deal"),
    ("broken", 1, "1 when hearts may be led"),
    ("deal_no", 1, "number of the deal in its match"),
    ("end_score", 1, "the score that ends the match"),
)
_STARTS: Final = tuple(accumulate((size for _, size, _ in _SIZES), initial=0))

BLOCKS: Final = tuple(
    Block(name, start, size, meaning) for (name, size, meaning), start in zip(_SIZES, _STARTS, strict=False)
)
"""All of an observation, in order."""
SIZE: Final = _STARTS[-1]
"""Places of an observation."""
START: Final = {block.name: block.start for block in BLOCKS}
"""Where each block begins."""


def layout_table() -> str:
    """The table of docs/environments.md."""
    rows = ["| Places | Block | Value |", "|---|---|---|"]
    for block in BLOCKS:
        last = block.start + block.size - 1
        places = str(block.start) if block.size == 1 else f"{block.start} to {last}"
        rows.append(f"| {places} | `{block.name}` | {block.meaning} |")
    return "\n".join(rows)
