"""Clocks: quantiles from steps of two per cent, the same whatever clocks they were added up from."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moonshot.bots.arena import Clock


def clock_of(times: list[float]) -> Clock:
    clock = Clock()
    for seconds in times:
        clock.add(seconds)
    return clock


def test_a_clock_that_never_ran() -> None:
    assert (Clock().mean, Clock().quantile(0.5)) == (0.0, 0.0)


@given(st.lists(st.floats(1e-7, 1e4), min_size=1, max_size=60), st.floats(0.01, 1))
def test_quantiles_are_right_to_two_per_cent(times: list[float], part: float) -> None:
    clock = clock_of(times)
    ordered = sorted(times)
    rank = next(n for n in range(1, len(times) + 1) if n >= part * len(times))
    assert clock.quantile(part) == pytest.approx(ordered[rank - 1], rel=0.0202)
    assert clock.quantile(1) <= clock.longest == ordered[-1]


@given(st.lists(st.floats(0, 10), max_size=20), st.lists(st.floats(0, 10), max_size=20))
def test_clocks_add_up_and_survive_json(one: list[float], other: list[float]) -> None:
    clock = clock_of(one)
    clock.merge(Clock.from_json(json.loads(json.dumps(clock_of(other).to_json()))))
    whole = clock_of(one + other)
    assert clock.total == pytest.approx(whole.total)
    assert (clock.moves, clock.longest, clock.lengths) == (whole.moves, whole.longest, whole.lengths)
