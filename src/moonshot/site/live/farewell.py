"""The tables' side of what is kept about somebody: taking it along, and forgetting it.

Whoever deletes themselves leaves all tables, where bots play on, and then every log they stand in: there they
become somebody without a name, under another id at each table, so that no two tables can be told to have had
the same person. Their words are taken out. Cards and scores stay: they belong to the others too.
"""

import contextlib
import json
import secrets
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from moonshot.site.asking import in_database
from moonshot.site.daily import kept as daily_deals
from moonshot.site.live import keeping
from moonshot.site.live.codec import BadEntryError, decode_entry
from moonshot.site.live.host import LiveHost
from moonshot.site.live.lobby_models import Admission, ChatLine, Invite, Wish
from moonshot.site.live.models import Entry, Table
from moonshot.site.live.storage import DamagedError
from moonshot.site.people import departure
from moonshot.site.people.ids import handle_of, new_account_id
from moonshot.site.people.models import Account
from moonshot.site.people.reports import NOBODY
from moonshot.tables import LogError, Refusal, Visitor
from moonshot.tables.commands import Leave
from moonshot.tables.events import Said

GONE: Final = "gone"
"""In news of an account: it is no more."""


async def say_goodbye(host: LiveHost, account: str) -> None:
    """Forget a guest. Raises NotAGuestError; LogError when it could not be finished and can be repeated."""
    await in_database(departure.refuse_others, account)
    await in_database(departure.set_doors, account, open_=False)
    try:
        tables = await in_database(tables_with, account)
        for table in tables:
            await _leave(host, table, account)
        for table in tables:
            await in_database(_forget_at, table, account)
        await in_database(_forget_rest, account, tables)
    except LogError:
        with contextlib.suppress(LogError):
            await in_database(departure.set_doors, account, open_=True)
        raise
    host.news.tell("account", account, more=GONE)


async def _leave(host: LiveHost, table: str, account: str) -> None:
    try:
        live = await host.find(table)
    except DamagedError:
        return  # nobody plays there any more; what is stored of it is forgotten all the same
    if live is None or live.table.closed or live.table.seat_of(account) is None:
        return
    outcome = await host.act(live, account, Leave(f"goodbye-{secrets.token_hex(8)}"), Visitor())
    if isinstance(outcome, Refusal) and live.table.seat_of(account) is not None:
        raise LogError(outcome.message)


def tables_with(account: str) -> list[str]:
    """Every table at which somebody has sat, may sit or has spoken, oldest first."""
    known = set(Admission.objects.filter(account=account).values_list("table", flat=True))
    known |= set(ChatLine.objects.filter(account=account).values_list("table", flat=True))
    mine = Table.objects.filter(Q(owner=account) | Q(pk__in=known)).order_by("created_at", "pk")
    return list(mine.values_list("pk", flat=True))


def _forget_at(table: str, account: str) -> None:
    """Make somebody nobody in the log of one table."""
    nobody = new_account_id()
    with transaction.atomic():
        for row in Entry.objects.filter(table_id=table, body__contains=account):
            try:
                body = without_person(row.body, account, nobody)
            except (ValueError, LookupError, TypeError, AttributeError):  # damaged: at least the id goes
                body = row.body.replace(account, nobody)
            Entry.objects.filter(table_id=table, seq=row.seq).update(body=body)
        Table.objects.filter(pk=table, owner=account).update(owner=nobody)
        Invite.objects.filter(table=table, owner=account).update(owner=nobody)
        ChatLine.objects.filter(table=table, account=account).delete()
        Admission.objects.filter(table=table, account=account).delete()


def without_person(body: str, account: str, nobody: str) -> str:
    """An entry of the log in which somebody has become nobody and has said nothing.

    >>> without_person('{"events":[{"kind":"sat","seat":1,"name":"Ann","account":"a1"}]}', "a1", "x7")
    '{"events":[{"kind":"sat","seat":1,"name":"Guest","account":"x7"}]}'
    """
    row = json.loads(body)
    spoken = row.get("account") == account
    for event in row["events"]:
        for part in (event, *event.get("seats", ())):
            is_them = part.get("account") == account or (spoken and part.get("kind") in ("said", "renamed"))
            if is_them and "name" in part:
                part["name"] = NOBODY
                if part.get("handle"):
                    part["handle"] = handle_of(nobody)
        if spoken and event["kind"] == "said":
            event.pop("original", None)
            if event.get("text"):
                event["text"] = ""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return text.replace(account, nobody)


def _forget_rest(account: str, tables: list[str]) -> None:
    with transaction.atomic():
        Wish.objects.filter(account=account).delete()
        Admission.objects.filter(account=account).delete()
        ChatLine.objects.filter(account=account).delete()
        keeping.forget(account)
        daily_deals.forget(account)
        departure.forget(account, tables)


def export(account: Account) -> dict[str, Any]:
    """All that is kept about somebody, as JSON values: what they take along."""
    stored = Account.objects.filter(pk=account.pk).exists()
    return {
        "format": departure.FORMAT,
        "version": departure.VERSION,
        "made_at": timezone.now().isoformat(),
        "person": departure.about(account) if stored else {"name": account.shown_name, "named": False},
        "tables": [
            {
                "table": row.pk,
                "opened": row.created_at.isoformat(),
                "own": row.owner == account.pk,
                "open": not row.closed,
            }
            for row in Table.objects.filter(pk__in=tables_with(account.pk)).order_by("created_at", "pk")
        ],
        "matches": [
            {
                "match": str(row.match),
                "ended": row.match.ended_at.isoformat(),
                "total": row.total,
                "won": row.won,
            }
            for row in keeping.seats_of(account.pk)
        ],
        "daily_deals": daily_deals.about(account.pk),
        "said": _said(account.pk),
    }


def _said(account: str) -> list[dict[str, str]]:
    """What somebody has said in the last days; older words are gone."""
    found = []
    for line in ChatLine.objects.filter(account=account).order_by("at", "pk"):
        body = Entry.objects.filter(table_id=line.table, seq=line.seq).values_list("body", flat=True).first()
        events: tuple[Any, ...] = ()
        with contextlib.suppress(BadEntryError):
            events = () if body is None else decode_entry(line.seq, body.encode()).events
        for event in events:
            if isinstance(event, Said):
                words = event.original or event.text or event.phrase or event.emoji or ""
                found.append({"table": line.table, "at": line.at.isoformat(), "said": words})
    return found
