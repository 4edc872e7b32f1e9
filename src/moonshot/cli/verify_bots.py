"""`moonshot verify --bots RECORD`: every bot's move is found again from what its seat saw."""

from collections import Counter
from typing import Final

from moonshot.bots import search
from moonshot.bots.levels import find_policy
from moonshot.bots.thinking import PolicyLookup
from moonshot.engine.cards import card_text, cards_text
from moonshot.engine.events import Passed, Played
from moonshot.engine.record import ReadRecord
from moonshot.tables.checking import Chosen, MoveCheck, check_moves

_MOST_TOLD: Final = 20
_OPEN: Final = {
    "other_version": "by another version of the bots than the one here",
    "unknown": "by bots that this version does not know",
    "not_ready": "by bots that search: install the extra, pip install 'moonshot-hearts[bots]'",
    "not_noted": "without a note of how they were found",
}


def bots_report(read: ReadRecord, policies: PolicyLookup = find_policy) -> tuple[bool, list[str]]:
    """Whether some bot's move is not the one it makes, and what to tell, line by line."""
    if policies is find_policy and any(thought and thought.playouts for thought in read.thoughts):
        search.warm()
    count: Counter[str] = Counter()
    wrong: list[str] = []
    for check in check_moves(read, policies):
        count[check.state] += 1
        if check.state == "differs" and len(wrong) < _MOST_TOLD:
            wrong.append(_difference(check))
    asked = count["same"] + count["differs"]
    lines = []
    if asked:
        share = "100%" if not count["differs"] else f"{100 * count['same'] / asked:.1f}%"
        lines.append(f"good   {count['same']} of {asked} moves of bots found again ({share}).")
    lines += [
        f"open   {count[state]} moves of bots cannot be asked again: {why}."
        for state, why in _OPEN.items()
        if count[state]
    ]
    more = count["differs"] - len(wrong)
    return bool(wrong), [*lines, *wrong, *([f"WRONG  and {more} more."] if more else [])]


def _difference(check: MoveCheck) -> str:
    assert check.thought is not None
    place = f"deal {check.deal_no}, " + (f"card {check.ply + 1}, " if check.made.kind == "played" else "")
    found = "no legal move" if check.now is None else _words(check.now)
    return (
        f"WRONG  {place}seat {check.made.seat}: the record says {_words(check.made)}, "
        f"but {check.thought.policy} finds {found} [other_move]"
    )


def _words(move: Chosen) -> str:
    if isinstance(move, Passed):
        return f"pass {cards_text(move.cards)}"
    return card_text(move.card) if isinstance(move, Played) else move.choice
