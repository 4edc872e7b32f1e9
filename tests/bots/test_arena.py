"""The arena: fair seatings, figures that follow from the seed alone, and the ladder of levels."""

from dataclasses import replace

import pytest

from moonshot.bots import find_policy
from moonshot.bots.arena import ArenaResult, Clock, arena, play_deal, seatings
from moonshot.engine import Rules, preset


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_both_players_hold_every_hand_equally_often(players: int) -> None:
    kinds = seatings(players)
    assert f"1-{players - 1}" in kinds
    assert f"{players - 1}-1" in kinds
    assert ("2-2" in kinds) == (players == 4)
    for kind, seats in kinds.items():
        size = int(kind[0])
        assert len(set(seats)) == len(seats)
        for seat in range(players):
            here = sum(seating[seat] == 0 for seating in seats)
            assert here * players == size * len(seats)


def test_a_bot_against_itself_is_exactly_even() -> None:
    result = arena(["steady", "steady"], deals=2, seed=3)
    for line in result.lines:
        assert line.lead == pytest.approx(0.0)
        assert line.error == pytest.approx(0.0)


def figures(result: ArenaResult) -> list[object]:
    return [*result.lines, {name: clock.moves for name, clock in result.clocks.items()}]


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    alone = arena(["easy", "random", "steady"], deals=4, seed=5)
    shared = arena(["easy", "random", "steady"], deals=4, seed=5, processes=3)
    assert figures(alone) == figures(shared)
    assert [(line.first, line.second) for line in alone.lines[::3]] == [
        ("easy", "random"),
        ("easy", "steady"),
        ("random", "steady"),
    ]


def test_another_seed_deals_other_cards() -> None:
    first = arena(["easy", "random"], deals=3, seed=1)
    second = arena(["easy", "random"], deals=3, seed=2)
    assert figures(first) != figures(second)


def test_progress_counts_every_deal() -> None:
    seen: list[int] = []
    arena(["random", "random"], deals=3, progress=lambda pair, done: seen.append(done))
    assert seen == [1, 2, 3]


def test_points_add_up() -> None:
    clocks = [Clock() for _ in range(4)]
    played = play_deal(preset("rickety_kate"), [find_policy("random")] * 4, 0, 1, clocks)
    assert sum(played.points) == 26
    assert sum(clock.moves for clock in clocks) == 56
    assert clocks[0].longest >= clocks[0].mean > 0


def test_a_redealt_deal_is_played_in_the_end() -> None:
    # Some hand is wholly barred in four of ten deals, which are then dealt again.
    keep = {f"{rank}H" for rank in "23456789TJQKA"} | {"QS", "2C", "3C", "4C", "5C", "6C", "7C"}
    removed = tuple(r + s for s in "CDSH" for r in "23456789TJQKA" if r + s not in keep)
    rules = Rules(removed=removed, pass_cycle=("H",), first_trick_fallback="redeal", pass_count=1)
    assert not rules.problems()
    for number in range(20):
        played = play_deal(rules, [find_policy("steady")] * 4, number, 1, [Clock()] * 4)
        assert len(played.points) == 4


def test_deals_that_never_stand_are_given_up() -> None:
    keep = {f"{rank}H" for rank in "23456789"}
    removed = tuple(r + s for s in "CDSH" for r in "23456789TJQKA" if r + s not in keep)
    rules = Rules(
        removed=removed, penalties=(), pass_cycle=("H",), first_trick_barred=("hearts",), pass_count=1
    )
    rules = replace(rules, first_trick_fallback="redeal")
    assert not rules.problems()
    with pytest.raises(RuntimeError, match="again and again"):
        play_deal(rules, [find_policy("random")] * 4, 0, 1, [Clock()] * 4)


def test_bad_requests_are_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        arena(["easy"])
    with pytest.raises(ValueError, match="at least one deal"):
        arena(["easy", "random"], deals=0)
    with pytest.raises(KeyError, match="no bot called 'grandmaster'"):
        arena(["easy", "grandmaster"])


def test_b13_each_level_beats_the_one_below() -> None:
    result = arena(["random", "easy"], deals=8, seed=21)
    assert all(line.lead < -2 * line.error for line in result.lines)
    result = arena(["steady", "easy"], deals=10, seed=22)
    assert all(line.lead > 2 * line.error for line in result.lines)
