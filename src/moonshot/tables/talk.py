"""What people may say to each other at a table, and when.

Phrases and emoji are keys; the client has their words. None of them can hint at cards. Free text is for
tables that allow it, and never for a live deal among strangers: there it would be table talk.
"""

import re
import unicodedata
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from moonshot.tables.answers import TableError
from moonshot.tables.commands import Say
from moonshot.tables.events import Said
from moonshot.tables.seats import Visitor

if TYPE_CHECKING:
    from moonshot.tables.table import Table

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "ouch",
    "nice",
    "one_moment",
    "take_your_time",
    "good_match",
    "again",
    "goodbye",
)
EMOJI: Final = (
    "smile",
    "laugh",
    "wink",
    "wow",
    "sad",
    "cry",
    "think",
    "clap",
    "thumbs_up",
    "party",
    "sleepy",
    "coffee",
)
TEXT_LENGTH: Final = 140
TEXTS_PER_MATCH: Final = 30
SECONDS_BETWEEN: Final = 3.0
KEPT: Final = 50
"""How many lines a table keeps for those who come back."""

Censor = Callable[[str], str | None]
"""Gives a text as others may read it, with masked words where needed; None for one that nobody may read."""

_LIVE: Final = frozenset({"passing", "playing", "trick_done", "choosing_moon"})
_JOINER: Final = "\u200d"
_LINK: Final = re.compile(
    r"\w://|\bwww\.|\w\.(?:com|net|org|info|biz|io|gg|tv|app|dev|link|xyz|site|online)\b|\w\.[a-z]{2,}/\w",
    re.IGNORECASE,
)


class Talk:
    """Who has said what last, when and how often. ``said`` is what was heard lately, the oldest first."""

    __slots__ = ("_last", "_texts", "said")

    def __init__(self) -> None:
        self.said: deque[Said] = deque(maxlen=KEPT)
        self._last: dict[str, tuple[float, str]] = {}
        self._texts: Counter[str] = Counter()

    def heard(self, account: str, said: Said, now: float) -> None:
        """Somebody has spoken."""
        self.said.append(said)
        before = self._last.get(account, (now, ""))[1]
        self._last[account] = (now, said.original or said.text or before)
        if said.text is not None:
            self._texts[account] += 1

    def renamed(self, handle: str | None, name: str) -> None:
        """Somebody is called otherwise now, over what they have said before too."""
        self.said = deque(
            (replace(said, name=name) if said.handle == handle else said for said in self.said), maxlen=KEPT
        )

    def next_match(self) -> None:
        """A new match has a new measure of text."""
        self._texts.clear()

    def check(self, account: str, text: str | None, now: float) -> None:
        """Raise TableError for whoever speaks too soon again, or repeats a text."""
        at, before = self._last.get(account, (now - SECONDS_BETWEEN, ""))
        if now - at < SECONDS_BETWEEN:
            raise TableError("too_soon", "Wait a moment before you speak again.", "t")
        if text is not None and text == before:
            raise TableError("repeated", "You have just said that.", "text")
        if text is not None and self._texts[account] >= TEXTS_PER_MATCH:
            raise TableError("too_many", "You have written a lot in this match. Send phrases.", "text")


def text_allowed(table: "Table") -> bool:
    """Whether free text is possible at this table now."""
    return table.terms.text and not (table.terms.among_strangers and is_live(table))


def is_live(table: "Table") -> bool:
    """Whether a deal is being played, so that a word could help somebody."""
    return table.phase in _LIVE


def say(
    table: "Table", account: str, seat: int | None, visitor: Visitor, command: Say, now: float, censor: Censor
) -> Said:
    """The event of what somebody says. Raises TableError."""
    if seat is None and not table.terms.spectators:
        raise TableError("not_seated", "You have no seat at this table.")
    if seat is None and is_live(table):
        raise TableError("not_here", "Spectators do not talk to players during a hand.", "t")
    if sum(part is not None for part in (command.phrase, command.emoji, command.text)) != 1:
        raise TableError("bad_text", "Say one thing: a phrase, an emoji or a text.", "t")
    if command.phrase not in (None, *PHRASES):
        raise TableError("bad_text", "There is no such phrase.", "phrase")
    if command.emoji not in (None, *EMOJI):
        raise TableError("bad_text", "There is no such emoji.", "emoji")
    table.talk.check(account, command.text and command.text.strip(), now)
    name, handle = (visitor.name, visitor.handle) if seat is None else _seated(table, seat, visitor)
    if command.text is None:
        return Said(seat, name, handle, command.phrase, command.emoji)
    text = _checked(table, visitor, command.text)
    shown = censor(text)
    if shown is None:
        raise TableError("bad_words", "Please say that in other words.", "text")
    return Said(seat, name, handle, text=shown, original=text if shown != text else None)


def _seated(table: "Table", seat: int, visitor: Visitor) -> tuple[str, str]:
    sitting = table.seats[seat]
    return sitting.name, sitting.handle or visitor.handle


def _checked(table: "Table", visitor: Visitor, text: str) -> str:
    if not text_allowed(table):
        raise TableError("not_here", "Only phrases and emoji can be sent now.", "text")
    if not visitor.writes:
        raise TableError("not_here", "You can send phrases and emoji.", "text")
    text = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(text) <= TEXT_LENGTH:
        raise TableError("bad_text", f"A text has 1 to {TEXT_LENGTH} characters.", "text")
    kinds = [unicodedata.category(sign) for sign in text]
    unseen = any(kind in _UNSEEN and sign != _JOINER for kind, sign in zip(kinds, text, strict=True))
    if unseen or not _BLANK.isdisjoint(text) or _TOO_HIGH in "".join(kind[0] for kind in kinds):
        raise TableError("bad_text", "That holds signs which cannot be shown.", "text")
    if _LINK.search(text):
        raise TableError("bad_text", "Links cannot be sent.", "text")
    return text


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their category, and nothing to see."""
_TOO_HIGH: Final = "M" * 6
"""So many marks on one letter climb over what others have said; no language needs them."""
