"""Learning habits: what is learned from, and the slopes that it is learned by."""

import math

import numpy as np

from moonshot.bots.search import habits
from moonshot.engine import Rules
from tools.habits.decisions import NO_ROW, decisions
from tools.habits.learning import begin, learn, loss_and_slopes, rounded, wanted_from


def test_decisions_are_choices_between_legal_cards_and_come_out_again() -> None:
    found = decisions([Rules()], 1, seed=5, playouts=20, stray=0.2)
    again = decisions([Rules()], 1, seed=5, playouts=20, stray=0.2)
    assert (found.rows == again.rows).all()
    assert np.array_equal(found.values, again.values, equal_nan=True)
    assert 20 < len(found.rows) <= 48
    assert ((~np.isnan(found.values)).sum(1) > 1).all()
    assert (found.rows[:, 0] == habits.ALWAYS).all()
    for row, values in zip(found.rows, found.values, strict=True):
        hand = {int(one) - habits.HAND for one in row if habits.HAND <= one < habits.OUT and one != NO_ROW}
        assert set(np.flatnonzero(~np.isnan(values)).tolist()) <= hand


def test_the_better_a_card_the_more_it_should_be_liked() -> None:
    values = np.full((1, 52), np.nan, np.float32)
    values[0, 3], values[0, 7], values[0, 50] = 1.0, 0.3, -90.0
    wanted = wanted_from(values)[0]
    assert np.isclose(wanted.sum(), 1)
    assert np.isclose(wanted[3] / wanted[7], math.e)
    assert 0 < wanted[50] < 1e-8
    assert np.flatnonzero(wanted).tolist() == [3, 7, 50]


def test_slopes_are_those_of_the_loss() -> None:
    chance = np.random.default_rng(1)
    numbers = [part.astype(np.float64) for part in begin(2)]
    seen = (chance.random((6, len(numbers[0]))) < 0.2).astype(np.float64)
    values = chance.normal(0, 1, (6, 52))
    values[chance.random((6, 52)) < 0.5] = np.nan
    wanted = wanted_from(values.astype(np.float32)).astype(np.float64)
    _, slopes = loss_and_slopes(numbers, seen, wanted)  # type: ignore[arg-type]
    for part, slope in zip(numbers, slopes, strict=True):
        for place in chance.integers(0, part.size, 12):
            at = np.unravel_index(place, part.shape)
            middle, step = part[at], 1e-5
            part[at] = middle + step
            more, _ = loss_and_slopes(numbers, seen, wanted)  # type: ignore[arg-type]
            part[at] = middle - step
            less, _ = loss_and_slopes(numbers, seen, wanted)  # type: ignore[arg-type]
            part[at] = middle
            assert abs((more - less) / (2 * step) - slope[at]) < 1e-6


def test_what_is_learned_fits_and_has_the_form_of_the_file() -> None:
    numbers = begin(3)
    found = decisions([Rules()], 2, seed=6, playouts=20, stray=0.0)
    losses = list(learn(numbers, found, steps=60, rate=0.01, seed=1, alike=True))
    assert losses[-1] < losses[0] - 0.2
    with habits.file_of("standard").open("rb") as file, np.load(file) as kept:
        learned = rounded(numbers)
        assert list(learned) == kept.files
        assert [part.shape for part in learned.values()] == [kept[name].shape for name in kept.files]
        assert all(part.dtype == np.int16 for part in learned.values())
