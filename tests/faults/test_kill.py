"""Kill -9 at any moment loses no acknowledged move (user report C9)."""

import json
from pathlib import Path
from typing import Any

import pytest

from moonshot.engine.record import check_shuffles, read_record, write_record
from tests.faults.servers import play

KILLS = 100


def without_times(record: dict[str, Any]) -> dict[str, Any]:
    return {
        **record,
        "deals": [
            {name: value for name, value in deal.items() if name != "times"} for deal in record["deals"]
        ],
    }


@pytest.mark.faults
@pytest.mark.slow
def test_a_server_killed_a_hundred_times_ends_with_the_same_record(tmp_path: Path) -> None:
    calm, cookie = play(tmp_path / "calm", kills=0)
    wild, _ = play(tmp_path / "wild", kills=KILLS, cookie=cookie)
    assert (calm.kills, wild.kills) == (0, KILLS)
    assert wild.lives > KILLS / 2
    # The record, byte for byte apart from times, and beyond it the whole log: every entry, in the same order.
    assert write_record(without_times(wild.record)) == write_record(without_times(calm.record))
    assert wild.bodies == calm.bodies
    assert wild.view == calm.view
    # Every acknowledged command stands in the entry that was named to its sender, and none has two effects.
    for answered, seq in wild.answers:
        assert json.loads(wild.bodies[seq - 1])["command_id"] == answered
    stored = [json.loads(body).get("command_id") for body in wild.bodies]
    named = [command_id for command_id in stored if command_id is not None]
    assert len(named) == len(set(named))
    assert {answered for answered, _ in wild.answers} <= set(named)
    # And it is a good record: legal, rightly scored, and every shuffle opens its promise.
    read = read_record(write_record(wild.record))
    assert read.error is None
    assert [check.state for check in check_shuffles(wild.record)] == ["proven"] * len(wild.record["deals"])
