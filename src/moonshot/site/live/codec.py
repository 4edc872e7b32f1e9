"""Entries as the log's rows hold them: JSON, one object for each event with its `kind`."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from moonshot.site.live.storage import Stored
from moonshot.tables.events import TABLE_RECORDED_BY_KIND, Entry, TableRecorded


class BadEntryError(ValueError):
    """A row of the log that cannot be read."""


class _Row(msgspec.Struct, omit_defaults=True):
    events: list[dict[str, Any]]
    account: str | None = None
    command_id: str | None = None


_DECODER: Final = msgspec.json.Decoder(_Row)


def encode_entry(entry: Entry) -> bytes:
    """The body of a row; its number stands in the row's key."""
    return msgspec.json.encode(
        {"events": entry.events, "account": entry.account, "command_id": entry.command_id}
        if entry.command_id is not None
        else {"events": entry.events}
    )


def decode_entry(seq: int, body: bytes) -> Entry:
    """The entry of a row. Raises BadEntryError."""
    try:
        row = _DECODER.decode(body)
        events = tuple(_event(event) for event in row.events)
    except (msgspec.MsgspecError, KeyError) as error:
        raise BadEntryError(f"entry {seq} cannot be read: {error}") from error
    return Entry(seq, events, row.account, row.command_id)


def decode_entries(rows: Iterable[Stored]) -> tuple[Entry, ...]:
    """The entries of some rows. Raises BadEntryError."""
    return tuple(decode_entry(row.seq, row.body) for row in rows)


def _event(fields: dict[str, Any]) -> TableRecorded:
    return msgspec.convert(fields, TABLE_RECORDED_BY_KIND[fields["kind"]])
