"""Processes that share the work: what happens when one of them is lost."""

import os
import signal
from pathlib import Path

import pytest

from moonshot.bots.arena import ArenaError, arena
from moonshot.bots.arena.workers import cores

KILLER = """#!/bin/sh
read hello
kill -9 $PPID
"""


def test_cores_are_those_that_may_be_used() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_lost_process_is_told_and_what_is_done_is_kept(tmp_path: Path) -> None:
    script = tmp_path / "killer.sh"
    script.write_text(KILLER)
    file = tmp_path / "run.jsonl"
    with pytest.raises(ArenaError) as caught:
        arena(["random", f"exec:sh {script}"], deals=2, processes=2, resume=file)
    assert caught.value.code == "worker_lost"
    assert len(file.read_text().splitlines()) == 1
