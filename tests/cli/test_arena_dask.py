"""`moonshot arena --dask`: the same figures from a cluster, and clear words when there is none."""

import json
import sys
from typing import Any

import pytest
import typer.testing

from moonshot.cli import arena_dask
from moonshot.cli.main import app

runner = typer.testing.CliRunner()
WORDS = ["arena", "easy", "random", "--deals", "3", "--json", "-"]


def test_a_cluster_finds_the_same_figures() -> None:
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        shared = runner.invoke(app, [*WORDS, "--dask", cluster.scheduler_address])
    assert shared.exit_code == 0, shared.output
    alone = runner.invoke(app, [*WORDS, "--workers", "1"])
    answers = [json.loads(result.stdout) for result in (shared, alone)]
    for answer in answers:
        assert answer.pop("times")["easy"]["moves"] > 0
    assert answers[0] == answers[1]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://here"])
def test_a_dead_address_is_named(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(arena_dask, "CONNECT_SECONDS", 0.2)
    result = runner.invoke(app, [*WORDS, "--dask", address])
    assert result.exit_code == 1
    assert f"No Dask scheduler answers at {address}" in result.stderr


def test_without_dask_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = runner.invoke(app, [*WORDS, "--dask", "tcp://127.0.0.1:9"])
    assert result.exit_code == 1
    assert "Dask is not installed here; it comes with: pip install 'moonshot-hearts[dask]'." in result.stderr


def test_a_cluster_that_is_lost_in_the_middle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")

    class Lost:
        def result(self) -> None:
            raise distributed.comm.CommClosedError("gone")

    class Client:
        loop = None

        def nthreads(self) -> dict[str, int]:
            return {"a": 1}

        def submit(self, *work: object, pure: bool) -> Lost:
            return Lost()

        def close(self) -> None:
            closed.append(True)

    closed: list[bool] = []
    monkeypatch.setattr(arena_dask, "_connected", lambda address: Client())
    monkeypatch.setattr(distributed, "as_completed", lambda futures, loop: iter(futures))
    result = runner.invoke(app, [*WORDS, "--dask", "tcp://here:1"])
    assert result.exit_code == 1
    assert "The Dask cluster has lost work" in result.stderr
    assert closed == [True]


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")

    class Client:
        def nthreads(self) -> dict[str, int]:
            return {}

        def close(self) -> None:
            pass

    monkeypatch.setattr(arena_dask, "_connected", lambda address: Client())
    result = runner.invoke(app, [*WORDS, "--dask", "tcp://here:1"])
    assert result.exit_code == 1
    assert "has no workers" in result.stderr
