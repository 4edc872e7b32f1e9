"""Hints: what a person who practises alone might do now, what that is likely to cost, and why.

Only where nobody else is concerned: at a practice table, for the one person at it, about the own next move.
They are made from what that seat sees and nothing else, are kept nowhere and counted nowhere.
"""

from dataclasses import dataclass
from typing import Final

from moonshot.bots.thinking import STAND_IN, Question
from moonshot.engine import Move, Pass, Play, View, card_text
from moonshot.learn.catalogue import catalogue
from moonshot.learn.hints import in_words, reasons
from moonshot.site.live.host import LiveHost
from moonshot.tables import Table
from moonshot.tables.bots import bot_view

MOST_OTHERS: Final = 4
"""So many other moves are told beside the best."""


class NoHintError(Exception):
    """No hint here, or not now."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Choice:
    """One move: its cards, and what the whole hand is then likely to cost, if that is known."""

    cards: tuple[str, ...]
    points: float | None = None
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move, others beside it, and one sentence why, at this ply of this deal."""

    deal: int
    ply: int
    kind: str
    best: Choice
    others: tuple[Choice, ...]
    why: str


async def hint_for(host: LiveHost, table_id: str, account: str) -> Hint | None:
    """A hint for an account at its practice table; None when there is no such table of this account.

    Raises NoHintError, LogError.
    """
    live = await host.find(table_id)
    seat = None if live is None else live.table.seat_of(account)
    if live is None or seat is None:
        return None
    question = question_of(live.table, seat)
    found = await host.thinkers.advise(question)
    if found is None:
        raise NoHintError("no_hint", "There is no hint for this one.")
    choices = [(move, points, error) for move, points, error in found] if isinstance(found, tuple) else []
    best = choices[0][0] if choices else found
    assert isinstance(best, Pass | Play)
    names = [player.name for player in live.table.seats]
    names[seat] = "you"
    return Hint(
        deal=question.view.deal_no,
        ply=question.view.ply,
        kind="pass" if isinstance(best, Pass) else "play",
        best=_choice(best, *choices[0][1:]) if choices else _choice(best),
        others=tuple(_choice(*other) for other in choices[1 : MOST_OTHERS + 1]),
        why=in_words(reasons(question.view, best), names, catalogue()),
    )


def question_of(table: Table, seat: int) -> Question:
    """What is asked for a hint to this seat. Raises NoHintError where there is none."""
    if table.terms.kind != "practice" or len(table.people) > 1:
        raise NoHintError("not_practice", "Hints are for practice, where nobody else plays.")
    view = None if table.match.deal is None else bot_view(table.match, seat)
    if view is None or not _has_to_move(table, view):
        raise NoHintError("not_your_turn", "There is a hint when it is your turn to pass or to play.")
    # The same place always gives the same hint, however often it is asked for.
    seed = table.chance.seed("hint", table.match.match_id, view.deal_no, view.phase, view.ply, seat)
    return Question(STAND_IN, view, seed)


def _has_to_move(table: Table, view: View) -> bool:
    if table.stands or table.holding or view.seat not in table.match.acting:
        return False
    return view.phase in ("passing", "playing")


def _choice(move: Move, points: float | None = None, error: float | None = None) -> Choice:
    assert isinstance(move, Pass | Play)
    cards = move.cards if isinstance(move, Pass) else (move.card,)
    rounded = [None if value is None else round(value, 2) for value in (points, error)]
    return Choice(tuple(card_text(card) for card in cards), *rounded)
