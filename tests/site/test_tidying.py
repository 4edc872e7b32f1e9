"""The interpreter's own affairs: when what is gone through."""

import asyncio
import gc
import sys
import time
import weakref
from collections.abc import Sequence
from itertools import repeat

import pytest

from moonshot.site import tidying


def rounds(monkeypatch: pytest.MonkeyPatch, looks: int, share: float, gathered: Sequence[int] = ()) -> str:
    """What happens in so many looks of a second, when that share of the processor is used, and so many blocks
    of memory each time it is asked.
    """
    happened: list[str] = []
    used = iter(number * share for number in range(looks + 1))
    blocks = iter(gathered) if gathered else repeat(0)

    def look() -> float:
        try:
            return next(used)
        except StopIteration:
            raise asyncio.CancelledError from None

    async def sleep(_seconds: float) -> None:
        pass

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "process_time", look)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: next(blocks))
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(gc, name, lambda name=name: happened.append(name[0]))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(tidying.keep_tidy())
    return "".join(happened)


def test_what_has_come_is_gone_through_in_each_look_and_everything_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert rounds(monkeypatch, 3600, 0.5) == "cf" * 3599 + "ucf"
    assert rounds(monkeypatch, 1200, 0.01) == ("cf" * 599 + "ucf") * 2


def test_everything_is_gone_through_when_much_has_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    much = tidying.MUCH
    few = [0, much // 2, much, much + 1, 10, much + 10, much + 11, 10]
    assert rounds(monkeypatch, 5, 0.5, few) == "cfcf" + "ucf" + "cf" + "ucf"
    many = [10 * much, 20 * much, 20 * much + 1, 12 * much, 24 * much]
    assert rounds(monkeypatch, 3, 0.5, many) == "cf" + "ucf" + "cf"


class Itself:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


def test_what_lives_through_a_look_is_freed_when_everything_is_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def live() -> tuple[bool, bool, bool]:
        monkeypatch.setattr(tidying, "LOOK_SECONDS", 0.0)
        monkeypatch.setattr(tidying, "QUIET_SECONDS", 1e9)
        monkeypatch.setattr(tidying, "TIDY_SECONDS", 1e9)
        short = weakref.ref(Itself())
        old = Itself()
        long = weakref.ref(old)
        tidying_task = asyncio.create_task(tidying.keep_tidy())
        for _ in range(5):
            await asyncio.sleep(0)
        del old
        for _ in range(5):
            await asyncio.sleep(0)
        before = short() is None, long() is None
        tidying_task.cancel()
        monkeypatch.setattr(tidying, "QUIET_SECONDS", 0.0)
        monkeypatch.setattr(tidying, "TIDY_SECONDS", 0.0)
        tidying_task = asyncio.create_task(tidying.keep_tidy())
        for _ in range(5):
            await asyncio.sleep(0)
        tidying_task.cancel()
        return (*before, long() is None)

    try:
        assert asyncio.run(live()) == (True, False, True)
    finally:
        gc.unfreeze()


def test_the_collector_alone_never_goes_through_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    before, switch = gc.get_threshold(), sys.getswitchinterval()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    try:
        tidying.calm_down()
        assert gc.get_threshold()[2] == tidying.NEVER
    finally:
        gc.set_threshold(*before)
        sys.setswitchinterval(switch)
