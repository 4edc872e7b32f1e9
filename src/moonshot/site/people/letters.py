"""Which plain letter or digit a sign shows that is another to a machine: small capitals, letters in circles
and squares, turned ones, those with hooks and strokes, those of phonetic writing, and the letters of some
scripts that are drawn like Latin ones.

What Unicode itself calls the same in another form (full width, mathematical, superscript) is folded with
NFKD before; the rest is read from the names of the signs, so that it is whole kinds and not a list.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_NAMED: Final = re.compile(r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL) (?:.* )?([A-Z]+)")
_SHAPES: Final = {
    "AE": "ae", "OE": "oe", "AA": "aa", "AO": "ao", "AU": "au", "AV": "av", "AY": "ay", "OO": "oo",
    "ALPHA": "a", "BETA": "b", "GAMMA": "y", "IOTA": "i", "UPSILON": "u", "OMEGA": "w", "CHI": "x",
    "ENG": "n", "ESH": "s", "ETH": "d", "EZH": "3", "SCHWA": "e", "THORN": "p", "WYNN": "p", "YOGH": "3",
}  # fmt: skip
"""What the last word of a name stands for that is not the letter itself."""
_ALONE: Final = {
    "ǀ": "l", "ǁ": "ll", "ǃ": "i", "ƨ": "s", "ƽ": "5", "ƅ": "b", "ƻ": "2", "ꞌ": "", "ꞏ": "",
    **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎽ", "abcdeghijklmprstvwzy", strict=True)),  # Cherokee
    **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou", strict=True)),  # Lisu
}  # fmt: skip


@lru_cache(maxsize=4096)
def plain_letter(sign: str) -> str:
    """The small letters or the digit that a sign shows; the sign itself where it shows no other.

    >>> [plain_letter(sign) for sign in "ᴀⓐ🅰🇦ɑƀ❼ж7a"]
    ['a', 'ⓐ', 'a', 'a', 'a', 'b', '7', 'ж', '7', 'a']
    """
    if sign.isascii():
        return sign
    if sign in _ALONE:
        return _ALONE[sign]
    digit = unicodedata.digit(sign, None)
    if digit is not None:
        return str(digit)
    found = _NAMED.fullmatch(unicodedata.name(sign, "").partition(" WITH ")[0])
    if found is None or unicodedata.category(sign)[0] not in "LS":  # nor what cannot be seen by itself
        return sign
    last = found[1]
    return last.lower() if len(last) == 1 else _SHAPES.get(last, sign)
