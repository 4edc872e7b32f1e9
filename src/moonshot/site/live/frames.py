"""From a client's frame to a command: everything that can be wrong with the bytes is found here."""

import json
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

import msgspec

from moonshot.engine import HeartsError, parse_card
from moonshot.site.live import wire
from moonshot.site.live.limits import FRAME_BYTES
from moonshot.tables import commands

_SAME_FIELDS: Final[dict[type, Callable[..., commands.Command]]] = {
    wire.Sit: commands.Sit,
    wire.Stand: commands.Stand,
    wire.Start: commands.Start,
    wire.Lock: commands.Lock,
    wire.Remove: commands.Remove,
    wire.HandHost: commands.HandHost,
    wire.SetBot: commands.SetBot,
    wire.Propose: commands.Propose,
    wire.Confirm: commands.Confirm,
    wire.TakeSeat: commands.TakeSeat,
    wire.ProposeVote: commands.ProposeVote,
    wire.CastVote: commands.CastVote,
    wire.Claim: commands.Claim,
    wire.ImBack: commands.ImBack,
    wire.Say: commands.Say,
}
"""Commands whose fields mean the same to the table, in the same order."""

_DECODER: Final = msgspec.json.Decoder(wire.Command)
_ENCODER: Final = msgspec.json.Encoder()


class HasId(Protocol):
    """A message with an id of its sender's making."""

    @property
    def id(self) -> str:
        """The id."""


class BadFrameError(Exception):
    """A frame that is no command; the refusal says why. ``counts`` when it is not even a well-formed one."""

    counts = True

    def __init__(self, code: str, message: str, command_id: str | None = None, at: str | None = None) -> None:
        super().__init__(message)
        self.refusal = wire.Refused(id=command_id, code=code, message=message, at=at)


Message = TypeVar("Message", bound=HasId)


def read_frame(text: str | None) -> commands.Command | wire.Ping:
    """Decode one text frame (None stands for a binary one) of a table's socket. Raises BadFrameError."""
    command = decode_frame(text, _DECODER)
    if isinstance(command, wire.Ping):
        return command
    try:
        return to_command(command)
    except HeartsError as error:
        refused = BadFrameError(error.code, error.message, command.id, error.at)
        refused.counts = False
        raise refused from error


def decode_frame(text: str | None, decoder: msgspec.json.Decoder[Message]) -> Message:
    """The message in one text frame (None stands for a binary one). Raises BadFrameError."""
    if text is None:
        raise BadFrameError("not_text", "Send text frames with one JSON object each.")
    data = text.encode("utf-8", "replace")
    if len(data) > FRAME_BYTES:
        raise BadFrameError("too_long", f"A message may have {FRAME_BYTES} bytes.")
    try:
        command = decoder.decode(text)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        raise BadFrameError("bad_message", _sentence(what), _id_of(text), path.strip(".`") or None) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrameError("not_json", "That is not a JSON object.") from error
    if _ENCODER.encode(command) != data:  # what is written as we would write it repeats nothing
        _refuse_repeated_keys(text, command.id)
    return command


def to_command(message: wire.Command) -> commands.Command:
    """The table's command for a wire message. Raises CardError for a text that is no card."""
    match message:
        case wire.PlayCard(id=id, ply=ply, card=card):
            return commands.PlayCard(id, ply, parse_card(card))
        case wire.PassCards(id=id, deal=deal, cards=cards):
            read = tuple(parse_card(text, f"cards[{index}]") for index, text in enumerate(cards))
            return commands.PassCards(id, deal, read)
        case wire.RecallCards(id=id, deal=deal):
            return commands.RecallCards(id, deal)
        case wire.ChooseMoon(id=id, deal=deal, choice=choice):
            return commands.ChooseMoon(id, deal, choice)
        case wire.Continue(id=id, deal=deal, ply=ply, seed=seed):
            return commands.Continue(id, deal, ply, seed)
        case wire.SetPace(id=id, pace=pace):
            return commands.SetPace(id, pace)
        case wire.SetPause(id=id, on=on):
            return commands.SetPause(id, on)
        case wire.NewMatch(id=id):
            return commands.NewMatch(id)
        case wire.Leave(id=id):
            return commands.Leave(id)
        case _:
            fields = (getattr(message, name) for name in message.__struct_fields__)
            return _SAME_FIELDS[type(message)](*fields)


def _refuse_repeated_keys(text: str, command_id: str) -> None:
    """Two values for one name: which of them was meant is anybody's guess, so neither is taken."""

    def check(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise BadFrameError("bad_message", "A name stands twice in the message.", command_id)
        return found

    json.loads(text, object_pairs_hook=check)


def _id_of(text: str) -> str | None:
    """The command id of a message that is not valid otherwise, so that its sender can tell which it was."""
    try:
        found = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(found["id"], type=wire.CommandId)
    except (msgspec.MsgspecError, KeyError, UnicodeError):
        return None


def _sentence(what: str) -> str:
    return what if what.endswith(".") else f"{what}."
