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
    alone = table.terms.kind == "practice"
    if not alone and not table.terms.casual:
        return None
    place: int | None = len(deal.plays) - 1
    if alone:
        place = next(
            (place for place in range(len(deal.plays))[::-1] if player_of(deal, place) == seat), None
        )
    elif not deal.plays or player_of(deal, len(deal.plays) - 1) != seat:
        return None
    if place is None or (not alone and _shows_kitty(deal, place)):
        return None
    return place


def who_may_take_back(table: "Table") -> tuple[int, ...]:
    """The seats, bots' too, whose last card could go back now; with others that is the last of all cards."""
    deal = table.match.deal
    if deal is None or not deal.plays:
        return ()
    seats = table.people if table.terms.kind == "practice" else (player_of(deal, len(deal.plays) - 1),)
    return tuple([seat for seat in seats if place_to_go_back_to(table, seat) is not None])


def player_of(deal: Deal, place: int) -> int:
    """Who played the card at this place of the deal."""
    trick, after = divmod(place, deal.players)
    return (deal.leader_of(trick) + after) % deal.players


def _shows_kitty(deal: Deal, place: int) -> bool:
    """Whether the kitty was opened by the card at this place or a later one."""
    return deal.kitty_trick >= 0 and deal.kitty_trick >= place // deal.players
