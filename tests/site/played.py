"""Tables that have been played, put into a site's database as its own log would have."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from moonshot.bots import find_policy
from moonshot.engine import Pass, Rules, cards_of, view_of
from moonshot.site.live.codec import encode_entry
from moonshot.tables import Entry, Table, Terms, bot, opening, person
from moonshot.tables import commands as c
from tests.tables.seen import view_table

_TABLE = "INSERT INTO live_table (id, owner, created_at, closed, finished) VALUES (?, ?, ?, ?, ?)"
_ENTRY = "INSERT INTO live_entry (table_id, seq, stored_at, body) VALUES (?, ?, ?, ?)"
ON_POSTGRES = "MOONSHOT_DATABASE_URL" in os.environ
SHORT = Rules(end_score=50)
"""About three deals."""


def played(
    table_id: str,
    people: dict[str, str],
    *,
    kind: str = "practice",
    rules: Rules = SHORT,
    deals: int = 0,
    plies: int = 0,
    again: bool = False,
) -> list[Entry]:
    """The log of a table: a whole match, or so many deals and then some cards. ``people``: account, name.

    ``again``: the match, then the first cards of another.
    """
    seats = [person(name, account, f"h{place}") for place, (account, name) in enumerate(people.items())]
    seats += [bot(f"Bot {place}", "easy") for place in range(rules.players - len(seats))]
    terms = Terms(kind=kind)  # type: ignore[arg-type]
    entries = [opening(table_id, rules, seats, pace="instant", secret=bytes(range(32)), terms=terms)]
    table = Table.replay(entries, find_policy)
    table.set_present(range(len(people)), 0.0)
    numbers = count(1)
    now = 0.0
    while True:
        if again and table.phase == "over":
            entry = table.handle(next(iter(people)), c.NewMatch(f"n{next(numbers)}"), now)
            assert isinstance(entry, Entry), entry
            entries.append(entry)
            table.apply(entry, now)
            return entries
        if table.phase == "over":
            return entries
        match = table.match
        done = len(match.results)
        ply = 0 if match.deal is None else view_of(match, None).ply
        if deals and done >= deals and match.phase == "playing" and ply >= plies:
            return entries
        if (due := table.due()) is not None:
            now = max(now, due)
            made = table.tick(now)
            if made is not None:
                entries.append(made)
                table.apply(made, now)
                continue
        for seat, account in enumerate(people):
            command = _command(table, seat, f"c{next(numbers)}")
            if command is not None:
                entry = table.handle(account, command, now)
                assert isinstance(entry, Entry), entry
                entries.append(entry)
                table.apply(entry, now)
                break
        else:
            raise AssertionError(f"nobody goes on: {table.phase}")


def _command(table: Table, seat: int, number: str) -> c.Command | None:
    view = view_table(table, seat)
    match = view.match
    if view.phase == "passing" and not match.has_passed[seat]:
        move = find_policy("easy").choose(match, 1)
        assert isinstance(move, Pass)
        return c.PassCards(number, match.deal_no, move.cards)
    if match.legal:
        return c.PlayCard(number, match.ply, cards_of(match.legal)[0])
    if view.moon_options:
        return c.ChooseMoon(number, match.deal_no, "others_plus")
    if "continue" in view.waiting:
        return c.Continue(number, match.deal_no, match.ply)
    return None


Run = Callable[..., list[tuple[Any, ...]]]


@contextmanager
def stored(database: Path) -> Iterator[Run]:
    """Runs SQL in the database of a site, which may be serving meanwhile, as one transaction.

    It is the SQLite file, or PostgreSQL where the tests themselves run on it (test_on_postgresql.py). Values
    have a place each, `?`; what a statement answers comes back as rows.
    """
    if ON_POSTGRES:
        with psycopg.connect(os.environ["MOONSHOT_DATABASE_URL"]) as server:

            def ask(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
                cursor = server.execute(sql.replace("?", "%s").encode(), values)
                return [] if cursor.description is None else cursor.fetchall()

            yield ask
        return
    with closing(sqlite3.connect(database, timeout=60)) as db, db:
        yield lambda sql, values=(): db.execute(sql, values).fetchall()


def put(
    database: Path,
    table_id: str,
    owner: str,
    entries: list[Entry],
    *,
    finished: bool = True,
    began: datetime = datetime(2026, 3, 1, 20, 0, tzinfo=UTC),
    more: Sequence[tuple[str, Sequence[Any]]] = (),
) -> None:
    """Write a table with its log into the database of a site, with ``more`` that belongs to it."""
    with stored(database) as run:
        run(_TABLE, (table_id, owner, text_of(began), False, finished))
        for one in entries:
            at = text_of(began + timedelta(seconds=one.seq))
            run(_ENTRY, (table_id, one.seq, at, encode_entry(one).decode()))
        for sql, values in more:
            run(sql, values)


def text_of(moment: datetime) -> str:
    """A moment as Django stores it in SQLite; PostgreSQL understands it too."""
    return moment.astimezone(UTC).strftime(
        "%Y-%m-%d %H:%M:%S.%f+00" if ON_POSTGRES else "%Y-%m-%d %H:%M:%S.%f"
    )
