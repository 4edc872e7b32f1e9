"""Lessons: set positions in which the reader chooses, and sees what each choice leads to.

The positions stand in lessons.json (made by tools/find_lessons.py): a hand of Standard as far as it has
been played, cards to choose from, and for each the rest of the hand as four steady bots play it, with its
cost. What a lesson says about a choice is read off the engine as it replays that line.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from moonshot.engine import Match, Pass, Play, Rules, card_text, cards_of, mask_of, parse_cards
from moonshot.engine.deal import Deal
from moonshot.engine.events import Dealt, TrickTaken
from moonshot.engine.scoring import points_of
from moonshot.learn.sentences import Sentence, say

THEMES: Final = ("passing", "duck", "queen", "void", "attack", "defence")
_Trick = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A card to play, or cards to pass; the rest of the hand as bots play it; what everybody gets for it."""

    cards: tuple[int, ...]
    passes: tuple[tuple[int, ...], ...] | None
    line: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One position. ``better`` is the place of the better option."""

    theme: str
    me: int
    hands: tuple[int, ...]
    passes: tuple[tuple[int, ...], ...] | None
    plays: tuple[int, ...]
    options: tuple[Option, ...]
    better: int

    def match(self) -> Match:
        """A match brought to the position."""
        match = Match(Rules(), match_id="lesson")
        match.apply(Dealt(1, 0, self.hands))
        for seat, cards in enumerate(self.passes or ()):
            match.act(seat, Pass(cards))
        for card in self.plays:
            match.act(_turn(match), Play(card))
        return match

    def who(self, seat: int) -> str:
        """How far clockwise from the reader."""
        return str((seat - self.me) % 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an option: the trick it was played on, if it was, who took it and what it cost."""

    trick: _Trick
    taker: int | None
    trick_points: int
    points: tuple[int, ...]
    moon: int | None


def _turn(match: Match) -> int:
    assert match.turn is not None
    return match.turn


def outcome(lesson: Lesson, option: Option) -> Outcome:
    """Replay an option to the end of the hand. Raises MoveError if the line is not one that can be played."""
    match = lesson.match()
    for seat, cards in enumerate(option.passes or ()):
        match.act(seat, Pass(cards))
    first: TrickTaken | None = None
    for card in option.line:
        events = match.act(_turn(match), Play(card))
        first = first or next((event for event in events if isinstance(event, TrickTaken)), None)
    result = match.results[-1]
    if first is None or option.passes is not None:
        return Outcome((), None, 0, result.points, result.moon)
    told = tuple(((first.leader + place) % 4, card) for place, card in enumerate(first.cards))
    facts = match.rules.facts
    cost = points_of(facts.points, mask_of(first.cards) & facts.point_cards)
    return Outcome(told, first.winner, cost, result.points, result.moon)


def explained(lesson: Lesson, chosen: Option) -> tuple[Sentence, ...]:
    """What a choice led to: first on the trick, then at the end of the hand."""
    after = outcome(lesson, chosen)
    said: list[Sentence] = []
    if after.taker is not None:
        said.append(say("lesson.trick", n=after.trick_points, who=lesson.who(after.taker)))
    if after.moon is not None:
        mine = after.moon == lesson.me
        said.append(say("lesson.my_moon") if mine else say("lesson.their_moon", who=lesson.who(after.moon)))
    said.append(say("lesson.cost", n=after.points[lesson.me]))
    return tuple(said)


def situation(lesson: Lesson) -> tuple[Sentence, ...]:
    """What one has to know besides the cards in sight."""
    match = lesson.match()
    deal = match.deal
    assert deal is not None
    if deal.phase == "passing":
        return (say("lesson.pass_left"),)
    said = [say("quiz.note.broken" if deal.broken else "quiz.note.closed")]
    for seat, cards in enumerate(deal.taken):
        costly = cards & deal.facts.point_cards
        if costly:
            told = tuple(card_text(card) for card in cards_of(costly))
            said.append(say("lesson.has", cards=told, who=lesson.who(seat)))
    return tuple(said)


def trick_so_far(deal: Deal) -> _Trick:
    """Seat and card of each play on the table."""
    return tuple(((deal.leader + place) % 4, card) for place, card in enumerate(deal.trick_cards()))


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """All lessons in reading order."""
    found = json.loads(files("moonshot.learn").joinpath("lessons.json").read_text("utf-8"))
    return tuple(_read(one) for one in found)


def _read(value: dict[str, Any]) -> Lesson:
    options = tuple(
        Option(
            parse_cards(one["cards"]),
            _passes(one["passes"]),
            parse_cards(one["line"]),
            tuple(one["points"]),
        )
        for one in value["options"]
    )
    return Lesson(
        value["lesson"],
        value["me"],
        tuple(mask_of(parse_cards(hand)) for hand in value["hands"]),
        _passes(value["passes"]),
        parse_cards(value["plays"]),
        options,
        value["better"],
    )


def _passes(value: list[str] | None) -> tuple[tuple[int, ...], ...] | None:
    return None if value is None else tuple(parse_cards(cards) for cards in value)
