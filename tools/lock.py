"""Compiles requirements/*.in into lock files with hashes and without the address of any index.

Usage: `python -m tools.lock [NAME ...] [--upgrade]`; needs pip-tools (`pip install pip-tools`).
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
# Each one is constrained by those before it, so the order matters.
NAMES = ("runtime", "cluster", "build", "bots", "research", "test", "bench")


def main(arguments: Sequence[str]) -> int:
    """Compile the named lock files, or all."""
    options = [part for part in arguments if part.startswith("--")]
    chosen = [part for part in arguments if not part.startswith("--")] or list(NAMES)
    for name in NAMES:
        if name not in chosen:
            continue
        print(f"Compiling requirements/{name}.txt ...", flush=True)
        subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "piptools",
                    "compile",
                    "--quiet",
                    "--generate-hashes",
                    "--strip-extras",
                ),
                *("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-header"),
                *("--allow-unsafe", *options, f"--output-file={name}.txt", f"{name}.in"),
            ],
            cwd=FOLDER,
            check=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
