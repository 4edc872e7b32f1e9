"""Behind ./run: set up what is missing, then become `moonshot serve`."""

import os
import sys
from collections.abc import Sequence

from tools.environment import ROOT, prepare_client, prepare_python, venv_program
from tools.progress import SetupError


def main(arguments: Sequence[str]) -> int | None:
    """Set up and serve; returns only when the set-up failed."""
    try:
        prepare_python("run")
        prepare_client()
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; what is done is kept for the next start.", file=sys.stderr)
        return 130
    program = str(venv_program("moonshot"))
    sys.stdout.flush()
    # The server takes this process over, so signals and the exit code are its own.
    os.execv(program, [program, "serve", *_data_folder(arguments), *arguments])  # noqa: S606


def _data_folder(arguments: Sequence[str]) -> list[str]:
    """The folder var/ of this repository, unless the caller names another."""
    named = bool(os.environ.get("MOONSHOT_DATA")) or any(
        part == "--data" or part.startswith("--data=") for part in arguments
    )
    return [] if named else ["--data", str(ROOT / "var")]
