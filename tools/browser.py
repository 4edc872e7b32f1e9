"""Finds a Chromium for the browser tests: the machine's own, Debian's package, else one from npm."""

import os
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path
from xml.sax.saxutils import escape

from tools.environment import ROOT, install_node_packages, node_env, node_program, venv_path
from tools.progress import SetupError, run_step

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FOLDER = ROOT / "tools" / "chromium"

NPM_CHROMIUM_HINT = (
    "No Chromium could be fetched. Install one by hand (on Debian: apt install chromium) and start again, or "
    "name one: MOONSHOT_CHROMIUM=/path/to/chrome ./test"
)


def prepare_chromium() -> Path:
    """The path of a Chromium that starts; fetches one when there is none."""
    found = find_chromium()
    if found is not None:
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        try:
            _install_from_apt()
        except SetupError as error:
            print(f"{error}\nTrying npm instead ...", flush=True)
        found = find_chromium()
        if found is not None:
            return found
    return _install_from_npm()


def find_chromium() -> Path | None:
    """A Chromium named by MOONSHOT_CHROMIUM, on the PATH, or fetched from npm before."""
    named = os.environ.get("MOONSHOT_CHROMIUM")
    if named:
        if not _starts(Path(named)):
            raise SetupError(f"MOONSHOT_CHROMIUM names {named}, which does not start.")
        return Path(named)
    candidates = [Path(path) for name in NAMES if (path := shutil.which(name))]
    return next((path for path in [*candidates, _npm_chromium()] if _starts(path)), None)


def _npm_chromium() -> Path:
    return venv_path() / "chromium" / "chromium-with-libraries"


def _starts(program: Path) -> bool:
    # Ubuntu's package is a script that asks for snap; only a start tells.
    try:
        subprocess.run([program, "--version"], check=True, capture_output=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _install_from_apt() -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    hint = "Debian's packages could not be used."
    run_step("Reading Debian's package lists", ["apt-get", "update"], env=env, hint=hint)
    run_step(
        "Installing Chromium from Debian's packages",
        ["apt-get", "install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
        env=env,
        hint=hint,
    )


def _install_from_npm() -> Path:
    install_node_packages(FOLDER)
    target = venv_path() / "chromium"
    run_step(
        "Unpacking Chromium",
        [node_program(), FOLDER / "unpack.mjs", target],
        env=node_env(),
        hint=NPM_CHROMIUM_HINT,
    )
    for archive in target.glob("*.tar"):
        with tarfile.open(archive) as files:
            files.extractall(target, filter="data")
        archive.unlink()
    program = target / "chromium"
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    # The package brings what a bare machine lacks: libraries (NSS and others), and a font, which its own
    # fonts.conf looks for in another place. Without any font, elements have no text.
    (target / "fonts.conf").write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f"  <dir>{escape(str(target / 'fonts'))}</dir>\n  <dir>/usr/share/fonts</dir>\n"
        f"  <cachedir>{escape(str(target / 'font-cache'))}</cachedir>\n</fontconfig>\n"
    )
    wrapper = _npm_chromium()
    wrapper.write_text(
        "#!/bin/sh\n"
        'here=$(dirname "$(readlink -f "$0")")\n'
        'export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
        'export FONTCONFIG_PATH="${FONTCONFIG_PATH:-$here}"\n'
        'exec "$here/chromium" "$@"\n'
    )
    wrapper.chmod(0o755)
    if not _starts(wrapper):
        raise SetupError(NPM_CHROMIUM_HINT)
    return wrapper
