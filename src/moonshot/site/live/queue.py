"""Quick play: who is put together, and when a table starts without waiting any longer.

`groups` decides and is pure. Around it stand the few steps that make it safe with several nodes: wishes are
rows of the database, one for each account; a node that wants to seat people claims their rows in one
transaction, opens the table, and then marks them as seated. Whichever node people are connected to sees that.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from django.db import connection, transaction
from django.db.models import QuerySet

from moonshot.site.live import codes
from moonshot.site.live.lobby_models import Wish
from moonshot.site.live.lobby_wire import QuickMode, QuickWhen
from moonshot.site.live.models import Table
from moonshot.site.people.relations import blocked_pairs

PATIENCE: Final[dict[QuickWhen, float]] = {"now": 0.0, "soon": 8.0, "wait": 120.0}
"""Seconds after which a table starts with bots on its empty seats."""
FORGOTTEN_SECONDS: Final = 15.0
"""How long a wish outlives the last sign of its person."""
CLAIM_SECONDS: Final = 5.0
"""A node that has claimed people and not seated them by then is gone."""
SEATED_SECONDS: Final = 60.0
"""How long a window that is opened later still hears of the seat."""
JUST_SEATED_SECONDS: Final = 10.0
"""Who asks again so soon has not heard of the seat yet, in another window perhaps; later it is a new wish."""
NARROW_SECONDS: Final = 3.0
WIDE_SECONDS: Final = 8.0
NARROW: Final = 100.0
"""How far apart in strength people may be at first; after `WIDE_SECONDS` it does not matter any more."""
UNKNOWN: Final = NARROW / 2
"""How far from others somebody is taken to be of whose strength nothing is known."""
_QUEUE_LOCK: Final = 0x71756575

now: Callable[[], float] = time.time


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits."""

    account: str
    mode: QuickMode
    asked_at: float
    starts_at: float
    strength: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """People who are to sit together; bots take the seats that are left."""

    mode: QuickMode
    accounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A group whose wishes nobody else may take now."""

    table: str
    group: Group


def groups(
    waiters: Sequence[Waiter],
    blocked: Collection[frozenset[str]],
    seats: Callable[[QuickMode], int],
    moment: float,
) -> list[Group]:
    """The tables that can start now: full ones, and those of whom somebody has waited long enough.

    Who has waited longest chooses first: those nearest in strength, else those who have waited longest; never
    two of whom one blocks the other.
    """
    found: list[Group] = []
    left = sorted(waiters, key=lambda waiter: (waiter.asked_at, waiter.account))
    for first in tuple(left):
        if first not in left:
            continue
        together = _together(first, left, blocked, seats(first.mode), moment)
        if len(together) == seats(first.mode) or first.starts_at <= moment:
            found.append(Group(first.mode, tuple(waiter.account for waiter in together)))
            left = [waiter for waiter in left if waiter not in together]
    return found


def _together(
    first: Waiter, left: Sequence[Waiter], blocked: Collection[frozenset[str]], seats: int, moment: float
) -> list[Waiter]:
    reach = _reach(moment - first.asked_at)
    together = [first]
    while len(together) < seats:
        # Around the strength that is known first: newcomers of unknown strength hold nobody together.
        known = next((one.strength for one in together if one.strength is not None), None)
        near = [
            (_distance(known, other.strength), other.asked_at, other.account, other)
            for other in left
            if other.mode == first.mode
            and other not in together
            and not any(frozenset((other.account, one.account)) in blocked for one in together)
        ]
        distance, _, _, nearest = min(near, key=lambda row: row[:3], default=(0.0, 0.0, "", None))
        if nearest is None or distance > reach:
            break
        together.append(nearest)
    return together


def _distance(known: float | None, other: float | None) -> float:
    """How far apart in strength; whose is not known may be near or far."""
    if known is None:
        return 0.0
    return UNKNOWN if other is None else abs(known - other)


def _reach(waited: float) -> float:
    if waited < NARROW_SECONDS:
        return NARROW
    if waited >= WIDE_SECONDS:
        return float("inf")
    return NARROW * 2 ** (waited - NARROW_SECONDS)


# -- wishes in the database (in a thread) -------------------------------------------------------------


def wish(account: str, name: str, mode: QuickMode, when: QuickWhen) -> Wish:
    """Make a wish, or change the one that this account has; one that is being seated stays as it is."""
    moment = now()
    with transaction.atomic():
        _lock()
        found = Wish.objects.filter(account=account).first()
        if found is not None and found.table and not _may_ask_again(found, moment):
            return found
        asked_at = moment
        if found is not None and not found.table and found.alive_at >= moment - FORGOTTEN_SECONDS:
            asked_at = found.asked_at
        made = Wish(
            account=account,
            name=name,
            mode=mode,
            when=when,
            asked_at=asked_at,
            starts_at=max(moment, asked_at + PATIENCE[when]),
            alive_at=moment,
        )
        made.save()
        return made


def cancel(account: str) -> bool:
    """Take a wish back; False when its table is being made already."""
    with transaction.atomic():
        _lock()
        claimed = Wish.objects.filter(account=account).exclude(table="").exists()
        if not claimed:
            Wish.objects.filter(account=account).delete()
        return not claimed


def reckon_again(left: Mapping[str, float]) -> None:
    """The clock on the wall was set: date the wishes of these accounts by it, which wait so many seconds."""
    moment = now()
    with transaction.atomic():
        _lock()
        for found in Wish.objects.filter(account__in=list(left), table=""):
            found.alive_at, found.starts_at = moment, moment + left[found.account]
            found.asked_at = found.starts_at - PATIENCE[cast("QuickWhen", found.when)]
            found.save(update_fields=["alive_at", "starts_at", "asked_at"])


def keep_alive(accounts: Collection[str]) -> None:
    """These people are still there."""
    Wish.objects.filter(account__in=accounts, seated=False).update(alive_at=now())


def wishes_of(accounts: Collection[str]) -> tuple[dict[str, Wish], dict[str, int]]:
    """The wishes of these accounts, and how many people wait for each mode."""
    waiting = Wish.objects.filter(table="", alive_at__gte=now() - FORGOTTEN_SECONDS)
    counts: dict[str, int] = {}
    for mode in waiting.values_list("mode", flat=True):
        counts[mode] = counts.get(mode, 0) + 1
    return {found.account: found for found in Wish.objects.filter(account__in=accounts)}, counts


def claim(
    new_table_id: Callable[[], str], seats: Callable[[QuickMode], int], ripe: Collection[str] = ()
) -> list[Claimed]:
    """Take the wishes that can be fulfilled now; the caller opens their tables.

    ``ripe`` are accounts that have waited long enough by their own node's steady clock, whatever the clock on
    the wall says.
    """
    moment = now()
    with transaction.atomic():
        _lock()
        stale = [found.account for found in Wish.objects.exclude(table="") if _is_stale(found, moment)]
        Wish.objects.filter(account__in=stale, seated=True).delete()
        _let_go(Wish.objects.filter(account__in=stale, seated=False), moment)
        Wish.objects.filter(table="", alive_at__lt=moment - FORGOTTEN_SECONDS).delete()
        waiters = [
            Waiter(
                row.account,
                cast("QuickMode", row.mode),
                row.asked_at,
                moment if row.account in ripe else row.starts_at,
                row.strength,
            )
            for row in Wish.objects.filter(table="")
        ]
        if not waiters:
            return []
        blocked = blocked_pairs([waiter.account for waiter in waiters])
        claimed = [Claimed(new_table_id(), group) for group in groups(waiters, blocked, seats, moment)]
        for one in claimed:
            Wish.objects.filter(account__in=one.group.accounts).update(table=one.table, claimed_at=moment)
        return claimed


def seated(table: str) -> None:
    """The table is there: everybody may be told."""
    Wish.objects.filter(table=table).update(seated=True)


def release(table: str) -> None:
    """The table could not be made, or nobody knows: its people wait on, or have their seats."""
    with transaction.atomic():
        _lock()
        _let_go(Wish.objects.filter(table=table, seated=False), now())


def _let_go(claimed: "QuerySet[Wish]", moment: float) -> None:
    """Whoever claimed these wishes has failed or is gone: their people wait on. But where it came so far that
    a table was made, they have their seats at it, and nobody is to get two.
    """
    made = set(Table.objects.filter(pk__in=claimed.values("table")).values_list("pk", flat=True))
    for found in claimed.filter(table__in=made):
        codes.remember_members(found.table, [found.account])
    claimed.filter(table__in=made).update(seated=True, claimed_at=moment)
    claimed.filter(seated=False).exclude(table__in=made).update(table="", alive_at=moment)


def _may_ask_again(found: Wish, moment: float) -> bool:
    return _is_stale(found, moment) or (found.seated and moment - found.claimed_at > JUST_SEATED_SECONDS)


def _is_stale(found: Wish, moment: float) -> bool:
    return moment - found.claimed_at > (SEATED_SECONDS if found.seated else CLAIM_SECONDS)


def _lock() -> None:
    """One node at a time, until the end of the transaction. SQLite's transactions begin with its lock."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_QUEUE_LOCK])
