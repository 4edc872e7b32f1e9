"""`moonshot arena` on the command line."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer.testing

from moonshot.cli.main import app

runner = typer.testing.CliRunner()
ROOT = Path(__file__).resolve().parents[2]


def test_tables_for_people() -> None:
    result = runner.invoke(
        app, ["arena", "easy", "random", "--deals", "2", "--matches", "1", "--seed", "4", "--workers", "1"]
    )
    assert result.exit_code == 0, result.output
    assert "2 duplicate deals, seed 4" in result.output
    for word in (
        "easy : random",
        "1-3",
        "3-1",
        "2-2",
        "± s.e.",
        "moons",
        "mean ms",
        "p99 ms",
        "1 duplicate match, seed 4",
        "wins %",
    ):
        assert word in result.output


def test_json_for_programs_is_the_same_for_any_number_of_processes() -> None:
    found = []
    for processes in ("1", "2"):
        command = ["arena", "easy", "random", "--deals", "3", "--json", "-", "--workers", processes]
        result = runner.invoke(app, command)
        assert result.exit_code == 0, result.output
        answer = json.loads(result.stdout)
        assert answer.pop("times")["easy"]["moves"] > 0
        found.append(answer)
    assert found[0] == found[1]
    assert [line["kind"] for line in found[0]["lines"]] == ["1-3", "3-1", "2-2"]
    assert found[0]["rules"] == "standard"


@pytest.mark.parametrize("rules", ["black_maria", '{"preset": "black_maria"}'])
def test_rules_by_name_or_json(rules: str) -> None:
    result = runner.invoke(app, ["arena", "easy", "random", "--deals", "1", "--json", "-", "--rules", rules])
    assert result.exit_code == 0, result.output
    assert [line["kind"] for line in json.loads(result.stdout)["lines"]] == ["1-2", "2-1"]


def test_rules_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "six.json"
    file.write_text('{"players": 6}')
    result = runner.invoke(
        app, ["arena", "easy", "random", "--deals", "1", "--json", "-", "--rules", str(file)]
    )
    assert result.exit_code == 0, result.output
    assert [line["kind"] for line in json.loads(result.stdout)["lines"]] == ["1-5", "5-1", "3-3"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["easy"], "at least two bots"),
        (["easy", "nobody"], "no bot called"),
        (["easy", "random", "--rules", "bridge"], "no preset called"),
        (["easy", "random", "--rules", '{"end_score": 0}'], "end score"),
        (["easy", "random", "--rules", "{"], "That is not JSON: it cannot be read from line 1, column 2 on."),
        (
            ["easy", "random", "--rules", '{"end_score": ' + "9" * 5000 + "}"],
            "a number or the nesting is too",
        ),
        (["easy", "random", "--rules", "missing.json"], "There is no file missing.json here."),
        (["easy", "random", "--deals", "0"], "nothing to play"),
        (["easy", "random", "--deals", "-1"], "Invalid value"),
        (["easy", "exec:"], "After exec: there must be a command."),
        (["easy", "exec:'x"], "quotation mark that is not closed"),
        (["easy", "easy:playouts=3"], "does not count playouts"),
        (["easy", "random", "--players", "7"], "Invalid value"),
        (["easy", "random", "--players", "5", "--rules", "nothing"], "no preset called"),
    ],
)
def test_mistakes_are_explained(words: list[str], said: str) -> None:
    result = runner.invoke(app, ["arena", *words])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text('{"players":\n 6,}')
    Path("odd.json").write_bytes(b"\xff\xfe{}")
    Path("folder.json").mkdir()
    for name, said in (
        ("bad.json", "The file bad.json is not JSON: it cannot be read from line 2"),
        ("odd.json", "The file odd.json is not text in UTF-8."),
        ("folder.json", "The file folder.json cannot be read: is a directory."),
    ):
        result = runner.invoke(app, ["arena", "easy", "random", "--rules", name])
        assert result.exit_code == 2
        assert said in " ".join(result.output.split())


def test_without_a_terminal_it_says_now_and_then_how_far_it_is() -> None:
    result = runner.invoke(app, ["arena", "random", "easy", "random", "--deals", "8", "--workers", "1"])
    assert result.exit_code == 0, result.output
    told = [line for line in result.stderr.splitlines() if line.startswith("random and easy")]
    assert told == [f"random and easy: {done} of 8 deals" for done in (2, 4, 6, 8)]
    assert (
        "deals\n" not in runner.invoke(app, ["arena", "random", "easy", "--deals", "1", "--json", "-"]).stderr
    )


def test_players_overrule_the_rules_and_the_result_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    words = ["easy", "random", "--deals", "1", "--workers", "1", "--players", "5", "--json", str(file)]
    result = runner.invoke(app, ["arena", *words])
    assert result.exit_code == 0, result.output
    assert "1 duplicate deal, seed 1" in result.output
    answer = json.loads(file.read_text())
    assert [line["kind"] for line in answer["lines"]] == ["1-4", "4-1"]
    assert answer["changes"] == {"players": 5}
    times = answer["times"]["easy"]
    assert times["median_ms"] <= times["p99_ms"] <= times["max_ms"]
    assert runner.invoke(app, ["arena", *words[:-1], str(tmp_path)]).exit_code == 1


def test_a_run_is_gone_on_with_and_another_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    words = [
        "arena",
        "easy",
        "random",
        "--deals",
        "1",
        "--workers",
        "1",
        "--json",
        "-",
        "--resume",
        str(file),
    ]
    first = runner.invoke(app, words)
    assert first.exit_code == 0, first.output
    assert runner.invoke(app, words).stdout == first.stdout
    other = runner.invoke(app, [*words, "--seed", "2"])
    assert other.exit_code == 1
    assert "holds another run: it differs in seed" in other.stderr


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **more: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr("moonshot.cli.arena.run_arena", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    words = ["arena", "easy", "random", "--deals", "1", "--resume", str(tmp_path / "run.jsonl")]
    result = runner.invoke(app, words)
    assert result.exit_code == 130
    assert "go on with --resume" in result.stderr
    assert signal.getsignal(signal.SIGTERM) is before


def test_faults_of_a_program_are_shown() -> None:
    words = [
        "arena",
        "easy",
        "exec:no-such-program",
        "--rules",
        "black_maria",
        "--deals",
        "1",
        "--workers",
        "1",
    ]
    result = runner.invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "Faults, each replaced by a move of Steady" in result.output
    assert "not_started" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_ends_all_processes_and_keeps_what_is_done(tmp_path: Path) -> None:
    file, noted = tmp_path / "run.jsonl", tmp_path / "pids"
    player = tmp_path / "player.py"
    player.write_text(
        f"import os\nopen({str(noted)!r}, 'a').write(f'{{os.getpid()}} ')\n"
        + (ROOT / "examples" / "low_card.py").read_text()
    )
    command = ["arena", "random", f"exec:'{sys.executable}' -S -E '{player}'", "--rules", "black_maria"]
    options = ["--deals", "100000", "--workers", "2", "--keep", "--resume", str(file)]
    run = subprocess.Popen(
        [sys.executable, "-m", "moonshot.cli.main", *command, *options],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 120
        while not (file.exists() and file.read_bytes().count(b"\n") >= 2):
            assert time.monotonic() < until, "nothing was played"
            assert run.poll() is None
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=120)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert run.returncode == 130
    assert "go on with --resume" in errors.decode()
    assert "Traceback" not in errors.decode()
    assert file.read_bytes().endswith(b"\n")
    players = {int(pid) for pid in noted.read_text().split()}
    assert players
    until = time.monotonic() + 120
    while any(alive(pid) for pid in players):
        assert time.monotonic() < until, "a player is left"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return not Path("/proc/self").exists()
