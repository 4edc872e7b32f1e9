"""Behind ./test: sets up what the checks need, runs them in two lanes, and sums up."""

import argparse
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tools.browser import prepare_chromium
from tools.environment import (
    ROOT,
    WEB,
    node_env,
    npm,
    prepare_client,
    prepare_python,
    venv_path,
    venv_program,
)
from tools.progress import COLOUR, SetupError
from tools.services import missing_services

Command = list[str | Path]

PYTHON_FILES = ["src", "tests", "tools", "bench", "examples", "hatch_build.py"]
WORKERS = "2"
WAITING = "3"
"""Workers of the steps that wait for servers and browsers for a good part of their time."""
NO_TESTS = 5  # pytest's exit code when nothing was collected
FULL_COVERAGE = ("engine", "tables")
_COUNT = re.compile(r"\b(\d+) (passed|failed|errors?|rerun)\b")


@dataclass(frozen=True, slots=True)
class Step:
    """One named check: commands that all have to succeed."""

    name: str
    about: str
    commands: Callable[[], list[Command]]
    quick: bool = True
    needs_client: bool = True
    needs_chromium: bool = False
    needs_services: bool = False
    may_be_empty: bool = False
    waits: bool = False
    """Waits for servers and browsers for a good part of its time, so that the others can run beside it."""
    folder: Path = ROOT


@dataclass(slots=True)
class Outcome:
    """How a step went; a step that counts no tests counts as one check."""

    name: str
    ok: bool
    seconds: float
    busy: float = 0.0
    """Seconds of processor time: what the step costs, however busy the machine is otherwise."""
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def passed(self) -> int:
        """Tests passed, or 1 for a check without tests."""
        return self.counts.get("passed", 0 if self.counts else int(self.ok))

    @property
    def failed(self) -> int:
        """Tests failed; at least 1 when the step failed."""
        failed = self.counts.get("failed", 0) + self.counts.get("error", 0)
        return failed if self.ok else max(1, failed)


def _python(*arguments: str | Path) -> Command:
    return [venv_program("python"), *arguments]


def _existing(names: Sequence[str]) -> list[str]:
    return [name for name in names if (ROOT / name).exists()]


def _lint() -> list[Command]:
    files = _existing(PYTHON_FILES)
    ruff = venv_program("ruff")
    return [[ruff, "check", "--quiet", *files], [ruff, "format", "--check", *files]]


def _types() -> list[Command]:
    # Django's plugin loads the settings, and those make a data folder.
    data = f"MOONSHOT_DATA={venv_path() / 'types-data'}"
    return [["env", data, venv_program("python"), "-m", "mypy", *_existing(PYTHON_FILES)]]


def _generated() -> list[Command]:
    return [_python("-m", "tools.protocol_types", "--check")]


TRIED_TWICE = ("--reruns", "1", "-rR")
"""For real browsers, servers and databases on a busy machine: one more try, which the summary tells of."""


def _pytest(*arguments: str, coverage: bool, workers: str = WORKERS) -> Command:
    measured = ["--cov", "--cov-append", "--cov-report="] if coverage else ["--no-cov"]
    # Each worker keeps to a stretch of the tests, which share servers, and takes over from others at the end.
    return _python("-m", "pytest", "-q", "-n", workers, "--dist", "worksteal", *measured, *arguments)


APART = ("browser", "conformance", "faults", "laws")
"""Folders of tests/ with a step of their own."""


MEASURED = ("tests/engine", "tests/tables", "tests/golden", "tests/cli")
"""Where the tests of the packages with a coverage gate stand; measuring the others would only slow them."""


def _tests() -> list[Command]:
    others = [f"--ignore=tests/{name}" for name in APART]
    unmeasured = [f"--ignore={name}" for name in MEASURED]
    return [
        _python("-m", "coverage", "erase"),
        _pytest("-m", "not slow", *_existing(MEASURED), *TRIED_TWICE, coverage=True),
        _pytest(
            "-m", "not slow", *others, *unmeasured, "tests", *TRIED_TWICE, coverage=False, workers=WAITING
        ),
    ]


def _slow() -> list[Command]:
    others = [f"--ignore=tests/{name}" for name in APART]
    return [_pytest("-m", "slow", *others, "tests", coverage=False)]


def _folder(
    name: str, *options: str, coverage: bool = False, workers: str = WORKERS
) -> Callable[[], list[Command]]:
    return lambda: [_pytest(f"tests/{name}", *options, coverage=coverage, workers=workers)]


def _coverage() -> list[Command]:
    report = ("-m", "coverage", "report", "--fail-under=100", "--skip-covered")
    gates = [_python(*report, f"--include=src/moonshot/{package}/*") for package in FULL_COVERAGE]
    return [*gates, _python("-m", "coverage", "report", "--format=total")]


STEPS = (
    Step("lint", "ruff and its formatter", _lint, needs_client=False),
    Step("types", "mypy --strict", _types, needs_client=False),
    Step(
        "imports",
        "who may import whom",
        lambda: [[venv_program("lint-imports"), "--no-logo"]],
        needs_client=False,
    ),
    Step("generated", "the protocol's generated files are fresh", _generated, needs_client=False),
    Step("tests", "pytest with branch coverage", _tests, needs_services=True),
    Step("conformance", "the published rules cases", _folder("conformance", coverage=True)),
    Step("coverage", f"100% for {' and '.join(FULL_COVERAGE)}", _coverage, needs_client=False),
    Step("laws", "random rules and deals against the laws", _folder("laws"), quick=False, needs_client=False),
    Step("slow", "the long pytest runs, without coverage", _slow, quick=False, may_be_empty=True),
    Step(
        "web",
        "type check and unit tests of the client",
        lambda: [npm("run", "check"), npm("test")],
        folder=WEB,
    ),
    Step("size", "the client's budgets", lambda: [_python("-m", "tools.bundle_size")]),
    Step(
        "browser",
        "a real browser against a real server",
        _folder("browser", *TRIED_TWICE, workers=WAITING),
        quick=False,
        needs_chromium=True,
        waits=True,
    ),
    Step(
        "faults",
        "real servers, killed",
        _folder("faults", *TRIED_TWICE),
        quick=False,
        needs_services=True,
        waits=True,
    ),
)


def main(arguments: Sequence[str]) -> int:
    """Set up, run the chosen steps, print the summary; the exit code is 1 when anything failed."""
    steps = _choose(arguments)
    began = time.monotonic()
    env = dict(os.environ)
    outcomes: list[Outcome] = []
    try:
        prepare_python("test")
        if any(step.needs_chromium for step in steps):
            env["MOONSHOT_CHROMIUM"] = str(prepare_chromium())
        env.update(_environment(env))
    except SetupError as error:
        print(f"\n{error}\n\n0 passed, 1 failed")
        return 1
    if any(step.needs_client for step in steps):
        outcomes += _build_client()
    outcomes += _prepare_services(steps)
    outcomes += _run_all(steps, env)
    _sum_up(outcomes, time.monotonic() - began)
    return 0 if all(outcome.ok for outcome in outcomes) else 1


def _build_client() -> list[Outcome]:
    """A client that does not build is one failure; the checks of everything else still run."""
    began = time.monotonic()
    try:
        prepare_client(with_tools=True)
    except SetupError as error:
        print(f"\n{error}", flush=True)
        return [Outcome("client", ok=False, seconds=time.monotonic() - began)]
    return []


def _prepare_services(steps: Sequence[Step]) -> list[Outcome]:
    """PostgreSQL and Redis; without them some tests are left out, which CI counts as a failure."""
    if not any(step.needs_services for step in steps):
        return []
    began = time.monotonic()
    missing = missing_services()
    for what in missing:
        print(f"\nNot here: {what}. The tests that need it are left out.", flush=True)
    if missing and os.environ.get("CI") == "true":
        return [Outcome("services", ok=False, seconds=time.monotonic() - began)]
    return []


def _choose(arguments: Sequence[str]) -> list[Step]:
    width = max(len(step.name) for step in STEPS)
    listing = "\n".join(f"  {step.name:<{width}}  {step.about}" for step in STEPS)
    parser = argparse.ArgumentParser(
        prog="./test",
        description="Sets up and runs the checks: all of them, or those you name.",
        epilog=f"steps:\n{listing}\n\n  {'quick':<{width}}  all but those that take minutes",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = [step.name for step in STEPS]
    parser.add_argument("steps", nargs="*", metavar="STEP", help="names of steps, or quick")
    chosen: list[str] = parser.parse_args(arguments).steps
    for name in chosen:
        if name not in {*names, "quick"}:
            parser.error(f"there is no step {name!r}; the steps are {', '.join(names)} and quick")
    if not chosen:
        return list(STEPS)
    return [step for step in STEPS if step.name in chosen or ("quick" in chosen and step.quick)]


def _environment(env: dict[str, str]) -> dict[str, str]:
    """Programs of the environment and its Node come first; paths from outside stay out."""
    search = f"{venv_path() / 'bin'}{os.pathsep}{node_env()['PATH']}"
    colour = {"FORCE_COLOR": "1", "PY_COLORS": "1"} if sys.stdout.isatty() and "NO_COLOR" not in env else {}
    return {"PATH": search, "VIRTUAL_ENV": str(venv_path()), "PYTHONUNBUFFERED": "1", **colour}


def _run_all(steps: Sequence[Step], env: dict[str, str]) -> list[Outcome]:
    """Run the steps that wait beside the others, which leave them the processor whenever they want it."""
    lanes = [[step for step in steps if step.waits is waits] for waits in (False, True)]
    if not all(lanes):
        return [_run(step, env, STREAMED) for step in steps]
    with ThreadPoolExecutor(len(lanes)) as pool:
        busy = pool.submit(lambda: [_run(step, env, YIELDING) for step in lanes[0]])
        waiting = pool.submit(lambda: [_run(step, env, COLLECTED) for step in lanes[1]])
        return [*busy.result(), *waiting.result()]


@dataclass(frozen=True, slots=True)
class Manner:
    """How the commands of a step are run: what they print comes at once or, for reading, in one piece."""

    at_once: bool
    before: tuple[str, ...] = ()


STREAMED = Manner(at_once=True)
YIELDING = Manner(at_once=False, before=("nice", "-n", "5"))
COLLECTED = Manner(at_once=False)
_printing = threading.Lock()


def _run(step: Step, env: dict[str, str], manner: Manner) -> Outcome:
    title = f"\n=== {step.name}: {step.about}"
    print(title if manner.at_once else f"{title} (begins)", flush=True)
    began = time.monotonic()
    outcome = Outcome(step.name, ok=True, seconds=0.0)
    printed: list[bytes] = []
    for command in step.commands():
        run = _stream([*manner.before, *command], step.folder, env, None if manner.at_once else printed)
        outcome.busy += run.busy
        for word, number in run.counts.items():
            outcome.counts[word] = outcome.counts.get(word, 0) + number
        if run.code != 0 and not (step.may_be_empty and run.code == NO_TESTS):
            outcome.ok = False
            break
    outcome.seconds = time.monotonic() - began
    with _printing:
        if not manner.at_once:
            print(title, flush=True)
            sys.stdout.buffer.write(b"".join(printed))
        print(f"=== {step.name}: {'ok' if outcome.ok else 'FAILED'} ({outcome.seconds:.1f} s)", flush=True)
    return outcome


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has run: its exit code, its seconds of processor time, and the tests it says it ran."""

    code: int
    busy: float
    counts: dict[str, int]


def _stream(command: Command, folder: Path, env: dict[str, str], printed: list[bytes] | None) -> Ended:
    """Run a command and pass on what it prints: at once, or by adding it to ``printed``."""
    counts: dict[str, int] = {}
    with subprocess.Popen(
        [str(part) for part in command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        for raw in process.stdout:
            if printed is None:
                sys.stdout.buffer.write(raw)
                sys.stdout.flush()
            else:
                printed.append(raw)
            counts = _counts(raw.decode(errors="replace")) or counts
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Ended(process.returncode, used.ru_utime + used.ru_stime, counts)


def _counts(line: str) -> dict[str, int]:
    """The tests of a closing line: pytest's "3 passed in 1.2s", vitest's "Tests  1 failed | 2 passed (3)"."""
    text = COLOUR.sub("", line).strip()
    is_pytest = re.search(r" in \d+\.\d+s", text) is not None
    if not is_pytest and not text.startswith("Tests "):
        return {}
    return {word.removesuffix("s"): int(number) for number, word in _COUNT.findall(text)}


def _sum_up(outcomes: list[Outcome], seconds: float) -> None:
    print("\n=== summary")
    for outcome in outcomes:
        word = "ok" if outcome.ok else "FAILED"
        tests = f"{outcome.passed} passed, {outcome.failed} failed" if outcome.counts else ""
        if again := outcome.counts.get("rerun"):
            tests += f", {again} tried twice"
        times = f"{outcome.seconds:6.1f} s {outcome.busy:6.1f} s of processor"
        print(f"{word:<6} {outcome.name:<12} {times}  {tests}".rstrip())
    print(f"in {seconds / 60:.1f} minutes")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    print(f"{passed} passed, {failed} failed", flush=True)
