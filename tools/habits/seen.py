"""What a seat sees, as rows of the network: the plain statement of what `search.habits` keeps up to date."""

from moonshot.bots.search import habits
from moonshot.engine import View
from moonshot.engine.cards import HEARTS, QUEEN, cards_of


def rows_seen(view: View) -> list[int]:
    """The rows that count for the seat of ``view``, which is to play under the standard cards and points."""
    assert view.seat is not None
    me, seats = view.seat, range(habits.SEATS)
    on_table = view.trick.cards if view.trick is not None else ()
    tricks = [*view.tricks] if view.trick is None else [*view.tricks, view.trick]
    played = {card for trick in tricks for card in trick.cards}

    rows = [habits.ALWAYS, habits.PLACE + len(on_table)]
    rows += [habits.HAND + card for card in cards_of(view.hand)]
    rows += [habits.OUT + card for card in range(52) if card not in played and not view.hand >> card & 1]
    rows += [habits.ON_TABLE + card for card in on_table]
    if on_table:
        best = max(card for card in on_table if card // 13 == on_table[0] // 13)
        holder = (tricks[-1].leader + on_table.index(best)) % habits.SEATS
        rows += [habits.BEST + best, habits.HOLDS + (holder - me) % habits.SEATS]

    with_points = [seat for seat in seats if view.taken[seat] & (HEARTS | 1 << QUEEN)]
    rows += [habits.HAS_POINTS + (seat - me) % habits.SEATS for seat in with_points]
    rows += [habits.HAS_BIG + (seat - me) % habits.SEATS for seat in seats if view.taken[seat] >> QUEEN & 1]
    if with_points:
        alone = len(with_points) == 1
        rows.append(habits.OWNER + ((with_points[0] - me) % habits.SEATS if alone else habits.SEATS))
        rows.append(habits.CAPTURED + sum((cards & HEARTS).bit_count() for cards in view.taken))

    voids = {
        ((trick.leader + place) % habits.SEATS, trick.cards[0] // 13)
        for trick in tricks
        for place, card in enumerate(trick.cards)
        if card // 13 != trick.cards[0] // 13
    }
    rows += [habits.VOID + 4 * ((seat - me) % habits.SEATS - 1) + suit for seat, suit in voids if seat != me]
    if view.broken:
        rows.append(habits.UNLOCKED)
    if not view.tricks:
        rows.append(habits.OPENING)
    return rows
