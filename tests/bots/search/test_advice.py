"""Positions with a right answer, for the levels that search; and what `weigh` says of them."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from moonshot.bots import find_policy
from moonshot.bots.search import weigh
from moonshot.bots.search.passes import TRIED, judge_passes
from moonshot.bots.search.plays import judge_plays
from moonshot.engine import PRESETS, Match, Pass, Play, Rules, cards_of, mask_of, parse_cards, view_of
from moonshot.engine.events import Dealt
from moonshot.engine.passing import check_pass
from tests.bots.positions import E, N, S, card, dealt, literal, plays, position, small
from tests.bots.test_reports import JACK
from tests.laws.strategies import some_hands

LEVELS = ("skilled", "expert")
FILLER = "2C 5C 9C TC 3D 4D 8D 2H 4H 9H"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "tricks", "answer"),
    [
        ("QD 4D 2C 5C 6C 8C 9C TC JC QC 3C 4C 7C", ["TD QS 6D"], "4D"),
        ("KS QS 3S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H", ["AS"], "QS"),
        ("AS QS 2C 5C 9C TC 3D 4D 8D 2H 4H 9H JH", ["2S KS 5S"], "QS"),
        ("QS 4S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H JH", ["KS"], "QS"),
    ],
    ids=["ducks the queen", "dumps her under the ace", "dumps her last", "dumps her under the king"],
)
def test_the_queen_of_spades(level: str, hand: str, tricks: Sequence[str], answer: str) -> None:
    assert plays(position(hand, tricks, N), level) == answer


@pytest.mark.parametrize("level", LEVELS)
def test_the_queen_stays_out_of_a_low_spade_trick(level: str) -> None:
    assert plays(position(f"QS TS 4S {FILLER}", ["5S"], N), level) != "QS"
    assert plays(position(f"QS TS 4S {FILLER}", [""], N), level)[1] != "S"


def test_cards_that_come_to_the_same_are_not_searched() -> None:
    view = position("7C 8C 9C 3D 4D 8D 2H 4H 9H 3S 4S 8S JS", ["KC"], N)
    judged = judge_plays(view, 500, 1)
    assert judged.playouts == 1
    assert judged.best == judge_plays(view, 500, 1, halve=False).best == card("7C")


def test_the_jack_is_taken_where_it_is_free_and_left_where_it_comes_with_the_queen() -> None:
    hand = "KD 3D 2C 5C 9C TC 3S 4S 8S 2H 4H 9H JH"
    assert plays(position(hand, ["JD 5D 9D"], N, JACK), "skilled") == "KD"
    assert plays(position(hand, ["JD QS 9D"], N, JACK), "skilled") == "3D"


def test_a_moon_is_stopped() -> None:
    """East has the queen and leads the king of hearts; then it has nothing but winners in spades."""
    hands = ["3C 5C 2D 8H", "QS KH AS JS", "AH 4H 3D 4D", "2H 2C 4C 5D"]
    view = literal(hands, "QS 4D 5D 2D KH", E, moon="others_plus")
    assert plays(view, "skilled") == "AH"


def test_a_sure_moon_is_shot() -> None:
    """North holds nothing but winners of every suit and must not give one point away."""
    hand = "AC KC QC AD KD AS KS QS AH KH QH JH TH"
    view = position(hand, [""], N)
    judged = judge_plays(view, 2000, 1)
    place = judged.moves.index(judged.best)
    assert judged.points[place] < 5
    # Without a moon the same hand is the worst there is.
    flat = judge_plays(replace(view, rules=replace(view.rules, moon="off")), 2000, 1)
    assert max(flat.points) > 15
    assert not any(flat.shoots)


def test_the_search_stops_shooting_when_another_has_a_point() -> None:
    view = position("AC KC QC AD KD 3D AS KS QS AH KH QH", ["2C 3H 4C 3C", "5D 6D"], N)
    assert not any(judge_plays(view, 500, 1).shoots)


@pytest.mark.parametrize("totals", [(48, 28, 30, 40), (48, 40, 20, 40), (18, 20, 30, 14)])
def test_a_sure_place_is_not_given_away_for_a_small_chance_to_win(totals: Sequence[int]) -> None:
    """North's heart trick would end the match at 50; South could take it, and not be sure of a place then."""
    hands = ["7H 2C", "3H 3C", "9H 2H", "4H 4C"]
    rules = small(hands, end_score=50)
    match = dealt(rules, [mask_of(parse_cards(hand)) for hand in hands], N, totals)
    for text in ("7H", "3H"):
        assert match.turn is not None
        match.act(match.turn, Play(card(text)))
    assert plays(view_of(match, S), "skilled") == "2H"


@pytest.mark.parametrize("name", list(PRESETS))
def test_passes_are_legal_under_every_preset(name: str) -> None:
    check(PRESETS[name].rules)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_passes_are_legal_for_three_to_six(players: int) -> None:
    for changes in ({}, {"pass_count": 4}, {"no_pass_cards": ["QS", "AS"]}):
        check(Rules.from_dict({"preset": "standard", "players": players, **changes}))


def check(rules: Rules) -> None:
    """A pass of the search is one that the rules allow, in every direction of the cycle."""
    rng = random.Random(7)
    for number in range(len(rules.directions)):
        match = Match(replace(rules, pass_cycle=rules.directions[number:] + rules.directions[:number]))
        match.apply(Dealt(1, 0, *some_hands(rules, rng)))
        if match.phase != "passing":
            continue
        view = view_of(match, 1)
        judged = judge_passes(view, 60, 1)
        assert len(judged.moves) <= TRIED
        for cards in judged.moves:
            check_pass(rules, view.hand, cards)
        move = find_policy("skilled").think(view, 1, 30)  # type: ignore[attr-defined]
        assert isinstance(move, Pass)
        match.act(1, move)


def test_weigh_tells_of_every_card_in_order() -> None:
    view = position("KS QS 3S 2C 5C 9C TC 3D 4D 8D 2H 4H 9H", ["AS"], N)
    weighed = weigh(view, 3, 600)
    assert weighed[0][0] == Play(card("QS"))
    assert {move.card for move, _, _ in weighed if isinstance(move, Play)} == set(cards_of(view.legal))
    assert all(error > 0 for _, _, error in weighed)
    assert weighed == weigh(view, 3, 600)
    # Taking the queen with her own king costs her points.
    points = {move.card: mean for move, mean, _ in weighed if isinstance(move, Play)}
    assert points[card("QS")] < points[card("3S")]


def test_a_pass_that_was_made_is_weighed_however_bad_it_is() -> None:
    match = Match(Rules(), match_id="weigh")
    match.apply(match.commit(bytes(32)))
    match.apply(match.deal_event())
    view = view_of(match, 0)
    alone = weigh(view, 1, 800)
    worst = Pass(cards_of(view.hand)[:3])  # the lowest clubs: nobody would
    assert worst not in {move for move, _, _ in alone}
    made = weigh(view, 1, 800, worst)
    assert made[: len(alone)] == alone, "it changes nothing for the others"
    move, points, error = made[-1]
    assert move == worst
    assert points > alone[0][1]
    assert error > 0
    best = alone[0][0]
    assert weigh(view, 1, 800, best) == alone, "and costs nothing where the search has it already"


def test_weigh_tells_of_passes() -> None:
    match = Match(Rules(), match_id="weigh")
    match.apply(match.commit(bytes(32)))
    match.apply(match.deal_event())
    weighed = weigh(view_of(match, 0), 1, 400)
    assert weighed
    assert all(isinstance(move, Pass) and 0 <= mean <= 26 for move, mean, _ in weighed)
