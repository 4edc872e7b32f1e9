"""Names that people choose: what may stand in one, and which names look alike.

A name is shown to strangers, stands in logs and is spoken by screen readers. So it is made of the letters of
one script, digits, spaces, `_` and `-`; nothing in it can be invisible, turn the line around or be read as
markup. Two names look alike when their skeletons are equal (after UTS 39: folded, then every letter replaced
by the Latin one or the digit that it resembles).
"""

import re
import unicodedata
from typing import Final

from moonshot.site.people.letters import plain_letter
from moonshot.site.people.words import is_clean

SHORTEST: Final = 2
LONGEST: Final = 20
LONGEST_SENT: Final = 200
"""What is longer is not even looked at."""

_SCRIPTS: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "CJK", "CYRILLIC", "DEVANAGARI", "GEORGIAN", "GREEK", "HANGUL",
        "HEBREW", "HIRAGANA", "KATAKANA", "LATIN", "TAMIL", "THAI",
    }
)  # fmt: skip
_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "LATIN"}),
    frozenset({"CJK", "HANGUL", "LATIN"}),
)
"""Scripts that one language mixes, and whose letters cannot be taken for each other's."""
_WITH_MARKS: Final = frozenset({"BENGALI", "DEVANAGARI", "TAMIL", "THAI"})
_MOST_MARKS: Final = 3
"""So many may stand on one letter: more would climb out of the line."""
_PARTS: Final = re.compile("[\u115f-\u11ff\ud7b0-\ud7ff]")
"""Parts of Hangul syllables, left alone: they lie on the sign before them or, as fillers, show nothing."""
_STAFF: Final = frozenset(
    {"admin", "administrator", "mod", "moderator", "support", "staff", "official", "system", "server"}
)
"""No word of a name may be one of these."""
_RESERVED: Final = frozenset(
    {"bot", "guest", "host", "moonshot", "you", "me", "player", "nobody", "everybody"}
)

# What letters of other scripts, digits and accented forms look like. Only letters that a name may hold.
_LOOKS_LIKE: Final = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ё": "e", "г": "r", "һ": "h", "н": "h", "і": "i",
        "ї": "i", "ӏ": "l", "ј": "j", "к": "k", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "ѕ": "s",
        "т": "t", "ц": "u", "ѵ": "v", "ԝ": "w", "х": "x", "у": "y", "ү": "y", "з": "3", "б": "6", "ь": "b",
        # Greek
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p",
        "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w", "ϲ": "c",
        # Armenian, Georgian, Hebrew
        "ո": "n", "ս": "u", "օ": "o", "հ": "h", "ց": "g", "զ": "q", "ձ": "d", "ყ": "y", "ס": "o", "ו": "l",
        # Latin that folding keeps
        "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ß": "b", "æ": "ae", "œ": "oe", "þ": "p", "ð": "d",
        "ɑ": "a", "ɡ": "g", "ʋ": "v", "ƿ": "p",
        # Digits and letters that pass for each other
        "0": "o", "1": "l", "i": "l", "5": "s", "8": "b", "2": "z",
    }
)  # fmt: skip


class NameRefusedError(ValueError):
    """A name that nobody may have; the message is for the person who chose it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def clean_name(text: str) -> str:
    """The name as it will be shown. Raises NameRefusedError.

    >>> clean_name("  Anna   Maria ")
    'Anna Maria'
    """
    if len(text) > LONGEST_SENT:
        raise NameRefusedError("name_length", f"A name has {SHORTEST} to {LONGEST} characters.")
    folded = unicodedata.normalize("NFKC", text)
    unseen = any(unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn") for sign in folded)
    if unseen or _PARTS.search(folded):
        raise NameRefusedError("name_signs", "That name holds signs which cannot be seen.")
    name = re.sub(r"\s+", " ", folded).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameRefusedError("name_length", f"A name has {SHORTEST} to {LONGEST} characters.")
    if not all(_may_stand(sign) for sign in name) or not _are_in_place(name):
        raise NameRefusedError("name_signs", "Use letters, digits, spaces, - and _ only.")
    if not any(sign.isalpha() for sign in name):
        raise NameRefusedError("name_letters", "A name has at least one letter.")
    scripts = {_script(sign) for sign in name if sign.isalpha()}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise NameRefusedError("name_mixed", "Use the letters of one alphabet.")
    if _is_reserved(name):
        raise NameRefusedError("name_reserved", "That name is kept for the house. Choose another.")
    if not is_clean(name):
        raise NameRefusedError("name_words", "Please choose another name.")
    return name


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that a hurried eye takes for the same.

    >>> skeleton("ANNA") == skeleton("Anna") == skeleton("Аnna") == skeleton("an-na ")
    True
    """
    return "".join(_plain(word) for word in re.split(r"[\s_-]+", unicodedata.normalize("NFKC", name)))


def _plain(text: str) -> str:
    """Letters without case, marks and the looks that they share."""
    bare = "".join(
        plain_letter(sign)
        for sign in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(sign)
    )
    # Twice, as what a sign looks like may itself pass for another: an i from elsewhere for the letter l.
    return bare.translate(_LOOKS_LIKE).translate(_LOOKS_LIKE).replace("rn", "m").replace("vv", "w")


_RESERVED_LOOKS: Final = frozenset(map(_plain, _RESERVED | _STAFF))
_STAFF_LOOKS: Final = frozenset(map(_plain, _STAFF))


def _is_reserved(name: str) -> bool:
    from moonshot.tables.seats import BOT_NAMES  # what the bots are called is the tables' choice

    words = [_plain(word) for word in re.split(r"[\s_-]+", name)]
    look = skeleton(name)
    without_digits = _plain(name.rstrip("0123456789 _-"))
    bots = {_plain(bot) for bot in BOT_NAMES}
    return (
        look in _RESERVED_LOOKS | bots
        or without_digits in _RESERVED_LOOKS
        or any(word in _STAFF_LOOKS for word in words)
        or words[0] in (_plain("guest"), _plain("bot"))
    )


def _may_stand(sign: str) -> bool:
    category = unicodedata.category(sign)
    if category[0] == "L":
        return category != "Lm" and _script(sign) in _SCRIPTS
    if category in ("Mn", "Mc"):
        return _script(sign) in _WITH_MARKS
    return sign in "0123456789 _-"


def _are_in_place(name: str) -> bool:
    """Whether all marks, not too many together, stand on letters of their own script."""
    base, marks = "", 0
    for sign in name:
        if unicodedata.category(sign)[0] != "M":
            base, marks = _script(sign) if sign.isalpha() else "", 0
            continue
        marks += 1
        if marks > _MOST_MARKS or _script(sign) != base:
            return False
    return True


def _script(sign: str) -> str:
    return unicodedata.name(sign, "?").partition(" ")[0]
