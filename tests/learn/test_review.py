"""Reviews: which moments are decisions, what a choice lost, and what is told of it."""

from typing import Any

import pytest

from moonshot.bots import find_policy
from moonshot.engine import Match, Pass, Play, Rules, card_text, cards_of, view_of
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record
from moonshot.learn.review import (
    Decision,
    Option,
    Verdict,
    cards_of_move,
    decisions,
    option,
    summary,
)


def played(deals: int = 2) -> dict[str, Any]:
    match = Match(Rules(), match_id="reviewed-1", first_dealer=2)
    events: list[Recorded] = [match.started()]
    policy = find_policy("easy")
    while len(match.results) < deals:
        if match.phase == "between":
            events.append(match.commit(bytes([match.deal_no + 1]) * 32))
            match.apply(events[-1])
            events.append(match.deal_event())
        else:
            seat = match.acting[0] if match.acting else match.turn
            assert seat is not None
            events.append(match.verify(seat, policy.choose(view_of(match, seat), 3)))
        match.apply(events[-1])
    return match_record(events)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return played()


def test_decisions_are_the_passes_and_the_cards_with_a_choice(record: dict[str, Any]) -> None:
    for seat in range(4):
        found = decisions(record, seat)
        assert [one.place for one in found if one.is_pass] == [1, 2]
        assert all(one.view.seat == seat for one in found)
        assert all(one.view.legal.bit_count() > 1 for one in found if not one.is_pass)
        for one in found:
            held = {card_text(card) for card in cards_of(one.view.hand)}
            assert set(cards_of_move(one.move)) <= held
        assert len({one.seed for one in found}) == len(found)
        assert found == decisions(record, seat)


def test_a_review_sees_what_its_seat_saw_and_nothing_else(record: dict[str, Any]) -> None:
    """The views are those of the seat: no card of another hand is in them."""
    for seat in range(4):
        for one in decisions(record, seat):
            known = one.view.hand
            for trick in (*one.view.tricks, *([one.view.trick] if one.view.trick else [])):
                for card in trick.cards:
                    known |= 1 << card
            hidden = set(cards_of(((1 << 52) - 1) & ~known))
            assert len(hidden) == 52 - known.bit_count()
            assert not set(cards_of(one.view.legal)) & hidden


def choice(record: dict[str, Any], number: int = 1) -> Decision:
    return [one for one in decisions(record, 0) if not one.is_pass][number]


def weighed(decision: Decision, *points: float, error: float = 0.1) -> Verdict:
    cards = cards_of(decision.view.legal)
    options = [option(Play(card), value, error) for card, value in zip(cards, points, strict=False)]
    return Verdict(decision, tuple(sorted(options, key=lambda one: one.points)))


def test_the_loss_is_what_the_choice_cost_above_the_best(record: dict[str, Any]) -> None:
    decision = choice(record)
    assert isinstance(decision.move, Play)
    legal = cards_of(decision.view.legal)
    at = legal.index(decision.move.card)
    points = [2.0] * len(legal)
    points[at] = 6.5
    bad = weighed(decision, *points)
    assert bad.loss == pytest.approx(4.5)
    assert not bad.is_good
    points[at] = 2.1
    assert weighed(decision, *points).is_good
    points[at] = 3.0
    assert not weighed(decision, *points, error=0.1).is_good
    assert weighed(decision, *points, error=0.6).is_good, "within what chance can feign"
    best = [9.0] * len(legal)
    best[at] = 1.0
    assert weighed(decision, *best).loss == 0.0


def test_a_pass_that_was_not_weighed_has_no_loss(record: dict[str, Any]) -> None:
    decision = decisions(record, 0)[0]
    assert isinstance(decision.move, Pass)
    others = tuple(card for card in cards_of(decision.view.hand) if card not in decision.move.cards)[:3]
    verdict = Verdict(decision, (option(Pass(others), 5.0, 0.2),))
    assert (verdict.loss, verdict.is_good) == (None, False)
    told = summary([verdict], {}, 0)
    assert (told.weighed, told.accuracy, told.average) == (0, 100, 0.0)
    assert told.passes == (verdict,)


def test_a_summary_tells_turning_points_and_moons_that_could_be_stopped(record: dict[str, Any]) -> None:
    found = [one for one in decisions(record, 0) if not one.is_pass]
    verdicts = []
    for number, decision in enumerate(found):
        legal = cards_of(decision.view.legal)
        assert isinstance(decision.move, Play)
        points = [1.0] * len(legal)
        points[legal.index(decision.move.card)] = 1.0 + (number if number in (2, 3, 8) else 0)
        verdicts.append(weighed(decision, *points))
    told = summary(verdicts, {1: 3}, 0)
    assert [one.loss for one in told.turning] == [8.0, 3.0, 2.0]
    assert told.lost == pytest.approx(13.0)
    assert told.good == len(found) - 3
    assert told.accuracy == round(100 * told.good / len(found))
    (stop,) = told.stops
    assert (stop.shooter, stop.verdict.decision.place) == (3, 1)
    assert summary(verdicts, {1: 0}, 0).stops == (), "the own moon"


def test_options_are_kept_as_json() -> None:
    one = Option(("QS",), 3.25, 0.1)
    assert Option.from_json(one.to_json()) == one
