"""Notes of finished matches, written once each: whose they were, and what was dealt."""

import json

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from moonshot.engine import Rules
from moonshot.learn import daily
from moonshot.learn.deal_counts import Counts, counts_of, counts_of_seat, no_counts
from moonshot.site.live.kept_models import DealCounts, KeptMatch, KeptSeat
from moonshot.site.live.past import PastMatch, past_matches
from moonshot.site.live.rules_words import rules_name

_ALL = 1
"""The key of the one row of counts."""


def keep(table_id: str) -> int:
    """Note the finished matches of a table that are not noted yet; returns how many that were."""
    known = set(KeptMatch.objects.filter(table=table_id).values_list("no", flat=True))
    return sum(_keep(past) for past in past_matches(table_id) if past.over and past.no not in known)


def _keep(past: PastMatch) -> bool:
    record = past.record
    with transaction.atomic():
        kept, new = KeptMatch.objects.get_or_create(
            table=past.table_id,
            no=past.no,
            defaults={
                "kind": past.kind,
                "ended_at": past.ended,
                "rules_name": rules_name(Rules.from_dict(record["rules"])),
                "deals": len(record["deals"]),
            },
        )
        if not new:
            return False  # another node was first
        KeptSeat.objects.bulk_create(
            KeptSeat(
                match=kept,
                account=account,
                total=record["result"]["totals"][seat],
                won=seat in record["result"]["winners"],
                counts=json.dumps(_counts_of_seat(past, seat).to_dict(), separators=(",", ":")),
            )
            for account, seat in past.seats.items()
        )
        if daily.day_of(past.name) is not None:
            return True  # one deal, however often it is played; and what is counted would tell who holds what
        DealCounts.objects.get_or_create(pk=_ALL, defaults={"counts": json.dumps(no_counts().to_dict())})
        row = DealCounts.objects.select_for_update().get(pk=_ALL)
        total = Counts.from_dict(json.loads(row.counts)) + counts_of(record)
        row.counts = json.dumps(total.to_dict(), separators=(",", ":"))
        row.save()
    return True


def _counts_of_seat(past: PastMatch, seat: int) -> Counts:
    """What a seat was dealt; a daily deal that is played again brings nothing new."""
    again = daily.day_of(past.name) is not None and past.kind != "daily"
    return no_counts(seats=1) if again else counts_of_seat(past.record, seat)


def unkept(limit: int, owner: str | None = None) -> list[str]:
    """Tables whose match is over and none of whose matches is noted, newest first; of one owner or of all."""
    from moonshot.site.live.models import Table

    noted = KeptMatch.objects.filter(table=OuterRef("pk"))
    tables = Table.objects.filter(~Exists(noted), finished=True).order_by("-created_at")
    if owner is not None:
        tables = tables.filter(owner=owner)
    return list(tables.values_list("pk", flat=True)[:limit])


def all_counts() -> Counts:
    """What has been dealt in all kept matches."""
    row = DealCounts.objects.filter(pk=_ALL).first()
    return no_counts() if row is None else Counts.from_dict(json.loads(row.counts))


def seats_of(account: str) -> QuerySet[KeptSeat]:
    """The matches of somebody, newest first."""
    return (
        KeptSeat.objects.filter(account=account).select_related("match").order_by("-match__ended_at", "-pk")
    )


def counts_of_account(account: str) -> Counts:
    """What somebody has been dealt in kept matches: one column."""
    total = no_counts(seats=1)
    for text in KeptSeat.objects.filter(account=account).values_list("counts", flat=True):
        total = total + Counts.from_dict(json.loads(text))
    return total


def forget(account: str) -> None:
    """Take somebody out of all notes."""
    KeptSeat.objects.filter(account=account).delete()
