"""How matches and deals begin: all is drawn from the table's secret, and promised before it is dealt."""

from collections.abc import Sequence

from moonshot.engine import Match, Rules
from moonshot.engine.events import Committed, Dealt, Passed, Played, Recorded
from moonshot.tables.answers import TableError
from moonshot.tables.chance import Chance
from moonshot.tables.events import Entry, Opened
from moonshot.tables.pace import PACES
from moonshot.tables.seats import Seat
from moonshot.tables.terms import PRACTICE, Terms


def opening(
    table_id: str,
    rules: Rules,
    seats: Sequence[Seat],
    *,
    pace: str,
    secret: bytes,
    terms: Terms = PRACTICE,
    match_name: str | None = None,
) -> Entry:
    """The first entry of a new table, whose first match is dealt at once.

    Tables with the same ``secret`` and ``match_name`` deal alike.

    Raises TableError for seats that do not fit the rules, for an unknown pace and when nobody is a person;
    RulesError for rules that cannot be played.
    """
    people = _checked(rules, seats, pace)
    if not people or any(seat.is_empty for seat in seats):
        raise TableError("bad_seats", "Every seat is taken, and one by a person.", "seats")
    opened = Opened(table_id, rules.to_dict(), tuple(seats), pace, secret.hex(), terms, match_name)
    return Entry(seq=1, events=(opened, *new_match(match_name or table_id, rules, Chance(secret), 1)))


def invitation(
    table_id: str, rules: Rules, seats: Sequence[Seat], *, pace: str, secret: bytes, terms: Terms
) -> Entry:
    """The first entry of a table where people still have to sit down before the first deal.

    Raises TableError for seats that do not fit the rules and for an unknown pace; RulesError.
    """
    _checked(rules, seats, pace)
    return Entry(seq=1, events=(Opened(table_id, rules.to_dict(), tuple(seats), pace, secret.hex(), terms),))


def _checked(rules: Rules, seats: Sequence[Seat], pace: str) -> list[str | None]:
    if pace not in PACES:
        raise TableError("bad_pace", f"Choose one of {', '.join(PACES)}.", "pace")
    if len(seats) != rules.players:
        raise TableError("bad_seats", f"These rules are for {rules.players} players.", "seats")
    people = [seat.account for seat in seats if seat.is_person]
    if len(set(people)) != len(people):
        raise TableError("bad_seats", "Nobody sits twice.", "seats")
    return people


def new_match(name: str, rules: Rules, chance: Chance, match_no: int) -> tuple[Recorded, ...]:
    """The events that start a match and deal its first hands. ``name`` and number are what it is called."""
    match = Match(
        rules,
        match_id=f"{name}-{match_no}",
        first_dealer=chance.number(rules.players, "dealer", match_no),
    )
    promise = next_promise(match, chance, attempt=1)
    match.apply(promise)
    return (match.started(), promise, *with_promise(match, (match.deal_event(),), chance, attempt=2))


def next_promise(match: Match, chance: Chance, attempt: int) -> Committed:
    """The commitment to the next deal's secret; ``attempt`` counts the deals of the same number."""
    return match.commit(chance.secret("deal", match.match_id, match.next_deal_no, attempt))


def with_promise(
    match: Match, events: tuple[Recorded, ...], chance: Chance, attempt: int
) -> tuple[Recorded, ...]:
    """The events, and the promise of the next deal where they bring the match to one. Changes nothing.

    ``attempt`` is that of a next deal with the number of the present one; the first deal of a new number is
    always attempt 1.
    """
    if _goes_on(match, events):
        return events
    draft = match.copy()
    for event in events:
        draft.apply(event)
    if draft.phase not in ("between", "redeal") or draft.committed is not None:
        return events
    return (*events, next_promise(draft, chance, attempt if draft.next_deal_no == draft.deal_no else 1))


def _goes_on(match: Match, events: tuple[Recorded, ...]) -> bool:
    """Whether the deal surely goes on after these events: nothing ends before its last card.

    Where rules can make a deal void, that shows when the hands are final and until the first trick is full.
    """
    deal, facts, event = match.deal, match.rules.facts, events[0]
    if isinstance(event, Played) and deal is not None:
        ply = len(deal.plays)
        return ply + len(events) < facts.plies and (ply > deal.players or not facts.redeals)
    if isinstance(event, Passed) and deal is not None and deal.passes.count(None) > 1:
        return True
    return isinstance(event, Passed | Dealt) and not facts.redeals
