"""How much somebody wants to hear: everything, phrases and emoji only, or nothing. Nobody is told."""

from typing import Final

from moonshot.tables.events import Said

ALL: Final = "all"
PHRASES: Final = "phrases"
NOTHING: Final = "nothing"


def is_heard(said: Said, own_handle: str, hears: str, hides: frozenset[str]) -> bool:
    """Whether what was said is for somebody who hears so much and hides those; own words always are."""
    if said.handle == own_handle:
        return True
    if hears == NOTHING or said.handle in hides:
        return False
    return hears == ALL or said.text is None
