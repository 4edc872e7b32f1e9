"""What a table says to a command: accepted, answered before, or refused."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from moonshot.engine import HeartsError

REMEMBERED: Final = 256
"""Answers kept for each table. A client resends what it has no answer for, and that is never so much."""


class TableError(HeartsError):
    """A command that the table cannot take now; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The command changed nothing, and why."""

    code: str
    message: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """The command was accepted by the entry with this number, now or when it was first sent."""

    seq: int


class Answers:
    """The last answers by sender and command id; the same after a replay of the log."""

    __slots__ = ("_seqs",)

    def __init__(self) -> None:
        self._seqs: OrderedDict[tuple[str | None, str], int] = OrderedDict()

    def find(self, account: str, command_id: str) -> Done | None:
        """The answer this command got before, if it was accepted."""
        seq = self._seqs.get((account, command_id))
        return None if seq is None else Done(seq)

    def remember(self, account: str | None, command_id: str, seq: int) -> None:
        """Keep an answer and forget the oldest beyond the limit."""
        self._seqs[account, command_id] = seq
        if len(self._seqs) > REMEMBERED:
            self._seqs.popitem(last=False)
