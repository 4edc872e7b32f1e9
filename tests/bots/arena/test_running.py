"""The arena: fair seatings, figures that follow from the seed alone, and the ladder of levels."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from moonshot.bots import find_policy
from moonshot.bots.arena import ArenaError, ArenaResult, Clock, Terms, arena, play_deal, seatings
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
    moves = {name: clock.moves for name, clock in result.clocks.items()}
    return [*result.lines, *result.matches, moves, result.reports]


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    rules = Rules(players=3, end_score=10)
    alone = arena(["easy", "random", "steady"], rules, deals=2, matches=1, seed=5)
    shared = arena(["easy", "random", "steady"], rules, deals=2, matches=1, seed=5, processes=2)
    assert figures(alone) == figures(shared)
    assert [(line.first, line.second) for line in alone.lines[::2]] == [
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
    with pytest.raises(ValueError, match="at least one deal or match"):
        arena(["easy", "random"], deals=0)
    with pytest.raises(KeyError, match="no bot called 'grandmaster'"):
        arena(["easy", "grandmaster"])


def test_b13_each_level_beats_the_one_below() -> None:
    result = arena(["random", "easy"], deals=8, seed=21)
    assert all(line.lead < -2 * line.error for line in result.lines)
    result = arena(["steady", "easy"], deals=10, seed=22)
    assert all(line.lead > 2 * line.error for line in result.lines)


def stopping_after(count: int) -> Callable[[tuple[str, str], int], None]:
    """Progress that is interrupted."""
    left = [count]

    def note(pair: tuple[str, str], done: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return note


@pytest.mark.parametrize("torn", [0, 7])
def test_an_interrupted_run_goes_on_and_ends_like_a_whole_one(tmp_path: Path, torn: int) -> None:
    file = tmp_path / "run.jsonl"
    whole = arena(["easy", "random"], deals=3, seed=9)
    with pytest.raises(KeyboardInterrupt):
        arena(["easy", "random"], deals=3, seed=9, resume=file, progress=stopping_after(2))
    assert len(file.read_text().splitlines()) == 3
    if torn:
        file.write_bytes(file.read_bytes()[:-torn])
    seen: list[int] = []
    again = arena(["easy", "random"], deals=3, seed=9, resume=file, progress=lambda pair, n: seen.append(n))
    assert figures(again) == figures(whole)
    assert seen == [1, 2, 3]
    assert len(file.read_text().splitlines()) == 4
    done = file.read_bytes()
    assert figures(arena(["easy", "random"], deals=3, seed=9, resume=file)) == figures(whole)
    assert file.read_bytes() == done


def test_a_run_may_go_on_to_more_deals(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    arena(["easy", "random"], deals=1, resume=file)
    assert figures(arena(["easy", "random"], deals=2, resume=file)) == figures(
        arena(["easy", "random"], deals=2)
    )


def test_another_run_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    arena(["easy", "random"], deals=1, resume=file)
    before = file.read_bytes()
    for names, rules, seed, said in (
        (["random", "easy"], Rules(), 1, "players"),
        (["easy", "random"], Rules(end_score=50), 1, "rules"),
        (["easy", "random"], Rules(), 2, "seed"),
    ):
        with pytest.raises(ArenaError, match=f"another run: it differs in {said}") as caught:
            arena(names, rules, deals=1, seed=seed, resume=file)
        assert caught.value.code == "other_run"
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["hello", "hello\n", "[]\n", '{"arena": 1}\nx\n', '{"a": 1}\n', "\n"])
def test_files_of_something_else_are_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(content)
    with pytest.raises(ArenaError) as caught:
        arena(["easy", "random"], deals=1, resume=file)
    assert caught.value.code in {"bad_file", "other_run"}
    assert file.read_text() == content


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    arena(["easy", "random"], deals=2, resume=file)
    lines = file.read_text().splitlines()
    row = json.loads(lines[1])
    del row["sums"]
    file.write_text("\n".join([lines[0], json.dumps(row), lines[2], ""]))
    with pytest.raises(ArenaError, match="Line 2 of .* is not what an arena run writes"):
        arena(["easy", "random"], deals=2, resume=file)
    with pytest.raises(ArenaError, match="cannot be used: is a directory"):
        arena(["easy", "random"], deals=2, resume=tmp_path)


def test_whole_matches_end_by_the_rules_and_places_add_up() -> None:
    rules = Rules(end_score=30)
    result = arena(["easy", "random"], rules, deals=0, matches=2, seed=4)
    assert result.lines == []
    assert [line.kind for line in result.matches] == ["1-3", "3-1", "2-2"]
    for line in result.matches:
        size = int(line.kind[0])
        assert size * line.first_place + (4 - size) * line.second_place == pytest.approx(10)
        assert size * line.first_wins + (4 - size) * line.second_wins == pytest.approx(1)
        assert line.lead == pytest.approx(line.second_place - line.first_place)
        assert 1 <= line.length <= 10


def test_moons_taken_and_allowed_are_counted() -> None:
    rules = Rules(players=3, pass_cycle=("H",), penalties=(("QS", 13),), heart_points="zero")
    result = arena(["random", "random"], rules, deals=1)
    for line in result.lines:
        assert line.first_moons + line.first_allowed == pytest.approx(100)  # the one queen is all there is
        assert line.second_moons + line.second_allowed == pytest.approx(100)


def test_a_broken_policy_ends_the_run_with_its_own_error() -> None:
    with pytest.raises(ValueError, match="does not count playouts"):
        arena(["easy:playouts=5", "random"], deals=1)
    with pytest.raises(ValueError, match="there must be a command"):
        arena(["exec:", "random"], deals=1, terms=Terms())
