"""What a table says to a command: accepted, answered before, or refused."""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from moonshot.engine import HeartsError

WHOLE: Final = 256
"""So many of the newest answers to each person are kept with their ids; older ones take 16 bytes each."""


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


class _Given:
    """The answers to one sender: the newest by id, and chapters of older ones.

    A chapter is sorted by what Python makes of an id: 64 bits, with a key of this process's own. That two ids
    fall together is a matter of one in millions of millions, and nobody can look for such a pair.
    """

    __slots__ = ("chapters", "newest")

    def __init__(self) -> None:
        self.newest: dict[str, int] = {}
        self.chapters: list[tuple[array[int], array[int]]] = []

    def find_older(self, command_id: str) -> int | None:
        mark = hash(command_id)
        for marks, seqs in self.chapters:
            place = bisect_left(marks, mark)
            if place < len(marks) and marks[place] == mark:
                return seqs[place]
        return None

    def close_chapter(self) -> None:
        older = sorted((hash(one), at) for one, at in self.newest.items())
        self.chapters.append((array("q", [mark for mark, _ in older]), array("q", [at for _, at in older])))
        self.newest.clear()


class Answers:
    """The answers to each sender, by command id, for as long as the table lasts; the same after a replay.

    None is ever forgotten: a command that comes again after hours must not have a second effect.
    """

    __slots__ = ("_given",)

    def __init__(self) -> None:
        self._given: dict[str | None, _Given] = {}

    def find(self, account: str, command_id: str) -> Done | None:
        """The answer this command got before, if it was accepted."""
        given = self._given.get(account)
        if given is None:
            return None
        seq = given.newest.get(command_id)
        if seq is None and given.chapters:
            seq = given.find_older(command_id)
        return None if seq is None else Done(seq)

    def remember(self, account: str | None, command_id: str, seq: int) -> None:
        """Keep an answer."""
        given = self._given.get(account)
        if given is None:
            given = self._given[account] = _Given()
        given.newest[command_id] = seq
        if len(given.newest) >= WHOLE:
            given.close_chapter()
