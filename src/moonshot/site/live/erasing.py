"""Words stand in the log of their table until time erases them, and `ChatLine` remembers where.

That is noted beside the log, a moment later, so it may fail or never come to it. Therefore the logs too are
looked through, some tables in each turn: whatever words nobody knows of are noted then.
"""

import logging
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from moonshot.site.asking import in_database
from moonshot.site.live.codec import BadEntryError, decode_entry, encode_entry
from moonshot.site.live.lobby_models import ChatLine
from moonshot.site.people.reports import NOBODY
from moonshot.tables import Entry, LogError
from moonshot.tables.events import Said

KEPT: Final = timedelta(days=7)
"""How long after a match people may still report what was said."""
ERASED_AT_ONCE: Final = 500
LOOKED_AT_ONCE: Final = 50
"""So many tables are looked through in a turn."""

log: Final = logging.getLogger("moonshot.live")


class Words:
    """Knows where people's words stand in the logs of a node's tables, and takes them out when it is time."""

    def __init__(self) -> None:
        self._missed: set[str] = set()
        """Tables where something could not be noted."""
        self._after = secrets.token_urlsafe(12)
        """The last table that was looked at: each node begins anywhere, so that all are reached however
        often nodes start."""

    async def note(self, table: str, entry: Entry) -> None:
        """Note where somebody's words stand, now or in one of the next turns."""
        try:
            await in_database(note_line, table, entry.seq, entry.account or "")
        except LogError:
            self._missed.add(table)

    async def turn(self) -> None:
        """Note what was missed, and erase what is too old. Raises LogError."""
        missed, self._missed = self._missed, set()
        try:
            await in_database(note_missing, missed)
        except LogError:
            self._missed |= missed
            raise
        some = await in_database(_tables_after, self._after)
        await in_database(note_missing, some)
        self._after = some[-1] if len(some) == LOOKED_AT_ONCE else ""
        await in_database(erase_old_words)


def note_line(table: str, seq: int, account: str) -> None:
    """Note that an entry holds words."""
    ChatLine.objects.bulk_create([ChatLine(table=table, seq=seq, account=account)], ignore_conflicts=True)


def note_missing(tables: Collection[str]) -> int:
    """Note the words in these tables' logs that are not known yet; returns how many lines."""
    from moonshot.site.live.models import Entry as Row

    known = set(ChatLine.objects.filter(table__in=tables).values_list("table", "seq"))
    spoken = Row.objects.filter(table_id__in=tables, body__contains='"kind":"said"')
    lines = []
    for row in spoken.iterator():
        if (row.table_id, row.seq) in known:
            continue
        try:
            entry = decode_entry(row.seq, row.body.encode())
        except BadEntryError:
            continue
        if entry.account is not None and entry != without_words(entry):
            line = ChatLine(table=row.table_id, seq=row.seq, account=entry.account[:26], at=row.stored_at)
            lines.append(line)
    ChatLine.objects.bulk_create(lines, ignore_conflicts=True)
    return len(lines)


def _tables_after(table: str) -> list[str]:
    from moonshot.site.live.models import Table

    return list(
        Table.objects.filter(pk__gt=table).order_by("pk").values_list("pk", flat=True)[:LOOKED_AT_ONCE]
    )


def erase_old_words() -> int:
    """Take words that are too old out of the logs; returns how many lines. Their entries stay."""
    from moonshot.site.live.models import Entry as Row

    lines = list(ChatLine.objects.filter(at__lt=timezone.now() - KEPT)[:ERASED_AT_ONCE])
    with transaction.atomic():
        for line in lines:
            row = Row.objects.filter(table_id=line.table, seq=line.seq).first()
            if row is not None:
                try:
                    entry = decode_entry(line.seq, row.body.encode())
                except BadEntryError:  # or no words at all would ever be erased again
                    log.warning("entry %d of table %s is damaged", line.seq, line.table)
                else:
                    body = encode_entry(without_words(entry)).decode()
                    Row.objects.filter(table_id=line.table, seq=line.seq).update(body=body)
            line.delete()
    return len(lines)


def without_words(entry: Entry) -> Entry:
    """The entry with nothing in it that was written. Whoever only looked on is nobody there any more: their
    words are all that would lead to that table when they delete themselves.
    """
    events = tuple(_erased(event) if isinstance(event, Said) else event for event in entry.events)
    onlooker = any(isinstance(event, Said) and event.seat is None for event in entry.events)
    if onlooker:
        return Entry(entry.seq, events)
    return Entry(entry.seq, events, entry.account, entry.command_id)


def _erased(said: Said) -> Said:
    text = None if said.text is None else ""
    if said.seat is None:
        return Said(None, NOBODY, "", said.phrase, said.emoji, text)
    return Said(said.seat, said.name, said.handle, said.phrase, said.emoji, text)
