"""What a viewer is told of each event of a table: some events, and of those only what all may know."""

from typing import NamedTuple, cast

from moonshot.engine import Rules, cards_of, events
from moonshot.engine.cards import CARD_TEXTS
from moonshot.engine.passing import direction_of
from moonshot.site.live import wire
from moonshot.site.live.rules_words import rules_name
from moonshot.tables import events as table
from moonshot.tables.events import TableEvent


class Viewer(NamedTuple):
    """Who is told: the seat, who passed it cards, and the rules by which it plays."""

    seat: int | None
    received_from: int | None
    rules: Rules


def event_of(event: TableEvent, viewer: Viewer) -> wire.Event | None:
    """What the viewer is told of an event; None when it is not for viewers."""
    match event:
        case events.Played():
            return wire.PlayedEvent(seat=event.seat, card=CARD_TEXTS[event.card])
        case events.TrickTaken():
            cards = [CARD_TEXTS[card] for card in event.cards]
            return wire.TrickTakenEvent(winner=event.winner, leader=event.leader, cards=cards)
        case events.HeartsBroken():
            return wire.HeartsBrokenEvent(seat=event.seat, card=CARD_TEXTS[event.card])
        case events.Committed() | events.Revealed() | table.Thought():
            return None  # the view has what may be known of them
        case events.Passed():
            return wire.PassedEvent(seat=event.seat)
        case events.Recalled():
            return wire.RecalledEvent(seat=event.seat)
        case events.Exchanged():
            return _exchanged(event, viewer)
        case events.MatchStarted():
            return wire.MatchStartedEvent()
        case events.Dealt():
            direction = cast("wire.Direction", direction_of(viewer.rules, event.deal_no))
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
        case table.TakenBack():
            return wire.TakenBackEvent(seat=event.seat, card=CARD_TEXTS[event.card])
        case table.PlayedOut():
            return wire.PlayedOutEvent(seat=event.seat)
    return _around_the_match(event)


def _around_the_match(event: TableEvent) -> wire.Event | None:
    """What is told of seats, clocks and talk."""
    match event:
        case table.PaceSet():
            return wire.PaceEvent(pace=cast("wire.PaceName", event.pace))
        case table.PauseSet():
            return wire.PausedEvent(on=event.on)
        case table.TimedOut():
            return wire.TimedOutEvent(seat=event.seat)
        case table.StoodIn():
            return wire.StandInEvent(seat=event.seat, voted=event.voted)
        case table.Returned() | table.Restored():
            return wire.ReturnedEvent(seat=event.seat)
        case table.TimerOff():
            return wire.TimerOffEvent()
        case table.Said():
            return said_event(event)
        case table.VoteOpened():
            return wire.VoteOpenedEvent(about=event.about, by=event.by)
        case table.VoteCast():
            return wire.VotedEvent(seat=event.seat, yes=event.yes)
        case table.VoteClosed():
            return wire.VoteClosedEvent(about=event.about, passed=event.passed)
    return _about_seats(event)


def said_event(said: table.Said) -> wire.SaidEvent:
    """What somebody said, as others may read it."""
    return wire.SaidEvent(
        seat=said.seat,
        name=said.name,
        handle=said.handle,
        phrase=said.phrase,
        emoji=said.emoji,
        text=said.text,
    )


def _about_seats(event: TableEvent) -> wire.Event | None:
    match event:
        case table.Sat():
            return wire.SatEvent(seat=event.seat, name=event.name)
        case table.Stood():
            return wire.StoodEvent(seat=event.seat)
        case table.TookSeat():
            return wire.TookSeatEvent(seat=event.seat, name=event.name)
        case table.Renamed():
            return wire.RenamedEvent(seat=event.seat, name=event.name)
        case table.Left():
            return wire.LeftEvent(seat=event.seat)
        case table.Removed():
            return wire.RemovedEvent(seat=event.seat)
        case table.HostSet():
            return wire.HostEvent(seat=event.seat)
        case table.LockSet():
            return wire.LockedEvent(on=event.on)
        case table.Proposed():
            name = rules_name(Rules.from_dict(event.rules))
            return wire.ProposedEvent(no=event.no, by=event.by, rules_name=name)
        case table.Confirmed():
            return wire.ConfirmedEvent(seat=event.seat, yes=event.yes)
        case table.RulesSet():
            return wire.RulesSetEvent(rules_name=rules_name(Rules.from_dict(event.rules)))
    return None


def _exchanged(event: events.Exchanged, viewer: Viewer) -> wire.ExchangedEvent | None:
    if viewer.seat is None:
        return None
    received = [CARD_TEXTS[card] for card in cards_of(event.received[viewer.seat])]
    return wire.ExchangedEvent(received=received, sender=viewer.received_from)
