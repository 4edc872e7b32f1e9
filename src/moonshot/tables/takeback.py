"""Taking back a card: alone at any time in a deal, with others by consent and before the next card.

Never at coin tables, and never where it would show a card that would have stayed hidden.
"""

from typing import TYPE_CHECKING

from moonshot.engine import Deal
from moonshot.engine.deal import PLAYING
from moonshot.tables.events import TakenBack

if TYPE_CHECKING:
    from moonshot.tables.table import Table


def taken_back(table: "Table", seat: int) -> TakenBack | None:
    """The event of taking back the seat's last card; None where that is not possible.

    In practice the cards that bots have played since go back too.
    """
    deal = table.match.deal
    place = place_to_go_back_to(table, seat)
    return (
        None if deal is None or place is None else TakenBack(seat, deal.plays[place], len(deal.plays) - place)
    )


def place_to_go_back_to(table: "Table", seat: int) -> int | None:
    """The place of the card that the seat could take back; None where that is not possible."""
    deal = table.match.deal
    if deal is None or deal.phase != PLAYING:
        return None
    if table.terms.kind == "practice":
        places = range(len(deal.plays))[::-1]
        return next((place for place in places if player_of(deal, place) == seat), None)
    return len(deal.plays) - 1 if seat in who_may_take_back(table) else None


def who_may_take_back(table: "Table") -> tuple[int, ...]:
    """The seats, bots' too, that have a card which could go back now; with others only the last card can."""
    deal = table.match.deal
    if deal is None or deal.phase != PLAYING or not deal.plays:
        return ()
    if table.terms.kind == "practice":
        return tuple(seat for seat in table.people if place_to_go_back_to(table, seat) is not None)
    last = len(deal.plays) - 1
    return (player_of(deal, last),) if table.terms.casual and not _shows_kitty(deal, last) else ()


def player_of(deal: Deal, place: int) -> int:
    """Who played the card at this place of the deal."""
    trick, after = divmod(place, deal.players)
    return (deal.leader_of(trick) + after) % deal.players


def _shows_kitty(deal: Deal, place: int) -> bool:
    """Whether the kitty was opened by the card at this place or a later one."""
    return deal.kitty_trick >= 0 and deal.kitty_trick >= place // deal.players
