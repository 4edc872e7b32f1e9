"""Without Numba, or before anything is compiled, everything else works and says so."""

import os
import re
from pathlib import Path

import pytest

from moonshot.bots import search
from moonshot.cli.warmup import warmup
from tests.bots.search.hiding import environment_without_numba, run_python
from tests.site.running import Running

WITHOUT = """
import moonshot.bots, moonshot.bots.arena, moonshot.cli.arena, moonshot.cli.verify, moonshot.cli.warmup
from moonshot.bots import POLICIES, find_policy, search
from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Question, answer, thinks
from tests.bots.test_laws import fresh, playing
from moonshot.engine import preset

assert not search.installed() and not search.ready() and not search.warm()
assert "moonshot-hearts[bots]" in search.why_not()
try:
    search.demand()
except NotReadyError as error:
    assert str(error) == search.why_not()
else:
    raise AssertionError("the search can be used without Numba")
for view, _ in playing(fresh(preset("standard"), 3), ("steady",)):
    expected = find_policy("steady").choose(view, 5)
    for policy in POLICIES.values():
        if thinks(policy):
            assert policy.choose(view, 5) == expected
            told = answer(Question(policy.name, view, 5))
            assert told.move == expected and told.policy == "steady" and told.instead == policy.name
print("numba" in __import__("sys").modules, "numpy" in __import__("sys").modules)
"""


def test_without_numba_the_rule_based_policy_plays(tmp_path: Path) -> None:
    assert run_python(WITHOUT, environment_without_numba(tmp_path / "hidden")) == "False False"


def test_a_server_without_numba_says_so_and_serves(tmp_path: Path) -> None:
    hidden = environment_without_numba(tmp_path / "hidden")
    running = Running(tmp_path / "data", environ={"PYTHONPATH": hidden["PYTHONPATH"]})
    try:
        assert running.browser().get("/healthz").status == 200
        made = running.browser().post("/api/tables", {"level": "steady"})
        assert made.status == 201
    finally:
        running.stop()
    assert "play like Steady" in running.errors()


def test_warmup_without_numba_fails_with_a_sentence(tmp_path: Path) -> None:
    hidden = environment_without_numba(tmp_path / "hidden")
    code = "from moonshot.cli.main import main; import sys; sys.argv = ['moonshot', 'warmup']; main()"
    with pytest.raises(AssertionError, match="Numba is not installed"):
        run_python(code, hidden)


def test_warmup_says_how_much_thinking_this_machine_has_time_for(capsys: pytest.CaptureFixture[str]) -> None:
    warmup()
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"50 ms for a first card hold [\d,]+ playouts here; Expert takes 9,000\.", last)


def test_before_it_is_compiled_the_rule_based_policy_plays() -> None:
    """Nobody who asks for a move waits for a compiler."""
    code = """
from moonshot.bots import POLICIES, find_policy, search
from tests.bots.test_laws import fresh, playing
from moonshot.engine import preset

assert search.installed() and not search.ready()
assert "being compiled" in search.why_not()
for view, _ in playing(fresh(preset("standard"), 3), ("steady",)):
    for policy in POLICIES.values():
        if hasattr(policy, "think"):
            assert policy.choose(view, 5) == find_policy("steady").choose(view, 5)
print(search.ready(), "numba" in __import__("sys").modules)
"""
    pytest.importorskip("numba")
    assert run_python(code, {**os.environ, "PYTHONPATH": os.pathsep.join(("src", "."))}) == "False False"


def test_a_compiler_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from moonshot.bots.search import readiness, warming

    def broken(report: object = None) -> None:
        raise RuntimeError("no compiler")

    monkeypatch.setattr(warming, "compile_all", broken)
    monkeypatch.setattr(readiness, "_compiled", __import__("threading").Event())
    monkeypatch.setattr(readiness, "_failure", [])
    assert not readiness.warm()
    assert "no compiler" in readiness.why_not()
    assert not readiness.ready()


def test_ready_once_it_is_warm() -> None:
    assert search.ready()
    assert search.warm()
    assert search.why_not() == ""
    search.demand()


WARMED = """
from moonshot.bots import search
from moonshot.bots.search.compiling import DISPATCHERS

assert search.warm()

def compiled():
    return {dispatcher.py_func.__name__: len(dispatcher.overloads) for dispatcher in DISPATCHERS}

before = compiled()

from moonshot.bots import find_policy
from moonshot.engine import preset
from tests.bots.test_laws import fresh, playing

for rules in ("standard", "deniro", "spot", "black_maria"):
    for view, _ in playing(fresh(preset(rules), 5), ("easy",)):
        for level in ("skilled", "master"):
            find_policy(level).think(view, 5, 300)
print([name for name, number in compiled().items() if number != before[name]])
"""


def test_what_was_compiled_beforehand_is_all_there_is() -> None:
    """The first move that needs a function would wait three seconds for it, and its bot would be late."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(("src", "."))}
    assert run_python(WARMED, environment) == "[]"
