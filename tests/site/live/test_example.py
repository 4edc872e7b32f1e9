"""The example client plays whole matches on a real server, knowing nothing but the protocol."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.site.running import Running

CLIENT = Path(__file__).resolve().parents[3] / "examples" / "client.py"


def test_the_example_plays_two_matches(running: Running) -> None:
    done = subprocess.run(
        [
            sys.executable,
            str(CLIENT),
            "--server",
            running.address,
            "--matches",
            "2",
            "--rules",
            "table_guide_50",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    for number, line in enumerate(lines, start=1):
        found = re.fullmatch(r"[\w-]{16}-(\d) after \d+ deals: (\{.*\})", line)
        assert found is not None, line
        assert found[1] == str(number)
        totals = ast.literal_eval(found[2])
        assert len(totals) == 4
        assert max(totals.values()) >= 50


def test_the_example_is_short_and_needs_websockets_only() -> None:
    source = CLIENT.read_text("utf-8")
    assert len(source.splitlines()) < 120
    names = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    imported = {name.split(".")[0] for name in names if name}
    assert imported - set(sys.stdlib_module_names) == {"websockets"}
