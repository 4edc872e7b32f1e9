"""A record gives back the match it was written from, byte for byte, at every moment of it (L3, P4)."""

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import given, settings

from moonshot.engine import Match, Pass, Recall, Rules, cards_text, parse_cards, preset, view_of
from moonshot.engine.events import Dealt, Passed, Recalled, Recorded
from moonshot.engine.record import Thought, match_record, read_record, write_record
from tests.engine.records import PLAYERS, some_match
from tests.laws.strategies import play_match, rules_values, seeds


def state(match: Match) -> dict[str, Any]:
    """All that a match is, but for the secret that a record does not tell before its time."""
    deal = match.deal
    return {
        "phase": match.phase,
        "totals": match.totals,
        "results": match.results,
        "overtime": match.overtime,
        "tied": match.tied,
        "winners": match.winners,
        "acting": match.acting,
        "dealer": match.dealer,
        "committed": match.committed and match.committed.commitment,
        "deal": deal and (deal.transposition_key(), deal.plays, deal.passes, deal.dealt, deal.received),
    }


def check(match: Match, events: list[Recorded], **more: Any) -> None:
    text = write_record(match_record(events, **more))
    read = read_record(text)
    assert read.error is None
    assert read.match is not None
    assert write_record(read.record) == text
    assert state(read.match) == state(match)
    assert read_record(text.encode()).events == read.events
    bare = {**more, "times": None, "auto": (), "thoughts": None}
    assert write_record(match_record(read.events, **bare)) == write_record(match_record(events, **bare))
    assert json.loads(text) == match_record(events, **more)


@settings(max_examples=15)
@given(rules_values(), seeds())
def test_round_trip_at_every_event(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    events: list[Recorded] = []
    match = Match(rules)
    for match, event, _ in play_match(rules, rng, deals=2):
        events = [*(events or [match.started()]), event]
        if rng.random() < 0.2:
            check(match, events)
    if events:
        check(match, events, times=list(range(len(events))), auto=set(range(0, len(events), 3)))


def test_round_trip_at_every_event_of_a_whole_match_of_three() -> None:
    rules = Rules.from_dict({"preset": "deniro_3", "end_hands": 3})
    match, events = some_match(rules, 3)
    again = Match.replay(events[:1])
    check(again, events[:1])
    for number, event in enumerate(events[1:], start=2):
        again.apply(event)
        check(
            again,
            events[:number],
            times=[7 * place for place in range(number)],
            auto={5, 9, 30},
            thoughts=[some_thought(place) for place in range(number)],
        )
    assert match.phase == "over"


GOLDEN = Path(__file__).parents[1] / "golden"


def some_thought(place: int) -> Thought | None:
    """How a bot found the event at a place: now and then none did, or one for another."""
    if place % 3 == 0:
        return None
    return Thought("expert", 2, (1 << 63) - place, 1000 * place, "master" if place % 2 else "")


def test_how_bots_found_their_moves_comes_back_with_the_events() -> None:
    events = read_record((GOLDEN / "moon-choice.json").read_bytes()).events
    thoughts = [
        some_thought(place) if event.kind in ("passed", "played", "moon_chosen") else None
        for place, event in enumerate(events)
    ]
    text = write_record(match_record(events, thoughts=thoughts))
    read = read_record(text)
    assert read.error is None
    assert read.thoughts == tuple(thoughts)
    assert "moon_chosen" in {event.kind for event in read.events}
    without = match_record(events, thoughts=[None] * len(events))
    assert without == match_record(events)
    assert not any(read_record(write_record(without)).thoughts)


def test_a_pass_taken_back_leaves_no_trace() -> None:
    match = Match(preset("standard"), match_id="recall")
    events: list[Recorded] = [match.started()]

    def happen(event: Recorded) -> None:
        match.apply(event)
        events.append(event)

    happen(match.commit(bytes(32)))
    happen(match.deal_event())
    assert match.deal is not None
    hands = [parse_cards(cards_text(hand)) for hand in match.deal.hands]
    happen(match.verify(2, Pass(hands[2][:3])))
    happen(match.verify(0, Pass(hands[0][:3])))
    happen(match.verify(2, Recall()))
    assert [made["seat"] for made in match_record(events)["deals"][0]["passes"]] == [0]
    check(match, events)
    happen(match.verify(2, Pass(hands[2][3:6])))
    made = match_record(events)["deals"][0]["passes"]
    assert made == [
        {"seat": 0, "cards": cards_text(hands[0][:3])},
        {"seat": 2, "cards": cards_text(hands[2][3:6])},
    ]
    check(match, events)
    assert not any(
        isinstance(event, Recalled) for event in read_record(write_record(match_record(events))).events
    )


def test_l3_every_getter_answers_at_every_moment() -> None:
    """User report L3: asking in the middle of a trick or phase never fails, and points add up by tricks."""
    names = [name for name, value in vars(Match).items() if isinstance(value, property)]
    for seed in range(20):
        rules = preset(("standard", "deniro_3", "pagat", "gnome", "koupes")[seed % 5])
        for match, _, _ in play_match(rules, random.Random(seed), deals=3):
            for name in names:
                getattr(match, name)
            match.legal_mask(), match.moon_options(), match.copy(), repr(match)
            views = [view_of(match, seat) for seat in (None, *range(rules.players))]
            view = views[0]
            assert all(other.points == view.points for other in views)
            facts = rules.facts
            for seat in range(rules.players):
                cards = [card for trick in view.tricks if trick.winner == seat for card in trick.cards]
                bonus = facts.bonus_points if facts.bonus_card in cards else 0
                assert view.points[seat] == sum(facts.points[card] for card in cards) + bonus


def test_p4_the_exchange_leaves_the_recorded_deal_alone() -> None:
    """User report P4: after passing, the record still tells who was dealt what and who passed what."""
    suits = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDSH"]
    match = Match(preset("standard"))
    events: list[Recorded] = [match.started()]
    hands = tuple(sum(1 << card for card in parse_cards(text)) for text in suits)
    for event in (
        Dealt(1, 0, hands),
        *[match_pass(seat, suits[seat]) for seat in (2, 0, 3, 1)],
    ):
        match.apply(event)
        events.append(event)
    record = match_record(events)["deals"][0]
    assert record["hands"] == suits
    assert record["passes"][0] == {"seat": 2, "cards": "AS KS QS"}
    assert match.deal is not None
    assert [cards_text(hand) for hand in match.deal.hands] == [
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QH KH AH",
        "QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
        "QD KD AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
        "QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH",
    ]
    assert match.deal.dealt == hands
    record["hands"].clear()
    assert match.deal.hands[0].bit_count() == 13


def match_pass(seat: int, hand: str) -> Recorded:
    return Passed(seat, parse_cards(" ".join(reversed(hand.split()[-3:]))))


def test_only_finished_deals_leave_a_running_match() -> None:
    """Two matches that differ only in the running deal give the same record of finished deals."""
    _, events = some_match(preset("standard"), 5, deals=3)
    whole = match_record(events)
    for number in range(1, len(events)):
        record = match_record(events[:number], finished_only=True)
        finished = sum(deal["points"] is not None for deal in match_record(events[:number])["deals"])
        assert record["deals"] == whole["deals"][:finished]
        assert record["result"] is None
        assert read_record(write_record(record)).error is None


def test_a_finished_match_is_written_whole() -> None:
    match, events = some_match(Rules(end_hands=2), 6)
    record = match_record(events, players=PLAYERS, finished_only=True)
    assert record == match_record(events, players=PLAYERS)
    assert record["result"] == {"totals": list(match.totals), "winners": list(match.winners)}
    assert all(deal["secret"] for deal in record["deals"])


def test_the_secret_of_a_running_deal_stays_secret() -> None:
    _, events = some_match(preset("standard"), 7, deals=1)
    for number in range(2, len(events)):
        assert match_record(events[:number])["deals"][0]["secret"] is None
    assert match_record(events)["deals"][0]["secret"] is not None


def test_layout() -> None:
    record = match_record([Match(Rules(players=3), match_id='a "b" ♥').started()], players=PLAYERS[:3])
    text = write_record({name: record[name] for name in reversed(record)})
    lines = text.splitlines()
    assert lines[:8] == [
        "{",
        '  "format": "moonshot-record",',
        '  "version": 1,',
        '  "rules_version": 1,',
        '  "match": "a \\"b\\" ♥",',
        '  "rules": {',
        '    "players": 3,',
        '    "removed": "auto",',
    ]
    assert lines[-9:] == [
        '  "players": [',
        '    {"name": "Mira", "bot": false, "level": null},',
        '    {"name": "Otto ♥", "bot": true, "level": "steady"},',
        '    {"name": "Ana", "bot": true, "level": "easy"}',
        "  ],",
        '  "first_dealer": 0,',
        '  "deals": [],',
        '  "result": null',
        "}",
    ]
    assert text.endswith("}\n")
