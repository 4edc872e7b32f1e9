"""Power lost at any moment: what was acknowledged is there when the machine comes back.

What a disk holds then is what was synced, and of what was written since, anything: nothing, a part, or bytes
that mean nothing. So at a commit the database and its write-ahead log are looked at before and after, in the
only thread that writes, and states between the two are made up of them: the log cut anywhere in what the
commit has added, with rubbish behind the cut, and where a checkpoint moves pages, only some of them moved.
That a commit syncs at all is a setting, and looked at as well.
"""

import asyncio
import os
import random
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from moonshot.site.live.group_log import Answers, Note, Write
from moonshot.site.live.sqlite_log import SqliteLog
from tests.site.live.places import appended, make_database

FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
CRASHES = 200 if FULL else 40
TABLES = 30
PAGE = 4096

pytestmark = [pytest.mark.faults]

Image = tuple[bytes, bytes]
"""The database file and its write-ahead log."""


@dataclass
class Crash:
    """A state of the disk, and the last entry of each table that had been acknowledged by then."""

    image: Image
    acknowledged: dict[str, int]
    what: str


@dataclass
class Watch:
    """Makes crashes out of commits."""

    path: Path
    wanted: int
    chance: random.Random = field(default_factory=lambda: random.Random(5))
    crashes: list[Crash] = field(default_factory=list)
    stored: dict[str, int] = field(default_factory=dict)
    commits: int = 0
    last: Image | None = None

    def image(self) -> Image:
        wal = self.path.with_name(self.path.name + "-wal")
        return self.path.read_bytes(), wal.read_bytes() if wal.exists() else b""

    def commit(self, before: Image, after: Image, acknowledged: dict[str, int]) -> None:
        """Look at one commit; ``acknowledged`` is what had been stored before it."""
        self.commits += 1
        rare = before[0] != after[0] or before[1][:32] != after[1][:32]
        if len(self.crashes) < self.wanted and (rare or self.chance.random() < 0.1):
            self.crashes.append(self._between(before, after, dict(acknowledged)))

    def _between(self, before: Image, after: Image, acknowledged: dict[str, int]) -> Crash:
        (old, old_log), (new, new_log) = before, after
        if old != new:
            # A checkpoint after the commit: its frames are synced, the pages of the database come one by one.
            pages = [
                (old if self.chance.random() < 0.5 else new)[at : at + PAGE] or new[at : at + PAGE]
                for at in range(0, len(new), PAGE)
            ]
            return Crash((b"".join(pages), new_log), dict(self.stored), "in a checkpoint")
        begun_anew = old_log[:32] != new_log[:32]
        synced = 0 if begun_anew else _common(old_log, new_log)
        if begun_anew:  # the pages are all in the database, and synced; the log begins from its start again
            cut = self.chance.randrange(0, _common_end(old_log, new_log) + 1)
            torn = (
                new_log[:cut] + self.chance.randbytes(min(PAGE, len(old_log) - cut)) + old_log[cut + PAGE :]
            )
            return Crash((old, torn), acknowledged, "when the log begins anew")
        cut = self.chance.randrange(synced, len(new_log) + 1)
        rest = self.chance.choice((b"", bytes(2 * PAGE), self.chance.randbytes(2 * PAGE), old_log[cut:]))
        return Crash((old, new_log[:cut] + rest), acknowledged, "in a commit")


def _common(one: bytes, other: bytes) -> int:
    """How far both are the same, to the page."""
    size = min(len(one), len(other))
    at = 0
    while at < size and one[at : at + PAGE] == other[at : at + PAGE]:
        at += PAGE
    return min(at, size)


def _common_end(old: bytes, new: bytes) -> int:
    """Where what was written anew ends: from there on the old bytes are still in place."""
    at = min(len(old), len(new))
    while at > 0 and old[at - PAGE if at > PAGE else 0 : at] == new[at - PAGE if at > PAGE else 0 : at]:
        at = max(0, at - PAGE)
    return at


class WatchedLog(SqliteLog):
    """A log whose every commit is looked at."""

    def __init__(self, path: Path, watch: Watch) -> None:
        self._watch = watch
        super().__init__(path)

    def _connect(self) -> sqlite3.Connection:
        db = super()._connect()
        db.execute("PRAGMA wal_autocheckpoint=200")  # more of them
        return db

    def _write_batch(self, db: sqlite3.Connection, batch: Sequence[Write | Note]) -> Answers:
        watch = self._watch
        before, acknowledged = watch.last or watch.image(), dict(watch.stored)
        answers = super()._write_batch(db, batch)
        for item, error in answers:
            if isinstance(item, Write) and error is None:
                watch.stored[item.table_id] = item.seq
        watch.last = watch.image()
        watch.commit(before, watch.last, acknowledged)
        return answers


def body(table: str, seq: int) -> bytes:
    return f'{{"events":[],"of":"{table}","no":{seq},"x":"{"y" * (seq * 37 % 900)}"}}'.encode()


async def write_until(watch: Watch) -> None:
    log = WatchedLog(watch.path, watch)

    async def one(table: str) -> None:
        await log.create(table, "ann", body(table, 1), wake_in=10)
        seq = 1
        while len(watch.crashes) < watch.wanted:
            seq += 1
            await appended(log, table, seq, body(table, seq), wake_in=10 if seq % 9 == 0 else None)

    await asyncio.gather(*(one(f"t{number}") for number in range(TABLES)))
    await log.close()


def recovered(folder: Path, image: Image) -> dict[str, list[tuple[int, str]]]:
    """What a database made of these files holds."""
    path = folder / "after.sqlite3"
    path.write_bytes(image[0])
    path.with_name(path.name + "-wal").write_bytes(image[1])
    found: dict[str, list[tuple[int, str]]] = {}
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table, seq, text in db.execute(
            "SELECT table_id, seq, body FROM live_entry ORDER BY table_id, seq"
        ):
            found.setdefault(table, []).append((seq, text))
    db.close()
    for name in ("", "-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    return found


def test_nothing_acknowledged_is_lost_with_the_power(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch(make_database(tmp_path / "log.sqlite3"), CRASHES)
    asyncio.run(asyncio.wait_for(write_until(watch), 300))
    lost = torn = 0
    kinds: dict[str, int] = {}
    for crash in watch.crashes:
        kinds[crash.what] = kinds.get(crash.what, 0) + 1
        found = recovered(tmp_path, crash.image)
        for table, seq in crash.acknowledged.items():
            lost += (seq, body(table, seq).decode()) not in found.get(table, [])
        for table, rows in found.items():
            torn += rows != [(seq, body(table, seq).decode()) for seq in range(1, len(rows) + 1)]
    with capsys.disabled():
        told = ", ".join(f"{count} {what}" for what, count in kinds.items())
        print(
            f"\n    power lost {len(watch.crashes)} times in {watch.commits} commits ({told}): {lost} lost",
            flush=True,
        )
    assert (lost, torn) == (0, 0)
    assert len(watch.crashes) == CRASHES
    assert set(kinds) == {"in a commit", "in a checkpoint", "when the log begins anew"}


def test_a_commit_syncs(tmp_path: Path) -> None:
    class Asking(SqliteLog):
        def _write_batch(self, db: sqlite3.Connection, batch: Sequence[Write | Note]) -> Answers:
            asked.append(
                (
                    db.execute("PRAGMA synchronous").fetchone()[0],
                    db.execute("PRAGMA journal_mode").fetchone()[0],
                )
            )
            return super()._write_batch(db, batch)

    asked: list[tuple[int, str]] = []

    async def run() -> None:
        log = Asking(make_database(tmp_path / "log.sqlite3"))
        await log.create("t", "ann", body("t", 1))
        await log.close()

    asyncio.run(run())
    assert asked == [(2, "wal")]  # FULL: the log is synced at each commit, the database at each checkpoint
