"""From a table to the bytes that one viewer gets. What is not named here never leaves the server."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import msgspec

from moonshot.engine import Trick, cards_of
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.match import DealResult
from moonshot.engine.view import OwnCards
from moonshot.site.live import wire
from moonshot.site.live.rules_words import rules_name, rules_words
from moonshot.site.live.told import Viewer, event_of
from moonshot.tables import EMOJI, PHRASES, ClockView, TableView
from moonshot.tables.events import TableEvent
from moonshot.tables.view import OwnView, PlayerView, ProposalView, VoteView

__all__ = [
    "changed",
    "clock_message",
    "encode",
    "encode_clock",
    "encode_closing",
    "encode_events",
    "encode_fields",
    "encode_part",
    "encode_update",
    "event_of",
    "own_fields",
    "public_fields",
    "rules_name",
    "seen_events",
    "texts",
    "view_message",
    "viewer_of",
]

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: wire.ServerMessage) -> bytes:
    """A message as the bytes of one text frame."""
    return _ENCODER.encode(message)


def encode_update(seq: int, view: TableView, told: Iterable[TableEvent]) -> bytes:
    """An update with the whole view."""
    whole = view_message(view)
    events = seen_events(told, viewer_of(view))
    return _ENCODER.encode(wire.Update(seq=seq, view=whole, events=events))


def viewer_of(view: TableView) -> Viewer:
    """Whose view it is."""
    return Viewer(view.match.seat, view.received_from, view.match.rules)


def encode_closing(seq: int, in_ms: int) -> bytes:
    """An update that announces the end of this server process."""
    return encode_part(seq, {}, [wire.ClosingEvent(in_ms=in_ms)])


def view_message(view: TableView) -> wire.View:
    """The wire's form of a view."""
    match = view.match
    own = OwnView(
        match.seat,
        OwnCards(match.hand, match.passed, match.received, match.legal),
        view.why,
        view.received_from,
        view.moon_options,
        view.waiting,
        view.code,
        view.link,
        view.offers,
    )
    return wire.View(**public_fields(view), **own_fields(own, match.rules.hand_size))


def public_fields(view: TableView) -> dict[str, Any]:
    """The fields of a view that are the same for everybody, in the order of `wire.View`."""
    match = view.match
    rules, rules_name, preset = rules_words(match.rules)
    scoring = match.rules.facts.scoring_cards
    return {
        "table": view.table_id,
        "match": match.match_id,
        "rules": rules,
        "rules_name": rules_name,
        "preset": preset,
        "phase": view.phase,
        "players": _players(view.players),
        "deal": match.deal_no,
        "dealer": match.dealer,
        "direction": match.direction,
        "pass_to": None if match.pass_to is None else list(match.pass_to),
        "pass_count": match.rules.pass_count,
        "counts": list(match.hand_sizes),
        "has_passed": list(match.has_passed),
        "turn": match.turn,
        "ply": match.ply,
        "trick": _trick(view.trick),
        "last_trick": _trick(view.last_trick),
        "broken": match.broken,
        "taken": [texts(cards & scoring) for cards in match.taken],
        "tricks_won": list(match.tricks_won),
        "points": list(match.points),
        "totals": list(match.totals),
        "rows": [_row(result) for result in match.results],
        "overtime": match.overtime,
        "tied": list(match.tied),
        "winners": list(match.winners),
        "shooter": match.shooter if view.phase == "choosing_moon" else None,
        "commitment": match.commitment,
        "reveals": [] if view.reveal is None else [wire.Reveal(deal=view.reveal[0], secret=view.reveal[1])],
        "pace": view.pace,
        "paused": view.paused,
        "kind": view.terms.kind,
        "host": view.host,
        "locked": view.locked,
        "clock": clock_message(view.clock),
        "vote": _vote(view.vote),
        "proposal": _proposal(view.proposal),
        "spectators": view.spectators,
        "chat": _CHATS[view.text],
        "saving": view.saving,
        "absent": None if view.absent is None else wire.Absent(view.absent[0], view.absent[1]),
        "stalling": view.stalling,
    }


@lru_cache(maxsize=4096)
def _players(players: tuple[PlayerView, ...]) -> list[wire.Player]:
    """Everybody at a table; the same list for as long as nobody comes or goes."""
    return [
        wire.Player(
            name=player.name,
            bot=player.level is not None,
            level=player.level,
            connected=player.connected,
            empty=player.empty,
            host=player.host,
            stand_in=player.stand_in,
            handle=player.handle,
        )
        for player in players
    ]


def own_fields(own: OwnView, hand_size: int) -> dict[str, Any]:
    """The fields of a view that differ between seats. ``hand_size`` is that of a fresh hand."""
    cards = own.cards
    own_first_card_played = cards.hand.bit_count() < hand_size
    received = None if cards.received is None or own_first_card_played else texts(cards.received)
    return {
        "seat": own.seat,
        "hand": texts(cards.hand),
        "passed": None if cards.passed is None else [CARD_TEXTS[card] for card in cards.passed],
        "received": received,
        "received_from": None if received is None else own.received_from,
        "legal": texts(cards.legal),
        "why": {CARD_TEXTS[card]: code for card, code in own.why},
        "moon_options": _moon_options(own.moon_options) if own.moon_options else None,
        "waiting": list(own.waiting),
        "code": own.code,
        "link": own.link,
        "offers": list(own.offers),
    }


_COUNTING: Final = frozenset({"clock", "vote", "absent"})
_CHATS: Final = tuple(
    wire.Chat(text=text, phrases=list(PHRASES), emoji=list(EMOJI)) for text in (False, True)
)


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that differ from the view before, and all that count down while they are there."""
    return {
        name: value
        for name, value in after.items()
        if (value is not before[name] and value != before[name]) or (name in _COUNTING and value is not None)
    }


def encode_part(seq: int, part: Mapping[str, Any], told: Iterable[wire.Event]) -> bytes:
    """An update with some fields of a view."""
    return _ENCODER.encode({"t": "update", "seq": seq, "view": part, "events": list(told)})


def encode_fields(part: Mapping[str, Any]) -> bytes:
    """Some fields of a view, without the braces around them."""
    return _ENCODER.encode(part)[1:-1]


def encode_events(told: Iterable[wire.Event]) -> bytes:
    """The events of an update."""
    return _ENCODER.encode(list(told))


def seen_events(told: Iterable[TableEvent], viewer: Viewer) -> list[wire.Event]:
    """What the viewer is told of these events."""
    return [event for fact in told if (event := event_of(fact, viewer)) is not None]


def clock_message(clock: ClockView | None) -> wire.Clock | None:
    """The wire's form of a clock."""
    if clock is None:
        return None
    return wire.Clock(
        kind=cast("wire.ClockKind", clock.kind),
        on=clock.on,
        left_ms=list(clock.left),
        bank_ms=list(clock.bank),
        limit_ms=clock.limit,
        misses=list(clock.misses),
        fast=list(clock.fast),
    )


@lru_cache(maxsize=4096)
def encode_clock(clock: ClockView) -> bytes:
    """The clock as a field of a view, in bytes; after a card most tables' clocks are alike."""
    return b'"clock":%b' % _ENCODER.encode(clock_message(clock))


def _vote(vote: VoteView | None) -> wire.Vote | None:
    if vote is None:
        return None
    kind = cast("wire.VoteKind", vote.about)
    yes, no = list(vote.yes), list(vote.no)
    return wire.Vote(kind=kind, by=vote.by, seat=vote.seat, yes=yes, no=no, ends_in_ms=vote.left)


def _proposal(proposal: ProposalView | None) -> wire.Proposal | None:
    if proposal is None:
        return None
    fields, name, _ = rules_words(proposal.rules)
    return wire.Proposal(
        no=proposal.no,
        by=proposal.by,
        rules=fields,
        rules_name=name,
        yes=list(proposal.yes),
        waiting=list(proposal.waiting),
    )


def _moon_options(options: tuple[tuple[str, tuple[int, ...]], ...]) -> wire.MoonOptions:
    totals = dict(options)
    return wire.MoonOptions(others_plus=list(totals["others_plus"]), self_minus=list(totals["self_minus"]))


@lru_cache(maxsize=16_384)
def texts(mask: int) -> list[str]:
    """The cards of a mask as the wire has them."""
    return [CARD_TEXTS[card] for card in cards_of(mask)]


def _trick(trick: Trick | None) -> wire.Trick | None:
    if trick is None:
        return None
    cards = [CARD_TEXTS[card] for card in trick.cards]
    return wire.Trick(leader=trick.leader, cards=cards, winner=trick.winner)


@lru_cache(maxsize=1024)
def _row(result: DealResult) -> wire.Row:
    return wire.Row(
        deal=result.deal_no,
        direction=cast("wire.Direction", result.direction),
        points=list(result.points),
        totals=list(result.totals),
        moon=result.moon,
        sun=result.sun,
        queen=result.queen,
        bonus=result.bonus,
        check=result.check,
    )
