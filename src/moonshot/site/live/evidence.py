"""What a report takes along: who sat at a table, what was said there, and how it was played.

Words stand in the log of their table. `ChatLine` remembers where, so that they are found again, and so that
time erases them: whatever no report has taken along is gone after `KEPT`.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from moonshot.bots import find_policy
from moonshot.site.asking import in_database
from moonshot.site.live.codec import BadEntryError, decode_entry, encode_entry
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby_models import ChatLine
from moonshot.site.live.record import record_of
from moonshot.site.people.reports import Evidence
from moonshot.tables import Entry, LogError, Table
from moonshot.tables.events import Opened, Removed, RulesSet, Said, Sat, Stood, TookSeat

WINDOW: Final = timedelta(minutes=5)
KEPT: Final = timedelta(days=7)
"""How long after a match people may still report what was said."""
ERASED_AT_ONCE: Final = 500
MOST_LINES: Final = 300

log: Final = logging.getLogger("moonshot.live")


class NoEvidenceError(LookupError):
    """There is no such table, or one of the two was never there."""


async def collect(host: LiveHost, table_id: str, reporter: str, handle: str) -> Evidence:
    """The evidence for a report about whoever has this handle. Raises NoEvidenceError, LogError."""
    rows = await host.read_log(table_id)
    entries = [(decode_entry(row.seq, row.body), _moment(row.stored_at)) for row in rows]
    there = _people(entry for entry, _ in entries)
    accused = next((account for account, (_, known) in there.items() if known == handle), None)
    # Whoever only looked on may report as well; to be reported one must have sat or spoken there.
    if accused is None or accused == reporter:
        raise NoEvidenceError(handle)
    live = await host.find(table_id)
    # A table that everybody has left is closed; what happened at it still stands in its log.
    table = Table.replay((entry for entry, _ in entries), find_policy) if live is None else live.table
    if reporter not in there and not table.terms.spectators:
        raise NoEvidenceError(table_id)
    record: dict[str, Any] = {}
    if table.match_no > 0:
        record = record_of(table, rows)
        for seat, name in _sat_there((entry for entry, _ in entries), accused).items():
            record["players"][seat] = {"name": name, "bot": False, "level": None}
    return Evidence(table_id, accused, there[accused][0], _window(entries, accused), record)


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


async def remember(live: LiveTable, entry: Entry) -> None:
    """Note where somebody's words stand in the log."""
    try:
        await in_database(_remember, live.table.id, entry.seq, entry.account or "")
    except LogError:
        log.warning("a line of table %s could not be noted; it will not be erased", live.table.id)


def _remember(table: str, seq: int, account: str) -> None:
    ChatLine.objects.bulk_create([ChatLine(table=table, seq=seq, account=account)], ignore_conflicts=True)


def erase_old_words() -> int:
    """Take words that are too old out of the logs; returns how many lines. Their entries stay."""
    from moonshot.site.live.models import Entry as Row

    lines = list(ChatLine.objects.filter(at__lt=timezone.now() - KEPT)[:ERASED_AT_ONCE])
    with transaction.atomic():
        for line in lines:
            row = Row.objects.filter(table_id=line.table, seq=line.seq).first()
            if row is not None:
                try:
                    body = _without_words(line.seq, row.body)
                except BadEntryError:  # or no words at all would ever be erased again
                    log.warning("entry %d of table %s is damaged", line.seq, line.table)
                else:
                    Row.objects.filter(table_id=line.table, seq=line.seq).update(body=body)
            line.delete()
    return len(lines)


def _without_words(seq: int, body: str) -> str:
    entry = decode_entry(seq, body.encode())
    events = tuple(
        Said(event.seat, event.name, event.handle, event.phrase, event.emoji, "" if event.text else None)
        if isinstance(event, Said)
        else event
        for event in entry.events
    )
    return encode_entry(Entry(entry.seq, events, entry.account, entry.command_id)).decode()
