"""What a table says to a command: accepted, answered before, or refused."""

from dataclasses import dataclass
from typing import Final

from moonshot.engine import HeartsError

REMEMBERED: Final = 1024
"""Answers kept for each person, at least, however much the others at the table do meanwhile. A client that
resends something late would have to have done so much itself in between."""


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
    """The last answers to each sender, by command id; the same after a replay of the log.

    They are kept in two halves: when the newer one is full it becomes the older, and what that one held is
    forgotten.
    """

    __slots__ = ("_newer", "_older")

    def __init__(self) -> None:
        self._newer: dict[str | None, dict[str, int]] = {}
        self._older: dict[str | None, dict[str, int]] = {}

    def find(self, account: str, command_id: str) -> Done | None:
        """The answer this command got before, if it was accepted."""
        for seqs in (self._newer.get(account), self._older.get(account)):
            if seqs is not None and command_id in seqs:
                return Done(seqs[command_id])
        return None

    def remember(self, account: str | None, command_id: str, seq: int) -> None:
        """Keep an answer."""
        newer = self._newer.setdefault(account, {})
        newer[command_id] = seq
        if len(newer) >= REMEMBERED:
            self._older[account] = self._newer.pop(account)
