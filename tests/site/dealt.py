"""Daily deals that people have played, put into a site's database, which may be serving meanwhile."""

import secrets
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from moonshot.bots.policy import POLICY_VERSION
from moonshot.learn import daily
from moonshot.tables import DAILY, PRACTICE, Entry
from tests.site.played import put, stored, text_of
from tests.tables.test_daily_tables import by_chance, opened, play

_TRY = """
    INSERT INTO daily_try (day_id, account, "table", counted, began_at, moon, passed)
    VALUES (?, ?, ?, ?, ?, ?, '')
"""


def wait_past_midnight(seconds: float = 120.0) -> None:
    """Begin no test of today's deal when today is about to end: the server's clock is the real one."""
    while (now := datetime.now(UTC)) + timedelta(seconds=seconds) >= daily.begins(now.date()) + timedelta(1):
        time.sleep(1)


def promised(database: Path, day: date, secret: bytes | None = None) -> bytes:
    """The secret of a day, which is drawn now unless it has been before."""
    new = secrets.token_bytes(32) if secret is None else secret
    with stored(database) as run:
        run(
            "INSERT INTO daily_day (day, secret, level, version, promised_at)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (day.isoformat(), new.hex(), daily.LEVEL, POLICY_VERSION, text_of(daily.begins(day))),
        )
        ((kept,),) = run("SELECT secret FROM daily_day WHERE day = ?", (day.isoformat(),))
    return bytes.fromhex(kept)


def tried(
    database: Path,
    day: date,
    account: str,
    seed: int,
    *,
    counted: bool = True,
    after: timedelta = timedelta(hours=1),
    plays: int | None = None,
    table: str | None = None,
) -> tuple[str, list[Entry]]:
    """Somebody's try at a day, begun so long after midnight: table and log. ``plays``: so many entries."""
    table = table or secrets.token_urlsafe(12)
    first = opened(table, account, day, terms=DAILY if counted else PRACTICE, secret=promised(database, day))
    entries = play(first, account, by_chance(seed))[1][:plays]
    start = daily.begins(day) + after
    put(
        database,
        table,
        account,
        entries,
        finished=plays is None,
        began=start,
        more=[
            (_TRY, (day.isoformat(), account, table, counted, text_of(start), False)),
        ],
    )
    return table, entries
