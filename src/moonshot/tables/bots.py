"""Asking a bot for its move, and what happens when it fails."""

from dataclasses import replace
from typing import Final

from moonshot.bots.policy import POLICY_VERSION, version_of
from moonshot.bots.thinking import Answer, PolicyLookup, Question, answer
from moonshot.engine import Match, Pass, Play, View, cards_of, view_of
from moonshot.engine.events import Passed, Played, Recorded
from moonshot.engine.moves import ChooseMoon
from moonshot.engine.passing import allowed_in_pass
from moonshot.tables.events import Incident, Thought

BY_TABLE: Final = "table"
"""In a record: no policy chose this move, the table made it by its own simple rule (`fallback_move`)."""


def bot_view(match: Match, seat: int) -> View:
    """What a bot decides by. While passing, it is the view before anybody has passed.

    So a bot's pass cannot depend on whether, when or what anybody else passes.
    """
    view = view_of(match, seat)
    if view.phase != "passing":
        return view
    seats = range(view.players)
    return replace(view, has_passed=tuple(False for _ in seats), acting=tuple(seats))


def bot_move(
    match: Match, seat: int, question: Question, policies: PolicyLookup, given: Answer | None
) -> tuple[Recorded, Thought | Incident]:
    """The event of a bot's move, and how it was found or what was wrong with the bot.

    ``given`` is the answer where the question has been put elsewhere. The choice after a moon is not a matter
    of skill: it gives points where that wins outright.
    """
    if match.phase == "choosing_moon":
        return fallback_move(match, seat), Thought(BY_TABLE, POLICY_VERSION, question.seed)
    try:
        found = answer(question, policies) if given is None else given
        event = _plain(match.verify(seat, found.move))
    except Exception as error:  # noqa: BLE001 - whatever a bot does, the table goes on
        fault = f"{type(error).__name__}: {error}"[:200]
        return fallback_move(match, seat), Incident(seat, fault)
    return event, Thought(
        found.policy, version_of(found.policy), question.seed, found.playouts, found.instead
    )


def fallback_move(match: Match, seat: int) -> Recorded:
    """A legal move in place of a bot that gave none: the lowest legal card, or the highest cards passed."""
    if match.phase == "choosing_moon":
        return match.verify(seat, ChooseMoon(match.default_moon_choice()))
    view = bot_view(match, seat)
    if view.phase == "passing":
        may, must = allowed_in_pass(view.rules.facts, view.hand)
        cards = sorted(cards_of(may), key=lambda card: (must >> card & 1, card % 13, card), reverse=True)
        return match.verify(seat, Pass(tuple(cards[: view.rules.pass_count])))
    return match.verify(seat, Play(min(cards_of(view.legal), key=lambda card: (card % 13, card))))


def _plain(event: Recorded) -> Recorded:
    """The event with ints proper: a bot may count in numpy's or in truth values."""
    if isinstance(event, Played):
        return Played(event.seat, int(event.card))
    assert isinstance(event, Passed)  # nothing else is asked of a bot
    return Passed(event.seat, tuple(int(card) for card in event.cards))
