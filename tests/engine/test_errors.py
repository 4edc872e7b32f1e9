"""Errors carry a code, words and a place, and survive a pickle."""

import pickle

import pytest

from moonshot.engine import CardError, HeartsError, MoveError, RecordError, RulesError, StateError


@pytest.mark.parametrize("cls", [CardError, HeartsError, MoveError, RecordError, RulesError, StateError])
def test_every_error(cls: type[HeartsError]) -> None:
    error = pickle.loads(pickle.dumps(cls("some_code", "Some words.", "here[2]")))
    assert type(error) is cls
    assert (error.code, error.message, error.at, str(error)) == (
        "some_code",
        "Some words.",
        "here[2]",
        "Some words.",
    )
    assert isinstance(error, ValueError)
    assert cls("some_code", "Some words.").at == ""
