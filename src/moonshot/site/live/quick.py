"""What one card in the middle of a deal changes in the views of a table.

Most of what a server tells is this, so it is worked out by itself, without building whole views. The law that
keeps it honest (tests/site/live/test_telling.py): after every message a client has exactly the whole view.
"""

from typing import Any

from moonshot.engine import Trick
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.events import HeartsBroken, Played, TrickTaken
from moonshot.engine.view import points_so_far
from moonshot.site.live.views import clock_message, texts, trick_message
from moonshot.tables import Table
from moonshot.tables.events import TableEvent
from moonshot.tables.stalling import stalling
from moonshot.tables.view import clock_view, offers_of

Fields = dict[str, Any]


def only_card(table: Table, told: tuple[TableEvent, ...]) -> Played | None:
    """The card that was played, when nothing else has happened and nothing at the table counts down."""
    card = told[0] if told else None
    if not isinstance(card, Played) or table.vote is not None or table.absence.away:
        return None
    return card if all(isinstance(event, HeartsBroken | TrickTaken) for event in told[1:]) else None


def card_fields(table: Table, now: float, spectators: int) -> Fields:
    """The fields of everybody's view that a card may change."""
    deal = table.match.deal
    assert deal is not None
    lying, finished = deal.trick_cards(), len(deal.winners)
    tricks = [
        Trick(
            deal.leader_of(number),
            tuple(deal.plays[number * deal.players : (number + 1) * deal.players]),
            deal.winners[number],
        )
        for number in range(max(0, finished - 2), finished)
    ]
    if table.holding:
        trick, last = tricks[-1], tricks[-2] if finished > 1 else None
    else:
        trick, last = Trick(deal.leader_of(finished), lying, None), tricks[-1] if finished else None
    fields: Fields = {
        "phase": table.phase,
        "counts": [hand.bit_count() for hand in deal.hands],
        "turn": deal.turn,
        "ply": len(deal.plays),
        "trick": trick_message(trick),
        "last_trick": trick_message(last),
        "broken": deal.broken,
        "stalling": stalling(table),
        "spectators": spectators,
    }
    if table.terms.clock != "none":
        fields["clock"] = clock_message(clock_view(table, now))
    if not lying:
        fields["taken"] = [texts(cards & deal.facts.scoring_cards) for cards in deal.taken]
        fields["tricks_won"] = list(deal.tricks_won)
        fields["points"] = list(points_so_far(deal))
    return fields


def own_changes(table: Table, before: Fields, card: Played) -> Fields:
    """Those of a seat's own fields that a card has changed."""
    seat, deal = before["seat"], table.match.deal
    if seat is None:
        return {}
    assert deal is not None
    part: Fields = {"offers": list(offers_of(table, seat)), "waiting": list(table.waiting_for(seat))}
    if seat == card.seat:
        part |= {"hand": texts(deal.hands[seat]), "received": None, "received_from": None}
    if seat == deal.turn:
        part["legal"] = texts(deal.legal_mask())
        part["why"] = {CARD_TEXTS[barred]: code for barred, code in deal.barred_cards()}
    elif seat == card.seat:
        part |= {"legal": [], "why": {}}
    return {name: value for name, value in part.items() if value != before[name]}


def narrowed(fields: Fields, before: Fields) -> Fields:
    """Those fields that differ from before; the clock always, because it counts down."""
    return {
        name: value
        for name, value in fields.items()
        if value != before[name] or (name == "clock" and value is not None)
    }
