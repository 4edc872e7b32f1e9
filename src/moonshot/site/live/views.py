"""From a table to the bytes that one viewer gets. What is not named here never leaves the server."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, cast

import msgspec

from moonshot.engine import Rules, Trick, cards_of, events, preset_of
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.match import DealResult
from moonshot.engine.passing import direction_of
from moonshot.site.live import wire
from moonshot.tables import TableView
from moonshot.tables.events import PaceSet, PauseSet, TableEvent

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: wire.ServerMessage) -> bytes:
    """A message as the bytes of one text frame."""
    return _ENCODER.encode(message)


def encode_update(seq: int, view: TableView, told: Iterable[TableEvent]) -> bytes:
    """An update for the viewer of this view."""
    seen = [event for fact in told if (event := event_of(fact, view)) is not None]
    return _ENCODER.encode(wire.Update(seq=seq, view=view_message(view), events=seen))


def encode_closing(seq: int, view: TableView, in_ms: int) -> bytes:
    """An update that announces the end of this server process."""
    event = wire.ClosingEvent(in_ms=in_ms)
    return _ENCODER.encode(wire.Update(seq=seq, view=view_message(view), events=[event]))


def view_message(view: TableView) -> wire.View:
    """The wire's form of a view."""
    match = view.match
    rules, rules_name, preset = _rules(match.rules)
    own_first_card_played = match.hand.bit_count() < match.rules.hand_size
    received = None if match.received is None or own_first_card_played else _texts(match.received)
    return wire.View(
        table=view.table_id,
        match=match.match_id,
        rules=rules,
        rules_name=rules_name,
        preset=preset,
        phase=cast("wire.Phase", view.phase),
        seat=match.seat,
        players=[
            wire.Player(
                name=player.name,
                bot=player.level is not None,
                level=player.level,
                connected=player.connected,
                empty=False,
                host=number == match.seat,
                stand_in=False,
                handle=None,
            )
            for number, player in enumerate(view.players)
        ],
        deal=match.deal_no,
        dealer=match.dealer,
        direction=cast("wire.Direction", match.direction),
        pass_to=None if match.pass_to is None else list(match.pass_to),
        pass_count=match.rules.pass_count,
        hand=_texts(match.hand),
        counts=list(match.hand_sizes),
        passed=None if match.passed is None else [CARD_TEXTS[card] for card in match.passed],
        received=received,
        received_from=None if received is None else view.received_from,
        has_passed=list(match.has_passed),
        turn=match.turn,
        legal=_texts(match.legal),
        why={CARD_TEXTS[card]: code for card, code in view.why},
        ply=match.ply,
        trick=_trick(view.trick),
        last_trick=_trick(view.last_trick),
        broken=match.broken,
        taken=[_texts(cards & match.rules.facts.scoring_cards) for cards in match.taken],
        tricks_won=list(match.tricks_won),
        points=list(match.points),
        totals=list(match.totals),
        rows=[_row(result) for result in match.results],
        overtime=match.overtime,
        tied=list(match.tied),
        winners=list(match.winners),
        shooter=match.shooter if view.phase == "choosing_moon" else None,
        moon_options=_moon_options(view),
        commitment=match.commitment,
        reveals=[] if view.reveal is None else [wire.Reveal(deal=view.reveal[0], secret=view.reveal[1])],
        pace=cast("wire.PaceName", view.pace),
        paused=view.paused,
        waiting=cast("Any", list(view.waiting)),
        kind="practice",
        host=match.seat,
        locked=False,
        code=None,
        link=None,
        clock=None,
        vote=None,
        proposal=None,
        spectators=0,
        chat=wire.Chat(text=False, phrases=[], emoji=[]),
        saving=False,
        absent=None,
    )


def event_of(event: TableEvent, view: TableView) -> wire.Event | None:
    """What the viewer is told of an event; None when it is not for viewers."""
    match event:
        case events.Played():
            return wire.PlayedEvent(seat=event.seat, card=CARD_TEXTS[event.card])
        case events.TrickTaken():
            cards = [CARD_TEXTS[card] for card in event.cards]
            return wire.TrickTakenEvent(winner=event.winner, leader=event.leader, cards=cards)
        case events.HeartsBroken():
            return wire.HeartsBrokenEvent(seat=event.seat, card=CARD_TEXTS[event.card])
        case events.Passed():
            return wire.PassedEvent(seat=event.seat)
        case events.Recalled():
            return wire.RecalledEvent(seat=event.seat)
        case events.Exchanged():
            return _exchanged(event, view)
        case PaceSet():
            return wire.PaceEvent(pace=cast("wire.PaceName", event.pace))
        case PauseSet():
            return wire.PausedEvent(on=event.on)
        case events.MatchStarted():
            return wire.MatchStartedEvent()
        case events.Dealt():
            direction = cast("wire.Direction", direction_of(view.match.rules, event.deal_no))
            return wire.DealtEvent(deal=event.deal_no, dealer=event.dealer, direction=direction)
        case _:
            return _outcome(event)


def _outcome(event: TableEvent) -> wire.Event | None:
    match event:
        case events.Redeal():
            return wire.RedealEvent(seat=event.seat)
        case events.MoonShot():
            return wire.MoonEvent(deal=event.deal_no, seat=event.seat, sun=event.sun)
        case events.MoonChosen():
            return wire.MoonChosenEvent(seat=event.seat, choice=cast("wire.MoonChoice", event.choice))
        case events.DealScored():
            return wire.DealScoredEvent(
                deal=event.deal_no, points=list(event.points), totals=list(event.totals)
            )
        case events.OvertimeStarted():
            return wire.OvertimeEvent(tied=list(event.tied))
        case events.MatchOver():
            return wire.OverEvent(winners=list(event.winners), totals=list(event.totals))
    return None


def _exchanged(event: events.Exchanged, view: TableView) -> wire.ExchangedEvent | None:
    seat = view.match.seat
    if seat is None:
        return None
    return wire.ExchangedEvent(received=_texts(event.received[seat]), sender=view.received_from)


def _moon_options(view: TableView) -> wire.MoonOptions | None:
    if not view.moon_options:
        return None
    options = dict(view.moon_options)
    return wire.MoonOptions(others_plus=list(options["others_plus"]), self_minus=list(options["self_minus"]))


def _texts(mask: int) -> list[str]:
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


@lru_cache(maxsize=256)
def _rules(rules: Rules) -> tuple[wire.RulesFields, str, str | None]:
    """The rules' fields, their name for people and the id of the preset they are."""
    found = preset_of(rules)
    fields = cast("wire.RulesFields", rules.to_dict())
    return (fields, "House rules", None) if found is None else (fields, found.name, found.id)


def rules_name(rules: Rules) -> str:
    """The name of rules for people: the preset's, or *House rules*."""
    return _rules(rules)[1]
