"""Claims and hands whose end is certain: user reports S10 and S11."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonshot.engine import (
    Deal,
    Match,
    Move,
    Pass,
    Play,
    Rules,
    View,
    cards_of,
    parse_card,
    parse_cards,
    preset,
)
from moonshot.engine.cards import mask_of
from moonshot.engine.events import DealScored, Dealt, Played
from moonshot.engine.facts import RuleFacts
from moonshot.tables import Terms
from moonshot.tables import commands as c
from moonshot.tables.claims import is_settled, may_claim, rest_of_deal, sure_lead
from moonshot.tables.events import PlayedOut
from moonshot.tables.history import match_history
from tests.tables.build import Broken
from tests.tables.company import COIN, PRIVATE, QUICK, Company

FACTS = Rules().facts


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def lead(hand: str, unseen: str, *, broken: bool = True, facts: RuleFacts = FACTS) -> int | None:
    return sure_lead(facts, cards(hand), cards(unseen), broken=broken)


def test_s10_a_claim_that_can_fail_is_not_certain() -> None:
    others = "9H 2C 3H 8D KC QD"
    assert lead("4S 6H", others) is None
    assert lead("4S AH", others) in cards_of(cards("4S AH"))


@pytest.mark.parametrize(
    ("hand", "unseen", "sure"),
    [
        ("AC QC", "KC 2D", True),  # the king has to fall under the ace
        ("AC QC", "KC 2C", False),  # unless something lower goes first
        ("AC KC 3C", "QC JC", True),
        ("AC 3C 2C", "QC JC", False),
        ("2D 3D 4D", "AC AS AH", True),  # nobody can follow
        ("AC 2S", "3S", False),
    ],
)
def test_what_is_certain(hand: str, unseen: str, sure: bool) -> None:
    assert (lead(hand, unseen) is not None) == sure


def test_hearts_that_may_not_be_led_yet_come_last() -> None:
    assert lead("AC AH", "2H 3C", broken=False) == parse_card("AC")
    assert lead("AH KH", "2H 3C", broken=False) == parse_card("AH")


def test_who_may_be_made_to_lead_a_loser_is_not_sure() -> None:
    """Hearts stay closed while a losing club is held, so the ace of hearts cannot be led first."""
    never = replace(Rules(), lead_hearts="never").facts
    assert lead("AH 2D", "KH 3D", facts=never) is None


@cache
def takes_all(facts: RuleFacts, hands: tuple[int, ...], broken: bool) -> bool:
    """Whether seat 0, leading, can take every trick when all hands lie open: by trying everything."""
    if not hands[0]:
        return True
    position = endgame(hands, broken)
    return any(_follows(facts, position, card) for card in cards_of(position.legal_mask()))


def _follows(facts: RuleFacts, deal: Deal, card: int) -> bool:
    twin = deal.copy()
    twin.push(card)
    if twin.trick:
        return all(_follows(facts, twin, other) for other in cards_of(twin.legal_mask()))
    return twin.winners[-1] == 0 and takes_all(facts, tuple(twin.hands), twin.broken)


def endgame(hands: tuple[int, ...], broken: bool) -> Deal:
    """A deal of the Standard rules in its last tricks, seat 0 to lead."""
    deal = Match(Rules())
    deal.apply(deal.commit(bytes(32)))
    deal.apply(deal.deal_event())
    assert deal.deal is not None
    twin = deal.deal
    twin.phase, twin.hands, twin.broken = "playing", list(hands), broken
    twin.first, twin.turn, twin.leader = False, 0, 0
    twin.suit_only = True
    if broken:
        twin.lock = 52
    return twin


def distributions(unseen: tuple[int, ...], size: int, players: int) -> list[tuple[int, ...]]:
    if players == 1:
        return [(mask_of(unseen),)]
    return [
        (mask_of(own), *rest)
        for own in combinations(unseen, size)
        for rest in distributions(tuple(card for card in unseen if card not in own), size, players - 1)
    ]


@settings(max_examples=120, deadline=None)
@given(
    deck=st.lists(st.integers(0, 51), min_size=8, max_size=8, unique=True),
    strong=st.booleans(),
    broken=st.booleans(),
)
def test_the_proof_agrees_with_trying_everything(deck: list[int], strong: bool, broken: bool) -> None:
    """Certain means: against every distribution of the cards that are out, in every order of play."""
    if strong:
        deck = sorted(deck, key=lambda card: -(card % 13))
    mine, unseen = mask_of(deck[:2]), tuple(deck[2:])
    every = all(takes_all(FACTS, (mine, *others), broken) for others in distributions(unseen, 2, 3))
    assert (sure_lead(FACTS, mine, mask_of(unseen), broken=broken) is not None) == every


def strong_hand(terms: Terms) -> Company:
    """A table whose first seat holds all clubs and has just taken the first trick with the lowest."""
    rules = Rules.from_dict({"preset": "standard", "pass_cycle": ["H"], "end_score": 1000})
    table = Company(terms=terms, rules=rules, pace="instant")
    hands = tuple(((1 << 13) - 1) << 13 * suit for suit in range(4))
    opened = table.entries[0]
    dealt = tuple(
        replace(event, hands=hands) if isinstance(event, Dealt) else event for event in opened.events
    )
    table.entries[0] = replace(opened, events=dealt)
    table.table = table.replayed()
    table.present(0, 1, 2, 3)
    assert "claim" not in table.view(0).offers  # other rules hold on the first trick
    for seat in range(4):
        assert table.move(seat) == "ok"
    return table


@pytest.mark.parametrize("terms", [PRIVATE, QUICK, COIN])
def test_a_proved_claim_plays_the_hand_out(terms: Terms) -> None:
    table = strong_hand(terms)
    seat, who = 0, "ann"
    mine = set(cards_of(table.view(0).match.hand))
    assert len(mine) == 12
    assert table.ask("bea", c.Claim, table.table.ply) == "not_your_turn"
    assert table.ask(who, c.Claim, table.table.ply - 1) == "stale"
    assert [table.view(viewer).offers.count("claim") for viewer in range(4)] == [
        int(viewer == seat) for viewer in range(4)
    ]
    assert table.view(None).offers == ()
    assert table.ask(who, c.Claim, table.table.ply) == "ok"
    entry = table.entries[-1]
    plays = [event for event in entry.events if isinstance(event, Played)]
    assert isinstance(entry.events[0], PlayedOut)
    assert entry.events[0].seat == seat
    assert [play.seat for play in plays[::4]] == [seat] * len(mine)
    assert {play.card for play in plays if play.seat == seat} == mine
    assert table.table.phase == "deal_done"
    assert any(isinstance(event, DealScored) for event in table.told)
    assert table.replayed().match.totals == table.table.match.totals
    moments = match_history(table.entries)
    assert all(moment.auto for moment in moments if moment.seq == entry.seq and moment.event.kind == "played")


def test_a_claim_that_is_not_certain_is_refused_whatever_the_others_hold() -> None:
    table = Company()
    table.deal_out()
    leader = table.table.match.turn
    assert leader is not None
    who = table.table.seats[leader].account or ""
    assert table.ask(who, c.Claim, 0) == "not_certain"
    table.ask("ann", c.SetPause, True)
    assert table.ask(who, c.Claim, 0) == "paused"


def test_a_claim_shows_no_sign_of_life_of_the_others() -> None:
    """Cards that a claim plays for others do not restore their clocks."""
    table = strong_hand(QUICK)
    clock = table.table.clock
    for seat in (0, 1, 2, 3) * 2:
        clock.missed(seat, 0)
    assert table.ask("ann", c.Claim, table.table.ply) == "ok"
    assert clock.misses == (0, 2, 2, 2)


def test_the_last_card_is_not_claimed() -> None:
    deal = endgame((cards("AS"), cards("2S"), cards("3S"), cards("4S")), broken=True)
    match = Match(Rules())
    match.deal, match.deal_no = deal, 1
    assert not may_claim(match, 0)


def settled(rules: Rules, taken: list[str], won: list[int], hands: int) -> bool:
    """Whether a hand of four is settled with these cards captured and so many tricks left."""
    match = Match(rules)
    match.apply(match.commit(bytes(32)))
    match.apply(match.deal_event())
    deal = match.deal
    assert deal is not None
    deal.phase = "playing"
    deal.taken = [cards(text) for text in taken]
    deal.tricks_won = won
    deal.winners = [0] * (13 - hands)
    return is_settled(match)


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_s11_nothing_left_that_could_count() -> None:
    spread = [HEARTS, "QS", "2C", "3C"]
    assert settled(Rules(), spread, [3, 2, 2, 2], 4)
    assert not settled(Rules(), spread, [3, 3, 3, 3], 1)  # the last trick is played faster than asked about
    assert not settled(Rules(), ["2H", "QS", "", ""], [3, 2, 2, 2], 4)


def test_s11_a_bonus_card_that_is_out_counts() -> None:
    rules = preset("deniro")
    assert not settled(rules, [HEARTS, "QS", "2C", "3C"], [3, 2, 2, 2], 4)
    assert settled(rules, [HEARTS, "QS JD", "2C", "3C"], [3, 2, 2, 2], 4)


def test_s11_a_sun_that_could_still_come_counts() -> None:
    rules = replace(Rules(), sun="double", sun_value=39)
    assert not settled(rules, [HEARTS + " QS", "", "", ""], [9, 0, 0, 0], 4)
    assert settled(rules, [HEARTS + " QS", "", "", ""], [8, 1, 0, 0], 4)
    assert settled(rules, [HEARTS, "QS", "", ""], [8, 1, 0, 0], 4)


def test_s11_a_seat_without_tricks_counts_where_that_is_worth_something() -> None:
    rules = replace(Rules(), no_trick_bonus=-5)
    assert not settled(rules, [HEARTS, "QS", "2C", ""], [4, 3, 2, 0], 4)
    assert settled(rules, [HEARTS, "QS", "2C", "3C"], [3, 2, 2, 2], 4)


def test_no_hand_is_settled_before_it_is_dealt() -> None:
    assert not is_settled(Match(Rules()))
    assert not may_claim(Match(Rules()), 0)


def points_first(view: View) -> Move:
    """Passes the lowest cards and plays hearts and spades before all else."""
    if view.phase == "passing":
        return Pass(cards_of(view.hand)[: view.rules.pass_count])
    return Play(cards_of(view.legal)[-1])


def until_settled(table: Company) -> None:
    """Play, points first, until the rest of a hand can change nothing."""
    table.deal_out()
    for _ in range(300):
        turn = table.table.match.turn
        if is_settled(table.table.match) and not table.table.holding:
            return
        if table.table.phase == "trick_done":
            table.wait_until_due()
        elif turn is not None and turn in table.table.people:
            view = table.view(turn)
            who = table.table.seats[turn].account or ""
            assert table.ask(who, c.PlayCard, view.match.ply, cards_of(view.match.legal)[-1]) == "ok"
        else:
            table.wait_until_due()
    raise AssertionError("never settled")


def test_all_agree_not_to_play_what_cannot_count() -> None:
    table = Company(terms=QUICK, rules=Rules(end_score=1000))
    until_settled(table)
    points = table.view().match.points
    assert all("finish" in table.view(seat).offers for seat in range(4))
    assert table.ask("ann", c.ProposeVote, "finish") == "ok"
    vote = table.view().vote
    assert vote is not None
    assert (vote.about, vote.left) == ("finish", 15_000)
    assert table.view().offers == () or table.view().offers == ("claim",)
    table.ask("bea", c.CastVote, True)
    table.ask("cai", c.CastVote, True)
    assert table.table.phase != "deal_done"
    assert table.ask("dan", c.CastVote, True) == "ok"
    assert PlayedOut(None) in table.told
    assert table.table.phase == "deal_done"
    assert table.table.match.results[-1].points == points
    assert table.replayed().match.totals == points


def test_a_card_played_says_no() -> None:
    table = Company(terms=QUICK, rules=Rules(end_score=1000))
    until_settled(table)
    turn = table.table.match.turn
    assert turn is not None
    assert table.ask(table.table.seats[turn].account or "", c.ProposeVote, "finish") == "ok"
    table.wait(10.0)
    clock = table.view().clock
    assert clock is not None
    assert (clock.on, clock.left[turn]) == (False, 90_000)  # the match stands meanwhile
    assert table.move(turn) == "ok"
    assert table.view().vote is None
    assert table.ask(table.table.seats[turn].account or "", c.ProposeVote, "finish") == "asked_before"


def test_hands_that_can_still_change_the_scores_are_played() -> None:
    table = Company(terms=QUICK)
    table.deal_out()
    assert table.ask("ann", c.ProposeVote, "finish") == "wrong_phase"


def test_alone_one_decides() -> None:
    table = Company(terms=Terms(), people=("ann",), rules=Rules(end_score=1000), policy=Broken(points_first))
    until_settled(table)
    assert table.ask("ann", c.ProposeVote, "finish") == "ok"
    assert table.table.phase == "deal_done"


def test_the_rest_is_played_by_the_rules() -> None:
    table = Company(terms=QUICK, rules=Rules(end_score=1000))
    until_settled(table)
    twin = table.table.match.copy()
    for play in rest_of_deal(twin, None):
        twin.apply(play)
    assert twin.phase == "between"
