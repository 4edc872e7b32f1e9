"""What holds in every match under every playable rules value, after every event."""

import random
from typing import Any

import pytest
from hypothesis import given, settings

from moonshot.engine import (
    ChooseMoon,
    HeartsError,
    Match,
    Move,
    Pass,
    Play,
    Recall,
    Rules,
    cards_of,
    seen_by,
    view_of,
)
from moonshot.engine.events import (
    Committed,
    DealScored,
    Dealt,
    Event,
    MatchOver,
    MatchStarted,
    MoonChosen,
    MoonShot,
    Passed,
    Played,
    Recalled,
    Recorded,
)
from moonshot.engine.scoring import points_of
from tests.laws.states import match_state
from tests.laws.strategies import play_match, rules_values, seed_combinations, seeds, valid_rules


@settings(max_examples=60, deadline=None)
@given(rules_values(), seeds())
def test_replaying_the_recorded_events_gives_the_same_match(rules: Rules, seed: int) -> None:
    events: list[Recorded] = []
    happened: list[Event] = []
    played = Match(rules)
    for match, event, facts in play_match(rules, random.Random(seed), deals=3, shuffled=True):
        events.append(event)
        happened.extend(facts)
        played = match
    started = played.started()
    assert match_state(Match.replay([started, *events])) == match_state(played)
    again = Match.replay([started])
    assert [fact for event in events for fact in again.apply(event)] == happened


@settings(max_examples=60, deadline=None)
@given(rules_values(), seeds())
def test_states_are_values_and_every_getter_answers_in_each(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    kept: list[tuple[Match, dict[str, Any]]] = []
    for match, _, happened in play_match(rules, rng, deals=2):
        ask_everything(match, happened)
        if rng.random() < 0.1:
            kept.append((match.copy(), match_state(match)))
    for copy, state in kept:
        assert match_state(copy) == state
    copy, state = rng.choice(kept) if kept else (Match(rules), match_state(Match(rules)))
    go_on(copy, rng)
    for other, before in kept:
        assert other is copy or match_state(other) == before


def ask_everything(match: Match, happened: tuple[Event, ...]) -> None:
    """Call every public getter; check that none of them changes anything and that they agree."""
    before = match_state(match)
    assert match.phase in ("between", "passing", "playing", "redeal", "choosing_moon", "over")
    assert (match.turn is not None) == (match.phase in ("playing", "choosing_moon"))
    assert bool(match.acting) == (match.phase in ("passing", "playing", "choosing_moon"))
    assert (match.legal_mask() != 0) == (match.phase == "playing")
    assert bool(match.moon_options()) == (match.phase == "choosing_moon")
    assert (match.phase == "over") == bool(match.winners)
    assert match.started().first_dealer == match.first_dealer
    assert repr(match)
    assert match.dealer in range(match.rules.players)
    if match.deal is not None:
        assert repr(match.deal)
        assert len(match.deal.transposition_key()) > 1
        assert len(match.deal.legal_moves) == match.legal_mask().bit_count()
    if match.shooter is not None:
        assert match.default_moon_choice() in ("others_plus", "self_minus")
    for seat in (*range(match.rules.players), None):
        view = view_of(match, seat)
        assert view.players == match.rules.players
        check_points_so_far(match, view.points)
        for event in happened:
            assert seen_by(event, seat).kind == event.kind
    assert match_state(match) == before


def check_points_so_far(match: Match, points: tuple[int, ...]) -> None:
    """Points so far are those of the finished tricks, the bonus card included."""
    facts = match.rules.facts
    for seat, value in enumerate(points):
        taken = 0 if match.deal is None else match.deal.taken[seat]
        bonus = facts.bonus_points if facts.bonus_card >= 0 and taken >> facts.bonus_card & 1 else 0
        assert value == points_of(facts.points, taken) + bonus


def go_on(match: Match, rng: random.Random) -> None:
    for _ in range(30):
        if match.phase == "playing":
            assert match.turn is not None
            match.act(match.turn, Play(rng.choice(cards_of(match.legal_mask()))))


@settings(max_examples=40, deadline=None)
@given(rules_values(), seeds())
def test_a_refused_move_or_event_changes_nothing(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for match, event, _ in play_match(rules, rng, deals=1):
        before = match_state(match)
        for _ in range(6):
            try_move(match.copy(), rng.randrange(-1, rules.players + 1), some_move(match, rng), before)
        for bad in (*misfits(match, rng), event):
            twin = match.copy()
            try:
                twin.apply(bad)
            except HeartsError as error:
                assert error.code
                assert error.message
                assert match_state(twin) == before
        assert match_state(match) == before


def try_move(match: Match, seat: int, move: Move, before: dict[str, Any]) -> None:
    """Verify never changes anything; what it grants can be applied, what it refuses cannot."""
    try:
        event = match.verify(seat, move)
    except HeartsError as error:
        assert error.code
        assert match_state(match) == before
        with pytest.raises(HeartsError):
            match.act(seat, move)
        assert match_state(match) == before
    else:
        assert match_state(match) == before
        match.apply(event)


def some_move(match: Match, rng: random.Random) -> Move:
    kind = rng.randrange(4)
    if kind == 0:
        return Play(rng.randrange(-2, 54))
    if kind == 1:
        return Pass(
            tuple(rng.randrange(-1, 53) for _ in range(match.rules.pass_count + rng.choice((-1, 0, 1))))
        )
    if kind == 2:
        return Recall()
    return ChooseMoon(rng.choice(("others_plus", "self_minus", "both", "")))


def misfits(match: Match, rng: random.Random) -> list[Recorded]:
    """Events that hardly ever fit the state."""
    seat = rng.choice((-1, 0, 1, match.rules.players))
    return [
        match.started(),
        Committed(match.next_deal_no + 1, "", ""),
        Dealt(match.next_deal_no, seat, (0,) * match.rules.players),
        Dealt(match.next_deal_no, match.next_dealer, (-1,) * match.rules.players, -1),
        Dealt(match.next_deal_no, match.next_dealer, (1 << 60, 1, 2)),
        Passed(seat, (0, 0, 0)),
        Passed(seat, ()),
        Recalled(-1),
        Recalled(match.rules.players),
        Played(seat, rng.randrange(-1, 53)),
        MoonChosen(seat, "neither"),
    ]


@settings(max_examples=80, deadline=None)
@given(rules_values(), seeds())
def test_the_points_of_a_deal_add_up(rules: Rules, seed: int) -> None:
    check_points(rules, random.Random(seed))


def check_points(rules: Rules, rng: random.Random, deals: int = 2) -> None:
    for match, _, happened in play_match(rules, rng, deals=deals):
        for fact in happened:
            if isinstance(fact, DealScored):
                check_sum(match, fact)
        if match.phase == "over":
            assert isinstance(happened[-1], MatchOver)
            assert match.winners


def check_sum(match: Match, fact: DealScored) -> None:
    rules, deal = match.rules, match.deal
    assert deal is not None
    facts = rules.facts
    moon_set = facts.moon_set
    shooters = [seat for seat in range(rules.players) if moon_set and moon_set & ~deal.taken[seat] == 0]
    assert shooters == ([] if fact.moon is None else [fact.moon])
    if rules.bonus_floor == "hand_zero":
        return
    if fact.moon is None:
        kitty = deal.kitty if deal.kitty_trick < 0 else 0
        expected = points_of(facts.points, facts.deck & ~kitty)
        expected += rules.no_trick_bonus * deal.tricks_won.count(0)
    else:
        value = facts.sun_value if fact.sun else facts.moon_value
        expected = -value if fact.moon_mode == "self_minus" else value * (rules.players - 1)
    takers = [
        seat
        for seat in range(rules.players)
        if facts.bonus_card >= 0 and deal.taken[seat] >> facts.bonus_card & 1
    ]
    if takers and not (takers[0] == fact.moon and rules.moon_bonus == "absorbed"):
        expected += rules.bonus_points
    assert sum(fact.points) == expected == match.results[-1].check


@settings(max_examples=60, deadline=None)
@given(rules_values(), seeds())
def test_a_moon_is_a_set_of_cards_and_happens_once(rules: Rules, seed: int) -> None:
    moons: list[int] = []
    for match, event, happened in play_match(rules, random.Random(seed), deals=3):
        for fact in happened:
            if isinstance(fact, MoonShot):
                assert match.deal is not None
                assert rules.facts.moon_set & ~match.deal.taken[fact.seat] == 0
                assert fact.deal_no not in moons
                assert isinstance(event, Played)
                moons.append(fact.deal_no)
            if isinstance(fact, DealScored):
                assert (fact.moon is not None) == (fact.deal_no in moons)


def test_points_and_moons_hold_in_all_combinations_of_the_source_documents() -> None:
    rng = random.Random(1611)
    for rules in seed_combinations():
        check_points(rules, rng, deals=1)


def test_every_match_ends_by_the_hundredth_deal() -> None:
    rng = random.Random(100)
    longest = 0
    for _ in range(60):
        rules = valid_rules(rng.choice)
        rules = Rules.from_dict(
            {**rules.to_dict(), "end_score": 100_000, "end_hands": 0, "first_trick_fallback": "any_card"}
        )
        match = Match(rules)
        for match, _, _ in play_match(rules, rng, deals=1000):
            assert match.deal_no <= 100
        assert match.phase == "over"
        longest = max(longest, match.deal_no)
        if match.deal_no == 100 and not (rules.exact_wins and 100_000 in match.totals):
            assert match.winners == tuple(
                seat for seat, total in enumerate(match.totals) if total == min(match.totals)
            )
    assert longest == 100


def test_the_first_event_of_a_record_starts_the_match() -> None:
    started = Match(Rules()).started()
    assert isinstance(started, MatchStarted)
    for events in ([], [Recalled(0)]):
        with pytest.raises(HeartsError, match="first event"):
            Match.replay(events)
