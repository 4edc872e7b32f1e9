"""From a table to the bytes that one viewer gets. What is not named here never leaves the server."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import msgspec

from moonshot.engine import Deal, cards_of
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.deal import PLAYING, REDEAL
from moonshot.engine.events import Revealed
from moonshot.engine.match import DealResult
from moonshot.engine.passing import direction_of, receivers_of
from moonshot.engine.view import points_so_far
from moonshot.site.live import wire
from moonshot.site.live.rules_words import rules_name, rules_words
from moonshot.site.live.told import Viewer, event_of
from moonshot.tables import EMOJI, PHRASES, ClockView, Table
from moonshot.tables.events import TableEvent
from moonshot.tables.stalling import stalling
from moonshot.tables.talk import text_allowed
from moonshot.tables.view import (
    OwnView,
    PlayerView,
    ProposalView,
    VoteView,
    absent_now,
    clock_view,
    player_views,
    proposal_view,
    vote_view,
)

__all__ = [
    "changed",
    "clock_message",
    "encode",
    "encode_clock",
    "encode_closing",
    "encode_events",
    "encode_fields",
    "encode_part",
    "event_of",
    "own_fields",
    "public_fields",
    "rules_name",
    "scoring_cards",
    "seen_events",
    "texts",
    "trick_of",
]

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: wire.ServerMessage) -> bytes:
    """A message as the bytes of one text frame."""
    return _ENCODER.encode(message)


def encode_closing(seq: int, in_ms: int) -> bytes:
    """An update that announces the end of this server process."""
    return encode_part(seq, {}, [wire.ClosingEvent(in_ms=in_ms)])


def public_fields(
    table: Table,
    connected: Collection[int] = (),
    *,
    now: float | None = None,
    spectators: int = 0,
    saving: bool = False,
) -> dict[str, Any]:
    """The fields of a view that are the same for everybody, in the order of `wire.View`.

    ``connected`` are the seats whose people are there. Without ``now`` no time has passed since the present
    wait began.
    """
    match, terms = table.match, table.terms
    deal, rules = match.deal, match.rules
    fields, rules_name, preset = rules_words(rules)
    now = table.since if now is None else now
    phase = table.phase
    deal_no = max(1, match.deal_no)
    direction = direction_of(rules, deal_no)
    pass_to = receivers_of(direction, rules.players)
    finished = 0 if deal is None else len(deal.winners) - table.holding
    return {
        "table": table.id,
        "match": match.match_id,
        "rules": fields,
        "rules_name": rules_name,
        "preset": preset,
        "phase": phase,
        "players": _players(player_views(table, connected)),
        "deal": deal_no,
        "dealer": match.dealer,
        "direction": direction,
        "pass_to": None if pass_to is None else list(pass_to),
        "pass_count": rules.pass_count,
        "counts": [0] * rules.players if deal is None else [hand.bit_count() for hand in deal.hands],
        "has_passed": [deal is not None and deal.passes[seat] is not None for seat in range(rules.players)],
        "turn": match.turn,
        "ply": table.ply,
        "trick": None if deal is None or deal.phase not in (PLAYING, REDEAL) else trick_of(deal, finished),
        "last_trick": None if deal is None else trick_of(deal, finished - 1),
        "broken": deal is not None and deal.broken,
        "taken": [[]] * rules.players if deal is None else scoring_cards(deal),
        "tricks_won": [0] * rules.players if deal is None else list(deal.tricks_won),
        "points": [0] * rules.players if deal is None else list(points_so_far(deal)),
        "totals": list(match.totals),
        "rows": [_row(result) for result in match.results],
        "overtime": match.overtime,
        "tied": list(match.tied),
        "winners": list(match.winners),
        "shooter": match.shooter if phase == "choosing_moon" else None,
        "commitment": None if match.committed is None else match.committed.commitment,
        "reveals": [] if table.revealed is None else [_reveal(table.revealed)],
        "pace": table.pace,
        "paused": table.paused,
        "kind": terms.kind,
        "host": table.host,
        "locked": table.locked,
        "clock": None if terms.clock == "none" else clock_message(clock_view(table, now, stopped=saving)),
        "vote": None if table.vote is None else _vote(vote_view(table, now)),
        "proposal": None if table.proposal is None else _proposal(proposal_view(table)),
        "spectators": spectators,
        "chat": _CHATS[text_allowed(table)],
        "saving": saving,
        "absent": _absent(absent_now(table, now)),
        "stalling": stalling(table),
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


def trick_of(deal: Deal, number: int) -> wire.Trick | None:
    """A trick of this number, from 0; the one after the last finished is still open."""
    if number < 0:
        return None
    cards = deal.plays[number * deal.players : (number + 1) * deal.players]
    winner = deal.winners[number] if number < len(deal.winners) else None
    return wire.Trick(
        leader=deal.leader_of(number), cards=[CARD_TEXTS[card] for card in cards], winner=winner
    )


def scoring_cards(deal: Deal) -> list[list[str]]:
    """The cards with points that each seat has captured."""
    scoring = deal.facts.scoring_cards
    return [texts(cards & scoring) for cards in deal.taken]


def _reveal(revealed: Revealed) -> wire.Reveal:
    return wire.Reveal(deal=revealed.deal_no, secret=revealed.secret)


def _absent(absent: tuple[int, int] | None) -> wire.Absent | None:
    return None if absent is None else wire.Absent(seat=absent[0], giving_up_in_ms=absent[1])


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
