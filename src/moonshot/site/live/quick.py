"""What one card, one pass or the next trick, in the middle of a deal, changes in the views of a table.

Most of what a server tells is this, so it is worked out by itself, without building whole views. The law that
keeps it honest (tests/site/live/test_telling.py): after every message a client has exactly the whole view.
"""

from collections.abc import Iterable
from typing import Any, Final

from moonshot.engine import Deal
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.events import HeartsBroken, Passed, Played, Recalled, TrickTaken
from moonshot.engine.view import points_so_far
from moonshot.site.live.connection import Connection
from moonshot.site.live.told import Viewer
from moonshot.site.live.views import (
    encode_clock,
    encode_events,
    encode_fields,
    scoring_cards,
    seen_events,
    texts,
    trick_of,
)
from moonshot.tables import Table
from moonshot.tables.claims import is_settled
from moonshot.tables.events import Continued, TableEvent, TrickCleared
from moonshot.tables.pace import PACES
from moonshot.tables.stalling import stalling
from moonshot.tables.view import clock_view, offers_of

Fields = dict[str, Any]
_BY_A_CARD: Final = (HeartsBroken, TrickTaken)
_ALONE: Final = (Passed, Recalled, Continued, TrickCleared)
_STEPS: Final = (Played, *_ALONE)


class Step:
    """A card that was played, a pass that was chosen or taken back, a trick put aside, a wish to go on."""

    __slots__ = ("_clock", "_deal", "_fields", "_for_all", "_is_card", "_offers", "_seat", "_table", "_told")

    def __init__(self, table: Table, deal: Deal, told: tuple[TableEvent, ...], now: float) -> None:
        event = told[0]
        assert isinstance(event, _STEPS)
        self._table = table
        self._deal = deal
        self._told = told
        self._seat = None if isinstance(event, TrickCleared) else event.seat
        self._is_card = isinstance(event, Played)
        settled = self._is_card and is_settled(table.match)
        self._for_all = settled or (table.holding and PACES[table.pace].stay is None)
        """Whether everybody is offered or asked something."""
        self._offers = offers_of(table, settled=settled) if self._is_card else None
        self._fields: Fields | None = None
        self._clock = b"" if table.terms.clock == "none" else b"," + encode_clock(clock_view(table, now))

    def tell(self, peers: Iterable[Connection]) -> list[Connection]:
        """Send them what has changed; returns those who were shown something else before than it was.

        What is sent is noted in what they were shown, which those who were shown the same have in common.
        """
        table = self._table
        others: list[Connection] = []
        head = b'{"t":"update","seq":%d,"view":{' % table.seq
        tail = b'},"events":%b}' % encode_events(seen_events(self._told, Viewer(None, None, table.rules)))
        parts: dict[int, bytes] = {}
        for peer in peers:
            shown = peer.shown
            if shown is None:
                others.append(peer)
                continue
            public, own = shown
            if own["seat"] != peer.seat:
                others.append(peer)
                continue
            part = parts.get(id(public))
            if part is None:
                if not can_follow(public):
                    others.append(peer)
                    continue
                part = parts[id(public)] = _noted(public, self._public_news(public)) + self._clock
            mine = parts.get(id(own))
            if mine is None:
                mine = parts[id(own)] = _noted(own, self._own_news(own))
            peer.send(b"%b%b%b" % (head, (part + mine)[1:], tail))
        return others

    def _public_news(self, before: Fields) -> Fields:
        """What is new in everybody's view, but for the clock: that is always sent."""
        if self._fields is None:
            if self._is_card:
                self._fields = self._cards()
            else:
                self._fields = self._passes() if self._seat is not None else self._next_trick()
            self._fields["stalling"] = stalling(self._table)
        return {name: value for name, value in self._fields.items() if value != before[name]}

    def _passes(self) -> Fields:
        return {"has_passed": [cards is not None for cards in self._deal.passes]}

    def _next_trick(self) -> Fields:
        deal = self._deal
        finished = len(deal.winners)
        return {
            "phase": "playing",
            "trick": trick_of(deal, finished),
            "last_trick": trick_of(deal, finished - 1),
        }

    def _cards(self) -> Fields:
        """What lies on the table; what of it cannot be new is not looked at."""
        deal, holding = self._deal, self._table.holding
        finished = len(deal.winners)
        fields: Fields = {
            "counts": [hand.bit_count() for hand in deal.hands],
            "turn": deal.turn,
            "ply": len(deal.plays),
            "broken": deal.broken,
            "trick": trick_of(deal, finished - 1 if holding else finished),
        }
        if not deal.trick:
            fields["taken"] = scoring_cards(deal)
            fields["tricks_won"] = list(deal.tricks_won)
            fields["points"] = list(points_so_far(deal))
        if not deal.trick or len(deal.plays) % deal.players == 1:
            fields["phase"] = "trick_done" if holding else "playing"
            fields["last_trick"] = trick_of(deal, finished - 2 if holding else finished - 1)
        return fields

    def _own_news(self, before: Fields) -> Fields:
        """What is new in a seat's own part of the view; a spectator has none."""
        seat, deal = before["seat"], self._deal
        news: Fields = {}
        if seat is None:
            return news
        if self._for_all or before["waiting"] or not self._is_card:
            waiting = list(self._table.waiting_for(seat))
            if waiting != before["waiting"]:
                news["waiting"] = waiting
        if self._offers is None:
            if seat == self._seat:
                chosen = deal.passes[seat]
                passed = None if chosen is None else [CARD_TEXTS[card] for card in chosen]
                if passed != before["passed"]:
                    news["passed"] = passed
            return news
        if self._offers[seat] != before["offers"]:
            news["offers"] = self._offers[seat]
        if seat == self._seat:
            news["hand"] = texts(deal.hands[seat])
            for name in ("received", "received_from"):
                if before[name] is not None:
                    news[name] = None
        if seat == deal.turn or before["legal"]:
            self._choice(before, news)
        return news

    def _choice(self, before: Fields, news: Fields) -> None:
        """What a seat may play now, where that is new: nothing unless it is its turn."""
        deal = self._deal
        hand = deal.hands[deal.turn]
        legal = deal.legal_mask() if before["seat"] == deal.turn else 0
        cards = texts(legal)
        why = _why(deal) if legal and legal != hand else {}
        if cards != before["legal"]:
            news["legal"] = cards
        if why != before["why"]:
            news["why"] = why


def _why(deal: Deal) -> dict[str, str]:
    return {CARD_TEXTS[card]: code for card, code in deal.barred_cards()}


def _noted(shown: Fields, news: Fields) -> bytes:
    """The news as bytes, each after a comma; from now on they are what was shown."""
    if not news:
        return b""
    shown.update(news)
    return b"," + encode_fields(news)


def only_step(table: Table, told: tuple[TableEvent, ...], now: float) -> Step | None:
    """The step that ``told`` is about, when nothing else has happened.

    None as well while something at the table counts down beside the clock.
    """
    deal = table.match.deal
    if not told or deal is None or table.vote is not None or table.absence.away:
        return None
    if isinstance(told[0], Played):
        alone = len(told) == 1 or all(isinstance(other, _BY_A_CARD) for other in told[1:])
    else:
        alone = len(told) == 1 and isinstance(told[0], _ALONE)
    return Step(table, deal, told, now) if alone else None


def can_follow(before: Fields) -> bool:
    """Whether a step can be all that differs from this view."""
    return before["vote"] is None and before["absent"] is None and not before["saving"]
