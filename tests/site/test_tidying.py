"""The interpreter's own affairs: when everything is gone through."""

import asyncio
import gc
import sys

import pytest

from moonshot.site import tidying


def test_everything_is_gone_through_when_it_is_time_or_when_much_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds: list[int] = []
    seen = [0, 3, tidying.MUCH, 0, 0, 0]

    def count() -> tuple[int, int, int]:
        if not seen:
            raise asyncio.CancelledError
        return (0, 0, seen.pop(0))

    monkeypatch.setattr(tidying, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(tidying, "TIDY_SECONDS", 0.0021)
    monkeypatch.setattr(gc, "get_count", count)
    monkeypatch.setattr(gc, "collect", lambda: rounds.append(len(seen)))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(tidying.keep_tidy())
    assert rounds == [4, 3, 1]  # by time, by number, by time


def test_the_collector_alone_never_goes_through_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    before, switch = gc.get_threshold(), sys.getswitchinterval()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    try:
        tidying.calm_down()
        assert gc.get_threshold()[2] == tidying.NEVER
    finally:
        gc.set_threshold(*before)
        sys.setswitchinterval(switch)
