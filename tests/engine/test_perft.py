"""Counts of lines of play, from tricky openings and endgames of every preset.

The positions stand in tricky.perft: hearts unbroken with little else to lead, the queen still out, hands of
penalty cards at the first trick. Each count is checked three times: against the literal, against the textbook
(a second, slow reading of the rules) and, by undoing everything, against the position itself.
"""

from copy import copy
from dataclasses import dataclass
from pathlib import Path

import pytest

from moonshot.engine import PRESETS, Deal, Rules, parse_card, perft
from moonshot.engine.cards import FULL_DECK
from tests.engine.hands import deal, mask, text
from tests.laws.states import deal_state
from tests.laws.textbook import TextbookDeal

FEW = 600
"""The textbook counts no more lines than this in the quick tests."""


@dataclass(frozen=True)
class Position:
    preset: str
    kind: str
    hands: tuple[str, ...]
    plays: str
    depth: int
    lines: int


def positions() -> list[Position]:
    found = []
    for part in (Path(__file__).parent / "tricky.perft").read_text(encoding="utf-8").split("\n\n"):
        title, *rows = [row.strip() for row in part.strip().splitlines() if not row.startswith("#")]
        preset, kind = title.split(", ")
        *hands, plays, count = rows
        _, depth, _, lines = count.split()
        found.append(
            Position(preset, kind, tuple(hands), plays.removeprefix("plays").strip(), int(depth), int(lines))
        )
    return found


POSITIONS = positions()


def rules_of(position: Position) -> Rules:
    """The preset's rules of play; no pass, for the hands are final."""
    return Rules.from_dict({"preset": position.preset, "pass_cycle": ["H"]})


def reached(position: Position) -> Deal:
    state = Deal(rules_of(position), [mask(hand) for hand in position.hands])
    for card in position.plays.split():
        state.play(parse_card(card))
    return state


def copied(state: TextbookDeal) -> TextbookDeal:
    twin = copy(state)
    twin.hands = [list(hand) for hand in state.hands]
    twin.tricks = [*state.tricks[:-1], list(state.tricks[-1])]
    twin.taken = [list(taken) for taken in state.taken]
    twin.won = list(state.won)
    return twin


def textbook_lines(state: TextbookDeal, depth: int) -> int:
    if depth == 0 or state.over or state.redeals():
        return 1
    lines = 0
    for card in state.legal():
        after = copied(state)
        after.play(card)
        lines += textbook_lines(after, depth - 1)
    return lines


def textbook_count(position: Position) -> int:
    state = TextbookDeal(rules_of(position).to_dict(), [hand.split() for hand in position.hands], [], 0)
    for card in position.plays.split():
        state.play(card)
    return textbook_lines(state, position.depth)


def name(position: Position) -> str:
    return f"{position.preset} {position.kind}"


def test_every_preset_has_its_tricky_positions() -> None:
    assert {position.preset for position in POSITIONS} == set(PRESETS)


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_lines_from_tricky_positions(position: Position) -> None:
    state = reached(position)
    before = deal_state(state)
    assert perft(state, position.depth) == position.lines
    assert deal_state(state) == before


@pytest.mark.parametrize("position", [each for each in POSITIONS if each.lines <= FEW], ids=name)
def test_the_textbook_counts_the_same_lines(position: Position) -> None:
    assert textbook_count(position) == position.lines


@pytest.mark.slow
@pytest.mark.parametrize("position", [each for each in POSITIONS if each.lines > FEW], ids=name)
def test_the_textbook_counts_the_same_many_lines(position: Position) -> None:
    assert textbook_count(position) == position.lines


def test_small_depths() -> None:
    state = deal("2C", "", "", "")
    assert [perft(state, depth) for depth in range(3)] == [1, 1, 3]


def test_a_line_that_ends_early_counts_once() -> None:
    kept = mask("2C 3C 4C 5C QS 2H 3H 4H")
    value = Rules(pass_cycle=("H",), pass_count=1, removed=tuple(text(FULL_DECK & ~kept).split()))
    state = Deal(value, [mask("2C 3C"), mask("4C 2H"), mask("5C 3H"), mask("QS 4H")])
    # Only the last seat of trick one has a choice: its whole hand is barred.
    assert [perft(state, depth) for depth in (3, 4, 8, 50)] == [1, 2, 2, 2]
