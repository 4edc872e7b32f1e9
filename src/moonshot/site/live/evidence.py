"""What a report takes along: who sat at a table, what was said there, and how it was played."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from moonshot.bots import find_policy
from moonshot.engine import HeartsError
from moonshot.site.asking import in_database
from moonshot.site.live.codec import BadEntryError, decode_entry
from moonshot.site.live.host import LiveHost
from moonshot.site.live.lobby_models import Admission, ChatLine
from moonshot.site.live.record import record_of
from moonshot.site.live.storage import DamagedError, Stored
from moonshot.site.people.models import Account
from moonshot.site.people.reports import Evidence
from moonshot.tables import Entry, Table
from moonshot.tables.events import Opened, Removed, RulesSet, Said, Sat, Stood, TookSeat

WINDOW: Final = timedelta(minutes=5)
MOST_LINES: Final = 300
_UNPLAYABLE: Final = (HeartsError, LookupError, TypeError, ValueError)
"""What a log may raise in which something is wrong."""

log: Final = logging.getLogger("moonshot.live")


class NoEvidenceError(LookupError):
    """There is no such table, or one of the two was never there."""


async def collect(host: LiveHost, table_id: str, reporter: str, handle: str) -> Evidence:
    """The evidence for a report about whoever has this handle. Raises NoEvidenceError, LogError.

    Of a log that is damaged it is what can be read; moderators see the complaint all the same.
    """
    rows = await host.read_log(table_id)
    entries, damaged = _readable(rows)
    there = _people(entry for entry, _ in entries)
    accused = next((account for account, (_, known) in there.items() if known == handle), None)
    if accused is None and damaged and (found := await in_database(_known_at, table_id, handle)) is not None:
        accused, there = found.pk, {**there, found.pk: (found.shown_name, handle)}
    # Whoever only looked on may report as well; to be reported one must have sat or spoken there.
    if accused is None or accused == reporter:
        raise NoEvidenceError(handle)
    table = None if damaged else await _table(host, table_id, entries)
    if reporter not in there and table is not None and not table.terms.spectators:
        raise NoEvidenceError(table_id)
    record = {} if table is None else _record(table, rows, entries, accused)
    return Evidence(table_id, accused, there[accused][0], _window(entries, accused), record)


def _readable(rows: Sequence[Stored]) -> tuple[list[tuple[Entry, datetime]], bool]:
    """The entries that can be read, each with its moment, and whether there are others."""
    entries = []
    for row in rows:
        try:
            entries.append((decode_entry(row.seq, row.body), _moment(row.stored_at)))
        except BadEntryError:
            continue
    return entries, len(entries) < len(rows)


def _known_at(table_id: str, handle: str) -> Account | None:
    """Who has this handle, if they were at this table as far as is known beside its log."""
    known = [rows.objects.filter(table=table_id).values("account") for rows in (Admission, ChatLine)]
    return Account.objects.filter(Q(pk__in=known[0]) | Q(pk__in=known[1]), handle=handle).first()


async def _table(host: LiveHost, table_id: str, entries: Sequence[tuple[Entry, datetime]]) -> Table | None:
    """The table, also one that everybody has left and that is closed; None where its log makes no sense."""
    try:
        live = await host.find(table_id)
        if live is not None:
            return live.table
        return Table.replay((entry for entry, _ in entries), find_policy)
    except (DamagedError, *_UNPLAYABLE):
        log.warning("the log of table %s cannot be replayed for a report", table_id)
        return None


def _record(
    table: Table, rows: Sequence[Stored], entries: Sequence[tuple[Entry, datetime]], accused: str
) -> dict[str, Any]:
    """The record of the present match; nothing before there is one, or where it makes no sense."""
    if table.match_no == 0:
        return {}
    try:
        record = record_of(table, rows)
    except _UNPLAYABLE:
        return {}
    for seat, name in _sat_there((entry for entry, _ in entries), accused).items():
        record["players"][seat] = {"name": name, "bot": False, "level": None}
    return record


def _sat_there(entries: Iterable[Entry], accused: str) -> dict[int, str]:
    """The people of a match by seat, also of seats that bots have taken since; the accused before all."""
    found: dict[int, tuple[str | None, str]] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Opened):
                people = ((number, seat) for number, seat in enumerate(event.seats) if seat.is_person)
                found = {number: (seat.account, seat.name) for number, seat in people}
            elif isinstance(event, Sat | TookSeat) and event.account is not None:
                if found.get(event.seat, (None, ""))[0] != accused:
                    found[event.seat] = (event.account, event.name)
            elif isinstance(event, Stood | Removed):
                found.pop(event.seat, None)
            elif isinstance(event, RulesSet):
                found = {}  # people may have moved together; those who are still there stand in the record
    return {seat: name for seat, (_, name) in found.items()}


def _people(entries: Iterable[Entry]) -> dict[str, tuple[str, str | None]]:
    """Everybody who has ever sat at a table or spoken there: their name then, and their handle."""
    found: dict[str, tuple[str, str | None]] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Opened):
                found |= {
                    seat.account: (seat.name, seat.handle) for seat in event.seats if seat.account is not None
                }
            elif isinstance(event, Sat | TookSeat) and event.account is not None:
                found[event.account] = (event.name, event.handle)
            elif isinstance(event, Said) and entry.account is not None:
                found.setdefault(entry.account, (event.name, event.handle))
    return found


def _window(entries: Iterable[tuple[Entry, datetime]], accused: str) -> list[dict[str, Any]]:
    """What was said within five minutes of anything the accused said, or of now."""
    said = [(entry, at, event) for entry, at in entries for event in entry.events if isinstance(event, Said)]
    centres = [at for entry, at, _ in said if entry.account == accused] + [timezone.now()]
    near = [
        (entry, at, event)
        for entry, at, event in said
        if any(abs(at - centre) <= WINDOW for centre in centres)
    ]
    return [
        {
            "seq": entry.seq,
            "at": at.isoformat(),
            "name": event.name,
            "handle": event.handle,
            "said": event.original or event.text or event.phrase or event.emoji or "",
            "accused": entry.account == accused,
        }
        for entry, at, event in near[-MOST_LINES:]
    ]


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo is not None else at.replace(tzinfo=timezone.get_default_timezone())
