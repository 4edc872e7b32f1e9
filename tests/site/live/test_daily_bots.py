"""Bots at tables that deal alike: whatever the machine is doing, it is their own card that lies there."""

import threading
from itertools import count
from pathlib import Path

import pytest

from moonshot.engine import Move, View
from moonshot.learn import daily
from moonshot.site.live import thinkers
from tests.site.live.places import ME, PATIENCE, Place, in_a_place
from tests.tables.build import Lowest
from tests.tables.test_daily_tables import DAY, opened


def test_a_bot_that_is_late_is_asked_again_and_nobody_moves_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "BOT_SECONDS", 0.2)
    end, asked = threading.Event(), count()

    class LateAtFirst(Lowest):
        def choose(self, view: View, seed: int) -> Move:
            if next(asked) < 2:
                end.wait(4 * PATIENCE)
            return super().choose(view, seed)

    async def test(place: Place) -> None:
        try:
            await place.host.create("t", ME, opened("t", ME, DAY, pace="instant"))
            socket, _ = await place.enter()
            await socket.until(lambda message: message["view"]["has_passed"][1:] == [True] * 3)
        finally:
            end.set()
        live = await place.host.find("t")
        assert live is not None
        assert live.table.incidents == []
        rows = await place.host.read_log("t")
        assert sum(b'"kind":"thought"' in row.body for row in rows) == 3

    assert daily.rules_of(DAY).pass_cycle != ("H",)
    in_a_place(tmp_path, test, policies=lambda level: LateAtFirst())
