"""What a backup leaves behind that is killed, and what the next one does with it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from moonshot.site.backup import backup_sqlite

HANGS = """
import sys, time
from pathlib import Path
from moonshot.site import backup

def hang(draft, target):
    print(draft, flush=True)
    time.sleep(600)

backup._put = hang
backup.backup_sqlite(Path(sys.argv[1]), Path(sys.argv[2]))
"""
LONG_AGO = time.time() - 3600


def database(folder: Path) -> Path:
    path = folder / "site.sqlite3"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE live_entry (x)")
    return path


@contextmanager
def hanging(source: Path, target: Path) -> Iterator[tuple[Path, int]]:
    """A backup in a process of its own that never ends; its draft, and its process id."""
    path = os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        [sys.executable, "-c", HANGS, str(source), str(target)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield Path(process.stdout.readline().strip()), process.pid
    finally:
        process.kill()
        process.communicate()


def aged(path: Path) -> None:
    os.utime(path, (LONG_AGO, LONG_AGO))


def test_the_draft_of_a_backup_that_was_killed_is_removed_by_the_next(tmp_path: Path) -> None:
    source = database(tmp_path)
    with hanging(source, tmp_path / "monday") as (draft, process):
        os.kill(process, signal.SIGKILL)
    assert draft.is_file()
    beside = draft.with_name(f"{draft.name}-journal")
    beside.touch()
    aged(draft)
    backup_sqlite(source, tmp_path / "tuesday")
    assert not draft.exists()
    assert not beside.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site.sqlite3", "tuesday"]


def test_the_draft_of_a_backup_that_still_runs_stays_however_old(tmp_path: Path) -> None:
    source = database(tmp_path)
    with hanging(source, tmp_path / "monday") as (draft, _):
        aged(draft)
        backup_sqlite(source, tmp_path / "tuesday")
        assert draft.is_file()
        assert draft.stat().st_mode & 0o077 == 0


def test_only_what_is_surely_left_behind_is_removed(tmp_path: Path) -> None:
    source = database(tmp_path)
    kept = {
        ".notes.0123abcd.part": b"something else",
        ".monday.0123abcd.part-journal": b"",
        ".monday.0123abcdef.part": b"",
        "monday.0123abcd.part": b"SQLite format 3\0",
        ".monday.part": b"SQLite format 3\0",
    }
    gone = {
        ".monday.0123abcd.part": b"SQLite format 3\0and so on",
        ".tuesday.00000000.part": b"",
        ".wednesday.ffffffff.part": b"PGDMP and so on",
    }
    for name, content in {**kept, **gone}.items():
        (tmp_path / name).write_bytes(content)
        aged(tmp_path / name)
    fresh = tmp_path / ".monday.44444444.part"
    fresh.write_bytes(b"SQLite format 3\0")
    os.mkfifo(tmp_path / ".pipe.55555555.part")
    aged(tmp_path / ".pipe.55555555.part")
    (tmp_path / ".link.66666666.part").symlink_to(source)
    backup_sqlite(source, tmp_path / "copy")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {
        *kept,
        fresh.name,
        ".pipe.55555555.part",
        ".link.66666666.part",
        "copy",
        "site.sqlite3",
    } - {
        ".monday.0123abcd.part-journal"  # it lay beside a draft that is gone
    }
