"""One test for each fault that users of other programs reported and the rules engine can answer, by its ID.

Seats 0 to 3 stand for the reports' N, E, S, W in order of play. R9 is also answered in tests/laws, L6 and the
verifier of F3 by the tests of records. L4 and F4 are for bots, S10 and S11 (claims) for tables, P7 and R13
for pages.
"""

import ast
import hashlib
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine import (
    CardError,
    ChooseMoon,
    HeartsError,
    Match,
    MoveError,
    Pass,
    Play,
    Recall,
    Rules,
    RulesError,
    card_text,
    cards_of,
    cards_text,
    commitment,
    deal_hands,
    mask_of,
    parse_card,
    parse_cards,
    preset,
    seen_by,
    view_of,
)
from moonshot.engine.events import Dealt, Event, MatchOver, MoonShot, Revealed
from moonshot.engine.legality import breaks_hearts, trick_winner
from moonshot.engine.scoring import DealScore, score_deal
from tests.engine.hands import HEARTS, deal, dealt, legal, mask, play, play_out, rules, text
from tests.laws.states import deal_state, match_state
from tests.laws.strategies import play_match, valid_rules

STANDARD = Rules()


def scored(value: Rules, taken: list[str], before: list[int], tricks: list[int] | None = None) -> DealScore:
    score = score_deal(value, [mask(cards) for cards in taken], tricks, before)
    assert score is not None
    return score


def shown_to(event: Event, seat: int | None) -> Any:
    """What the seat sees of an event, whatever its class."""
    return seen_by(event, seat)


# -- rules ---------------------------------------------------------------------------------------------------


def test_R1_no_points_on_the_first_trick() -> None:
    west = "QS AH KH 9H 5H 3D 7D 8D TD KD JS 4S 2S"
    state = deal("", "", "2C 3S", west)
    play(state, "2C")
    assert state.turn == 3
    assert text(state.legal_mask()) == "3D 7D 8D TD KD 2S 4S JS"
    before = deal_state(state)
    with pytest.raises(MoveError) as caught:
        state.play(parse_card("AH"))
    assert caught.value.code == "points_on_first_trick"
    assert deal_state(state) == before
    free = deal("", "", "2C 3S", west, value=rules(first_trick_barred=[]))
    play(free, "2C")
    assert free.legal_mask() == mask(west)


def test_R2_a_hand_of_penalty_cards_alone_may_play_any() -> None:
    state = play(deal("", "", "2C", HEARTS), "2C")
    assert text(state.legal_mask()) == HEARTS
    assert not state.broken
    assert play(state, "2H").broken
    state = play(deal("", "", "2C", HEARTS.replace("2H", "QS")), "2C")
    assert state.legal_mask().bit_count() == 13
    assert not play(state, "QS").broken


def test_R3_only_the_option_lets_the_queen_break_hearts() -> None:
    queen, diamond = parse_card("QS"), 1
    for option, breaks, leads in (
        ("never", False, "5C"),
        ("any_play", True, "5C 2H"),
        ("discard", True, "5C 2H"),
    ):
        value = rules(qs_breaks=option)
        assert breaks_hearts(value.facts, queen, diamond, False) == breaks
        assert legal(value, "2H 5C", broken=breaks) == leads
    # Led or following spades, she is no discard.
    assert breaks_hearts(rules(qs_breaks="any_play").facts, queen, 2, False)
    assert not breaks_hearts(rules(qs_breaks="discard").facts, queen, 2, False)


def test_R4_hearts_open_with_the_break_and_not_before() -> None:
    state = deal("4H KH 6D 2C 3C", "2H 4S 5S 6S 7S 8S 9S TS JS 3H 4C 5C AS", "4D 6C 7C", "5D 8C 9C")
    play(state, "2C 4C 6C 8C 9C 3C 5C 7C")
    assert text(state.legal_mask() & mask("4H KH 9H AH")) == ""
    assert legal(STANDARD, "4H KH 6D") == "6D"
    assert legal(STANDARD, "4H 9C") == "9C"
    assert legal(STANDARD, "4H 9C", broken=True) == "9C 4H"
    # The heart thrown on a diamond breaks, within that very trick.
    value = STANDARD.facts
    assert breaks_hearts(value, parse_card("2H"), 1, False)


def test_R6_a_leader_with_hearts_only_leads_one_and_breaks_them() -> None:
    assert legal(STANDARD, "4H 9H KH") == "4H 9H KH"
    assert breaks_hearts(STANDARD.facts, parse_card("4H"), 3, False)
    # The literal reading of other rules: only a discarded heart breaks.
    assert not breaks_hearts(preset("table_guide").facts, parse_card("4H"), 3, False)


def test_R8_the_holder_of_the_low_club_after_the_pass_leads_it() -> None:
    match = Match(STANDARD)
    dealt(match, "", "", "2C AS KS 9D", "")
    for seat in range(4):
        cards = cards_of(match.deal.hands[seat]) if match.deal else ()
        match.act(seat, Pass(parse_cards("2C AS KS") if seat == 2 else cards[-3:]))
    assert match.turn == 3
    assert text(match.legal_mask()) == "2C"
    match = dealt(Match(rules()), "2C", "", "", "")
    assert (match.phase, match.turn, text(match.legal_mask())) == ("playing", 0, "2C")


def test_R9_who_holds_the_suit_follows_it() -> None:
    assert legal(STANDARD, "7D AS 2H", "5D") == "7D"
    state = deal("2C 5D 3D", "3C 7D AS 2H", "4C 8D", "5C 9D", value=rules())
    play(state, "2C 3C 4C 5C")
    state = play(state, text(state.legal_mask() & mask("9D")))
    assert state.turn == 0
    play(state, "3D")
    with pytest.raises(MoveError) as caught:
        state.play(parse_card("AS"))
    assert caught.value.code == "must_follow_suit"
    assert caught.value.message == "You must follow diamonds."


def test_R10_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    assert trick_winner(parse_cards("5D AS KD 7D")) == 2
    assert trick_winner(parse_cards("2C AH QS 3C")) == 3
    for suit in "CDSH":
        for ranks in itertools.permutations("5TQA"):
            trick = parse_cards(" ".join(rank + suit for rank in ranks))
            assert trick_winner(trick) == ranks.index("A")
            thrown_off = "DSHC"["CDSH".index(suit)]
            mixed = (trick[0], *(parse_card(rank + thrown_off) for rank in ranks[1:]))
            assert trick_winner(mixed) == 0
    for leader in range(4):
        state = deal(
            *("KC" if seat == leader else "" for seat in range(4)), value=rules(opening_card="any_club")
        )
        assert state.opener == state.turn


def test_R11_the_low_club_leads_only_where_the_rules_say_so() -> None:
    value = rules(opening_leader="left_of_dealer", opening_card="any")
    state = deal("2C 5D 9S", "4D", "6D", "3D 8C", value=value, dealer=2)
    assert state.turn == 3
    play(state, "3D")
    assert state.turn == 0
    assert state.legal_mask() & ~mask("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD") == 0
    assert legal(value, "2C 5D", "3D", first=True) == "5D"
    assert legal(value, "2C 9S", "3D", first=True) == "2C 9S"


@pytest.mark.parametrize(
    ("players", "removed", "size", "low", "cycle"),
    [
        (3, "2D", 17, "2C", "L R H"),
        (4, "", 13, "2C", "L R A H"),
        (5, "2D 2C", 10, "3C", "L R L2 R2 H"),
        (6, "2C 3C 2D 2S", 8, "4C", "L R A H"),
    ],
)
def test_R12_tables_of_every_size(players: int, removed: str, size: int, low: str, cycle: str) -> None:
    value = Rules(players=players)
    assert value.removed_cards == tuple(removed.split())
    assert (value.hand_size, value.kitty_size) == (size, 0)
    assert value.directions == tuple(cycle.split())
    assert sum(value.card_points) == 26
    hands, kitty = deal_hands(value, 0, bytes(32))
    assert [hand.bit_count() for hand in hands] == [size] * players
    assert kitty == 0
    match = Match(Rules(players=players, pass_cycle=("H",)))
    match.apply(Dealt(1, 0, hands))
    assert text(match.legal_mask()) == low
    play_out(match)
    assert sum(match.results[0].points) == 26


# -- scoring -------------------------------------------------------------------------------------------------


def test_S2_the_jack_stays_with_its_taker_on_a_moon() -> None:
    value = rules(bonus_card="JD")
    score = scored(value, ["JD", "", "", f"{HEARTS} QS"], [0, 0, 0, 0])
    assert score.points == (16, 26, 26, 0)
    assert (score.moon, score.moon_mode) == (3, "others_plus")


def test_S4_a_moon_never_loses_the_match_for_its_shooter_where_the_rules_guard_it() -> None:
    value = rules(moon="others_plus_unless_it_loses")
    moon = ["", "", f"{HEARTS} QS", ""]
    score = scored(value, moon, [80, 40, 90, 75])
    assert (score.moon_mode, score.settlement.totals) == ("self_minus", (80, 40, 64, 75))
    assert score.settlement.state == "next_deal"
    score = scored(value, moon, [80, 60, 50, 75])
    assert (score.moon_mode, score.settlement.totals) == ("others_plus", (106, 86, 50, 101))
    assert score.settlement.winners == (2,)


def test_S4_a_shooter_who_does_not_choose_gets_the_safe_choice() -> None:
    match = dealt(Match(rules(moon="choice")), HEARTS_OWNER, *OTHERS)
    match.totals = (90, 80, 40, 75)
    play_out(match, shooter=0)
    assert match.phase == "choosing_moon"
    assert match.moon_options() == {"others_plus": (90, 106, 66, 101), "self_minus": (64, 80, 40, 75)}
    assert match.default_moon_choice() == "self_minus"
    match.totals = (50, 80, 60, 75)
    assert match.default_moon_choice() == "others_plus"
    match.act(0, ChooseMoon(match.default_moon_choice()))
    assert (match.phase, match.winners, match.totals) == ("over", (0,), (50, 106, 86, 101))


HEARTS_OWNER = "AC KC AD KD AS KS QS AH KH QH JH TH 9H"
"""A hand that takes every trick if it leads; the others never hold a higher card."""
OTHERS = ("2C", "", "")


def test_S5_totals_are_signed_numbers() -> None:
    value = rules(moon="self_minus", bonus_card="JD")
    moon = ["", "", f"{HEARTS} QS", "JD"]
    score = scored(value, moon, [0, 0, 10, 0])
    assert score.settlement.totals == (0, 0, -16, -10)
    after = scored(value, ["QS", "8H 9H TH JH QH KH AH 2H", "3H 4H 5H 6H 7H", ""], [0, 0, -16, -10])
    assert after.settlement.totals == (13, 8, -11, -10)
    assert scored(value, ["QS", HEARTS, "", ""], [95, 0, -16, -10]).settlement.winners == (2,)


def test_S7_the_end_is_judged_after_the_last_trick_only() -> None:
    match = dealt(Match(rules()), "", "", "", "")
    match.totals = (99, 20, 20, 20)
    happened = play_out(match)
    assert len([event for event in happened if event.kind == "trick_taken"]) == 13
    assert isinstance(happened[-1], MatchOver) == (max(match.totals) >= 100)
    hearts = [HEARTS.replace("2H ", ""), "QS", "", ""]
    assert scored(STANDARD, [*hearts[:3], "2H"], [0, 20, 20, 99]).settlement.state == "over"
    assert scored(STANDARD, [*hearts[:3], "2H"], [0, 20, 20, 98]).settlement.state == "next_deal"
    shot = scored(STANDARD, [f"{HEARTS} QS", "", "", ""], [99, 20, 20, 20])
    assert (shot.settlement.totals, shot.settlement.state) == ((99, 46, 46, 46), "next_deal")


def test_S8_exactly_a_hundred_becomes_fifty_before_the_end_is_judged() -> None:
    taken = ["2H 3H 4H 5H 6H 7H 8H", "9H TH JH QH KH AH", "", "QS"]
    value = rules(exact=[{"at": 100, "to": 50}])
    score = scored(value, taken, [93, 60, 50, 70])
    assert score.points == (7, 6, 0, 13)
    assert (score.settlement.totals, score.settlement.state) == ((50, 66, 50, 83), "next_deal")
    assert scored(STANDARD, taken, [93, 60, 50, 70]).settlement.state == "over"
    value = rules(exact=[{"at": 100, "to": 50}], bonus_card="JD")
    jack = ["QS 2H 3H 4H 5H JD", "6H 7H 8H 9H", "TH JH QH KH AH", ""]
    assert scored(value, jack, [93, 0, 0, 0]).settlement.totals[0] == 50


@pytest.mark.parametrize(
    ("sun", "value", "cost"), [("off", "auto", 26), ("double", 39, 39), ("double", "auto", 52)]
)
def test_S9_the_sun_costs_what_the_rules_say(sun: str, value: str | int, cost: int) -> None:
    chosen = rules(sun=sun, sun_value=value)
    match = Match(chosen)
    suits = [mask(" ".join(rank + suit for rank in "23456789TJQKA")) for suit in "CDSH"]
    match.apply(Dealt(1, 0, tuple(suits)))
    happened = play_out(match)
    assert match.results[0].points == (0, cost, cost, cost)
    assert match.results[0].sun == (sun == "double")
    assert [event.sun for event in happened if isinstance(event, MoonShot)] == [sun == "double"]
    twelve = scored(chosen, [f"{HEARTS} QS", "", "", ""], [0, 0, 0, 0], [12, 1, 0, 0])
    assert (twelve.points, twelve.sun) == ((0, 26, 26, 26), False)


def test_S9_a_sun_may_be_worth_nothing_at_all() -> None:
    score = scored(rules(sun="double", sun_value=0), [f"{HEARTS} QS", "", "", ""], [0] * 4, [13, 0, 0, 0])
    assert (score.points, score.sun) == ((0, 0, 0, 0), True)


def test_S12_a_moon_happens_once_and_belongs_to_its_deal() -> None:
    match = Match(rules())
    moons = []
    for _ in range(2):
        dealt(match, "", "", "", "")
        moons += [event.deal_no for event in play_out(match) if isinstance(event, MoonShot)]
    dealt(match, HEARTS_OWNER, *OTHERS)
    third = play_out(match, shooter=0)
    dealt(match, "2C 3C 4C", "5C 6C 7C", "8C 9C TC", "JC QC KC")
    for _ in range(8):
        assert match.turn is not None
        happened = match.act(match.turn, Play(cards_of(match.legal_mask())[0]))
        assert not [event for event in happened if isinstance(event, MoonShot)]
        assert match.shooter is None
        assert view_of(match, None).shooter is None
    assert [event.deal_no for event in third if isinstance(event, MoonShot)] == [3]
    assert moons == []
    assert [row.moon for row in match.results] == [None, None, 0]


def test_S13_the_jack_stops_at_zero_only_where_the_rules_say_so() -> None:
    taken = ["JD 2H 3H 4H", HEARTS.replace("2H 3H 4H ", ""), "QS", ""]
    score = scored(rules(bonus_card="JD"), taken, [0] * 4)
    assert score.points == (-7, 10, 13, 0)
    assert sum(score.points) == 16
    assert scored(rules(bonus_card="JD", bonus_floor="hand_zero"), taken, [0] * 4).points == (0, 10, 13, 0)
    floor = rules(bonus_card="JD", bonus_floor="total_zero")
    assert scored(floor, taken, [3, 0, 0, 0]).settlement.totals == (0, 10, 13, 0)
    assert scored(floor, taken, [9, 0, 0, 0]).settlement.totals == (2, 10, 13, 0)


# -- passing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_P2_a_pass_has_exactly_as_many_cards_as_the_rules_say(count: int) -> None:
    match = dealt(Match(Rules(pass_count=count)), "", "", "", "")
    assert match.deal is not None
    hand = cards_of(match.deal.hands[0])
    before = match_state(match)
    for cards in (hand[: count - 1], hand[: count + 1], (), hand):
        with pytest.raises(MoveError) as caught:
            match.verify(0, Pass(cards))
        assert caught.value.code == "pass_count"
    if count > 1:
        with pytest.raises(MoveError) as caught:
            match.verify(0, Pass(hand[:1] * count))
        assert caught.value.code == "pass_repeated"
    assert match_state(match) == before
    match.act(0, Pass(hand[:count]))


def test_P3_left_is_the_next_seat_in_play() -> None:
    north, east, south, west = range(4)
    receivers = [view_of(match_at(number), None).pass_to for number in range(1, 6)]
    assert receivers[0] == (east, south, west, north)
    assert receivers[1] is not None
    assert receivers[1][south] == east
    assert receivers[2] is not None
    assert receivers[2][south] == north
    assert receivers[3] is None
    assert receivers[4] == receivers[0]


def match_at(deal_no: int) -> Match:
    """A Standard match whose deal of that number has just been dealt."""
    match = Match(Rules(end_score=10_000))
    while match.deal_no < deal_no:
        dealt(match, "", "", "", "")
        while match.phase == "passing" and match.deal_no < deal_no:
            assert match.deal is not None
            seat = match.acting[0]
            match.act(seat, Pass(cards_of(match.deal.hands[seat])[:3]))
        if match.deal_no < deal_no:
            play_out(match)
    return match


def test_P4_the_exchange_changes_the_hands_and_not_the_deal() -> None:
    match = dealt(Match(STANDARD), "", "2C 3C 4C", "AS KS QS", "")
    assert match.deal is not None
    before = match.deal.dealt
    given = {2: parse_cards("AS KS QS"), 1: parse_cards("2C 3C 4C")}
    for seat in range(4):
        match.act(seat, Pass(given.get(seat, cards_of(match.deal.hands[seat])[-3:])))
    assert match.deal.hands[3] & mask("AS KS QS") == mask("AS KS QS")
    assert match.deal.hands[2] & mask("AS KS QS") == 0
    assert match.deal.hands[2] & mask("2C 3C 4C") == mask("2C 3C 4C")
    assert [hand.bit_count() for hand in match.deal.hands] == [13] * 4
    assert sum(match.deal.hands) == (1 << 52) - 1
    assert match.deal.dealt == before
    assert match.deal.dealt[2] & mask("AS KS QS") == mask("AS KS QS")
    assert match.deal.passes[2] == given[2]
    view = view_of(match, 2)
    assert (view.passed, view.received) == (given[2], mask("2C 3C 4C"))
    assert isinstance(view.taken, tuple)
    assert isinstance(view.tricks, tuple)


def test_P5_nobody_sees_a_passed_card_too_early_and_third_parties_never() -> None:
    match = dealt(Match(STANDARD), "", "", "", "")
    assert match.deal is not None
    passes = [cards_of(hand)[4:7] for hand in match.deal.hands]
    for seat in (2, 3, 0):
        (event,) = match.act(seat, Pass(passes[seat]))
        for other in (None, 0, 1, 2, 3):
            shown = shown_to(event, other)
            assert shown.cards == (passes[seat] if other == seat else ())
    for other in (None, 0, 1, 2, 3):
        view = view_of(match, other)
        assert view.has_passed == (True, False, True, True)
        assert view.received is None
        assert view.passed == (None if other in (None, 1) else passes[other])
    happened = match.act(1, Pass(passes[1]))
    exchanged = next(event for event in happened if event.kind == "exchanged")
    assert shown_to(exchanged, 1).received == (0, mask_of(passes[0]), 0, 0)
    assert shown_to(exchanged, 1).given == (0, mask_of(passes[1]), 0, 0)
    assert shown_to(exchanged, None).received == (0, 0, 0, 0)
    assert view_of(match, 1).received == mask_of(passes[0])
    assert view_of(match, None).received is None


def test_P8_a_pass_can_be_taken_back_until_the_last_seat_has_passed() -> None:
    match = dealt(Match(STANDARD), "", "", "", "")
    assert match.deal is not None
    hands = [cards_of(hand) for hand in match.deal.hands]
    match.act(2, Pass(hands[2][:3]))
    with pytest.raises(MoveError) as caught:
        match.act(2, Pass(hands[2][3:6]))
    assert caught.value.code == "already_passed"
    match.act(2, Recall())
    match.act(2, Pass(hands[2][3:6]))
    for seat in (0, 1, 3):
        match.act(seat, Pass(hands[seat][:3]))
    assert match.deal.passes[2] == hands[2][3:6]
    assert match.deal.hands[3] & mask_of(hands[2][3:6]) == mask_of(hands[2][3:6])
    with pytest.raises(MoveError) as caught:
        match.act(2, Recall())
    assert caught.value.code == "wrong_phase"


def test_P9_kept_cards_are_kept_for_everybody_while_there_are_others() -> None:
    value = Rules(no_pass_cards=("QS", "KS", "AS"))
    match = dealt(Match(value), "", "KS 2C 3D", "", "")
    with pytest.raises(MoveError) as caught:
        match.verify(1, Pass(parse_cards("KS 2C 3D")))
    assert (caught.value.code, caught.value.at) == ("pass_forbidden_card", "cards[0]")
    spades = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    match = dealt(Match(Rules(no_pass_cards=tuple(spades.split()[2:]))), "", spades, "", "")
    with pytest.raises(MoveError) as caught:
        match.verify(1, Pass(parse_cards("QS KS AS")))
    assert (caught.value.code, caught.value.at) == ("pass_forbidden_card", "cards")
    match.act(1, Pass(parse_cards("2S 3S QS")))


# -- the library ---------------------------------------------------------------------------------------------


def test_L3_every_getter_answers_in_the_middle_of_a_trick() -> None:
    """More of this for every rules value and state in tests/laws/test_match_laws.py."""
    match = dealt(Match(rules()), "2C", "", "", "")
    for _ in range(6):
        assert match.turn is not None
        match.act(match.turn, Play(cards_of(match.legal_mask())[0]))
        view = view_of(match, 1)
        assert view.points == tuple(
            sum(card // 13 == 3 or card == parse_card("QS") for card in cards_of(taken))
            for taken in view.taken
        )
        assert sum(view.tricks_won) == len(view.tricks) == view.ply // 4
    assert view_of(Match(rules()), 0).trick is None


PROGRAM = """
import hashlib, random
from moonshot.engine import Match, view_of
from tests.laws.strategies import play_match, valid_rules
digest = hashlib.sha256()
for seed in range(12):
    rng = random.Random(seed)
    rules = valid_rules(rng.choice)
    for match, event, happened in play_match(rules, rng, deals=2, shuffled=True):
        digest.update(repr((happened, match.totals, match.phase)).encode())
    digest.update(repr((rules.to_dict(), view_of(match, 0), view_of(match, None))).encode())
print(digest.hexdigest())
"""


def test_L5_L10_the_same_seed_gives_the_same_match_on_every_run_and_machine() -> None:
    """Whatever the hash seed, the locale and the optimisation level."""
    root = Path(__file__).parents[2]
    answers = set()
    for seed, locale, flags in (("0", "C", []), ("1", "de_DE.UTF-8", []), ("4242", "tr_TR.UTF-8", ["-O"])):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "LC_ALL": locale,
            "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root))),
        }
        done = subprocess.run(
            [sys.executable, *flags, "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(done.stdout.strip())
    assert len(answers) == 1
    assert len(answers.pop()) == 64


def test_L5_deals_depend_on_their_secret_alone() -> None:
    """Not on who plays how, nor on random numbers drawn elsewhere."""
    secrets = [hashlib.sha256(bytes([number])).digest() for number in range(3)]
    seen = []
    for shooter, draws in ((None, 0), (0, 1000)):
        match = Match(Rules(pass_cycle=("H",), end_score=1000), match_id=f"match {shooter}")
        hands = []
        for secret in secrets:
            for _ in range(draws):
                random.random()
            match.apply(match.commit(secret))
            event = match.deal_event(("seed",))
            hands.append(event.hands)
            match.apply(event)
            play_out(match, shooter=shooter)
        seen.append(hands)
    assert seen[0] == seen[1]


def test_L7_one_form_is_written_and_many_are_read() -> None:
    for form in ("TH", "10H", "10♥", "hT", "th", "H10", "T♡"):
        assert card_text(parse_card(form)) == "TH"
    for card in range(52):
        assert parse_card(card_text(card)) == card
    assert cards_text(mask("AC JC TC 9C")) == "9C TC JC AC"
    with pytest.raises(CardError) as caught:
        parse_cards("2C H10x 3C")
    assert (caught.value.code, caught.value.at) == ("bad_card", "cards[1]")


def test_L8_states_are_values() -> None:
    state = deal("2C", "", "", "")
    rng = random.Random(8)
    states = []
    kept = None
    while mask_now := state.legal_mask():
        states.append(deal_state(state))
        if len(states) == 20:
            kept = state.copy()
        state.play(rng.choice(cards_of(mask_now)))
    end = deal_state(state)
    assert kept is not None
    play(kept, text(kept.legal_mask()).split()[-1])
    assert deal_state(state) == end
    for earlier in reversed(states):
        state.pop()
        assert deal_state(state) == earlier
    assert len(states) == 52
    with pytest.raises(IndexError):
        state.pop()
    assert deal_state(state) == states[0]


FLAGS = (
    "break_by",
    "first_trick_barred",
    "first_trick_breaks",
    "lead_exception",
    "lead_hearts",
    "moon",
    "penalties",
    "qs_breaks",
    "qs_discard",
    "qs_lead",
    "tie",
)


def test_L9_every_size_comes_from_the_rules() -> None:
    rng = random.Random(9)
    finished = 0
    for players, count, end in itertools.product((3, 4, 5, 6), (1, 2, 3, 4), (25, 50, 200)):
        flags = valid_rules(rng.choice).to_dict()
        value = Rules.from_dict(
            {name: flags[name] for name in FLAGS}
            | {"players": players, "pass_count": count, "end_score": end}
        )
        if value.problems():
            continue
        last = list(play_match(value, rng))[-1][0]
        assert last.phase == "over"
        assert all(len(row.points) == players for row in last.results)
        finished += 1
    assert finished > 30
    for impossible, code in (
        ({"players": 7}, "E_PLAYERS"),
        ({"players": 3, "pass_count": 18}, "E_PASS_COUNT"),
    ):
        with pytest.raises(RulesError) as caught:
            Match(Rules.from_dict(impossible))
        assert caught.value.code == code


# -- fairness ------------------------------------------------------------------------------------------------

ENGINE = Path(__file__).parents[2] / "src" / "moonshot" / "engine"


def test_F2_a_deal_has_more_secrets_than_packs_have_orders_and_no_clock() -> None:
    with pytest.raises(HeartsError):
        deal_hands(STANDARD, 0, b"20 bytes of entropy.")
    assert 8 * 32 > 226
    for source in ENGINE.glob("*.py"):
        imported = {
            alias.name.split(".")[0]
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import)
            for alias in node.names
        } | {
            (node.module or "").split(".")[0]
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not imported & {"time", "datetime", "random", "secrets", "os", "uuid"}, source.name
    same_moment = [deal_hands(STANDARD, 0, secret) for secret in (bytes(32), bytes(31) + b"\x01")]
    assert same_moment[0] != same_moment[1]


def test_F3_the_promise_is_published_before_the_pass_and_opened_after_the_last_card() -> None:
    secret = hashlib.sha256(b"F3").digest()
    match = Match(STANDARD, match_id="evening")
    promise = match.commit(secret)
    match.apply(promise)
    assert shown_to(promise, 0).secret == ""
    assert promise.commitment == commitment(secret, "evening", 1)
    with pytest.raises(HeartsError) as caught:
        match.apply(match.commit(bytes(32)))
    assert caught.value.code == "already_committed"
    event = match.deal_event(("mine",))
    match.apply(event)
    assert view_of(match, 0).commitment == commitment(secret, "evening", 1)
    assert match.deal is not None
    for seat in range(4):
        happened = match.act(seat, Pass(cards_of(match.deal.hands[seat])[:3]))
        assert not [fact for fact in happened if fact.kind == "revealed"]
    happened = tuple(play_out(match))
    revealed = [fact for fact in happened if isinstance(fact, Revealed)]
    assert [fact.secret for fact in revealed] == [secret.hex()]
    assert happened[-1] is revealed[0]
    assert deal_hands(STANDARD, 0, secret, ("mine",)) == (event.hands, 0)
    tampered = bytes([secret[0] ^ 1]) + secret[1:]
    assert deal_hands(STANDARD, 0, tampered, ("mine",)) != (event.hands, 0)
    assert commitment(tampered, "evening", 1) != promise.commitment


def test_F5_the_same_secret_deals_the_same_cards_at_every_table() -> None:
    secret = hashlib.sha256(b"F5").digest()
    tables = [Match(STANDARD, match_id=name) for name in ("one", "two")]
    for table in tables:
        table.apply(table.commit(secret))
        table.apply(table.deal_event())
    assert tables[0].deal is not None
    assert tables[1].deal is not None
    assert tables[0].deal.dealt == tables[1].deal.dealt
    turned = deal_hands(STANDARD, 1, secret)[0]
    assert tables[0].deal.dealt == (*turned[1:], turned[0])


def test_B12_a_deal_knows_nothing_but_rules_dealer_secret_and_seeds() -> None:
    names = deal_hands.__code__.co_varnames[: deal_hands.__code__.co_argcount]
    assert names == ("rules", "dealer", "secret", "seeds")
    secret = hashlib.sha256(b"B12").digest()
    ahead, behind = Match(STANDARD), Match(Rules(moon="off", end_score=500))
    ahead.totals, behind.totals = (0, 90, 90, 90), (90, 0, 0, 0)
    for match in (ahead, behind):
        match.apply(match.commit(secret))
    assert ahead.deal_event().hands == behind.deal_event().hands
