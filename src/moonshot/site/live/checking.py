"""Replaying stored logs: legal to the last move, without gaps, each command once, each deal as promised."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from moonshot.bots import find_policy
from moonshot.engine import HeartsError
from moonshot.engine.events import RECORDED_BY_KIND, MatchStarted, Recorded
from moonshot.engine.record import check_shuffles, match_record
from moonshot.site.live.codec import BadEntryError, decode_entry
from moonshot.tables import Entry, Table
from moonshot.tables.events import TakenBack

_OF_A_MATCH = tuple(RECORDED_BY_KIND.values())


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a log."""

    table_id: str
    message: str

    def __str__(self) -> str:
        return f"{self.table_id}: {self.message}"


@dataclass(slots=True)
class Tally:
    """What was looked at."""

    tables: int = 0
    matches: int = 0
    entries: int = 0


def check_log(table_id: str, rows: Sequence[tuple[int, str]], *, closed: bool, tally: Tally) -> list[Fault]:
    """All that is wrong with the log of one table; adds to the tally."""
    tally.tables += 1
    tally.entries += len(rows)
    numbers = [seq for seq, _ in rows]
    if numbers != list(range(1, len(rows) + 1)) or not rows:
        missing = next((no for no, seq in enumerate(numbers, 1) if no != seq), len(rows) + 1)
        return [Fault(table_id, f"entry {missing} is missing")]
    try:
        entries = [decode_entry(seq, body.encode()) for seq, body in rows]
    except BadEntryError as error:
        return [Fault(table_id, str(error))]
    faults = _replay(table_id, entries, closed=closed)
    faults += _doubled(table_id, entries)
    for events in _matches(entries):
        tally.matches += 1
        faults += _shuffles(table_id, events) if not faults else []
    return faults


def _replay(table_id: str, entries: Sequence[Entry], *, closed: bool) -> list[Fault]:
    table: Table | None = None
    for entry in entries:
        try:
            if table is None:
                table = Table.replay([entry], find_policy)
            else:
                table.apply(entry)
        except (HeartsError, ValueError, LookupError, TypeError, AssertionError) as error:
            return [Fault(table_id, f"entry {entry.seq} does not follow: {error}")]
    assert table is not None
    if table.id != table_id:
        return [Fault(table_id, f"its log is that of table {table.id}")]
    if table.closed and not closed:
        return [Fault(table_id, "everybody has left, and it is not closed")]
    return []


def _doubled(table_id: str, entries: Iterable[Entry]) -> list[Fault]:
    """Commands that had two effects."""
    seen: dict[tuple[str | None, str], int] = {}
    faults = []
    for entry in entries:
        if entry.command_id is None:
            continue
        first = seen.setdefault((entry.account, entry.command_id), entry.seq)
        if first != entry.seq:
            faults.append(Fault(table_id, f"entries {first} and {entry.seq} come from one command"))
    return faults


def _matches(entries: Iterable[Entry]) -> list[list[Recorded]]:
    matches: list[list[Recorded]] = []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, MatchStarted):
                matches.append([])
            if isinstance(event, _OF_A_MATCH) and matches:
                matches[-1].append(event)
            elif isinstance(event, TakenBack) and matches:
                del matches[-1][-event.count :]
    return matches


def _shuffles(table_id: str, events: Sequence[Recorded]) -> list[Fault]:
    """Deals that are not what their promise says."""
    try:
        record = match_record(events, finished_only=True)
        wrong = [check for check in check_shuffles(record) if check.state == "wrong"]
    except HeartsError as error:
        return [Fault(table_id, f"a match cannot be replayed: {error}")]
    return [
        Fault(table_id, f"match {record['match']}, deal {check.deal_no}: {check.error}") for check in wrong
    ]
