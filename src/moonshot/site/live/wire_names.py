"""The words and number ranges that the wire's messages share."""

from typing import Annotated, Literal

from msgspec import Meta

CommandId = Annotated[
    str, Meta(min_length=1, max_length=64, description="made by the client, new for each command")
]
Number = Annotated[int, Meta(ge=0, le=10_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
CardText = Annotated[str, Meta(min_length=1, max_length=3, description="rank then suit, as in QS or TD")]
CardsText = Annotated[list[CardText], Meta(max_length=52)]
SeedText = Annotated[str, Meta(min_length=1, max_length=64)]
Word = Annotated[str, Meta(min_length=1, max_length=32)]
SaidText = Annotated[str, Meta(min_length=1, max_length=140)]

PaceName = Literal["slow", "normal", "fast", "instant", "click"]
MoonChoice = Literal["others_plus", "self_minus"]
Phase = Literal[
    "gathering", "passing", "playing", "trick_done", "choosing_moon", "deal_done", "redeal", "over"
]
Direction = Literal["L", "R", "A", "L2", "R2", "S", "H"]
TableKind = Literal["practice", "daily", "quick", "private", "coin"]
ClockKind = Literal["none", "online", "coin"]
VoteKind = Literal["timer_off", "rematch", "take_back", "finish", "stand_in"]
Offer = Literal["claim", "take_back", "finish"]
ByeCode = Literal["resume", "moved", "bad_ticket", "gone", "left", "removed", "idle", "full"]

CLOSE_CODES: dict[str, int] = {
    "resume": 4000,
    "moved": 4001,
    "bad_ticket": 4002,
    "gone": 4003,
    "left": 4004,
    "removed": 4005,
    "idle": 4006,
    "full": 4007,
}
"""The close code of the socket after each `bye`."""
