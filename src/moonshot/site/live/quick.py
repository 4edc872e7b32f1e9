"""What one card or one pass, in the middle of a deal, changes in the views of a table.

Most of what a server tells is this, so it is worked out by itself, without building whole views. The law that
keeps it honest (tests/site/live/test_telling.py): after every message a client has exactly the whole view.
"""

from typing import Any, Final

from moonshot.engine import Deal
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.events import HeartsBroken, Passed, Played, Recalled, TrickTaken
from moonshot.engine.view import points_so_far
from moonshot.site.live import wire
from moonshot.site.live.views import clock_message, texts
from moonshot.tables import Table
from moonshot.tables.events import TableEvent
from moonshot.tables.stalling import stalling
from moonshot.tables.view import clock_view, offers_of

Fields = dict[str, Any]
Step = Played | Passed | Recalled
_BY_A_CARD: Final = (HeartsBroken, TrickTaken)
_OF_A_PASS: Final = (Passed, Recalled)


def only_step(table: Table, told: tuple[TableEvent, ...]) -> Step | None:
    """The card that was played, or the pass that was chosen or taken back, when nothing else has happened.

    None as well while something at the table counts down beside the clock.
    """
    step = told[0] if told else None
    if table.vote is not None or table.absence.away:
        return None
    if isinstance(step, Played):
        return step if all(isinstance(event, _BY_A_CARD) for event in told[1:]) else None
    return step if isinstance(step, _OF_A_PASS) and len(told) == 1 else None


def can_follow(before: Fields) -> bool:
    """Whether a step can be all that differs from this view."""
    return before["vote"] is None and before["absent"] is None and not before["saving"]


def public_fields(table: Table, step: Step, now: float, spectators: int) -> Fields:
    """The fields of everybody's view that a step may change."""
    deal = table.match.deal
    assert deal is not None
    fields: Fields = {"stalling": stalling(table), "spectators": spectators}
    if table.terms.clock != "none":
        fields["clock"] = clock_message(clock_view(table, now))
    if not isinstance(step, Played):
        fields["has_passed"] = [cards is not None for cards in deal.passes]
        return fields
    finished = len(deal.winners)
    last = _trick(deal, finished - 1)
    trick, last = (last, _trick(deal, finished - 2)) if table.holding else (_trick(deal, finished), last)
    fields |= {
        "phase": table.phase,
        "counts": [hand.bit_count() for hand in deal.hands],
        "turn": deal.turn,
        "ply": len(deal.plays),
        "trick": trick,
        "last_trick": last,
        "broken": deal.broken,
    }
    if not deal.trick:
        fields["taken"] = [texts(cards & deal.facts.scoring_cards) for cards in deal.taken]
        fields["tricks_won"] = list(deal.tricks_won)
        fields["points"] = list(points_so_far(deal))
    return fields


def _trick(deal: Deal, number: int) -> wire.Trick | None:
    """A trick of this number, from 0; the one after the last finished is still open."""
    if number < 0:
        return None
    cards = deal.plays[number * deal.players : (number + 1) * deal.players]
    winner = deal.winners[number] if number < len(deal.winners) else None
    return wire.Trick(
        leader=deal.leader_of(number), cards=[CARD_TEXTS[card] for card in cards], winner=winner
    )


def own_changes(table: Table, before: Fields, step: Step) -> Fields:
    """Those of a seat's own fields that a step has changed."""
    seat, deal = before["seat"], table.match.deal
    if seat is None:
        return {}
    assert deal is not None
    if not isinstance(step, Played):
        chosen = deal.passes[seat]
        passed = None if chosen is None else [CARD_TEXTS[card] for card in chosen]
        return {"passed": passed} if passed != before["passed"] else {}
    part: Fields = {"offers": list(offers_of(table, seat)), "waiting": list(table.waiting_for(seat))}
    if seat == step.seat:
        part |= {"hand": texts(deal.hands[seat]), "received": None, "received_from": None}
    if seat == deal.turn:
        part["legal"] = texts(deal.legal_mask())
        part["why"] = {CARD_TEXTS[barred]: code for barred, code in deal.barred_cards()}
    elif seat == step.seat:
        part |= {"legal": [], "why": {}}
    return {name: value for name, value in part.items() if value != before[name]}


def narrowed(fields: Fields, before: Fields) -> Fields:
    """Those fields that differ from before; the clock always, because it counts down."""
    return {
        name: value
        for name, value in fields.items()
        if value != before[name] or (name == "clock" and value is not None)
    }
