"""A match told again says what the engine says, for every rule set."""

import pytest

from moonshot.bots import find_policy
from moonshot.engine import PRESETS, Match, RecordError, view_of
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from moonshot.learn.retelling import retell


def two_deals(preset: str) -> tuple[Match, list[Recorded]]:
    match = Match(PRESETS[preset].rules, match_id="told-1", first_dealer=1)
    events: list[Recorded] = [match.started()]
    policy = find_policy("easy")
    number = 0
    while len(match.results) < 2 and match.phase != "over":
        if match.phase in ("between", "redeal"):
            number += 1
            events.append(match.commit(bytes([number]) * 32))
            match.apply(events[-1])
            events.append(match.deal_event())
            match.apply(events[-1])
            continue
        seat = match.acting[0] if match.acting else match.turn
        assert seat is not None
        event = match.verify(seat, policy.choose(view_of(match, seat), 7))
        events.append(event)
        match.apply(event)
    return match, events


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_told_as_it_was_scored(preset: str) -> None:
    match, events = two_deals(preset)
    told = retell(match_record(events, finished_only=True))
    scored = [deal for deal in told.deals if deal.points is not None]
    assert [(deal.points, deal.totals, deal.moon) for deal in scored] == [
        (row.points, row.totals, row.moon) for row in match.results
    ]
    assert told.totals == match.totals
    for deal in scored:
        played: list[set[str]] = [set() for _ in deal.hands]
        for trick in deal.tricks:
            for seat, card in trick.plays:
                played[seat].add(card)
        assert played == [set(hand) for hand in deal.hands]
        whole = sorted(card for hand in (*deal.dealt, deal.kitty) for card in hand)
        assert len(whole) == len(set(whole))
        if deal.given is not None and deal.received is not None:
            assert sorted(sum(deal.given, ())) == sorted(sum(deal.received, ()))
        assert sum(trick.broke is not None for trick in deal.tricks) <= 1


def test_a_running_deal_is_not_told() -> None:
    match, events = two_deals("standard")
    later = [*events]
    later.append(match.commit(bytes(32)))
    match.apply(later[-1])
    later.append(match.deal_event())
    match.apply(later[-1])
    assert retell(match_record(later, finished_only=True)) == retell(match_record(events))


def test_a_record_of_no_match_is_refused() -> None:
    with pytest.raises(RecordError):
        retell({**match_record(two_deals("standard")[1]), "rules": {}})
