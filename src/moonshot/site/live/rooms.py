"""Live tables made and entered: quick tables for strangers, private ones for friends."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from moonshot.engine import Rules, preset
from moonshot.site.asking import in_database
from moonshot.site.live import codes
from moonshot.site.live.host import LiveHost
from moonshot.site.live.live_table import LiveTable
from moonshot.site.live.lobby_models import Invite
from moonshot.site.live.lobby_wire import QuickMode
from moonshot.site.live.seating import accounts_at
from moonshot.tables import (
    BOT_NAMES,
    EMPTY,
    Done,
    LogError,
    Refusal,
    Seat,
    TableError,
    Terms,
    Visitor,
    bot,
    invitation,
    opening,
    person,
)
from moonshot.tables.commands import Leave, Sit, TakeSeat

MODES: Final[dict[QuickMode, Rules]] = {
    "standard": preset("standard"),
    "fast": Rules.from_dict({"preset": "standard", "end_score": 50}),
    "deniro": preset("deniro"),
}
"""The rules of each button of quick play; *fast* ends at 50."""
QUICK_TERMS: Final = Terms(kind="quick", clock="online", spectators=True)
PACE: Final = "normal"

new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)  # noqa: E731
new_table_id: Callable[[], str] = lambda: secrets.token_urlsafe(12)  # noqa: E731


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is to be seated."""

    account: str
    name: str
    handle: str


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """For whom a seat of a new table is: a person, or a bot of a level."""

    kind: Literal["person", "bot"]
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """Where somebody may go now; ``seat`` is None for whoever can only look on."""

    table: str
    seat: int | None


class NoSeatError(Exception):
    """Nobody can sit down; ``code`` is table_full, table_over, table_locked or barred."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def open_quick(host: LiveHost, table_id: str, mode: QuickMode, people: Sequence[Guest]) -> None:
    """Deal at a new table for strangers; places are drawn, bots take the others. Raises LogError."""
    rules = MODES[mode]
    free = iter(secrets.SystemRandom().sample(BOT_NAMES, len(BOT_NAMES)))
    seats = [person(guest.name, guest.account, guest.handle) for guest in people]
    seats += [bot(next(free), QUICK_TERMS.level) for _ in range(rules.players - len(seats))]
    secrets.SystemRandom().shuffle(seats)
    entry = opening(table_id, rules, seats, pace=PACE, secret=new_secret(), terms=QUICK_TERMS)
    await host.create(table_id, people[0].account, entry)
    await in_database(codes.remember_members, table_id, [guest.account for guest in people])


async def tables_of(account: str, limit: int) -> list[str]:
    """The live tables that somebody has been let in to, newest first. Raises LogError."""
    return await in_database(codes.tables_of, account, limit)


async def open_private(
    host: LiveHost, owner: Guest, rules: Rules, plan: Sequence[SeatPlan], terms: Terms
) -> Invite:
    """A new private table with its owner in the first seat for people.

    Raises TableError for seats that do not fit, TooManyTablesError, LogError.
    """
    seats = _seats(owner, rules, plan, host)
    table_id = new_table_id()
    invite = await in_database(codes.open_invite, table_id, owner.account, listed=terms.listed)
    whole = Terms(
        kind="private",
        clock=terms.clock,
        spectators=terms.spectators,
        text=terms.text,
        level=terms.level,
        code=invite.code,
        link=f"/join/{invite.token}",
        listed=terms.listed,
    )
    try:
        entry = invitation(table_id, rules, seats, pace=PACE, secret=new_secret(), terms=whole)
        await host.create(table_id, owner.account, entry)
    except BaseException:
        await in_database(codes.forget_invite, table_id)
        raise
    return invite


def _seats(owner: Guest, rules: Rules, plan: Sequence[SeatPlan], host: LiveHost) -> list[Seat]:
    if not plan:
        plan = [SeatPlan("person")] * rules.players
    if len(plan) != rules.players:
        raise TableError("bad_seats", f"These rules are for {rules.players} players.", "seats")
    free = iter(BOT_NAMES)
    seats = []
    for place, planned in enumerate(plan):
        if planned.kind == "bot":
            level = planned.level or "steady"
            if not host.has_level(level):
                raise TableError(
                    "bad_level", f"There is no bot level called {level[:40]!r}.", f"seats[{place}]"
                )
            seats.append(bot(next(free), level))
        else:
            seats.append(EMPTY)
    if EMPTY not in seats:
        raise TableError("bad_seats", "Keep at least one seat for a person: yourself.", "seats")
    seats[seats.index(EMPTY)] = person(owner.name, owner.account, owner.handle)
    return seats


async def find_open(host: LiveHost, table_id: str, account: str) -> LiveTable | None:
    """A table that stands in the lobby, or where this account sits; None for every other. Raises LogError."""
    live = await host.find(table_id)
    if live is None or live.table.closed:
        return None
    terms = live.table.terms
    is_open = terms.kind == "quick" or terms.listed
    return live if is_open or live.table.seat_of(account) is not None else None


async def link_of(host: LiveHost, table_id: str, account: str) -> str | None:
    """The link of a private table, for those with a seat there. Raises LogError."""
    live = await host.find(table_id)
    if live is None or live.table.closed or live.table.seat_of(account) is None:
        return None
    return live.table.terms.link


async def join(host: LiveHost, table_id: str, account: str, *, invited: bool) -> Joined:
    """Seat somebody at a table: on a free seat, or on a bot's between two deals.

    Whoever sits there already gets their own seat again. Raises NoSeatError, LogError.
    """
    live = await host.find(table_id)
    if live is None or live.table.closed:
        raise NoSeatError("table_over")
    who = await host.directory.person(account)
    mine = live.table.seat_of(account)
    if mine is not None:
        return Joined(table_id, mine)
    if who.barred or account in live.table.barred:
        raise NoSeatError("barred")
    # Not told apart from a full table: nobody learns from it that somebody blocks them.
    if await host.directory.kept_apart(account, accounts_at(live)):
        raise NoSeatError("table_full")
    if invited:
        await in_database(codes.admit, table_id, account)
    elif live.table.terms.is_open_to(invited=False):
        await host.directory.remember(account, table_id)
    visitor = Visitor(
        who.visitor.name, who.visitor.handle, who.visitor.writes, invited or live.table.terms.listed
    )
    return Joined(table_id, await _sit(host, live, account, visitor))


async def _sit(host: LiveHost, live: LiveTable, account: str, visitor: Visitor) -> int | None:
    """The seat that somebody got; None where one may look on. Raises NoSeatError."""
    table = live.table
    for _ in range(len(table.seats)):
        open_ = table.state == "open"
        wanted = [
            number for number, seat in enumerate(table.seats) if (seat.is_empty if open_ else seat.is_bot)
        ]
        if not wanted:
            break
        command_id = f"join-{secrets.token_hex(8)}"
        command = Sit(command_id, wanted[0]) if open_ else TakeSeat(command_id, wanted[0])
        outcome = await host.act(live, account, command, visitor)
        if isinstance(outcome, Done):
            return table.seat_of(account)
        if outcome.code == "try_again":
            raise LogError(outcome.message)
        if outcome.code in ("seat_taken", "stale"):
            continue  # somebody was quicker
        if outcome.code == "seated":
            return table.seat_of(account)
        _check_looking_on(live, outcome)
        return None
    _check_looking_on(live, None)
    return None


def _check_looking_on(live: LiveTable, refusal: Refusal | None) -> None:
    """Raises NoSeatError where there is nothing to wait for."""
    if refusal is not None and refusal.code == "barred":
        raise NoSeatError("barred")
    free_later = live.table.state != "open" and any(seat.is_bot for seat in live.table.seats)
    if live.table.locked or (refusal is not None and refusal.code == "locked"):
        raise NoSeatError("table_locked")
    if live.table.terms.spectators or free_later:
        return  # in the middle of a hand: a bot's seat is free at its end
    raise NoSeatError("table_full")


async def empty(host: LiveHost, live: LiveTable) -> None:
    """Let everybody leave a table that nobody has used for long; so it is closed. Raises LogError."""
    for peer in live.connections:
        peer.end("idle", "Nobody has done anything here for a while, so the table is closed.")
    for account in sorted(accounts_at(live)):
        await host.act(live, account, Leave(f"idle-{secrets.token_hex(8)}"), Visitor())
