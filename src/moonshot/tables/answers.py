"""What a table says to a command: accepted, answered before, or refused."""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from moonshot.engine import HeartsError

NEWEST: Final = 1024
"""Answers in a dict, as many as a match has; when there are more they are put away, at 16 bytes each."""


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
    """The answers to each sender, by command id, for as long as the table lasts; the same after a replay.

    None is ever forgotten: a command that comes again after hours must not have a second effect. What is kept
    of sender and id is what Python makes of them: 64 bits, with a key of this process's own. That two fall
    together is a matter of one in millions of millions, and nobody can look for such a pair. The older ones
    are in chapters, each of them sorted.
    """

    __slots__ = ("_chapters", "_newest")

    def __init__(self) -> None:
        self._newest: dict[int, int] = {}
        self._chapters: list[tuple[array[int], array[int]]] = []

    def find(self, account: str, command_id: str) -> Done | None:
        """The answer this command got before, if it was accepted."""
        mark = hash((account, command_id))
        seq = self._newest.get(mark)
        if seq is None and self._chapters:
            seq = self._find_older(mark)
        return None if seq is None else Done(seq)

    def _find_older(self, mark: int) -> int | None:
        for marks, seqs in self._chapters:
            place = bisect_left(marks, mark)
            if place < len(marks) and marks[place] == mark:
                return seqs[place]
        return None

    def remember(self, account: str | None, command_id: str, seq: int) -> None:
        """Keep an answer."""
        self._newest[hash((account, command_id))] = seq
        if len(self._newest) >= NEWEST:
            older = sorted(self._newest.items())
            self._chapters.append(
                (array("q", [mark for mark, _ in older]), array("q", [at for _, at in older]))
            )
            self._newest = {}
